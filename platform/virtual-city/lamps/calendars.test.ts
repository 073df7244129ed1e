import { type Calendar, dayOf, levelAt } from '@lamplight/calendar'
import { type CalendarProgram, LIMITS, type Report } from '@lamplight/protocol'
import type { Inventory } from '@lamplight/town'
import { describe, expect, test } from 'vitest'
import { createClock } from '../clock.ts'
import { hashOf } from '../devices/params.ts'
import { definePlay } from '../devices/play.ts'
import { createEngine } from '../engine.ts'
import { type Bench, mixedInventory, NOON, smallInventory } from '../harness.ts'
import { assignedOf, calendarOf, HOUR, LAMP, MINUTE, messageOf, open, shanghai } from './calendar-harness.ts'
import type { CalendarFault } from './calendars.ts'

const DAY = 24 * HOUR
const NONE = { id: '', hash: '' }

const wanted = (calendar: Calendar, at: number): number => levelAt(calendar.night(calendar.nightOf(at)), at)
/** Compares a lamp with a calendar each minute, from the next full minute on. */
const follows = (bench: Bench, calendar: Calendar, hours: number, sn = LAMP, offset = 0): void => {
  bench.clock.advance(MINUTE - (bench.clock.now() % MINUTE))
  const wrong: unknown[] = []
  for (let n = 0; n < hours * 60; n++) {
    const at = bench.clock.now()
    const { dim, reason } = bench.lamp(sn).state
    if (dim !== wanted(calendar, at + offset) || reason !== 'program') wrong.push([new Date(at).toISOString(), dim])
    bench.clock.advance(MINUTE)
  }
  expect(wrong).toEqual([])
}

describe('a lamp with a calendar', () => {
  test('has its level in every minute of three nights, one of them special, and reports each step', () => {
    const { bench, give } = open()
    expect(give(shanghai)[0]).toMatchObject({ ok: true, p: {}, params: { calendar: assignedOf(shanghai) } })
    follows(bench, calendarOf(shanghai, 'Asia/Shanghai'), 72)
    const calendar = calendarOf(shanghai, 'Asia/Shanghai')
    for (const { at, level } of [0, 1, 2].flatMap((n) => calendar.night(calendar.nightOf(NOON) + n).steps)) {
      const told = bench.reports.find((report): report is Report => report.sn === LAMP && report.at > at && report.at < at + 3000)
      expect(told?.p).toMatchObject({ dim: level, on: level > 0, reason: 'program' })
    }
  })

  test('is replaced for the time of an override, until its end or a release, and continues at the level of that time', () => {
    const { bench, give, ask, dim } = open()
    give(shanghai)
    bench.clock.advance(9 * HOUR)
    expect(dim()).toBe(100)
    const end = Math.round(bench.clock.now()) + 3 * HOUR
    ask('dim', { level: 5, until: end })
    bench.clock.advance(2 * HOUR)
    expect(bench.lamp(LAMP).state).toMatchObject({ dim: 5, reason: 'override' })
    bench.clock.advance(end - bench.clock.now() + 1)
    expect(bench.lamp(LAMP).state).toMatchObject({ dim: 55, reason: 'program' })
    ask('switch', { on: false })
    bench.clock.advance(2 * HOUR)
    expect(dim()).toBe(0)
    expect(ask('release', {})[0]?.p).toMatchObject({ dim: 20, reason: 'program' })
    follows(bench, calendarOf(shanghai, 'Asia/Shanghai'), 24)
  })

  test('runs by itself on another clock of its gateway, and after the clock was set', () => {
    const { bench, give, ask } = open({ drift: 90_000, seed: 4 })
    give(shanghai)
    const clock = () => Number(ask('readClock', {})[0]?.p?.clock)
    const ahead = clock() - bench.clock.now()
    expect(Math.abs(ahead)).toBeGreaterThan(10_000)
    follows(bench, calendarOf(shanghai, 'Asia/Shanghai'), 24, LAMP, ahead)
    ask('setClock', { time: Math.round(bench.clock.now()) - 2 * HOUR })
    follows(bench, calendarOf(shanghai, 'Asia/Shanghai'), 24, LAMP, -2 * HOUR)
  })

  test('follows the factory programme again when the calendar is taken away, or by a factory reset', () => {
    const { bench, give, assign, ask, dim } = open({ start: NOON })
    const always = { zone: 'UTC', entries: [{ trigger: '12:00', level: 33 }] }
    give(always, [LAMP, 'GW1-2'])
    expect([dim(), dim('GW1-2')]).toEqual([33, 33])
    expect(assign(NONE)[0]?.params).toEqual({ calendar: { ...NONE, points: [] } })
    ask('factoryReset', {}, ['GW1-2'])
    expect([dim(), dim('GW1-2')]).toEqual([0, 0])
    bench.clock.advance(DAY)
    expect(ask('get', { family: 'calendar' }, ['GW1-2'])[0]?.params).toEqual({ calendar: { ...NONE, points: [] } })
  })

  test('answers its points and its last fifty switch events', () => {
    const { bench, give, ask, events } = open()
    give(shanghai)
    expect(ask('get', { family: 'calendar' })[0]?.params?.calendar?.points).toEqual([
      'sunset-7.3=100',
      '22:30=55',
      '01:00=20',
      'sunrise+4=0',
      'special 06-22..06-22 civilDusk=80',
      'special 06-22..06-22 civilDawn=0',
    ])
    bench.clock.advance(2 * DAY)
    const calendar = calendarOf(shanghai, 'Asia/Shanghai')
    const nights = [0, 1].map((n) => calendar.night(calendar.nightOf(NOON) + n))
    const steps = nights.flatMap(({ steps, special }) =>
      steps.map(({ at, level, entry }) => ({ at, level, reason: 'program', entry, special })),
    )
    expect(events().filter(({ entry }) => entry >= 0)).toEqual(steps)
    ask('dim', { level: 9 })
    expect(events().at(-1)).toMatchObject({ level: 9, reason: 'override', entry: -1, special: -1 })
    ask('release', {})
    expect(events().at(-1)).toMatchObject({ level: 0, reason: 'program' })
    bench.clock.advance(30 * DAY)
    expect(events()).toHaveLength(LIMITS.switchEvents)
    const { clock } = ask('readEvents', {})[0]!.p!
    expect(Math.abs(clock! - bench.clock.now())).toBeLessThan(3000)
  })

  test('burns by day when the demo shows the night, and follows its calendar again after it', () => {
    const { bench, give, dim } = open()
    give(shanghai)
    bench.engine.setNight([0], true)
    expect(dim()).toBe(100)
    bench.engine.setNight([0], false)
    expect(dim()).toBe(0)
    follows(bench, calendarOf(shanghai, 'Asia/Shanghai'), 24)
  })
})

