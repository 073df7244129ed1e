import { type CalendarProgram, expectedPower } from '@lamplight/protocol'
import type { Inventory } from '@lamplight/town'
import { describe, expect, test } from 'vitest'
import { type Bench, NOON, smallInventory } from '../harness.ts'
import { assignedOf, calendarOf, HOUR, LAMP, MINUTE, messageOf, open, shanghai } from './calendar-harness.ts'

describe('ramps and heads', () => {
  const slow: CalendarProgram = {
    zone: 'Asia/Shanghai',
    entries: [
      { trigger: '19:00', level: 100, ramp: 1200 },
      { trigger: '23:00', level: 30, ramp: 600 },
      { trigger: '23:05', level: 80, ramp: 300 },
      { trigger: '05:00', level: 0, ramp: 900 },
    ],
  }
  /** The bench with the calendar, at its noon. */
  const begun = (options: Parameters<typeof open>[0] = {}) => {
    const found = open(options)
    found.give(slow)
    return found
  }
  const at = (bench: Bench, clock: string): void => {
    const [hour, minute] = clock.split(':').map(Number) as [number, number]
    const calendar = calendarOf(slow, 'Asia/Shanghai')
    const { start } = calendar.night(calendar.nightOf(bench.clock.now()))
    bench.clock.advance(start + (((hour + 12) % 24) * 60 + minute) * MINUTE - bench.clock.now())
  }
  const lampOf = (bench: Bench) => bench.lamp(LAMP)
  const gainOf = (bench: Bench): number => {
    const { power, nominal } = lampOf(bench)
    return power / nominal.power
  }

  test('a lamp is on its way from level to level, with the power of its level, and reports when it has begun and when it has arrived', () => {
    const { bench } = begun()
    const seen: Record<string, [dim: number, on: boolean]> = {}
    for (const clock of ['18:59', '19:01', '19:10', '19:20', '22:59', '23:04', '23:06', '23:10', '04:59', '05:14', '05:15', '11:00']) {
      at(bench, clock)
      const { dim, on } = lampOf(bench).state
      seen[clock] = [dim!, on!]
    }
    expect(seen).toEqual({
      '18:59': [0, false],
      '19:01': [5, true],
      '19:10': [50, true],
      '19:20': [100, true],
      '22:59': [100, true],
      // The second ramp begins at 65 %, where the first one was after half of its time.
      '23:04': [72, true],
      '23:06': [68, true],
      '23:10': [80, true],
      '04:59': [80, true],
      '05:14': [5, true],
      '05:15': [0, false],
      '11:00': [0, false],
    })
    const dims = bench.reports.flatMap((report) => ('p' in report && report.sn === LAMP ? [report.p.dim] : []))
    for (const level of [100, 80, 0]) expect(dims).toContain(level)
  })

  test('power and energy on the way are those of the levels', () => {
    const { bench } = begun()
    at(bench, '19:30')
    const gain = gainOf(bench)
    bench.clock.advance(20 * HOUR)
    at(bench, '19:00')
    const before = lampOf(bench).energy
    let sum = 0
    for (let n = 1; n <= 1200; n++) {
      bench.clock.advance(1000)
      const { power, nominal } = lampOf(bench)
      expect(power).toBeCloseTo(expectedPower(nominal, n / 12) * gain, 6)
      sum += power / 3600
    }
    // The last values of the seconds are above those of a rising power by half a second.
    expect(Math.abs(lampOf(bench).energy - before - sum)).toBeLessThan(0.03)
    bench.clock.advance(60_000)
    expect(lampOf(bench).power).toBeCloseTo(lampOf(bench).nominal.power * gain, 6)
  })

  test('an override interrupts a ramp, which then goes on at the level of the time; a fault of the lamp wins over it', () => {
    const { bench, ask, dim } = begun()
    at(bench, '19:05')
    expect(dim()).toBe(25)
    ask('dim', { level: 90 })
    expect(lampOf(bench).state).toMatchObject({ dim: 90, reason: 'override' })
    at(bench, '19:15')
    expect(dim()).toBe(90)
    ask('release', {})
    at(bench, '19:16')
    expect(lampOf(bench).state).toMatchObject({ dim: 80, reason: 'program' })
    at(bench, '19:21')
    expect(dim()).toBe(100)
    at(bench, '05:05')
    bench.engine.setFault(bench.engine.children.indexOf(LAMP)!, 'stuck')
    const { power } = lampOf(bench)
    at(bench, '11:00')
    expect(lampOf(bench).state).toMatchObject({ dim: 0, on: false })
    expect(lampOf(bench).power, 'the output stays where it was').toBeCloseTo(power, 9)
  })

  test('a program for a head that a lamp does not have is refused; one for the main head is followed', () => {
    const { give, dim, bench } = open()
    const headed = (head: number): CalendarProgram => ({
      ...shanghai,
      entries: shanghai.entries.map((entry) => ({ ...entry, head })),
    })
    expect(give(headed(2))[0]).toMatchObject({ ok: false, code: 'invalidArgs' })
    expect(give(headed(1))[0]).toMatchObject({ ok: true })
    bench.clock.advance(9 * HOUR)
    expect(dim()).toBe(100)
  })

  test('a city that starts in the middle of a ramp is on its way', () => {
    const [gateway] = smallInventory(1, 1).gateways
    const children = gateway!.children.map((one) => ({ ...one, params: { calendar: assignedOf(slow) } }))
    const inventory: Inventory = { ...smallInventory(), gateways: [{ ...gateway!, children, calendars: [messageOf(slow)] }] }
    const { bench, dim } = open({ inventory, start: NOON + 7 * HOUR + 5 * MINUTE })
    expect(dim()).toBe(25)
    expect(gainOf(bench)).toBeCloseTo(expectedPower(lampOf(bench).nominal, 25) / 100, 1)
    at(bench, '19:10')
    expect(dim()).toBe(50)
    at(bench, '19:21')
    expect(dim()).toBe(100)
  })
})
