import { expect, test } from 'vitest'
import { wraps } from './use-one-line.ts'

const row = (...tops: readonly number[]) => ({ children: tops.map((offsetTop) => ({ offsetTop })) as unknown as Element[] })

test('a row wraps if a child stands below the first one; small differences of height are no second line', () => {
  expect(wraps(row(0, 0, 2, 0))).toBe(false)
  expect(wraps(row(10, 12, 46))).toBe(true)
  expect(wraps(row())).toBe(false)
})