describe('a gateway', () => {
  test('says its calendars by id and hash, and a child takes only one that it holds', () => {
    const { bench, assign, ask } = open()
    const other = { ...shanghai, minBurn: 5 }
    expect(assign(assignedOf(shanghai))[0]).toMatchObject({ ok: false, code: 'invalidArgs' })
    bench.engine.calendar(0, messageOf(shanghai))
    bench.engine.calendar(0, messageOf(other, '8'))
    expect(bench.engine.calendars(0)).toEqual({ 7: hashOf(shanghai), 8: hashOf(other) })
    expect(assign({ id: '7', hash: hashOf(other) })[0]).toMatchObject({ ok: false, code: 'invalidArgs' })
    expect(assign(assignedOf(shanghai))[0]).toMatchObject({ ok: true })
    // The child keeps its calendar when the gateway gets another with the same id.
    bench.engine.calendar(0, messageOf(other, '7'))
    expect(ask('get', { family: 'calendar' })[0]?.params?.calendar).toMatchObject(assignedOf(shanghai))
    expect(bench.engine.helloChildren(0)[0]).toMatchObject({ params: { calendar: hashOf(assignedOf(shanghai)) } })
    follows(bench, calendarOf(shanghai, 'Asia/Shanghai'), 24)
  })

  test('discards a calendar whose hash or zone is wrong, with an event that the next good one ends', () => {
    const { bench } = open()
    const good = messageOf(shanghai)
    bench.engine.calendar(0, { ...good, hash: '0123456789abcdef' })
    bench.engine.calendar(0, messageOf({ ...shanghai, zone: 'Moon/Crater' }))
    bench.engine.calendar(0, undefined)
    expect(bench.engine.calendars(0)).toEqual({})
    expect(bench.events).toMatchObject([{ sn: 'GW1', type: 'invalidCalendar', on: true }])
    bench.engine.calendar(0, good)
    bench.engine.calendar(0, good)
    expect(bench.events.slice(1)).toMatchObject([{ sn: 'GW1', type: 'invalidCalendar', on: false }])
  })

  test('forgets the oldest calendar that no child has when it is full', () => {
    const { bench, give } = open()
    give(shanghai)
    for (let n = 0; n < LIMITS.calendars; n++) bench.engine.calendar(0, messageOf({ ...shanghai, minBurn: n }, String(100 + n)))
    const ids = Object.keys(bench.engine.calendars(0))
    expect(ids).toHaveLength(LIMITS.calendars)
    expect(ids).toContain('7')
    expect(ids).not.toContain('100')
  })

  test('and its children go on after a restart with what the inventory says that they hold', () => {
    const [gateway] = smallInventory().gateways
    const children = gateway!.children.map((child, n) => (n === 0 ? { ...child, params: { calendar: assignedOf(shanghai) } } : child))
    const inventory: Inventory = { ...smallInventory(), gateways: [{ ...gateway!, children, calendars: [messageOf(shanghai)] }] }
    const { bench, ask } = open({ inventory, start: NOON + 13.5 * HOUR })
    expect(bench.lamp(LAMP).state).toMatchObject({ dim: 20, reason: 'program' })
    expect(bench.lamp(LAMP).power).toBeGreaterThan(10)
    expect(bench.lamp('GW1-2').state.dim).toBe(60)
    expect(ask('get', { family: 'calendar' })[0]?.params?.calendar).toMatchObject(assignedOf(shanghai))
    follows(bench, calendarOf(shanghai, 'Asia/Shanghai'), 24)
  })
})

