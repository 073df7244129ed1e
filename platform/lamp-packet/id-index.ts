/** Returns the index of an id (64 bits, as decimal digits or as a bigint) in the array of ids; -1 when the id is unknown. */
export type IdIndex = ((id: string | bigint) => number) & {
  /** Returns the index of an id that is given as two halves of 32 bits, so that no bigint is needed. */
  readonly at: (low: number, high: number) => number
  /** Returns the index before `i` with the same id (several lamps of one device); -1 when there is none. */
  readonly twinOf: (i: number) => number
}

const hash = (low: number, high: number): number => {
  let h = Math.imul(low, 0x9e3779b1) ^ Math.imul(high ^ (high >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 16), 0xc2b2ae35)
  return (h ^ (h >>> 13)) >>> 0
}

/**
 * A hash table from id to index with open addressing. A slot has 4 bytes; no string and no bigint is made per id.
 * When several indexes have the same id, the last is found and `twinOf` leads to the others. Indexes in `except` are left out.
 */
export const createIdIndex = (ids: BigInt64Array, except?: ReadonlySet<number>): IdIndex => {
  const words = new Uint32Array(ids.buffer, ids.byteOffset, ids.length * 2)
  const size = 2 ** Math.ceil(Math.log2(Math.max(4, ids.length * 1.5)))
  const mask = size - 1
  const slots = new Int32Array(size).fill(-1)
  const twins = new Map<number, number>()
  const find = (low: number, high: number): number => {
    let slot = hash(low, high) & mask
    for (let i = slots[slot]!; i >= 0 && (words[2 * i] !== low || words[2 * i + 1] !== high); i = slots[slot]!) slot = (slot + 1) & mask
    return slot
  }
  for (let i = 0; i < ids.length; i++) {
    if (except?.has(i)) continue
    const slot = find(words[2 * i]!, words[2 * i + 1]!)
    if (slots[slot]! >= 0) twins.set(i, slots[slot]!)
    slots[slot] = i
  }
  const indexOf = (id: string | bigint): number => {
    if (typeof id === 'string' && !/^-?\d+$/.test(id)) return -1
    const value = BigInt.asUintN(64, BigInt(id))
    return slots[find(Number(value & 0xffffffffn), Number(value >> 32n))]!
  }
  return Object.assign(indexOf, {
    at: (low: number, high: number) => slots[find(low, high)]!,
    twinOf: (i: number) => twins.get(i) ?? -1,
  })
}
