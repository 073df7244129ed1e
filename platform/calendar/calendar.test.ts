import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import {
  type Calendar,
  compileFor,
  createCalendar,
  createSun,
  DAY_MS,
  dateOf,
  dayOf,
  type Entry,
  energyOf,
  explain,
  figuresOf,
  levelAt,
  type Program,
  type Site,
  skyOf,
  transitOf,
  wattsAt,
  zoneOf,
} from './index.ts'
import { altitude, CURVE, slowLevels } from './slow-night.ts'

const SITES: readonly Site[] = [
  { lat: 31.23, lng: 121.47, zone: 'Asia/Shanghai' },
  { lat: 39.47, lng: 75.99, zone: 'Asia/Shanghai' },
  { lat: 51.45, lng: -2.59, zone: 'Europe/London' },
  { lat: 69.65, lng: 18.96, zone: 'Europe/Oslo' },
  { lat: -54.8, lng: -68.3, zone: 'America/Argentina/Ushuaia' },
  { lat: -31.55, lng: 159.08, zone: 'Australia/Lord_Howe' },
  { lat: 27.7, lng: 85.3, zone: 'Asia/Kathmandu' },
  { lat: -43.95, lng: -176.55, zone: 'Pacific/Chatham' },
  { lat: 1.87, lng: -157.4, zone: 'Pacific/Kiritimati' },
  { lat: 33.57, lng: -7.59, zone: 'Africa/Casablanca' },
  { lat: 40.7, lng: -74, zone: 'America/New_York' },
  { lat: 78.22, lng: 15.65, zone: 'Arctic/Longyearbyen' },
  { lat: 0, lng: 0, zone: 'UTC' },
]
const FIRST = dayOf('2024-01-01')
const LAST = dayOf('2029-12-31')
const anyDay = fc.integer({ min: FIRST, max: LAST })
const anySite = fc.constantFrom(...SITES)