describe('faults', () => {
  const london: CalendarProgram = { ...shanghai, zone: 'Europe/London' }
  /** A lamp with a fault, and the calendar that it should follow. */
  const faulty = (fault: CalendarFault, program = shanghai) => {
    const opened = open()
    opened.give(program)
    opened.bench.engine.setCalendarFault(opened.bench.child(LAMP), fault)
    return opened
  }
  const at = { lat: 28.2, lng: 112.95 }
  test.each([
    ['zone', { kind: 'zone', zone: 'Asia/Tokyo' }, shanghai, ['Asia/Tokyo', at]],
    ['no daylight saving', { kind: 'noDst' }, london, ['Etc/GMT', at]],
    ['longitude', { kind: 'longitudeSign' }, shanghai, ['Asia/Shanghai', { lat: 28.2, lng: -112.95 }]],
    ['position', { kind: 'position', lat: 45.5, lng: 100 }, shanghai, ['Asia/Shanghai', { lat: 45.5, lng: 100 }]],
  ] as const)(
    '%s: the lamp switches at the wrong times, reports them, and answers them as switch events',
    (_, fault, program, [zone, place]) => {
      const { bench, events } = faulty(fault as CalendarFault, program)
      const wrong = calendarOf(program, zone, place)
      follows(bench, wrong, 30)
      const right = calendarOf(program, program.zone)
      const times = (calendar: Calendar) => calendar.night(dayOf('2026-06-21')).steps.map((step) => step.at)
      expect(times(wrong)).not.toEqual(times(right))
      expect(events().map((event) => event.at)).toEqual(expect.arrayContaining(times(wrong).filter((time) => time > NOON)))
      // The same lamp without the fault is right again.
      bench.engine.setCalendarFault(bench.child(LAMP), { kind: 'none' })
      follows(bench, right, 24)
    },
  )

  test('clock drift: after ten days the lamp is ten times as late as after one, in its reports and in readClock too', () => {
    const { bench, ask, events } = faulty({ kind: 'clockDrift', secondsPerDay: -60 })
    bench.clock.advance(10 * DAY)
    const calendar = calendarOf(shanghai, 'Asia/Shanghai')
    const asked = bench.clock.now()
    const { clock } = ask('readClock', {})[0]!.p!
    expect(asked - clock!).toBeGreaterThan(595_000)
    expect(asked - clock!).toBeLessThan(603_000)
    // By its own clock it was right: the time of the server shows the fault.
    const [first] = calendar.night(calendar.nightOf(bench.clock.now())).steps
    bench.clock.advance(first!.at + 590_000 - bench.clock.now())
    expect(bench.lamp(LAMP).state.dim).toBe(0)
    bench.clock.advance(20_000 + MINUTE)
    expect(bench.lamp(LAMP).state.dim).toBe(100)
    expect(events().at(-1)?.at).toBe(first!.at)
    const told = bench.reports.findLast(({ sn, p }) => sn === LAMP && p.dim === 100)!
    expect(bench.clock.now() - told.at).toBeGreaterThan(590_000)
    ask('setClock', {})
    expect(Math.abs(Number(ask('readClock', {})[0]!.p!.clock) - bench.clock.now())).toBeLessThan(4000)
  })

  test('stale: the lamp keeps its calendar and answers the old hash', () => {
    const { bench, give, ask } = faulty({ kind: 'stale' })
    const next = { zone: shanghai.zone, entries: [{ trigger: '12:00', level: 77 }] }
    expect(give(next)[0]).toMatchObject({ ok: true, params: { calendar: assignedOf(shanghai) } })
    expect(bench.engine.helloChildren(0)[0]?.params?.calendar).toBe(hashOf(assignedOf(shanghai)))
    follows(bench, calendarOf(shanghai, 'Asia/Shanghai'), 24)
    bench.engine.setCalendarFault(bench.child(LAMP), { kind: 'none' })
    expect(give(next)[0]).toMatchObject({ params: { calendar: assignedOf(next) } })
    expect(ask('read', {})[0]?.p?.dim).toBe(77)
    // A device that never had a calendar says so, so that the server sees a difference.
    bench.engine.setCalendarFault(bench.child('GW1-2'), { kind: 'stale' })
    expect(give(shanghai, ['GW1-2'])[0]?.params).toEqual({ calendar: { ...NONE, points: [] } })
  })

  test('an unknown zone is refused', () => {
    const { bench } = open()
    expect(() => bench.engine.setCalendarFault(0, { kind: 'zone', zone: 'Moon/Crater' })).toThrow(RangeError)
  })
})

