import fc from 'fast-check'
import { generate, type Packet } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { followFrames } from './frames.ts'

const packet: fc.Arbitrary<Packet> = fc.oneof(
  fc.integer({ min: 1, max: 65_535 }).map((messageId): Packet => ({ cmd: 'puback', messageId })),
  fc.constant<Packet>({ cmd: 'pingreq' }),
  fc.tuple(fc.integer({ min: 1, max: 65_535 }), fc.integer({ min: 0, max: 20_000 })).map(
    ([messageId, size]): Packet => ({
      cmd: 'publish',
      topic: 'll/1/GW1/up/report',
      payload: Buffer.alloc(size, 0x40),
      qos: 1,
      messageId,
      dup: false,
      retain: false,
    }),
  ),
)

test('every PUBACK is reported for any chunk boundaries', () => {
  fc.assert(
    fc.property(fc.array(packet, { maxLength: 12 }), fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1 }), (packets, cuts) => {
      const bytes = Buffer.concat(packets.map((one) => generate(one)))
      const reported: number[] = []
      const follow = followFrames({ limit: () => 100_000, onTooLarge: () => expect.fail('too large'), onPuback: (id) => reported.push(id) })
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const size = cuts[n % cuts.length] as number
        follow(bytes.subarray(at, at + size))
        at += size
      }
      expect(reported).toEqual(packets.flatMap((one) => (one.cmd === 'puback' ? [one.messageId] : [])))
    }),
  )
})

test.each([
  [Buffer.of(0x30, 0xe9, 0x07), 1001],
  [Buffer.of(0x30, 0xff, 0xff, 0xff, 0x7f), 268_435_455],
  [Buffer.of(0x30, 0x80, 0x80, 0x80, 0x80, 0x01), 0],
])('%o declares too large a length, or an invalid one', (bytes, length) => {
  const reported: number[] = []
  const follow = followFrames({ limit: () => 1000, onTooLarge: (size) => reported.push(size), onPuback: () => undefined })
  for (const byte of bytes) if (reported.length === 0) follow(Uint8Array.of(byte))
  expect(reported).toEqual([length])
})
