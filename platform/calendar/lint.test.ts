import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createCalendar,
  dayOf,
  type Entry,
  FINDINGS,
  type FindingCode,
  type LintOptions,
  levelAt,
  lint,
  type Program,
  type Site,
  skyOf,
} from './index.ts'

const FROM = dayOf('2027-01-01')
const SHANGHAI: Site = { lat: 31.23, lng: 121.47, zone: 'Asia/Shanghai' }
const PARIS: Site = { lat: 48.86, lng: 2.35, zone: 'Europe/Paris' }
const KIRUNA: Site = { lat: 67.86, lng: 20.23, zone: 'Europe/Stockholm' }
const NOWHERE = { lat: null, lng: null, zone: 'Asia/Shanghai' }

const on = (trigger: string, level = 100, more: Partial<Entry> = {}): Entry => ({ trigger, level, ...more })
const off = (trigger: string, more: Partial<Entry> = {}): Entry => ({ trigger, level: 0, ...more })
const GOOD = [on('sunset'), off('sunrise')]

interface Case {
  readonly code: FindingCode
  readonly entries?: readonly Entry[]
  readonly specials?: Program['specials']
  readonly site?: Site | typeof NOWHERE
  readonly options?: Partial<LintOptions>
  /** The first night of the proof; undefined if no night is involved. */
  readonly night?: string | RegExp
}
const CASES: readonly Case[] = [
  { code: 'neverOn', entries: [off('sunset')], night: '2027-01-01' },
  { code: 'alwaysOn', entries: [on('12:00')], night: '2027-01-01' },
  { code: 'weekdayNeverOn', entries: [on('sunset', 100, { weekdays: [1, 2, 3, 4, 6, 7] }), off('sunrise')], night: '2027-01-01' },
  { code: 'neverOnFor', entries: GOOD, specials: [{ range: '05-14..07-28', priority: 1, entries: [off('12:00')] }], night: '2027-05-14' },
  { code: 'litInDaylight', entries: [on('sunset'), off('07:30')], night: /2027-0[23]/ },
  { code: 'shortBurn', entries: [on('sunset'), off('sunset', { offset: 8 }), on('23:00'), off('sunrise')], night: '2027-01-01' },
  { code: 'darkAtNight', entries: [on('sunset'), off('20:00')], night: '2027-01-01' },
  { code: 'sameMinute', entries: [on('sunset'), on('22:15', 40), on('22:15', 60), off('sunrise')], night: '2027-01-01' },
  { code: 'duplicateEntry', entries: [...GOOD, on('sunset')] },
  { code: 'ambiguousClock', entries: [on('sunset'), on('02:30', 40), off('sunrise')], site: PARIS, night: '2027-10-30' },
  { code: 'missingClock', entries: [on('sunset'), on('02:30', 40), off('sunrise')], site: PARIS, night: '2027-03-27' },
  { code: 'tooManyEntries', entries: [...GOOD, ...Array.from({ length: 9 }, (_, n) => on(`0${n}:30`, 50))] },
  { code: 'offsetOutOfRange', entries: [on('sunset', 100, { offset: 181 }), off('sunrise')] },
  { code: 'levelOutOfRange', entries: [on('sunset', 101), off('sunrise')] },
  { code: 'unknownTrigger', entries: [on('25:00'), ...GOOD] },
  { code: 'noWeekday', entries: [...GOOD, on('22:00', 50, { weekdays: [] })] },
  { code: 'levelBelowFloor', entries: [on('sunset'), on('23:00', 20), off('sunrise')], options: { floor: 30 } },
  { code: 'darkBelowFloor', entries: [on('sunset'), off('01:00')], options: { floors: [{ from: 0, floor: 30 }] }, night: '2027-01-01' },
  { code: 'rangeUnreadable', entries: GOOD, specials: [{ range: 'Christmas', priority: 1, entries: GOOD }] },
  { code: 'rangeUnreadable', entries: GOOD, specials: [{ range: '02-30..03-02', priority: 1, entries: GOOD }] },
  { code: 'rangeUnreadable', entries: GOOD, specials: [{ range: '2027-02-29..2027-03-02', priority: 1, entries: GOOD }] },
  { code: 'rangeGap', specials: [{ range: '01-01..11-30', priority: 1, entries: GOOD }], night: '2027-12-01' },
  {
    code: 'rangeOverlapSamePriority',
    entries: GOOD,
    specials: [
      { range: '12-20..01-06', priority: 2, entries: GOOD },
      { range: '2028-01-05..2028-01-09', priority: 2, entries: GOOD },
    ],
    night: '2028-01-05',
  },
  { code: 'specialNeverApplies', entries: GOOD, specials: [{ days: ['2019-05-01'], priority: 1, entries: GOOD }] },
  { code: 'specialWithoutEntries', entries: GOOD, specials: [{ range: '05-01..05-03', priority: 1, entries: [] }] },
  { code: 'unknownPosition', entries: GOOD, site: NOWHERE, night: '2027-01-01' },
  { code: 'nothingAssigned', entries: GOOD, options: { assigned: 0 } },
  { code: 'targetOutsideRights', entries: GOOD, options: { outside: 3 } },
  { code: 'sensorLevelsInverted', entries: [on('duskSensor', 100, { lux: 40 }), off('dawnSensor', { lux: 30 })] },
  { code: 'windowInverted', entries: [on('duskSensor', 100, { lux: 30, window: [20, -20] }), off('dawnSensor', { lux: 60 })] },
  { code: 'afterOnWithoutOn', entries: [off('12:30'), on('afterOn', 40, { offset: 60 })] },
  { code: 'rampTooSteep', entries: [on('sunset', 100, { ramp: 4 }), off('sunrise')], options: { maxRamp: 10 }, night: '2027-01-01' },
  { code: 'rampTooLong', entries: [on('sunset', 100, { ramp: 4000 }), off('sunrise')] },
  { code: 'orderCrossesInSeason', entries: [on('sunset'), on('18:30', 60), off('sunrise')], night: /2027-0[34]/ },
  { code: 'offBeforeOn', entries: [off('sunset'), on('sunrise')], night: '2027-01-01' },
  { code: 'polarNoEvent', entries: GOOD, site: KIRUNA, night: '2027-01-01' },
  { code: 'headMissing', entries: [...GOOD, on('23:00', 50, { head: 2 })], options: { heads: 1 } },
]

