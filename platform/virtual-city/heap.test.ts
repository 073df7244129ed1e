import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHeap } from './heap.ts'

test('entries leave in order of time, those of the same time in order of insertion', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 3000 }), fc.integer({ min: 0, max: 40 }), (times, early) => {
      const heap = createHeap()
      const left: { at: number; index: number }[] = []
      for (const [index, at] of times.entries()) {
        heap.push(at, index % 7, index)
        // Removes some entries in between: the rest must stay in order.
        if (index % 41 === early) left.push(heap.pop())
      }
      const rest: { at: number; index: number }[] = []
      while (heap.size) rest.push(heap.pop())
      expect(rest).toEqual([...rest].sort((a, b) => a.at - b.at || a.index - b.index))
      expect([...left, ...rest].map(({ index }) => index).sort((a, b) => a - b)).toEqual(times.map((_, index) => index))
      expect(heap.first()).toBe(Number.POSITIVE_INFINITY)
    }),
  )
})

test('kind and index are returned unchanged, far beyond the first capacity', () => {
  const heap = createHeap()
  for (let index = 5000; index > 0; index--) heap.push(index, index % 7, index * 800)
  for (let index = 1; index <= 5000; index++) expect(heap.pop()).toEqual({ at: index, kind: index % 7, index: index * 800 })
})
