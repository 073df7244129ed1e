/** A generator of pseudo-random numbers that gives the same sequence every time. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** In [low, high). */
  between(low: number, high: number): number
  /** Whole number in [0, count). */
  below(count: number): number
  pick<T>(list: readonly T[]): T
  /** A new array with the same items in another order. */
  shuffle<T>(list: readonly T[]): T[]
}

/** 32-bit hash of numbers and words (FNV-1a with a final mix), the same on every machine. */
export const hashOf = (...parts: readonly (number | string)[]): number => {
  let hash = 0x811c9dc5
  for (const character of parts.join('\u0001')) {
    hash ^= character.codePointAt(0)!
    hash = Math.imul(hash, 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A number in [0, 1) that depends on `parts` only. */
export const chance = (...parts: readonly (number | string)[]): number => hashOf(...parts) / 2 ** 32

/** The generator mulberry32, seeded with the hash of `parts`. Each purpose has its own generator, so that draws of one do not change another. */
export const createRandom = (...parts: readonly (number | string)[]): Random => {
  let state = hashOf(...parts)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    next,
    below,
    between: (low, high) => low + next() * (high - low),
    pick: (list) => {
      const item = list[below(list.length)]
      if (item === undefined) throw new Error('cannot pick from an empty list')
      return item
    },
    shuffle: (list) => {
      const items = [...list]
      for (let last = items.length - 1; last > 0; last--) {
        const other = below(last + 1)
        const moved = items[last]!
        items[last] = items[other]!
        items[other] = moved
      }
      return items
    },
  }
}
