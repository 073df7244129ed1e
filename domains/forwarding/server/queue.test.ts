import { expect, test } from 'vitest'
import { waitAfter } from './queue.ts'

test('the wait doubles with each attempt up to an hour, and is at least what the receiver asked for', () => {
  expect([1, 2, 3, 12].map((attempts) => waitAfter(attempts, 10))).toEqual([10, 20, 40, 3600])
  expect(waitAfter(1, 10, 90)).toBe(90)
  expect(waitAfter(5, 10, 90)).toBe(160)
})
