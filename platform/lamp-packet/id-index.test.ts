import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIdIndex } from './id-index.ts'

describe('id index', () => {
  it('finds every id by its digits and no other text', () => {
    const ids = fc.uniqueArray(fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }), { maxLength: 60 })
    fc.assert(
      fc.property(ids, fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }), (known, other) => {
        const indexOf = createIdIndex(BigInt64Array.from(known))
        for (const [i, id] of known.entries()) {
          expect(indexOf(String(id))).toBe(i)
          expect(indexOf(id)).toBe(i)
        }
        expect(indexOf(other)).toBe(known.indexOf(other))
      }),
    )
  })

  it('is -1 for text that is no id', () => {
    const indexOf = createIdIndex(BigInt64Array.of(1n, 2n))
    expect(['', 'abc', '1.5', '3', ' 1'].map(indexOf)).toEqual([-1, -1, -1, -1, -1])
  })

  it('distinguishes consecutive ids of a big city', () => {
    const ids = BigInt64Array.from({ length: 50_000 }, (_, i) => 1_123_598_821_738_675_201n + BigInt(i))
    const indexOf = createIdIndex(ids)
    expect(ids.every((id, i) => indexOf(id) === i)).toBe(true)
  })
})