describe('the linter', () => {
  test('has a case for every code', () => {
    expect(new Set(CASES.map(({ code }) => code))).toEqual(new Set(Object.keys(FINDINGS)))
    expect(CASES.length).toBeGreaterThanOrEqual(25)
  })
  test.each(CASES)('$code is found, with its first night', ({ code, entries = [], specials, site = SHANGHAI, options, night }) => {
    const found = lint({ entries, ...(specials && { specials }) }, site, { from: FROM, ...options })
    const [mine] = found.filter((finding) => finding.code === code)
    expect(mine, found.map((finding) => finding.code).join()).toBeDefined()
    expect(mine).toMatchObject({ severity: FINDINGS[code] })
    if (night === undefined) expect(mine?.firstNight).toBeUndefined()
    else expect(mine?.firstNight).toMatch(night)
  })
  test.each([
    ['all night', { entries: GOOD }, PARIS],
    ['half night', { entries: [on('sunset'), on('23:30', 40), off('sunrise')] }, SHANGHAI],
    ['two heads at one minute', { entries: [on('sunset', 100, { head: 1 }), on('sunset', 60, { head: 2 }), off('sunrise')] }, SHANGHAI],
    ['polar night held on', { entries: GOOD, polar: 'holdOn' }, { ...KIRUNA, lat: 64 }],
  ] as const)('%s is clean', (_, program, site) => {
    expect(lint(program as Program, site, { from: FROM })).toEqual([])
  })
  test('a warning or an error of a special names the special; the same fault of many nights is one finding with their number', () => {
    const [finding] = lint(
      { entries: GOOD, specials: [{ range: '07-01..07-10', priority: 1, entries: [on('sunset'), off('11:00')] }] },
      SHANGHAI,
      { from: FROM, nights: 365 },
    )
    expect(finding).toMatchObject({ code: 'litInDaylight', special: 0, firstNight: '2027-07-01', nights: 10 })
  })

  const clock = fc
    .integer({ min: 0, max: 95 })
    .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`)
  const event = (dusk: boolean) =>
    fc.record({
      trigger: dusk ? fc.constantFrom('sunset', 'civilDusk') : fc.constantFrom('sunrise', 'civilDawn'),
      offset: fc.integer({ min: -20, max: 20 }),
      level: dusk ? fc.constantFrom(100, 80) : fc.constant(0),
      ramp: fc.constantFrom(0, 0, 30, 120),
    })
  const point = fc.record({
    trigger: clock,
    level: fc.constantFrom(0, 30, 50, 100),
    ramp: fc.constantFrom(0, 0, 60),
    head: fc.constantFrom(undefined, undefined, 2),
  })
  const program = fc.record({
    entries: fc
      .tuple(event(true), event(false))
      .chain(([on, off]) => fc.array(point, { maxLength: 3 }).map((points) => [on, ...points, off])),
    specials: fc.array(
      fc.record({
        range: fc.constantFrom('12-20..01-06', '07-01..07-31', '2028-02-28..2028-03-01'),
        priority: fc.constantFrom(1, 2, 3),
        entries: fc.constant([on('sunset'), off('sunrise')]),
      }),
      { maxLength: 2 },
    ),
  })
  const LORD_HOWE: Site = { lat: -31.55, lng: 159.08, zone: 'Australia/Lord_Howe' }
  const SINGAPORE: Site = { lat: 1.35, lng: 103.82, zone: 'Asia/Singapore' }
  const FLOORS = [
    { from: 0, floor: 30 },
    { from: 360, floor: 60 },
  ]
  const MAX_RAMP = 4

  /** Checks one night of one head minute by minute; returns the lit minutes. */
  const checkMinutes = (calendar: ReturnType<typeof createCalendar>, day: number, withFloors: boolean): number => {
    const night = calendar.night(day)
    const sky = skyOf(calendar, night)
    let [burning, daylight, run] = [0, 0, 0]
    for (let at = night.start; at < night.end; at += 60_000) {
      const level = levelAt(night, at)
      burning += level > 0 ? 1 : 0
      const part = sky.find(({ from, to }) => from <= at && at < to)
      if (level > 0 && part?.sky === 'day') daylight++
      if (level === 0 && run > 0) expect(run, `a light of ${run} minutes on day ${day}`).toBeGreaterThanOrEqual(9)
      run = level > 0 ? run + 1 : 0
      if (!withFloors) continue
      const local = new Date(at + calendar.zone.offsetAt(at))
      const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
      const floor = minute >= 360 ? 60 : 30
      if (level > 0) expect(level, `${local.toISOString()} is below its floor`).toBeGreaterThanOrEqual(floor)
      else if (part?.sky === 'dark')
        expect(at - part.from < 16 * 60_000 || part.to - at < 16 * 60_000, `${local.toISOString()} is dark`).toBe(true)
    }
    let before = 0
    for (const { level, ramp } of night.steps) {
      if (ramp > 0) expect(Math.abs(level - before) / ramp).toBeLessThanOrEqual(MAX_RAMP)
      before = level
    }
    expect(daylight).toBeLessThanOrEqual(61)
    expect(burning, 'lit every night').toBeGreaterThan(0)
    return burning
  }
  test('a program without a finding keeps the rules through four years: minute by minute, head by head, with floors and ramps', () => {
    let [clean, floored] = [0, 0]
    fc.assert(
      fc.property(program, fc.constantFrom(SHANGHAI, PARIS, LORD_HOWE, SINGAPORE), fc.boolean(), (one, site, withFloors) => {
        if (lint(one as Program, site, { from: FROM, maxRamp: MAX_RAMP, ...(withFloors && { floors: FLOORS }) }).length > 0) return
        clean++
        floored += withFloors ? 1 : 0
        for (const head of [1, 2]) {
          const calendar = createCalendar(one as Program, site, head)
          // Every eleventh night: each weekday and season is seen, and other programs begin at other nights.
          for (let day = FROM + (clean % 11); day < FROM + 1461; day += 11) checkMinutes(calendar, day, withFloors)
        }
      }),
      { numRuns: 120, seed: 20_261_126 },
    )
    expect(clean, 'some of the random programs are clean').toBeGreaterThan(4)
    expect(floored, 'some of them with floors').toBeGreaterThan(1)
  }, 300_000)
})
