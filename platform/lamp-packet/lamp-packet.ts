/** The first four bytes of every packet, little endian: "LLM1" read as a number. */
export const LAMP_PACKET_MAGIC = 0x4c4c4d31

/** `currentControllerStatus` of decisions.md B2, as the map shows it. */
export const LAMP_STATE = { on: 1, off: 2, fault: 3, offline: 4, inactive: 5 } as const
export type LampState = (typeof LAMP_STATE)[keyof typeof LAMP_STATE]

/**
 * Lamps in typed arrays; entry `i` of each array belongs to lamp `i`.
 * `lng` and `lat` are WGS-84 degrees (NaN: no position), `state` is a `LAMP_STATE`, `dim` is 0-100 %.
 */
export type LampColumns = {
  readonly n: number
  readonly ids: BigInt64Array
  readonly lng: Float64Array
  readonly lat: Float64Array
  readonly state: Uint8Array
  readonly dim: Uint8Array
}

/** `LampColumns` and the state of the command that runs on each lamp: 0 none, 1 queued, 2 sent, 3 received, 4 applied, 5 verified, 6 failed. */
export type LampPoints = LampColumns & { readonly run: Uint8Array }

const HEADER = 8
const DEGREE = 1e7
/** Coordinate of a lamp without a position: -214.7°, which is no valid longitude or latitude. */
const NOWHERE = -0x80000000

const padded = (bytes: number): number => (bytes + 7) & ~7

type Layout = { ids: number; lng: number; lat: number; state: number; dim: number; size: number }

const layoutOf = (n: number): Layout => {
  const ids = HEADER
  const lng = ids + 8 * n
  const lat = lng + padded(4 * n)
  const state = lat + padded(4 * n)
  const dim = state + padded(n)
  return { ids, lng, lat, state, dim, size: dim + padded(n) }
}

/** The size in bytes of a packet of `n` lamps. */
export const lampPacketSize = (n: number): number => layoutOf(n).size

const toFixed = (degrees: number): number => (Number.isFinite(degrees) ? Math.round(degrees * DEGREE) : NOWHERE)
const toDegrees = (fixed: number): number => (fixed === NOWHERE ? Number.NaN : fixed / DEGREE)

/**
 * Writes lamps as one binary packet: magic u32, n u32, then the blocks id i64, lng i32 (degrees · 1e7), lat i32, state u8, dim u8, each padded
 * to 8 bytes, little endian (the byte order of every machine that runs a browser or Node). A lamp takes 18 bytes.
 * @throws RangeError when an array is shorter than `n`.
 */
export const encodeLampPacket = (lamps: LampColumns): ArrayBuffer => {
  const { n } = lamps
  for (const name of ['ids', 'lng', 'lat', 'state', 'dim'] as const) {
    if (lamps[name].length < n) throw new RangeError(`lamp packet: ${name} holds ${lamps[name].length} of ${n} lamps`)
  }
  const at = layoutOf(n)
  const buffer = new ArrayBuffer(at.size)
  const head = new DataView(buffer)
  head.setUint32(0, LAMP_PACKET_MAGIC, true)
  head.setUint32(4, n, true)
  new BigInt64Array(buffer, at.ids, n).set(lamps.ids.subarray(0, n))
  const lng = new Int32Array(buffer, at.lng, n)
  const lat = new Int32Array(buffer, at.lat, n)
  for (let i = 0; i < n; i++) {
    lng[i] = toFixed(lamps.lng[i]!)
    lat[i] = toFixed(lamps.lat[i]!)
  }
  new Uint8Array(buffer, at.state, n).set(lamps.state.subarray(0, n))
  new Uint8Array(buffer, at.dim, n).set(lamps.dim.subarray(0, n))
  return buffer
}

/** Lamps as the database sends them: big-endian i64 ids, i32 lng and lat (degrees · 1e7), and for each lamp two bytes in `looks`: state, dim. */
export type LampBlocks = {
  readonly n: number
  readonly ids: Uint8Array
  readonly lng: Uint8Array
  readonly lat: Uint8Array
  readonly looks: Uint8Array
}

