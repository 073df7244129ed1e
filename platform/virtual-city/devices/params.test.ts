import { createHash } from 'node:crypto'
import { LIMITS, type ParamValue } from '@lamplight/protocol'
import { expect, test } from 'vitest'
import { createBench, mixedInventory } from '../harness.ts'
import { CLAMPED, createParamStore, type PARAM_FAULTS } from './params.ts'

const FAMILY = 'timeOffset'
const NOTHING: ParamValue = {}
const bothKinds = ['GW1-1', 'BIN1-1']

const start = () => {
  const bench = createBench({
    inventory: mixedInventory(1),
    calibrations: { tilt: ({ share, isCalibrated }) => (isCalibrated ? { zero: share } : NOTHING) },
  })
  let id = 0
  /** Sends one command and returns its acks. */
  const send = (cmd: string, args: Record<string, unknown>, sns: string[] = bothKinds) => {
    id++
    bench.send({ id: String(id), cmd, args, sns })
    bench.clock.advance(10_000)
    return bench.acks.filter((ack) => ack.id === String(id)).sort((a, b) => (a.sn < b.sn ? 1 : -1))
  }
  return { bench, send }
}

test('lamps and other devices keep set parameters, answer their values, and keep them over a reboot', () => {
  const { bench, send } = start()
  const value = { sunset: -15, sunrise: 10, days: ['mo', 'tu'], on: true }
  expect(send('get', { family: FAMILY })).toMatchObject(
    bothKinds.map((sn) => ({ sn, ok: true, code: 'ok', p: {}, params: { [FAMILY]: {} } })),
  )
  const before = bench.lamp('GW1-1').state
  expect(send('set', { family: FAMILY, value }).map(({ p, params }) => [p, params])).toEqual(bothKinds.map(() => [{}, { [FAMILY]: value }]))
  expect(bench.lamp('GW1-1').state).toEqual(before)
  send('set', { family: 'other', value: { angle: 3 } }, ['BIN1-1'])
  send('reboot', {})
  expect(send('get', { family: FAMILY }).map(({ params }) => params)).toEqual([{ [FAMILY]: value }, { [FAMILY]: value }])
  expect(bench.engine.params(bench.child('BIN1-1'))).toEqual({ [FAMILY]: value, other: { angle: 3 } })
  expect(send('set', { family: FAMILY, value: { sunset: 1 } }).map(({ params }) => params?.[FAMILY])).toEqual([
    { sunset: 1 },
    { sunset: 1 },
  ])
  expect([...bench.engine.effects.of('2').values()]).toEqual([1, 1])
})

test('a calibration adds measured values to the answers, and does not change the hash of the set value', () => {
  const { bench, send } = start()
  send('set', { family: 'tilt', value: { angle: 10 } })
  const hashes = () => bench.engine.helloChildren(0)
  const before = hashes()
  const zeros = send('calibrate', { family: 'tilt' }).map(({ params }) => params?.tilt?.zero)
  expect(new Set(zeros).size).toBe(2)
  expect(send('get', { family: 'tilt' }).map(({ params }) => params?.tilt)).toEqual(zeros.map((zero) => ({ angle: 10, zero })))
  expect(hashes()).toEqual(before)
  for (const sn of bothKinds) bench.engine.setParamFault(bench.child(sn), 'refuse')
  expect(send('calibrate', { family: 'tilt' }).map(({ code }) => code)).toEqual(['invalidArgs', 'invalidArgs'])
})

test('a repeated set changes nothing and is answered with the current value', () => {
  const { bench, send } = start()
  const first = { id: '77', cmd: 'set', args: { family: FAMILY, value: { sunset: 1 } }, sns: bothKinds }
  bench.send(first)
  bench.clock.advance(3000)
  send('set', { family: FAMILY, value: { sunset: 2 } })
  bench.send(first)
  bench.clock.advance(3000)
  expect(bench.acks.slice(-2)).toMatchObject(
    bothKinds.map((sn) => ({ id: '77', sn, code: 'duplicate', params: { [FAMILY]: { sunset: 2 } } })),
  )
})

