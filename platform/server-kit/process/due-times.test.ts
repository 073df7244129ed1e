import { expect, test } from 'vitest'
import { dueTimes } from './due-times.ts'

const MINUTE = 60_000
const every =
  (ms: number) =>
  (after: number): number =>
    (Math.floor(after / ms) + 1) * ms

test('a schedule is due once, and next after now', () => {
  expect(dueTimes(MINUTE, MINUTE + 1, every(MINUTE))).toEqual({ times: [{ at: MINUTE, isMissed: false }], next: 2 * MINUTE })
  expect(dueTimes(3 * MINUTE, MINUTE, every(MINUTE)), 'it is not due yet').toEqual({ times: [], next: 3 * MINUTE })
})

test('times more than five minutes ago are missed', () => {
  const { times } = dueTimes(MINUTE, 8 * MINUTE, every(MINUTE))
  expect(times.map(({ at, isMissed }) => [at / MINUTE, isMissed])).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n, n < 3]))
})

test('after a long stop there are at most twenty times, and the next one is in the future', () => {
  const now = 100 * MINUTE + 1
  const { times, next } = dueTimes(MINUTE, now, every(MINUTE))
  expect([times.length, next]).toEqual([20, 101 * MINUTE])
})

test('a schedule that runs once has no next time', () => {
  expect(dueTimes(MINUTE, 2 * MINUTE, () => null)).toEqual({ times: [{ at: MINUTE, isMissed: false }], next: null })
})
