import { describe, expect, test } from 'vitest'
import { createBench, mixedInventory, NOON } from '../harness.ts'
import { definePlay } from './play.ts'

const valuesOf = (report: { p: object }): Record<string, unknown> => report.p as Record<string, unknown>

describe('a device other than a lamp', () => {
  test('reports once per interval beside the lamps of its gateway, by the clock of its gateway', () => {
    const bench = createBench({ inventory: mixedInventory(), reportInterval: 60, drift: 5000 })
    bench.clock.advance(600_000)
    const counts = Map.groupBy(bench.reports, ({ sn }) => sn)
    expect([...counts.keys()].sort()).toEqual(['BIN1-1', 'BIN1-2', 'BIN1-3', 'BIN2-1', 'BIN2-2', 'BIN2-3', 'GW1-1', 'GW1-2'])
    for (const reports of counts.values())
      expect(reports.map(({ at }) => at - reports[0]!.at)).toEqual([...Array(10).keys()].map((n) => n * 60_000))
    expect(counts.get('BIN1-1')![0]!.at).toBe(counts.get('GW1-1')![0]!.at)
    bench.engine.reportAll(1)
    expect(bench.reports.slice(-3).map(({ sn }) => sn)).toEqual(['BIN2-1', 'BIN2-2', 'BIN2-3'])
    const error = bench.reports.at(-1)!.at - bench.clock.now()
    expect(Math.abs(error)).toBeGreaterThan(0)
    expect(Math.abs(error)).toBeLessThanOrEqual(5000)
  })

  test('executes a command: the answer contains all values, a report follows within 3 s, and the value stays until the next command', () => {
    const bench = createBench({ inventory: mixedInventory(), reportInterval: 3600 })
    bench.send({ id: '1', cmd: 'interval', args: { minutes: 17 }, sns: ['BIN1-1', 'BIN1-2'] })
    bench.send({ id: '2', cmd: 'lid', args: { open: true }, sns: ['BIN1-1'] })
    bench.clock.advance(5000)
    expect(bench.acks.map(({ id, sn, ok, code }) => [id, sn, ok, code])).toEqual(
      expect.arrayContaining([
        ['1', 'BIN1-1', true, 'ok'],
        ['1', 'BIN1-2', true, 'ok'],
        ['2', 'BIN1-1', true, 'ok'],
      ]),
    )
    const ack = bench.acks.find(({ id, sn }) => id === '2' && sn === 'BIN1-1')!
    expect(valuesOf(ack as { p: object })).toMatchObject({ lid: 1, version: 'virtual-1.0', faults: [] })
    const sent = bench.reports.filter(({ sn }) => sn === 'BIN1-1')
    expect(sent.at(-1)!.at - ack.at).toBeLessThanOrEqual(3000)
    expect(valuesOf(sent.at(-1)!)).toMatchObject({ interval: 17, lid: 1 })
    bench.clock.advance(5 * 86_400_000)
    expect(new Set(bench.reports.filter(({ sn, at }) => sn === 'BIN1-1' && at > ack.at).map((one) => valuesOf(one).interval))).toEqual(
      new Set([17]),
    )
    bench.send({ id: '3', cmd: 'interval', args: { minutes: 20 }, sns: ['BIN1-1'] })
    bench.clock.advance(3000)
    expect(bench.device('BIN1-1').values.interval).toBe(20)
    bench.send({ id: '4', cmd: 'reboot', args: {}, sns: ['BIN1-1'] })
    bench.clock.advance(5 * 86_400_000)
    expect(bench.device('BIN1-1').values.interval).not.toBe(20)
    expect(bench.rebooted).toEqual([])
  })

  test('refuses invalid arguments, unknown commands and expired ones, without effect', () => {
    const bench = createBench({ inventory: mixedInventory() })
    const before = bench.device('BIN1-1').values
    const sns = ['BIN1-1']
    bench.send({ id: '1', cmd: 'interval', args: { minutes: 61 }, sns })
    bench.send({ id: '2', cmd: 'interval', args: { minutes: 1.5 }, sns })
    bench.send({ id: '3', cmd: 'interval', args: {}, sns })
    bench.send({ id: '4', cmd: 'lid', args: { open: 'yes' }, sns })
    bench.send({ id: '5', cmd: 'explode', args: {}, sns })
    bench.send({ id: '6', cmd: 'dim', args: { level: 3 }, sns })
    bench.send({ id: '7', cmd: 'interval', args: { minutes: 5 }, sns, expiresAt: NOON - 1 })
    bench.send({ id: '8', cmd: 'interval', args: { minutes: 5 }, sns: ['BIN2-1'] })
    bench.send({ id: '9', cmd: 'interval', args: { minutes: 5 }, sns: ['GW1-1'] })
    bench.clock.advance(10_000)
    expect(bench.acks.map(({ id, ok, code }) => `${id} ${ok} ${code}`)).toEqual([
      '1 false invalidArgs',
      '2 false invalidArgs',
      '3 false invalidArgs',
      '4 false invalidArgs',
      '5 false unsupported',
      '6 false unsupported',
      '7 false expired',
      '8 false unknownDevice',
      '9 false unsupported',
    ])
    expect(bench.engine.effects.total()).toBe(0)
    expect(bench.device('BIN1-1').values).toEqual(before)
  })

  test('executes nothing twice: lost packets, repeated messages and mixed targets have one effect each', () => {
    const bench = createBench({ loss: 0.3, seed: 4, inventory: mixedInventory(300) })
    const sns = ['GW1-1', 'GW1-2', ...Array.from({ length: 300 }, (_, n) => `BIN1-${n + 1}`)]
    const again = (): void => bench.send({ id: '7', cmd: 'reboot', args: {}, sns })
    again()
    bench.clock.advance(300)
    again()
    bench.clock.advance(10_000)
    const busy = bench.acks.filter(({ code }) => code === 'busy').length
    expect(bench.acks).toHaveLength(302)
    expect(new Set(bench.acks.map(({ sn }) => sn)).size).toBe(302)
    expect(busy).toBeLessThan(20)
    again()
    bench.clock.advance(20_000)
    const effects = bench.engine.effects.of('7')
    expect(Math.max(...effects.values())).toBe(1)
    expect(effects.size).toBeGreaterThanOrEqual(302 - busy)
    expect(bench.acks.slice(302).filter(({ code }) => code === 'duplicate').length).toBeGreaterThanOrEqual(302 - busy)
  })

  test('that is read answers its current values and changes nothing', () => {
    const bench = createBench({ inventory: mixedInventory(), reportInterval: 86_400 })
    bench.clock.advance(3_600_000)
    bench.send({ cmd: 'read', args: {}, sns: ['BIN1-1'] })
    bench.clock.advance(1000)
    const [ack] = bench.acks
    expect(valuesOf(ack as { p: object }).seen).toBe(ack!.at)
  })

  test('that is silent reports nothing and answers busy; its gateway reports begin and end of the silence', () => {
    const bench = createBench({ inventory: mixedInventory(), reportInterval: 10 })
    const bin = bench.child('BIN1-1')
    bench.engine.setFault(bin, 'silent')
    bench.clock.advance(5000)
    expect(bench.events).toMatchObject([{ sn: 'BIN1-1', type: 'communicationFailure', on: true }])
    const reportCount = (): number => bench.reports.filter(({ sn }) => sn === 'BIN1-1').length
    const before = reportCount()
    bench.send({ cmd: 'beep', args: {}, sns: ['BIN1-1'] })
    bench.clock.advance(60_000)
    expect([reportCount(), bench.acks.map(({ code }) => code)]).toEqual([before, ['busy']])
    bench.engine.setFault(bin, 'none')
    bench.clock.advance(60_000)
    expect(bench.events[1]).toMatchObject({ sn: 'BIN1-1', type: 'communicationFailure', on: false })
    expect(reportCount()).toBeGreaterThan(before)
    expect(() => bench.engine.setFault(bin, 'dark')).toThrow('BIN1-1 is no lamp and cannot be dark')
  })

  test('may be silent from the start by the fault rates of the city', () => {
    const bench = createBench({ inventory: mixedInventory(400), faults: { silent: 0.1 }, reportInterval: 10 })
    bench.clock.advance(20_000)
    const silent = new Set(bench.events.filter(({ sn }) => sn.startsWith('BIN')).map(({ sn }) => sn))
    expect(Math.abs(silent.size / 800 - 0.1)).toBeLessThan(0.04)
    expect(bench.reports.some(({ sn }) => silent.has(sn))).toBe(false)
  })
})

