import { describe, expect, test } from 'vitest'
import { createProgramme } from './programme.ts'

const at = (text: string): number => Date.parse(text)

/** All steps from `from` on for `hours`. */
const steps = (
  programme: ReturnType<typeof createProgramme>,
  from: number,
  hours: number,
  lat: number,
  lng: number,
): [number, number][] => {
  const found: [number, number][] = []
  for (let time = from; time < from + hours * 3_600_000; ) {
    const { level, next } = programme(time, lat, lng)
    expect(next).toBeGreaterThan(time)
    if (found.at(-1)?.[1] !== level) found.push([time, level])
    time = next
  }
  return found
}

describe('the programme of a night', () => {
  // Sunset and the next sunrise (-0.8333°) by an independent ephemeris.
  test.each([
    [
      'Beijing',
      'Asia/Shanghai',
      39.9042,
      116.4074,
      '2026-06-21T11:46:19Z',
      '2026-06-21T20:46:08Z',
      '2026-06-21T15:00:00Z',
      '2026-06-21T21:00:00Z',
    ],
    [
      'Beijing',
      'Asia/Shanghai',
      39.9042,
      116.4074,
      '2026-12-21T08:52:25Z',
      '2026-12-21T23:32:38Z',
      '2026-12-21T15:00:00Z',
      '2026-12-21T21:00:00Z',
    ],
    [
      'Champaign',
      'America/Chicago',
      40.11,
      -88.24,
      '2026-06-22T01:25:42Z',
      '2026-06-22T10:24:12Z',
      '2026-06-22T04:00:00Z',
      '2026-06-22T10:00:00Z',
    ],
    [
      'Bristol',
      'Europe/London',
      51.4545,
      -2.5879,
      '2026-06-21T20:31:07Z',
      '2026-06-22T03:53:27Z',
      '2026-06-21T22:00:00Z',
      '2026-06-22T04:00:00Z',
    ],
  ])('in %s (%s) follows sun and clock', (_, zone, lat, lng, sunset, sunrise, eleven, five) => {
    const noon = at(sunset) - 4 * 3_600_000
    const night = steps(createProgramme(zone), noon, 22, lat, lng)
    const wanted: [number, number][] = [
      [at(sunset), 100],
      [at(eleven), 60],
    ]
    if (at(five) < at(sunrise)) wanted.push([at(five), 100])
    wanted.push([at(sunrise), 0])
    expect(night.map(([, level]) => level)).toEqual([0, ...wanted.map(([, level]) => level)])
    for (const [index, [time]] of wanted.entries()) expect(Math.abs(night[index + 1]![0] - time)).toBeLessThanOrEqual(15_000)
  })

  test('the reduction follows the local clock when it changes', () => {
    const berlin = createProgramme('Europe/Berlin')
    const reduced = (from: string): number => steps(berlin, at(from), 24, 52.5, 13.4).find(([, level]) => level === 60)![0]
    expect(reduced('2026-03-28T12:00:00Z')).toBe(at('2026-03-28T22:00:00Z'))
    expect(reduced('2026-03-29T12:00:00Z')).toBe(at('2026-03-29T21:00:00Z'))
  })

  test('under midnight sun lamps stay off, in polar night they stay on', () => {
    const tromso = createProgramme('Europe/Oslo')
    expect(steps(tromso, at('2026-06-21T00:00:00Z'), 48, 69.65, 18.96).map(([, level]) => level)).toEqual([0])
    expect(new Set(steps(tromso, at('2026-12-21T00:00:00Z'), 48, 69.65, 18.96).map(([, level]) => level))).toEqual(new Set([60, 100]))
  })
})
