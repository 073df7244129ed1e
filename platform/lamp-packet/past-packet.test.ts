import { expect, test } from 'vitest'
import { decodePastPacket, encodePastPacket, type PastColumns } from './past-packet.ts'

const columns = (n: number): PastColumns => {
  const bytes = (seed: number): Uint8Array => Uint8Array.from({ length: n }, (_, i) => (i * 7 + seed) % 256)
  return {
    n,
    silentSeconds: 1800,
    storedFrom: 1_777_777_777,
    ids: BigInt64Array.from({ length: n }, (_, i) => 7_100_000_000_000_000_000n + BigInt(i)),
    lng: Float64Array.from({ length: n }, (_, i) => 112.5 + i / 1e4),
    lat: Float64Array.from({ length: n }, (_, i) => 28.25 - i / 1e4),
    state: Uint8Array.from({ length: n }, (_, i) => 1 + (i % 5)),
    dim: Uint8Array.from({ length: n }, (_, i) => i % 101),
    power: Uint16Array.from({ length: n }, (_, i) => i * 11),
    wanted: bytes(1),
    source: Uint8Array.from({ length: n }, (_, i) => i % 3),
    share: bytes(2),
    age: bytes(3),
  }
}

test.each([0, 1, 7, 8, 100])('a packet of %i lamps keeps every value', (n) => {
  const past = columns(n)
  const read = decodePastPacket(encodePastPacket(past))
  expect(read.run).toEqual(new Uint8Array(n))
  for (const name of ['state', 'dim', 'power', 'wanted', 'source', 'share', 'age', 'ids'] as const) expect(read[name]).toEqual(past[name])
  expect([read.silentSeconds, read.storedFrom]).toEqual([1800, 1_777_777_777])
  for (let i = 0; i < n; i++)
    expect([read.lng[i], read.lat[i]].map((one) => one!.toFixed(6))).toEqual([past.lng[i], past.lat[i]].map((one) => one!.toFixed(6)))
})

test('bytes that are no packet are refused', () => {
  const packet = encodePastPacket(columns(3))
  expect(() => decodePastPacket(packet.slice(0, 8))).toThrow(RangeError)
  expect(() => decodePastPacket(packet.slice(0, -8))).toThrow(RangeError)
  expect(() => decodePastPacket(new ArrayBuffer(packet.byteLength))).toThrow(RangeError)
})
