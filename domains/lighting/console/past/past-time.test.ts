import { formatTime, instantOf } from '@lamplight/console-kit'
import { expect, test } from 'vitest'
import { addressOf, dayAfter, hoursOf, instantFrom, nightFrom, nightOf, partOf, sameTimeIn, sunOf } from './past-time.ts'

const inZone = (zone: string) => ({
  instant: (wire: string) => instantOf(wire, zone),
  date: (at: number) => formatTime(at, zone, 'date'),
  clock: (at: number) => formatTime(at, zone, 'minute'),
})
const shanghai = inZone('Asia/Shanghai')
const at = (wire: string): number => shanghai.instant(wire) as number

test('a night lasts from noon to noon of the zone; noon begins the next one', () => {
  for (const [wire, date] of [
    ['2026-05-03 21:10:00', '2026-05-03'],
    ['2026-05-04 03:00:00', '2026-05-03'],
    ['2026-05-04 11:59:59', '2026-05-03'],
    ['2026-05-04 12:00:00', '2026-05-04'],
  ] as const)
    expect(nightOf(at(wire), shanghai.instant, shanghai.date).date, wire).toBe(date)
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
})

test('nights of a change of clocks have 23 and 25 hours', () => {
  const { instant } = inZone('Europe/Berlin')
  const hours = (date: string): number => (({ start, end }) => (end - start) / 3_600_000)(nightFrom(date, instant))
  expect([hours('2026-03-28'), hours('2026-10-24'), hours('2026-05-03')]).toEqual([23, 25, 24])
})

test('an address names a minute; nothing, no time and the future are now', () => {
  const now = at('2026-05-03 22:00:30')
  expect(shanghai.clock(instantFrom('2026-05-03T21:10', shanghai.instant, now))).toBe('2026-05-03 21:10')
  for (const text of [undefined, '', 'yesterday', '2026-06-01T21:10'])
    expect(shanghai.clock(instantFrom(text, shanghai.instant, now))).toBe('2026-05-03 22:00')
  expect(addressOf('2026-05-03 21:10')).toBe('2026-05-03T21:10')
})

test('another night is shown at the same time', () => {
  const [from, to] = [nightFrom('2026-05-03', shanghai.instant), nightFrom('2026-05-01', shanghai.instant)]
  expect(shanghai.clock(sameTimeIn(at('2026-05-04 02:30:00'), from, to))).toBe('2026-05-02 02:30')
})

test('sun and hours of a night', () => {
  const night = nightFrom('2026-05-03', shanghai.instant)
  const sun = sunOf(night, 28.2, 112.9)
  expect(
    sun && night.start < sun.sunset && sun.sunset < sun.dusk && sun.dusk < sun.dawn && sun.dawn < sun.sunrise && sun.sunrise < night.end,
  ).toBe(true)
  expect(shanghai.clock(sun?.sunset ?? 0).slice(0, 13)).toBe('2026-05-03 19')
  expect(sunOf(nightFrom('2026-06-21', inZone('Europe/Oslo').instant), 69.6, 18.9)).toBeNull()
  expect(hoursOf(night, 6).map((hour) => shanghai.clock(hour).slice(11))).toEqual(['12:00', '18:00', '00:00', '06:00', '12:00'])
  expect([partOf(night.start - 1, night), partOf(night.start + 6 * 3_600_000, night), partOf(night.end + 1, night)]).toEqual([0, 0.25, 1])
})
