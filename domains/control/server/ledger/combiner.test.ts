import { expect, test } from 'vitest'
import { createCombiner } from './combiner.ts'

const later = (ms = 1): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('items added while a write runs form the next write, in order, up to the maximum', async () => {
  const writes: number[][] = []
  const combiner = createCombiner<number>({
    most: 4,
    write: async (rows) => {
      await later()
      writes.push([...rows])
    },
  })
  await Promise.all([combiner.add([1]), combiner.add([2]), combiner.add([3, 4]), combiner.add([5, 6, 7, 8, 9]), combiner.add([10])])
  expect(writes).toEqual([[1], [2, 3, 4], [5, 6, 7, 8, 9], [10]])
})

test('an item added in the same turn in which the last write ends is written too', async () => {
  let n = 0
  const combiner = createCombiner<number>({
    most: 10,
    write: async (rows) => {
      n += rows.length
    },
  })
  await combiner.add([1])
  await combiner.add([2])
  await combiner.add([3]).then(() => combiner.add([4]))
  expect(n).toBe(4)
})

test('a failed write rejects only its own callers', async () => {
  const combiner = createCombiner<number>({
    most: 1,
    write: async ([row]) => {
      await later()
      if (row === 2) throw new Error('no')
    },
  })
  const outcomes = await Promise.allSettled([combiner.add([1]), combiner.add([2]), combiner.add([3])])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('idle() waits for queued items', async () => {
  let written = 0
  const combiner = createCombiner<number>({
    most: 1,
    gatherMs: 5,
    write: async (rows) => {
      written += rows.length
    },
  })
  void combiner.add([1])
  void combiner.add([2])
  await combiner.idle()
  expect(written).toBe(2)
})
