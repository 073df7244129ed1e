import { expectedPower, powerTolerance, withinTolerance } from '@lamplight/protocol'
import { createTown, inventoryOfTown } from '@lamplight/town'
import { expect, test } from 'vitest'
import { createFleet, LAMP_FAULTS } from './fleet.ts'
import { createBench, EVENING, smallInventory } from './harness.ts'

const nominal = { power: 100, minPower: 15, minLevel: 10 }

test('a stuck relay confirms the command; only the meter shows the difference', () => {
  const bench = createBench({ start: EVENING })
  bench.engine.setFault(0, 'stuck')
  bench.send({ cmd: 'dim', args: { level: 30 } })
  bench.clock.advance(5000)
  expect(bench.acks[0]).toMatchObject({ ok: true, code: 'ok', p: { on: true, dim: 30 } })
  const { p } = bench.reports.filter(({ sn }) => sn === 'GW1-1').at(-1)!
  expect(p).toMatchObject({ on: true, dim: 30, reason: 'override', faults: [] })
  expect(withinTolerance(p.power!, expectedPower(nominal, 30), powerTolerance(nominal))).toBe(false)
  expect(withinTolerance(p.power!, expectedPower(nominal, 100), powerTolerance(nominal))).toBe(true)
  expect(bench.events).toEqual([])
  bench.engine.setFault(0, 'none')
  bench.clock.advance(5000)
  expect(withinTolerance(bench.lamp('GW1-1').power, expectedPower(nominal, 30), powerTolerance(nominal))).toBe(true)
})

test('a dark lamp reports its failure once, counts no burning hours, and reports the end after repair', () => {
  const bench = createBench()
  bench.engine.setFault(0, 'dark')
  const { hours } = bench.lamp('GW1-1')
  bench.clock.advance(5000)
  expect(bench.events).toEqual([])
  for (const [id, level] of [100, 0, 50].entries()) {
    bench.send({ id: String(id), cmd: 'dim', args: { level } })
    bench.clock.advance(60_000)
  }
  expect(bench.events).toMatchObject([{ sn: 'GW1-1', type: 'lampFailure', on: true }])
  expect(bench.lamp('GW1-1')).toMatchObject({ power: 0.5, hours, state: { on: true, dim: 50 } })
  expect(bench.reports.filter(({ sn }) => sn === 'GW1-1').at(-1)!.p.faults).toEqual(['lampFailure'])
  bench.engine.setFault(0, 'none')
  bench.clock.advance(5000)
  expect(bench.events[1]).toMatchObject({ type: 'lampFailure', on: false })
  expect(bench.reports.filter(({ sn }) => sn === 'GW1-1').at(-1)!.p.faults).toEqual([])
})

test('a day burner is fully on while it should be off', () => {
  const bench = createBench({ faults: { dayBurner: 1 } })
  bench.clock.advance(5000)
  expect(bench.events.find(({ sn }) => sn === 'GW1-1')).toMatchObject({ type: 'lampUnexpectedOn', on: true })
  expect(bench.lamp('GW1-1').power).toBeGreaterThan(90)
  expect(bench.engine.lit()).toBe(4)
  bench.send({ cmd: 'dim', args: { level: 50 } })
  bench.clock.advance(5000)
  expect(bench.events.findLast(({ sn }) => sn === 'GW1-1')).toMatchObject({ type: 'lampUnexpectedOn', on: false })
})

test('a cycling lamp goes out and on again while it should be on', () => {
  const bench = createBench({ reportInterval: 10 })
  bench.engine.setFault(0, 'cycling')
  bench.clock.advance(600_000)
  expect(bench.events).toEqual([])
  bench.send({ cmd: 'switch', args: { on: true } })
  let turns = 0
  let lit = bench.lamp('GW1-1').power > 50
  for (let second = 0; second < 3600; second++) {
    bench.clock.advance(1000)
    const now = bench.lamp('GW1-1').power > 50
    if (now !== lit) turns++
    lit = now
  }
  expect(turns).toBeGreaterThan(30)
  expect(turns).toBeLessThan(120)
  expect(bench.events).toMatchObject([{ type: 'cyclingFailure', on: true }])
  bench.engine.setFault(0, 'none')
  bench.clock.advance(60_000)
  expect(bench.events[1]).toMatchObject({ type: 'cyclingFailure', on: false })
  expect(bench.lamp('GW1-1').power).toBeGreaterThan(90)
})