describe('a play', () => {
  const run = (play: ReturnType<typeof definePlay>) => createBench({ inventory: mixedInventory(1), reportInterval: 60, plays: [play] })

  test('controls the properties that it names; the default play controls the others', () => {
    const bench = run(
      definePlay('bin', {
        start: () => ({ level: 10, openings: 5 }),
        step: ({ values, steppedAt }, at) => ({ level: Number(values.level) + (at - steppedAt) / 60_000 }),
        command: ({ params }, cmd, args) => {
          if (cmd === 'beep') return { level: 0, mode: params.bin ? 'night' : 'day' }
          return args.open ? { lid: 0 } : undefined
        },
      }),
    )
    expect(bench.device('BIN1-1').values).toMatchObject({ level: 10, openings: 5 })
    bench.clock.advance(30 * 60_000)
    expect(bench.device('BIN1-1').values.level).toBeGreaterThanOrEqual(39)
    expect(
      bench.reports
        .filter(({ sn }) => sn === 'BIN1-1')
        .map((one) => valuesOf(one).temperature)
        .every(Number.isFinite),
    ).toBe(true)
    bench.send({ id: '1', cmd: 'set', args: { family: 'bin', value: {} }, sns: ['BIN1-1'] })
    bench.clock.advance(1000)
    bench.send({ id: '2', cmd: 'beep', args: {}, sns: ['BIN1-1'] })
    bench.send({ id: '3', cmd: 'lid', args: { open: true }, sns: ['BIN1-1'] })
    bench.send({ id: '4', cmd: 'interval', args: { minutes: 9 }, sns: ['BIN1-1'] })
    bench.clock.advance(1000)
    expect(bench.device('BIN1-1').values).toMatchObject({ mode: 'night', lid: 0, interval: 9 })
    bench.clock.advance(10 * 60_000)
    expect(bench.device('BIN1-1').values.level).toBeGreaterThan(5)
    expect(bench.device('BIN1-1').values.level).toBeLessThan(15)
  })

  test('cannot leave the limits of its type', () => {
    const bench = run(
      definePlay('bin', { step: () => ({ level: 1e9, temperature: -1000, lid: 7, mode: 'noon', version: 'x'.repeat(300), none: 1 }) }),
    )
    bench.clock.advance(120_000)
    expect(bench.device('BIN1-1').values).toMatchObject({ level: 100, temperature: -40, version: 'virtual-1.0' })
    expect(bench.device('BIN1-1').values).not.toHaveProperty('none')
  })

  test('of another type changes nothing, and a device of an unknown type is not played', () => {
    const inventory = mixedInventory(1)
    const [first, second] = inventory.gateways
    const strange = { ...second!, devices: [{ sn: 'X', type: 'unknown' }] }
    const bench = createBench({
      inventory: { ...inventory, gateways: [first!, strange] },
      plays: [definePlay('well', { start: () => ({ level: 1 }) })],
    })
    const plain = createBench({ inventory: mixedInventory(1) })
    expect(bench.device('BIN1-1')).toEqual(plain.device('BIN1-1'))
    expect(bench.engine.children.indexOf('X')).toBeUndefined()
  })
})

test('lamps send identical messages with and without other devices beside them', () => {
  const story = (devices: boolean): string => {
    const inventory = { ...mixedInventory(5), gateways: mixedInventory(devices ? 5 : 0).gateways }
    const bench = createBench({ inventory, seed: 3, loss: 0.2, reportInterval: 60 })
    bench.send({ cmd: 'dim', args: { level: 40 } })
    bench.clock.advance(3_600_000)
    return JSON.stringify(
      [bench.reports, bench.acks, bench.events].map((list: { sn: string }[]) => list.filter(({ sn }) => sn.startsWith('GW'))),
    )
  }
  expect(story(true)).toBe(story(false))
})