describe('zones', () => {
  test('local times become the instants that Temporal finds, over shifts of any size', () => {
    fc.assert(
      fc.property(anySite, anyDay, fc.integer({ min: 0, max: 1439 }), ({ zone }, day, minute) => {
        const plain = Temporal.PlainDateTime.from(`${dateOf(day)}T00:00`).add({ minutes: minute })
        const local = day * DAY_MS + minute * 60_000
        const [early, late] = (['earlier', 'later'] as const).map((disambiguation) => plain.toZonedDateTime(zone, { disambiguation }))
        const exists = late!.toPlainDateTime().equals(plain)
        if (exists) expect(zoneOf(zone).instantOf(local)).toBe(early!.epochMilliseconds)
        // A time in the gap happens at the first instant after it.
        else expect(zoneOf(zone).instantOf(local)).toBe(zoneOf(zone).shiftAt(local)?.shift.at)
      }),
      { numRuns: 2000 },
    )
    expect(new Date(zoneOf('America/New_York').instantOf(Date.UTC(2026, 2, 8, 2, 30))).toISOString()).toBe('2026-03-08T07:00:00.000Z')
    expect(new Date(zoneOf('Europe/London').instantOf(Date.UTC(2026, 9, 25, 1, 30))).toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(() => zoneOf('Mars/Olympus')).toThrow(RangeError)
  })
  test('nights last 23 to 25 hours, in half hours where the zone shifts by half an hour', () => {
    const lengths = (site: Site): number[] => {
      const calendar = createCalendar({ entries: [] }, site)
      const found = new Set<number>()
      for (let day = dayOf('2026-01-01'); day < dayOf('2027-01-01'); day++) {
        const { start, end } = calendar.night(day)
        found.add((end - start) / 3_600_000)
      }
      return [...found].sort((a, b) => a - b)
    }
    expect(lengths(SITES[2]!)).toEqual([23, 24, 25])
    expect(lengths(SITES[5]!)).toEqual([23.5, 24, 24.5])
    expect(lengths(SITES[0]!)).toEqual([24])
  })
})

describe('sun', () => {
  test('at its events another program sees the sun at their altitude, and where there is none it stays above or below', () => {
    fc.assert(
      fc.property(anySite, anyDay, fc.constantFrom('sunset', 'sunrise', 'civilDusk', 'civilDawn'), (site, day, trigger) => {
        const zone = zoneOf(site.zone)
        const wanted = trigger.startsWith('civil') ? -6 : -0.833
        const sign = trigger === 'sunset' || trigger === 'civilDusk' ? 1 : -1
        const event = createSun(site, zone).eventOf(trigger as 'sunset', day)
        const transit = transitOf(day, site.lng, zone)
        expect(dateOf(Math.floor((transit + zone.offsetAt(transit)) / DAY_MS)), 'the highest sun is of the date').toBe(dateOf(day))
        const seen = Array.from({ length: 145 }, (_, n) => altitude(transit + sign * n * 300_000, site))
        if (typeof event === 'number') {
          expect(Math.abs(altitude(event, site) - wanted)).toBeLessThan(0.05)
          expect(sign * (event - transit)).toBeGreaterThanOrEqual(0)
          expect(sign * (event - transit)).toBeLessThanOrEqual(DAY_MS / 2)
        } else if (event === 'up') expect(Math.min(...seen)).toBeGreaterThan(wanted - 0.05)
        else expect(seen[0]).toBeLessThan(wanted + 0.05)
      }),
      { numRuns: 1500 },
    )
  })
  test('midnight sun and polar night have no events', () => {
    const tromso = createSun(SITES[3]!, zoneOf('Europe/Oslo'))
    expect(tromso.eventOf('sunset', dayOf('2026-06-21'))).toBe('up')
    expect(tromso.eventOf('sunset', dayOf('2026-12-21'))).toBe('down')
    expect(tromso.eventOf('civilDusk', dayOf('2026-12-21'))).toBeTypeOf('number')
  })
})

const anyEntry = fc
  .record({
    trigger: fc.oneof(
      fc.constantFrom('sunset', 'sunrise', 'civilDusk', 'civilDawn'),
      fc.integer({ min: 0, max: 1439 }).map((at) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`),
    ),
    offset: fc.integer({ min: -180, max: 180 }),
    level: fc.constantFrom(0, 0, 5, 10, 30, 50, 80, 100),
    weekdays: fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), { nil: undefined }),
  })
  .map(({ offset, ...entry }): Entry => (entry.trigger.includes(':') ? entry : { ...entry, offset }))
const anyProgram: fc.Arbitrary<Program> = fc.record({
  entries: fc.array(anyEntry, { maxLength: 8 }),
  specials: fc.array(
    fc.record({
      range: fc.constantFrom('12-20..01-06', '02-29..02-29', '2026-07-01..2026-07-31', '01-01..12-31', '03-20..04-10'),
      priority: fc.integer({ min: 1, max: 9 }),
      entries: fc.array(anyEntry, { maxLength: 4 }),
    }),
    { maxLength: 3 },
  ),
  polar: fc.constantFrom('skip', 'holdOn', 'holdOff'),
})
describe('nights', () => {
  test('equal a slow simulation by minutes with another sun and another calendar', () => {
    fc.assert(
      fc.property(anyProgram, fc.constantFrom(...SITES.filter(({ lat }) => Math.abs(lat) < 60)), anyDay, (program, site, day) => {
        const slow = slowLevels(program, site, day)
        if (!slow) return
        const night = createCalendar(program, site).night(day)
        expect(night.start).toBe(slow.start)
        expect((night.end - night.start) / 60_000).toBe(slow.levels.length)
        // An event may fall two minutes beside that of the other sun, or two events of one minute the other way round.
        const differs = slow.levels.filter((level, n) => {
          const at = night.start + n * 60_000
          return ![-150_000, 0, 150_000].some((by) => levelAt(night, at + by) === level)
        }).length
        const near = night.instants.some((a, n) => night.instants.some((b, m) => m > n && Math.abs(a.at - b.at) < 180_000))
        if (!near) expect(differs).toBe(0)
      }),
      { numRuns: 60 },
    )
  }, 300_000)

  test('levels and order: steps lie in the night, in order, and have levels of the entries; energy by steps is energy by minutes', () => {
    fc.assert(
      fc.property(anyProgram, anySite, anyDay, (program, site, day) => {
        const calendar = createCalendar(program, site)
        const night = calendar.night(day)
        const ats = night.steps.map(({ at }) => at)
        expect(ats).toEqual(ats.toSorted((a, b) => a - b))
        expect(new Set(ats).size).toBe(ats.length)
        for (const at of ats) expect(at >= night.start && at < night.end).toBe(true)
        expect([23, 23.5, 24, 24.5, 25].includes((night.end - night.start) / 3_600_000)).toBe(true)
        expect(calendar.nightOf(night.start)).toBe(day)
        expect(calendar.nightOf(night.end - 1)).toBe(day)
        const figures = figuresOf(calendar, night, {
          bands: [
            { from: 480, price: 1 },
            { from: 1320, price: 0.3 },
          ],
        })
        let watts = 0
        const minutes = (night.end - night.start) / 60_000
        for (let n = 0; n < minutes; n++) watts += wattsAt(CURVE, levelAt(night, night.start + n * 60_000 + 30_000))
        expect(figures.spells.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(minutes * 60, 3)
        expect(Math.abs(energyOf(figures.spells, CURVE) - watts / 60_000)).toBeLessThan((night.steps.length * 0.15) / 60 + 1e-9)
        const sky = skyOf(calendar, night)
        expect(sky[0]?.from).toBe(night.start)
        expect(sky.at(-1)?.to).toBe(night.end)
      }),
      { numRuns: 1000 },
    )
  })

  const at = (calendar: Calendar, night: string, time: string): number => {
    const { start } = calendar.night(dayOf(night))
    const date = time >= '12:00' ? dayOf(night) : dayOf(night) + 1
    const instant = calendar.zone.instantOf(date * DAY_MS + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000)
    expect(instant).toBeGreaterThanOrEqual(start)
    return instant
  }
  const home = SITES[0]!
  test('a step after the first light, a ramp, a short light that is left out, and two heads', () => {
    const program: Program = {
      minBurn: 20,
      entries: [
        { trigger: '18:00', level: 100, head: 1 },
        { trigger: 'afterOn', offset: 90, level: 40, head: 1 },
        { trigger: '23:00', level: 0 },
        { trigger: '05:00', level: 60, head: 2 },
        { trigger: '05:10', level: 0 },
      ],
    }
    const [one, two] = [1, 2].map((head) => createCalendar(program, home, head))
    const day = dayOf('2026-03-03')
    expect(one!.night(day).steps.map(({ at: ms, level }) => [new Date(ms + 8 * 3_600_000).toISOString().slice(11, 16), level])).toEqual([
      ['18:00', 100],
      ['19:30', 40],
      ['23:00', 0],
      ['05:10', 0],
    ])
    expect(
      two!.night(day).steps.some(({ level }) => level > 0),
      'ten minutes are less than twenty',
    ).toBe(false)
    const ramped = createCalendar(
      {
        entries: [
          { trigger: '18:00', level: 100, ramp: 600 },
          { trigger: '19:00', level: 0 },
        ],
      },
      home,
    )
    const { spells } = figuresOf(ramped, ramped.night(day))
    expect(
      energyOf(spells, {
        standby: 0,
        points: [
          [1, 1],
          [100, 100],
        ],
      }) * 3_600_000,
    ).toBeCloseTo(50.5 * 600 + 100 * 3000, -3)
  })
  test('a light sensor acts at its answer, at the latest without one, and at the clear sky in a preview', () => {
    const program: Program = {
      entries: [
        { trigger: 'duskSensor', level: 100, lux: 30, window: [-30, 30] },
        { trigger: 'sunrise', level: 0 },
      ],
    }
    const calendar = createCalendar(program, home)
    const day = dayOf('2026-03-03')
    const sunset = calendar.sun.eventOf('sunset', day) as number
    const first = (sensed?: () => number | undefined) => calendar.night(day, sensed).steps[0]!.at
    expect(Math.abs(first(() => undefined) - (sunset + 1_800_000))).toBeLessThan(1000)
    expect(Math.abs(first(() => sunset + 60_000) - (sunset + 60_000))).toBeLessThan(1000)
    expect(first()).toBeGreaterThan(sunset)
    expect(first()).toBeLessThan(sunset + 1_800_000)
  })
  test('the answer says which layer won and what comes next: default, rule, point, sensor, override', () => {
    const program: Program = {
      entries: [
        { trigger: '18:00', level: 100 },
        { trigger: '23:00', level: 40 },
        { trigger: '06:00', level: 0 },
      ],
      specials: [
        {
          range: '2026-10-01..2026-10-07',
          priority: 5,
          entries: [
            { trigger: '18:00', level: 100 },
            { trigger: '06:00', level: 0 },
          ],
        },
      ],
    }
    const calendar = createCalendar(program, home)
    const late = at(calendar, '2026-09-20', '23:30')
    const plain = explain(late, { calendar, fallback: 100 })
    expect(plain).toMatchObject({
      level: 40,
      won: { layer: 'point', entry: 1, special: -1 },
      next: { at: at(calendar, '2026-09-20', '06:00'), level: 0 },
    })
    expect(plain.layers.map(({ layer }) => layer)).toEqual(['default', 'rule', 'point'])
    expect(explain(at(calendar, '2026-10-02', '23:30'), { calendar, fallback: 100 })).toMatchObject({ level: 100, won: { special: 0 } })
    const override = { level: 70, since: late - 60_000, until: late + 600_000 }
    expect(explain(late, { calendar, fallback: 100, override })).toMatchObject({
      level: 70,
      won: { layer: 'override' },
      next: { at: late + 600_000, level: 40 },
    })
    const sensor = { level: 90, since: late - 1000, until: late + 1000 }
    expect(explain(late, { calendar, fallback: 100, sensor })).toMatchObject({ level: 90, won: { layer: 'sensor' } })
    expect(explain(late, { calendar, fallback: 100, sensor, override }).layers.map(({ layer }) => layer)).toEqual([
      'default',
      'rule',
      'point',
      'sensor',
      'override',
    ])
    expect(explain(override.until, { calendar, fallback: 100, override }).won.layer, 'it has ended').toBe('point')
    expect(explain(late, { fallback: 100 })).toMatchObject({ level: 100, won: { layer: 'default' }, next: null })
  })
  test('a device without civil twilight gets offsets to sunset by date that hit the same instants; what it cannot hold is refused', () => {
    const program: Program = {
      entries: [
        { trigger: 'civilDusk', offset: -10, level: 100 },
        { trigger: 'civilDawn', level: 0 },
        { trigger: '23:00', level: 50, head: 2 },
      ],
    }
    const simple = { entries: 10, specials: 4, heads: 2, sun: true, civil: false, sensor: false }
    const { program: compiled, changes, refusals } = compileFor(program, simple, home)
    expect(refusals).toEqual([])
    expect(changes.map(({ entry }) => entry)).toEqual([0, 1])
    const [wanted, held] = [program, compiled].map((one) => createCalendar(one, home))
    for (let day = FIRST; day < FIRST + 1461; day++) {
      const [a, b] = [wanted!.night(day).steps, held!.night(day).steps]
      expect(b.length).toBe(a.length)
      for (const [n, step] of a.entries()) expect(Math.abs(step.at - b[n]!.at)).toBeLessThan(30_000)
    }
    expect(compileFor(program, { ...simple, entries: 2, heads: 1 }, home).refusals.map(({ code }) => code)).toEqual([
      'tooManyEntries',
      'headMissing',
    ])
    expect(compileFor(program, simple, SITES[3]!).refusals.map(({ code }) => code)).toContain('noTwilight')
    expect(compileFor(program, { ...simple, sun: false }, home).refusals.map(({ code }) => code)).toEqual(['noSun', 'noSun'])
  })
})
