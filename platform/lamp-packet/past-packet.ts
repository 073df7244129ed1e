import { decodeLampPacket, encodeLampPacket, type LampColumns, type LampPoints, lampPacketSize } from './lamp-packet.ts'

/** The first four bytes of a packet of the past, little endian: "LLP1" read as a number. */
export const PAST_PACKET_MAGIC = 0x4c4c5031

/** Value of `wanted`, `share` and `age` that means unknown, and of `power`. */
export const PAST_UNKNOWN = 255
export const PAST_NO_POWER = 0xffff

/** From where the commanded level of a lamp comes. */
export const PAST_SOURCE = { none: 0, calendar: 1, command: 2 } as const

/**
 * Lamps at an instant: `state` and `dim` are what the last report before it said (offline: no report within `silentSeconds`).
 * `wanted` is the commanded level, %; `source` a `PAST_SOURCE`; `power` the measured power in steps of 0.1 W; `share` that power in % of the nominal
 * power of the lamps of the device; `age` the age of the report in minutes.
 */
export type PastColumns = LampColumns & {
  readonly silentSeconds: number
  /** Begin of the stored readings, epoch seconds: before it nothing is known. */
  readonly storedFrom: number
  readonly wanted: Uint8Array
  readonly source: Uint8Array
  readonly power: Uint16Array
  readonly share: Uint8Array
  readonly age: Uint8Array
}
export type PastPoints = PastColumns & Pick<LampPoints, 'run'>

const HEADER = 16
const padded = (bytes: number): number => (bytes + 7) & ~7

const layoutOf = (n: number) => {
  const lamps = HEADER
  const power = lamps + lampPacketSize(n)
  const wanted = power + padded(2 * n)
  const source = wanted + padded(n)
  const share = source + padded(n)
  const age = share + padded(n)
  return { lamps, power, wanted, source, share, age, size: age + padded(n) }
}

/** Writes one binary packet: magic u32, n u32, silent u32 (seconds), stored from u32 (epoch seconds), a lamp packet, then the blocks power u16, wanted, source, share and age u8, each padded to 8 bytes. */
export const encodePastPacket = (past: PastColumns): ArrayBuffer => {
  const { n } = past
  const at = layoutOf(n)
  const buffer = new ArrayBuffer(at.size)
  const head = new DataView(buffer)
  head.setUint32(0, PAST_PACKET_MAGIC, true)
  head.setUint32(4, n, true)
  head.setUint32(8, past.silentSeconds, true)
  head.setUint32(12, past.storedFrom, true)
  new Uint8Array(buffer, at.lamps).set(new Uint8Array(encodeLampPacket(past)))
  new Uint16Array(buffer, at.power, n).set(past.power.subarray(0, n))
  for (const name of ['wanted', 'source', 'share', 'age'] as const) new Uint8Array(buffer, at[name], n).set(past[name].subarray(0, n))
  return buffer
}

/**
 * Reads a packet of the past.
 * @throws RangeError when the magic is wrong or the length does not fit the number of lamps.
 */
export const decodePastPacket = (packet: ArrayBuffer): PastPoints => {
  if (packet.byteLength < HEADER) throw new RangeError(`past packet: ${packet.byteLength} bytes hold no header`)
  const head = new DataView(packet)
  if (head.getUint32(0, true) !== PAST_PACKET_MAGIC) throw new RangeError('past packet: unknown magic')
  const n = head.getUint32(4, true)
  const at = layoutOf(n)
  if (packet.byteLength !== at.size) throw new RangeError(`past packet: ${packet.byteLength} bytes, ${n} lamps need ${at.size}`)
  const bytes = (start: number): Uint8Array => new Uint8Array(packet, start, n)
  return {
    ...decodeLampPacket(packet.slice(at.lamps, at.power)),
    silentSeconds: head.getUint32(8, true),
    storedFrom: head.getUint32(12, true),
    power: new Uint16Array(packet, at.power, n),
    wanted: bytes(at.wanted),
    source: bytes(at.source),
    share: bytes(at.share),
    age: bytes(at.age),
  }
}
