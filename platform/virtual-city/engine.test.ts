import { expectedPower, powerTolerance, withinTolerance } from '@lamplight/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBench, EVENING, NOON, smallInventory } from './harness.ts'
import { FADE_MS } from './lamps/meter.ts'

const HOUR = 3_600_000
const nominal = { power: 100, minPower: 15, minLevel: 10 }

describe('meters', () => {
  test('energy and burning hours equal the closed form, for any steps and any number of reads', () => {
    const step = fc.record({
      level: fc.integer({ min: 0, max: 100 }),
      wait: fc.integer({ min: 2000, max: HOUR }),
      reads: fc.integer({ min: 0, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        const bench = createBench({ latency: 0 })
        const gain = bench.engine.fleet.gain[0]!
        const power = (level: number): number => (level > 0 ? expectedPower(nominal, level) * gain : 0.5)
        const begin = bench.lamp('GW1-1')
        let [wanted, hours, before] = [0, 0, 0]
        for (const [id, { level, wait, reads }] of steps.entries()) {
          bench.send({ id: String(id), cmd: 'dim', args: { level } })
          for (let read = 0; read < reads; read++) {
            bench.clock.advance(wait / (reads + 1))
            bench.lamp('GW1-1')
          }
          bench.clock.advance(wait / (reads + 1))
          wanted += (((power(before) + power(level)) / 2) * FADE_MS + power(level) * (wait - FADE_MS)) / HOUR
          hours += level > 0 ? wait / HOUR : 0
          before = level
        }
        const end = bench.lamp('GW1-1')
        expect(end.energy - begin.energy).toBeCloseTo(wanted, 6)
        expect(end.hours - begin.hours).toBeCloseTo(hours, 9)
      }),
      { numRuns: 50 },
    )
  })

  test('a command during a fade changes the ramp, and the energy includes it', () => {
    const bench = createBench({ latency: 0 })
    const gain = bench.engine.fleet.gain[0]!
    const begin = bench.lamp('GW1-1').energy
    bench.send({ id: '1', cmd: 'dim', args: { level: 100 } })
    bench.clock.advance(FADE_MS / 2)
    const half = (0.5 + 100 * gain) / 2
    expect(bench.lamp('GW1-1').power).toBeCloseTo(half, 9)
    bench.send({ id: '2', cmd: 'switch', args: { on: false } })
    bench.clock.advance(FADE_MS)
    const wanted = (((0.5 + half) / 2) * (FADE_MS / 2) + ((half + 0.5) / 2) * FADE_MS) / HOUR
    expect(bench.lamp('GW1-1').energy - begin).toBeCloseTo(wanted, 9)
  })

  test('the reported power of a healthy lamp agrees with its curve at every level, in every town', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 1e6 }), (level, seed) => {
        const bench = createBench({ seed, reportInterval: 60 })
        bench.send({ cmd: 'dim', args: { level } })
        bench.clock.advance(600_000)
        const mine = bench.reports.filter(({ sn, at }) => sn === 'GW1-1' && at > NOON + 3500)
        expect(mine.length).toBeGreaterThanOrEqual(9)
        for (const { p } of mine) {
          expect(p.dim).toBe(level)
          expect(withinTolerance(p.power!, expectedPower(nominal, level), powerTolerance(nominal))).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('reports', () => {
  test('each lamp reports once per interval, gateways at different times', () => {
    const bench = createBench({ inventory: smallInventory(20, 3), reportInterval: 60 })
    bench.clock.advance(600_000)
    const counts = Map.groupBy(bench.reports, ({ sn }) => sn)
    expect(counts.size).toBe(60)
    for (const reports of counts.values()) {
      expect(reports.length).toBe(10)
      for (const [index, report] of reports.entries()) if (index) expect(report.at - reports[index - 1]!.at).toBe(60_000)
    }
    expect(new Set(bench.reports.map(({ at }) => at % 60_000)).size).toBe(20)
  })

  test('after a command the acknowledgement comes first, then within 3 s a report of the final power', () => {
    const bench = createBench({ reportInterval: 86_400, inventory: smallInventory(1, 50) })
    const sns = bench.engine.fleet.sn as string[]
    bench.send({ cmd: 'dim', args: { level: 40 }, sns })
    bench.clock.advance(5000)
    for (const sn of sns) {
      const ack = bench.acks.find((one) => one.sn === sn)!
      const [report, ...more] = bench.reports.filter((one) => one.sn === sn)
      expect(ack).toMatchObject({ ok: true, code: 'ok', p: { on: true, dim: 40, reason: 'override' } })
      expect(more).toEqual([])
      expect(report!.at - ack.at).toBeGreaterThanOrEqual(FADE_MS)
      expect(report!.at - ack.at).toBeLessThanOrEqual(3000)
      expect(withinTolerance(report!.p.power!, expectedPower(nominal, 40), powerTolerance(nominal))).toBe(true)
    }
  })

  test('one seed gives identical messages, another seed different ones', () => {
    const story = (seed: number): string => {
      const bench = createBench({
        seed,
        loss: 0.2,
        drift: 2000,
        inventory: smallInventory(3, 5),
        faults: { dark: 0.2, cycling: 0.2 },
        start: EVENING,
      })
      bench.send({ cmd: 'dim', args: { level: 20 } }, 1)
      bench.clock.advance(2 * HOUR)
      return JSON.stringify([bench.reports, bench.acks, bench.events])
    }
    expect(story(5)).toBe(story(5))
    expect(story(5)).not.toBe(story(6))
  })

  test('the clock of a gateway deviates by at most the drift, and all its times with it', () => {
    const bench = createBench({ drift: 5000, inventory: smallInventory(30, 1), reportInterval: 86_400 })
    for (let gateway = 0; gateway < 30; gateway++) bench.engine.reportAll(gateway)
    const errors = bench.reports.map(({ at }) => at - NOON)
    expect(Math.max(...errors.map(Math.abs))).toBeLessThanOrEqual(5000)
    expect(Math.max(...errors) - Math.min(...errors)).toBeGreaterThan(2000)
  })
})

describe('the night', () => {
  test('the programme switches by itself, and an override lasts until its end', () => {
    const bench = createBench({ start: EVENING, inventory: smallInventory(1, 2) })
    expect(bench.lamp('GW1-1').state).toMatchObject({ on: true, dim: 100, reason: 'program' })
    bench.send({ cmd: 'dim', args: { level: 30, until: EVENING + 3 * HOUR } })
    bench.clock.advance(2.6 * HOUR)
    expect(bench.lamp('GW1-1').state).toEqual({ on: true, dim: 30, reason: 'override', until: EVENING + 3 * HOUR })
    expect(bench.lamp('GW1-2').state).toMatchObject({ dim: 60, reason: 'program' })
    bench.clock.advance(0.5 * HOUR)
    expect(bench.lamp('GW1-1').state).toEqual({ on: true, dim: 60, reason: 'program' })
    const reports = bench.reports.filter(({ sn, at }) => sn === 'GW1-1' && at >= EVENING + 3 * HOUR)[0]!
    expect(reports.at).toBeLessThan(EVENING + 3 * HOUR + 3000)
    expect(reports.p).toMatchObject({ dim: 60, reason: 'program' })
    expect(reports.p.until).toBeUndefined()
  })

  test('a later override is not ended by the end of an earlier one', () => {
    const bench = createBench()
    bench.send({ id: '1', cmd: 'dim', args: { level: 30, until: NOON + 60_000 } })
    bench.clock.advance(10_000)
    bench.send({ id: '2', cmd: 'switch', args: { on: true } })
    bench.clock.advance(120_000)
    expect(bench.lamp('GW1-1').state).toEqual({ on: true, dim: 100, reason: 'override' })
    bench.send({ id: '3', cmd: 'release', args: {} })
    bench.clock.advance(5000)
    expect(bench.lamp('GW1-1').state).toEqual({ on: false, dim: 0, reason: 'program' })
  })
})