test('fault rates give the declared share of faults, the same ones for the same seed', () => {
  const inventory = inventoryOfTown(createTown({ lamps: 20_000 }), { url: 'mqtt://127.0.0.1:1', secretOf: (sn) => sn })
  const rates = { stuck: 0.05, dark: 0.02, dayBurner: 0.01, cycling: 0.03, silent: 0.02, deadGateways: 0.1 }
  const faults = (seed: number): Uint8Array => createFleet(inventory, { seed, rates, now: EVENING }).fault
  expect(faults(1)).toEqual(faults(1))
  expect(faults(1)).not.toEqual(faults(2))
  for (const [number, name] of LAMP_FAULTS.entries()) {
    if (name === 'none') continue
    const share = faults(1).filter((one) => one === number).length / 20_000
    expect(Math.abs(share - rates[name])).toBeLessThan(0.01)
  }
  const dead = createFleet(inventory, { seed: 1, rates, now: EVENING }).deadGateway
  expect(Math.abs(dead.filter((one) => one).length / dead.length - 0.1)).toBeLessThan(0.05)
})

test('a silent controller is reported as lost by its gateway, reports nothing and answers no command', () => {
  const bench = createBench({ start: EVENING, reportInterval: 10 })
  bench.engine.setFault(0, 'silent')
  bench.clock.advance(5000)
  expect(bench.events).toMatchObject([{ sn: 'GW1-1', type: 'communicationFailure', on: true }])
  const reportCount = (): number => bench.reports.filter(({ sn }) => sn === 'GW1-1').length
  const before = reportCount()
  bench.send({ cmd: 'dim', args: { level: 30 } })
  bench.clock.advance(60_000)
  expect(reportCount()).toBe(before)
  expect(bench.acks).toMatchObject([{ sn: 'GW1-1', ok: false, code: 'busy' }])
  bench.engine.setFault(0, 'none')
  bench.clock.advance(60_000)
  expect(bench.events[1]).toMatchObject({ type: 'communicationFailure', on: false })
  expect(reportCount()).toBeGreaterThan(before)
})

test('meters and faults continue from the values of the inventory', () => {
  const [gateway] = smallInventory().gateways
  const children = gateway!.children.map((child) => ({ ...child, energy: 5000, hours: 70, faults: ['lampFailure'] }))
  const bench = createBench({ inventory: { ...smallInventory(), gateways: [{ ...gateway!, children }] }, faults: { dark: 1 } })
  bench.clock.advance(3_600_000)
  expect(bench.lamp('GW1-1')).toMatchObject({ hours: 70, energy: expect.closeTo(5000.5, 1) })
  expect(bench.events).toEqual([])
  expect(bench.reports.at(-1)!.p.faults).toEqual(['lampFailure'])
})

test('night mode by day lights the named gateways, across programme changes, until it is ended', () => {
  const bench = createBench({ inventory: smallInventory(2) })
  expect(bench.engine.lit()).toBe(0)
  bench.engine.setNight([1], true)
  bench.clock.advance(5000)
  expect(bench.reports.filter(({ p }) => p.on)).toHaveLength(4)
  expect(bench.reports.every(({ sn, p }) => p.reason === 'program' && sn.startsWith('GW2'))).toBe(true)
  expect(bench.engine.lit()).toBe(4)
  bench.clock.advance(24 * 3_600_000)
  expect(bench.engine.lit()).toBe(4)
  bench.engine.setNight([1], false)
  bench.clock.advance(5000)
  expect(bench.engine.lit()).toBe(0)
})