test('a device may refuse a set, ignore it, or clamp numbers to its own limits', () => {
  const { bench, send } = start()
  const fault = (name: (typeof PARAM_FAULTS)[number]): void => {
    for (const sn of bothKinds) bench.engine.setParamFault(bench.child(sn), name)
  }
  const set = (value: object) => send('set', { family: FAMILY, value })
  set({ sunset: 5 })
  fault('refuse')
  expect(set({ sunset: 6 }).map(({ ok, code, params }) => [ok, code, params])).toEqual(
    bothKinds.map(() => [false, 'invalidArgs', undefined]),
  )
  const { id, ...again } = { id: '2', cmd: 'set', args: { family: FAMILY, value: { sunset: 6 } }, sns: bothKinds }
  fault('none')
  bench.send({ id, ...again })
  bench.clock.advance(3000)
  expect(bench.acks.slice(-2).map(({ code }) => code)).toEqual(['invalidArgs', 'invalidArgs'])
  fault('ignore')
  expect(set({ sunset: 7 }).map(({ ok, params }) => [ok, params])).toEqual(bothKinds.map(() => [true, { [FAMILY]: { sunset: 5 } }]))
  fault('clamp')
  const [low, high] = CLAMPED
  expect(set({ sunset: high + 1, rules: [low - 1, 'x'], on: true }).map(({ params }) => params)).toEqual(
    bothKinds.map(() => ({ [FAMILY]: { sunset: high, rules: [low, 'x'], on: true } })),
  )
  fault('none')
  expect(set({ sunset: 99 }).map(({ params }) => params?.[FAMILY])).toEqual([{ sunset: 99 }, { sunset: 99 }])
})

test('the hello names each child with its type and the hash of each family that it holds', () => {
  const { bench, send } = start()
  send('set', { family: FAMILY, value: { sunset: -15, sunrise: 10 } })
  const hash = createHash('sha256').update('{"sunrise":10,"sunset":-15}').digest('hex').slice(0, 16)
  expect(bench.engine.helloChildren(0)).toEqual([
    { sn: 'GW1-1', type: 'controller', params: { [FAMILY]: hash } },
    { sn: 'GW1-2', type: 'controller' },
    { sn: 'BIN1-1', type: 'bin', params: { [FAMILY]: hash } },
  ])
  expect(bench.engine.helloChildren(1)).toEqual([{ sn: 'BIN2-1', type: 'bin' }])
  send('set', { family: FAMILY, value: { sunset: -16, sunrise: 10 } })
  expect(bench.engine.helloChildren(0)[0]?.params?.[FAMILY]).not.toBe(hash)
})

test('a value that cuts a device off is answered; after five minutes of silence the device has its old value', () => {
  const bench = createBench({ inventory: mixedInventory(1), cutOffs: { link: (value) => value.host === 'wrong' } })
  const command = { cmd: 'set', sns: bothKinds } as const
  const held = () => bothKinds.map((sn) => bench.engine.params(bench.child(sn)).link?.host)
  bench.send({ ...command, id: '1', args: { family: 'link', value: { host: 'right' } } })
  bench.clock.advance(3000)
  bench.send({ ...command, id: '2', args: { family: 'link', value: { host: 'wrong' } } })
  bench.clock.advance(3000)
  expect(bench.acks.filter(({ id }) => id === '2').map(({ code }) => code)).toEqual(['ok', 'ok'])
  expect(held()).toEqual(['wrong', 'wrong'])
  bench.clock.advance(5000)
  bench.send({ ...command, id: '3', cmd: 'get', args: { family: 'link' } })
  bench.clock.advance(10_000)
  expect(bench.acks.filter(({ id }) => id === '3').map(({ code }) => code)).toEqual(['busy', 'busy'])
  expect(bench.told).toEqual([])
  bench.clock.advance(300_000)
  expect(held()).toEqual(['right', 'right'])
  expect(bench.told).toEqual([0, 0])
  bench.send({ ...command, id: '4', cmd: 'get', args: { family: 'link' } })
  bench.clock.advance(10_000)
  expect(bench.acks.filter(({ id }) => id === '4').map(({ params }) => params?.link?.host)).toEqual(['right', 'right'])
})

test('a device holds at most as many families as an answer can contain', () => {
  const store = createParamStore({ seed: 1, rates: {}, snOf: String })
  const kept = Array.from({ length: LIMITS.paramFamilies + 1 }, (_, n) => store.set(1, `f${n}`, { n }))
  expect(kept.filter(Boolean)).toHaveLength(LIMITS.paramFamilies)
  expect(store.set(1, 'f0', { n: 7 })).toBe(true)
  expect(Object.keys(store.all(1))).toHaveLength(LIMITS.paramFamilies)
})

test('fault rates give the declared share of faults', () => {
  const store = createParamStore({ seed: 1, rates: { refuse: 0.1, ignore: 0.2, clamp: 0.3 }, snOf: (child) => `D${child}` })
  const drawn = Array.from({ length: 5000 }, (_, child) => store.faultOf(child))
  for (const [fault, share] of [
    ['refuse', 0.1],
    ['ignore', 0.2],
    ['clamp', 0.3],
    ['none', 0.4],
  ] as const)
    expect(Math.abs(drawn.filter((one) => one === fault).length / 5000 - share)).toBeLessThan(0.03)
})
