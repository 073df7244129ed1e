import { describe, expect, test } from 'vitest'
import { createBench, EVENING, NOON, smallInventory } from './harness.ts'

describe('a command', () => {
  test('that is repeated has one effect and is acknowledged again', () => {
    const bench = createBench({ latency: 300 })
    const again = (): void => bench.send({ id: '77', cmd: 'dim', args: { level: 50 }, sns: ['GW1-1', 'GW1-2', 'GW1-1'] })
    again()
    again()
    bench.clock.advance(3000)
    expect(bench.acks.map(({ sn, code }) => `${sn} ${code}`)).toEqual(['GW1-1 ok', 'GW1-2 ok'])
    bench.send({ id: '78', cmd: 'dim', args: { level: 10 } })
    bench.clock.advance(3000)
    again()
    bench.clock.advance(3000)
    expect(bench.acks.slice(3).map(({ sn, ok, code }) => `${sn} ${ok} ${code}`)).toEqual([
      'GW1-1 true duplicate',
      'GW1-2 true duplicate',
      'GW1-1 true duplicate',
    ])
    expect(bench.engine.effects.of('77')).toEqual(
      new Map([
        [0, 1],
        [1, 1],
      ]),
    )
    expect(bench.lamp('GW1-1').state.dim).toBe(10)
  })

  test('is remembered for one day', () => {
    const bench = createBench({ reportInterval: 86_400 })
    const again = (): void => bench.send({ id: '5', cmd: 'read', args: {} })
    again()
    bench.clock.advance(23.9 * 3_600_000)
    again()
    bench.clock.advance(2 * 3_600_000)
    again()
    bench.clock.advance(3000)
    expect(bench.acks.map(({ code }) => code)).toEqual(['ok', 'duplicate', 'ok'])
  })

  test('that is expired, foreign or not for this lamp is refused with its reason and without effect', () => {
    const bench = createBench({ inventory: smallInventory(2, 2) })
    bench.send({ id: '1', cmd: 'dim', args: { level: 50 }, expiresAt: NOON - 1 })
    bench.send({ id: '2', cmd: 'dim', args: { level: 50, until: NOON - 1 } })
    bench.send({ id: '3', cmd: 'dim', args: { level: 50 }, sns: ['GW2-1', 'nobody'] })
    bench.send({ id: '4', cmd: 'dim', args: { level: 50, head: 2 } })
    bench.send({ id: '5', cmd: 'dim', args: { level: 50 }, sns: ['GW1'] })
    bench.clock.advance(5000)
    expect(bench.acks.map(({ id, code }) => `${id} ${code}`)).toEqual([
      '1 expired',
      '2 expired',
      '3 unknownDevice',
      '3 unknownDevice',
      '4 invalidArgs',
      '5 unsupported',
    ])
    expect(bench.acks.some(({ ok }) => ok)).toBe(false)
    expect(bench.engine.effects.total()).toBe(0)
    expect(bench.engine.counts.refused).toBe(6)
  })

  test('to read returns the meters with the acknowledgement and changes nothing', () => {
    const bench = createBench()
    bench.send({ id: '1', cmd: 'dim', args: { level: 100 } })
    bench.clock.advance(10_000)
    bench.send({ id: '2', cmd: 'read', args: {} })
    bench.clock.advance(3000)
    expect(bench.acks[1]!.p).toMatchObject({ on: true, dim: 100, reason: 'override', faults: [] })
    expect(bench.acks[1]!.p!.power).toBeGreaterThan(90)
    expect(bench.lamp('GW1-1').state.dim).toBe(100)
  })

  test('to reboot ends the override of a lamp, and restarts a gateway once', () => {
    const bench = createBench()
    bench.send({ id: '1', cmd: 'switch', args: { on: true } })
    bench.clock.advance(3000)
    bench.send({ id: '2', cmd: 'reboot', args: {} })
    bench.send({ id: '3', cmd: 'reboot', args: {}, sns: ['GW1'] })
    bench.send({ id: '3', cmd: 'reboot', args: {}, sns: ['GW1'] })
    bench.clock.advance(3000)
    expect(bench.lamp('GW1-1').state.reason).toBe('program')
    expect(bench.rebooted).toEqual([0])
  })
})

