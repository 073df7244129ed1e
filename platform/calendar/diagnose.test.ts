import { createRandom } from '@lamplight/town'
import { describe, expect, test } from 'vitest'
import { checkNight, createCalendar, dayOf, diagnose, type Program, type Seen, type Site } from './index.ts'

const FROM = dayOf('2026-04-10')
const PARIS: Site = { lat: 48.86, lng: 2.35, zone: 'Europe/Paris' }
const SHANGHAI: Site = { lat: 31.23, lng: 121.47, zone: 'Asia/Shanghai' }
const HALF: Program = {
  entries: [
    { trigger: 'sunset', level: 100 },
    { trigger: '23:00', level: 50 },
    { trigger: '05:00', level: 100 },
    { trigger: 'sunrise', level: 0 },
  ],
}
const random = createRandom(7, 'diagnose')

/** What a lamp that follows `program` at `site` shows: changes with the delays of reports and radio, some nights, and a clock that is `drift` seconds a day slow. */
const seenOf = (program: Program, site: Site, nights: number, { drift = 0, clock = 0 } = {}): Seen[] => {
  const calendar = createCalendar(program, site)
  const seen: Seen[] = []
  let level = 0
  for (let n = 0; n < nights; n++)
    for (const step of calendar.night(FROM + n).steps) {
      if (step.level === level) continue
      level = step.level
      const entry = program.entries[step.entry]
      const by = (entry?.trigger.includes(':') ? clock : 0) + drift * 1000 * ((step.at - calendar.night(FROM).start) / 86_400_000)
      seen.push({ at: step.at + by + random.between(500, 20_000), level })
    }
  return seen.sort((a, b) => a.at - b.at)
}
const daysOf = (nights: number): number[] => Array.from({ length: nights }, (_, n) => FROM + n)

describe('a lamp that does not keep its calendar', () => {
  test.each([
    ['a clock that drifts by 30 s a day', { drift: 30 }, PARIS, 'clockDrift'],
    ['a clock that drifts by 30 s a day the other way', { drift: -30 }, SHANGHAI, 'clockDrift'],
    ['no daylight saving', { clock: 3_600_000 }, PARIS, 'noDst'],
    ['the zone of another country', { clock: 5_400_000 }, PARIS, 'zone'],
  ] as const)('%s is named within three nights', (_, fault, site, cause) => {
    for (const nights of [3, 5, 7]) {
      const found = diagnose({ program: HALF, site }, daysOf(nights), seenOf(HALF, site, nights, fault))
      expect(found, `${nights} nights: ${JSON.stringify(found)}`).toMatchObject({ cause })
      if (cause === 'clockDrift') expect(Math.abs(Math.abs(found!.amount) - 30)).toBeLessThan(nights === 3 ? 12 : 5)
    }
  })
  test('a longitude with the wrong sign, a wrong position, and an old calendar are named within three nights', () => {
    const site = { ...PARIS, lng: 8 }
    expect(diagnose({ program: HALF, site }, daysOf(3), seenOf(HALF, { ...site, lng: -8 }, 3))?.cause).toBe('longitudeSign')
    expect(diagnose({ program: HALF, site: SHANGHAI }, daysOf(3), seenOf(HALF, { ...SHANGHAI, lng: -121.47 }, 3))?.cause).toBe(
      'longitudeSign',
    )
    expect(diagnose({ program: HALF, site: PARIS }, daysOf(3), seenOf(HALF, { ...PARIS, lat: 44 }, 3))?.cause).toBe('position')
    const stale: Program = {
      entries: [
        { trigger: 'sunset', level: 80 },
        { trigger: 'sunrise', level: 0 },
      ],
    }
    expect(diagnose({ program: HALF, site: PARIS, stale }, daysOf(3), seenOf(stale, PARIS, 3))?.cause).toBe('staleCalendar')
  })
  test('nothing seen, and the wrong level', () => {
    expect(diagnose({ program: HALF, site: PARIS }, daysOf(3), [])?.cause).toBe('missing')
    const dim: Program = { entries: HALF.entries.map((entry) => (entry.level === 100 ? { ...entry, level: 70 } : entry)) }
    expect(diagnose({ program: HALF, site: PARIS }, daysOf(3), seenOf(dim, PARIS, 3))?.cause).toBe('wrongLevel')
  })
  test('lamps that keep it are not accused: none in 1,000 lamp-months of every night, with late reports', () => {
    let accused = 0
    for (let lamp = 0; lamp < 1000; lamp++) {
      // One report of a hundred waits for up to 80 s.
      const seen = seenOf(HALF, PARIS, 30).map((one) => (random.next() < 0.01 ? { ...one, at: one.at + random.between(0, 60_000) } : one))
      for (let last = 2; last < 30; last += lamp % 10 === 0 ? 1 : 7) {
        const days = daysOf(last + 1).slice(-7)
        if (diagnose({ program: HALF, site: PARIS }, days, seen)) accused++
      }
    }
    expect(accused).toBe(0)
  })
  test('one night: late, early, missing and extra changes are counted', () => {
    const night = createCalendar(HALF, PARIS).night(FROM)
    const [on, half, full, off] = night.steps
    const check = checkNight(night, [
      { at: on!.at + 120_000, level: 100 },
      { at: half!.at - 60_000, level: 50 },
      { at: full!.at + 1000, level: 90 },
      { at: off!.at, level: 0 },
    ])
    expect(check).toEqual({ day: FROM, expected: 4, missing: 1, extra: 1, delays: [120, -60, 0] })
  })
})

test('a level with a ramp is expected when it is reached, and not at all if the next step comes before', () => {
  const program: Program = {
    entries: [
      { trigger: 'sunset', level: 100, ramp: 600 },
      { trigger: '23:00', level: 50, ramp: 1200 },
      { trigger: '23:10', level: 80 },
      { trigger: 'sunrise', level: 0, ramp: 300 },
    ],
  }
  const night = createCalendar(program, PARIS).night(FROM)
  const [on, , reduced, off] = night.steps
  const seen = [
    { at: on!.at + 602_000, level: 100 },
    { at: reduced!.at + 2000, level: 80 },
    { at: off!.at + 302_000, level: 0 },
  ]
  expect(checkNight(night, seen)).toMatchObject({ expected: 3, missing: 0, extra: 0, delays: [2, 2, 2] })
})
