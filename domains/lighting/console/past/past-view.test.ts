import { LAMP_STATE, PAST_NO_POWER, PAST_UNKNOWN, type PastPoints } from '@lamplight/lamp-packet'
import { expect, test } from 'vitest'
import { paintOf, sameLamps, silentOf } from './past-view.ts'

const { on, off, fault, offline, inactive } = LAMP_STATE
const points: PastPoints = {
  n: 6,
  silentSeconds: 1800,
  storedFrom: 0,
  ids: BigInt64Array.from([1n, 2n, 3n, 4n, 5n, 6n]),
  lng: new Float64Array(6),
  lat: new Float64Array(6),
  run: new Uint8Array(6),
  source: new Uint8Array(6),
  // Lit; reported on, but dark; off; faulty with an unknown nominal power; silent; without a device.
  state: Uint8Array.from([on, on, off, fault, offline, inactive]),
  dim: Uint8Array.from([40, 100, 0, 100, 0, 0]),
  wanted: Uint8Array.from([40, 100, 0, 100, 100, PAST_UNKNOWN]),
  power: Uint16Array.from([420, 8, 8, 900, PAST_NO_POWER, PAST_NO_POWER]),
  share: Uint8Array.from([42, 1, 1, PAST_UNKNOWN, PAST_UNKNOWN, PAST_UNKNOWN]),
  age: Uint8Array.from([4, 4, 4, 4, PAST_UNKNOWN, PAST_UNKNOWN]),
}
const looks = (view: Parameters<typeof paintOf>[1]) => {
  const { state, dim } = paintOf(points, view)
  return Array.from(state, (one, i) => [one, dim[i]])
}

test('each view colours by its own values; what is unknown looks like no report', () => {
  expect(looks('believed')).toEqual([
    [on, 40],
    [on, 100],
    [off, 0],
    [fault, 100],
    [offline, 0],
    [inactive, 0],
  ])
  expect(looks('measured')).toEqual([
    [on, 42],
    [fault, 100],
    [off, 0],
    [on, 100],
    [offline, 0],
    [inactive, 0],
  ])
  expect(looks('commanded')).toEqual([
    [on, 40],
    [on, 100],
    [off, 0],
    [on, 100],
    [on, 100],
    [inactive, 0],
  ])
  expect(silentOf(points)).toBe(1)
})

test('lamps are the same only in the same order', () => {
  expect(sameLamps(points, { n: 6, ids: points.ids.slice() })).toBe(true)
  expect(sameLamps(points, { n: 6, ids: points.ids.toReversed() })).toBe(false)
  expect(sameLamps(points, { n: 5, ids: points.ids })).toBe(false)
})
