import { generate } from 'mqtt-packet'

/** Malformed MQTT bytes, or MQTT packets at a forbidden moment; made from a seed, so that a failure can be repeated. */
export interface Attack {
  /** True: the attacker signs in properly before it sends the bytes. */
  readonly inside: boolean
  readonly bytes: Buffer
}

/** The random generator Mulberry32. */
export const createRandom = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const string = (text: string): Buffer => Buffer.concat([Buffer.from([text.length >> 8, text.length & 255]), Buffer.from(text)])
const connectPacket = (id: string): Buffer =>
  generate({
    cmd: 'connect',
    clientId: id,
    username: id,
    password: Buffer.from('x'),
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
  })
const publishPacket = (topic: string): Buffer =>
  generate({ cmd: 'publish', topic, payload: '[]', qos: 1, messageId: 7, retain: false, dup: false })

type Random = ReturnType<typeof createRandom>
const noise = (random: Random, most: number): Buffer => Buffer.from(Array.from({ length: 1 + random(most) }, () => random(256)))
const flipped = (random: Random, packet: Buffer): Buffer => {
  const copy = Buffer.from(packet)
  for (let n = 0; n < 3; n += 1) {
    const at = random(copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << random(8))
  }
  return copy
}

const KINDS: readonly ((random: Random, own: string) => Attack)[] = [
  (random) => ({ inside: false, bytes: noise(random, 300) }),
  (random) => ({ inside: true, bytes: noise(random, 300) }),
  (random, own) => ({ inside: false, bytes: flipped(random, connectPacket(own)) }),
  (random, own) => ({ inside: true, bytes: flipped(random, publishPacket(`ll/1/${own}/up/report`)) }),
  // A length of five bytes, and a length of 256 MB.
  (random) => ({ inside: random(2) === 1, bytes: Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x7f]) }),
  () => ({ inside: true, bytes: Buffer.from([0x32, 0xff, 0xff, 0xff, 0x7f, 0, 4, 1, 2]) }),
  // A topic longer than its packet; one of 64 kB; one with a zero byte; an empty one.
  () => ({ inside: true, bytes: Buffer.from([0x30, 4, 0xff, 0xff, 1, 2]) }),
  () => ({ inside: true, bytes: generate({ cmd: 'publish', topic: 'a'.repeat(65_000), payload: 'x', qos: 0, retain: false, dup: false }) }),
  (_random, own) => ({ inside: true, bytes: publishPacket(`ll/1/${own}/up/\0report`) }),
  () => ({ inside: true, bytes: Buffer.from([0x30, 3, 0, 0, 1]) }),
  // A publish before CONNECT; a second CONNECT; a foreign protocol; reserved types or types that only a broker
  // sends; QoS 3; a subscription without a filter.
  (_random, own) => ({ inside: false, bytes: publishPacket(`ll/1/${own}/up/report`) }),
  (_random, own) => ({ inside: true, bytes: connectPacket(own) }),
  () => ({ inside: false, bytes: Buffer.concat([Buffer.from([0x10, 20]), string('HTTP'), Buffer.from([9, 2, 0, 60]), string('x')]) }),
  (random) => ({ inside: true, bytes: Buffer.from([[0x00, 0xf0, 0x20, 0x90, 0xb0, 0xd0][random(6)] ?? 0, 2, 0, 1]) }),
  (_random, own) => ({ inside: true, bytes: Buffer.concat([Buffer.from([0x36, own.length + 17]), string(`ll/1/${own}/up/report`)]) }),
  () => ({ inside: true, bytes: Buffer.from([0x82, 2, 0, 1]) }),
  // Half a packet and nothing more until the attacker closes the socket.
  (random, own) => ({ inside: random(2) === 1, bytes: publishPacket(`ll/1/${own}/up/report`).subarray(0, 5) }),
  // Acknowledgements of messages that were never sent.
  (random) => ({ inside: true, bytes: Buffer.concat(Array.from({ length: 50 }, () => Buffer.from([0x40, 2, random(256), random(256)]))) }),
]

export const attackOf = (random: Random, own: string): Attack => (KINDS[random(KINDS.length)] as (typeof KINDS)[number])(random, own)