describe('a simple command', () => {
  test('answers clock, version and self test, sets the clock, clears meter and alarms, and changes no level', () => {
    const bench = createBench({ start: EVENING })
    bench.engine.setFault(bench.child('GW1-1'), 'dark')
    bench.send({ id: '1', cmd: 'setClock', args: { time: EVENING + 60_000 } })
    bench.clock.advance(3000)
    for (const [id, cmd] of [
      ['2', 'readClock'],
      ['3', 'readVersion'],
      ['4', 'selfTest'],
      ['5', 'clearEnergy'],
      ['6', 'clearAlarms'],
    ] as const)
      bench.send({ id, cmd, args: {} })
    bench.clock.advance(3000)
    const answers = new Map(bench.acks.map(({ id, p }) => [id, p]))
    expect(Math.abs(answers.get('2')!.clock! - EVENING - 63_000)).toBeLessThan(3000)
    expect(answers.get('3')).toMatchObject({ version: 'virtual-1.0', reason: 'program', dim: 100 })
    expect(answers.get('4')).toMatchObject({ selfTest: 'fault' })
    expect(bench.lamp('GW1-1').energy).toBeLessThan(1)
    expect(bench.events.filter(({ type }) => type === 'lampFailure').map(({ on }) => on)).toEqual([true, false])
  })

  test('to identify flashes the lamp for 30 s from the last command, answers until when, and leaves its level as it was', () => {
    const bench = createBench({ start: EVENING })
    bench.send({ id: '1', cmd: 'dim', args: { level: 40 } })
    bench.clock.advance(5000)
    const before = bench.lamp('GW1-1')
    /** Number of seconds in which the lamp is brighter or darker than both seconds beside it. */
    const flashes = (seconds: number): number => {
      const powers = Array.from({ length: seconds }, () => {
        bench.clock.advance(1000)
        return bench.lamp('GW1-1').power
      })
      return powers.filter((power, at) => (power - powers[at - 1]!) * (power - powers[at + 1]!) > 0).length
    }
    bench.send({ id: '2', cmd: 'identify', args: {} })
    expect(flashes(15)).toBeGreaterThan(8)
    expect(Math.abs(bench.acks.at(-1)!.p!.identifyUntil! - EVENING - 35_000)).toBeLessThan(1500)
    expect(bench.lamp('GW1-1').state).toEqual(before.state)
    bench.send({ id: '3', cmd: 'identify', args: {} })
    expect(flashes(29)).toBeGreaterThan(22)
    bench.clock.advance(4000)
    expect(flashes(10)).toBe(0)
    expect(bench.lamp('GW1-1')).toMatchObject({ state: before.state, power: before.power })
    expect(bench.reports.at(-1)!.p.dim).toBe(40)
  })

  test('to reset to factory settings removes parameters and the override', () => {
    const bench = createBench()
    bench.send({ id: '1', cmd: 'set', args: { family: 'timeOffset', value: { onOffset: 5 } } })
    bench.send({ id: '2', cmd: 'dim', args: { level: 50 } })
    bench.clock.advance(3000)
    expect(bench.engine.params(bench.child('GW1-1'))).toEqual({ timeOffset: { onOffset: 5 } })
    bench.send({ id: '3', cmd: 'factoryReset', args: {} })
    bench.clock.advance(3000)
    expect(bench.engine.params(bench.child('GW1-1'))).toEqual({})
    expect(bench.lamp('GW1-1').state.reason).toBe('program')
  })
})

describe('a lossy radio', () => {
  test('causes delay without loss: every lamp answers and executes each command once', () => {
    const bench = createBench({ loss: 0.3, inventory: smallInventory(1, 500), seed: 3 })
    const sns = bench.engine.fleet.sn as string[]
    bench.send({ cmd: 'dim', args: { level: 50 }, sns })
    bench.clock.advance(10_000)
    expect(bench.acks).toHaveLength(500)
    expect(new Set(bench.acks.map(({ sn }) => sn)).size).toBe(500)
    const busy = bench.acks.filter(({ code }) => code === 'busy')
    // Six attempts, each lost one way or the other with 51 %: 1.8 % of 500 fail.
    expect(busy.length).toBeLessThan(30)
    const effects = bench.engine.effects.of('1')
    expect(Math.max(...effects.values())).toBe(1)
    expect(effects.size).toBeGreaterThanOrEqual(500 - busy.length)
  })

  test('that is dead ends in busy, and the same command may be repeated later', () => {
    const bench = createBench({ loss: 1 })
    bench.send({ cmd: 'dim', args: { level: 50 } })
    bench.clock.advance(10_000)
    bench.send({ cmd: 'dim', args: { level: 50 } })
    bench.clock.advance(10_000)
    expect(bench.acks.map(({ ok, code }) => `${ok} ${code}`)).toEqual(['false busy', 'false busy'])
    expect(bench.engine.effects.of('1').size).toBe(0)
    expect(bench.lamp('GW1-1').state.dim).toBe(0)
  })
})