test('a device of another type holds a calendar, and its play follows it', () => {
  const play = definePlay('bin', { step: (device, at) => ({ level: device.calendar(at) ?? 1 }) })
  const { bench, give, events } = open({ inventory: mixedInventory(1), plays: [play], reportInterval: 300 })
  expect(give(shanghai, ['BIN1-1'])[0]).toMatchObject({ ok: true, params: { calendar: assignedOf(shanghai) } })
  const calendar = calendarOf(shanghai, 'Asia/Shanghai')
  bench.clock.advance(DAY)
  const levels = bench.reports
    .filter(({ sn }) => sn === 'BIN1-1')
    .map(({ at, p }) => [(p as { level?: number }).level, wanted(calendar, at)])
  expect(new Set(levels.map(([level]) => level))).toEqual(new Set([0, 100, 55, 20]))
  expect(levels.slice(2).filter(([level, right]) => level !== right)).toEqual([])
  for (const { at, level } of calendar.night(calendar.nightOf(NOON)).steps)
    expect(
      bench.reports.some(
        (report) => report.sn === 'BIN1-1' && report.at >= at && report.at < at + 3000 && (report.p as { level?: number }).level === level,
      ),
    ).toBe(true)
  expect(events('BIN1-1').filter(({ entry }) => entry >= 0)).toHaveLength(4)
})

test('twenty thousand lamps follow a calendar for a day in a few seconds', () => {
  const inventory = smallInventory(20, 1000)
  const gateways = inventory.gateways.map((gateway, g) => ({
    ...gateway,
    calendars: [messageOf(shanghai)],
    children: gateway.children.map((child, n) => ({
      ...child,
      lng: 112.95 + (n % 40) / 1000,
      lat: 28.2 + g / 1000,
      params: { calendar: assignedOf(shanghai) },
    })),
  }))
  const begun = performance.now()
  const { bench } = open({ inventory: { ...inventory, gateways }, reportInterval: 86_000 })
  bench.clock.advance(DAY)
  expect(performance.now() - begun).toBeLessThan(30_000)
  expect(bench.reports.length).toBeGreaterThan(4 * 20_000)
})

test('on a clock of its own speed, without any message, the lamp is where its calendar is', async () => {
  const clock = createClock({ speed: 14_400, start: NOON })
  const [gateway] = smallInventory(1, 1).gateways
  const children = gateway!.children.map((child) => ({ ...child, params: { calendar: assignedOf(shanghai) } }))
  const engine = createEngine({
    clock,
    options: {},
    emit: () => undefined,
    reboot: () => undefined,
    hello: () => undefined,
    inventory: { ...smallInventory(1, 1), gateways: [{ ...gateway!, children, calendars: [messageOf(shanghai)] }] },
  })
  engine.start()
  const calendar = calendarOf(shanghai, 'Asia/Shanghai')
  const seen = new Set<number>()
  while (clock.now() < NOON + DAY) {
    const { dim } = engine.view(0).state
    const now = clock.now()
    // A timer of this machine may be late: ten minutes of the city are 42 ms.
    const near = [-10 * MINUTE, 0, MINUTE].map((late) => wanted(calendar, now + late))
    expect(near).toContain(dim)
    seen.add(dim!)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  engine.stop()
  expect([...seen].sort((a, b) => a - b)).toEqual([0, 20, 55, 100])
})
