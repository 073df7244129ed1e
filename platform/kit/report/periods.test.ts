import { expect, test } from 'vitest'
import { FROM, isPeriod, periodKeys, periodsAt, TO } from './periods.ts'

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })
const shanghai = (ms: number): string => clock.format(ms)

test('presets are days in the zone of the tenant, not of the browser', () => {
  // 01:30 on 21 November in Shanghai, still the 20th in UTC.
  const [night, today, week] = periodsAt(Date.UTC(2026, 10, 20, 17, 30), shanghai)
  expect(night).toMatchObject({ from: '2026-11-20 16:00:00', to: '2026-11-21 09:00:00' })
  expect(today).toMatchObject({ from: '2026-11-21 00:00:00', to: '' })
  expect(week).toMatchObject({ from: '2026-11-15 00:00:00', to: '' })
})

test('a preset is active when the filters have its range', () => {
  const [night] = periodsAt(Date.UTC(2026, 10, 20, 17, 30), shanghai)
  expect(isPeriod({ [FROM]: '2026-11-20 16:00:00', [TO]: '2026-11-21 09:00:00' }, night!)).toBe(true)
  expect(isPeriod({ [FROM]: '2026-11-20 16:00:00' }, night!)).toBe(false)
  expect(isPeriod({}, night!)).toBe(false)
})

test('a range over another time field has the parameters of that field', () => {
  const [night] = periodsAt(Date.parse('2026-11-21T02:00:00Z'), (ms) => new Date(ms).toISOString().slice(0, 19).replace('T', ' '))
  const { from, to } = periodKeys('at')
  expect([from, to]).toEqual(['at_datege', 'at_datele'])
  expect(isPeriod({ [from]: night!.from, [to]: night!.to }, night!, 'at')).toBe(true)
  expect(isPeriod({ [FROM]: night!.from, [TO]: night!.to }, night!, 'at')).toBe(false)
})