const turned = (word: number): number => (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)
/** Returns a copy with the bytes of each value in reverse order. Works on words of 4 bytes. */
const swapped = (bytes: Uint8Array, width: 4 | 8): Uint8Array => {
  const out = new Uint8Array(bytes)
  const words = new Int32Array(out.buffer)
  if (width === 4) {
    for (let i = 0; i < words.length; i++) words[i] = turned(words[i]!)
    return out
  }
  for (let i = 0; i < words.length; i += 2) {
    const first = words[i]!
    words[i] = turned(words[i + 1]!)
    words[i + 1] = turned(first)
  }
  return out
}

/**
 * Writes the packet from the blocks of the database, without an object for each lamp.
 * @throws RangeError when the length of a block does not fit `n` lamps.
 */
export const packLampBlocks = ({ n, ids, lng, lat, looks }: LampBlocks): ArrayBuffer => {
  for (const [name, block, width] of [
    ['ids', ids, 8],
    ['lng', lng, 4],
    ['lat', lat, 4],
    ['looks', looks, 2],
  ] as const)
    if (block.length !== n * width) throw new RangeError(`lamp packet: ${name} holds ${block.length} bytes, ${n} lamps need ${n * width}`)
  const at = layoutOf(n)
  const buffer = new ArrayBuffer(at.size)
  const bytes = new Uint8Array(buffer)
  const head = new DataView(buffer)
  head.setUint32(0, LAMP_PACKET_MAGIC, true)
  head.setUint32(4, n, true)
  bytes.set(swapped(ids, 8), at.ids)
  bytes.set(swapped(lng, 4), at.lng)
  bytes.set(swapped(lat, 4), at.lat)
  for (let i = 0; i < n; i++) {
    bytes[at.state + i] = looks[2 * i]!
    bytes[at.dim + i] = looks[2 * i + 1]!
  }
  return buffer
}

/** Views of the blocks of a packet. `places` is everything that changes only with the lamps themselves (header, ids, lng, lat), `looks` the rest. */
export const lampPacketParts = (packet: ArrayBuffer) => {
  const n = new DataView(packet).getUint32(4, true)
  const at = layoutOf(n)
  return {
    n,
    places: new Uint8Array(packet, 0, at.state),
    looks: new Uint8Array(packet, at.state),
    ids: new BigInt64Array(packet, at.ids, n),
    lng: new Int32Array(packet, at.lng, n),
    lat: new Int32Array(packet, at.lat, n),
    state: new Uint8Array(packet, at.state, n),
    dim: new Uint8Array(packet, at.dim, n),
  }
}

/**
 * Reads the lamps of a packet. `ids` is a view of `packet`; `state` and `dim` are copies, because live changes are written into them; `run` is all 0.
 * @throws RangeError when the magic is wrong or the length does not fit the number of lamps.
 */
export const decodeLampPacket = (packet: ArrayBuffer): LampPoints => {
  if (packet.byteLength < HEADER) throw new RangeError(`lamp packet: ${packet.byteLength} bytes hold no header`)
  const head = new DataView(packet)
  const magic = head.getUint32(0, true)
  if (magic !== LAMP_PACKET_MAGIC) throw new RangeError(`lamp packet: unknown magic 0x${magic.toString(16)}`)
  const n = head.getUint32(4, true)
  const at = layoutOf(n)
  if (packet.byteLength !== at.size) throw new RangeError(`lamp packet: ${packet.byteLength} bytes, ${n} lamps need ${at.size}`)
  const fixedLng = new Int32Array(packet, at.lng, n)
  const fixedLat = new Int32Array(packet, at.lat, n)
  const lng = new Float64Array(n)
  const lat = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    lng[i] = toDegrees(fixedLng[i]!)
    lat[i] = toDegrees(fixedLat[i]!)
  }
  return {
    n,
    ids: new BigInt64Array(packet, at.ids, n),
    lng,
    lat,
    state: new Uint8Array(packet, at.state, n).slice(),
    dim: new Uint8Array(packet, at.dim, n).slice(),
    run: new Uint8Array(n),
  }
}
