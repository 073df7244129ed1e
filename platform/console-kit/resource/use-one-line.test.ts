import { expect, test } from 'vitest'
import { hiddenFor, wraps } from './use-one-line.ts'

const row = (...tops: readonly number[]) => ({ children: tops.map((offsetTop) => ({ offsetTop })) as unknown as Element[] })

test('a row wraps if a child stands below the first one; small differences of height are no second line', () => {
  expect(wraps(row(0, 0, 2, 0))).toBe(false)
  expect(wraps(row(10, 12, 46))).toBe(true)
  expect(wraps(row())).toBe(false)
  const reason = { offsetTop: 300, offsetParent: null } as unknown as Element
  expect(wraps({ children: [reason, ...row(10, 12).children, reason] })).toBe(false)
})

test('buttons that left the row return when its texts change, because they may fit again', () => {
  const fit = { content: '1 Dim 1 Delete 1', hidden: 2 }
  expect(hiddenFor(fit, '1 Dim 1 Delete 1')).toBe(2)
  expect(hiddenFor(fit, '0 Dim Delete')).toBe(0)
})
