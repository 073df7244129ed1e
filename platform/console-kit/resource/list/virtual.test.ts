import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleRows, WHOLE } from './virtual.ts'

test('short lists are rendered whole', () => {
  expect(visibleRows(9999, 100, 36, WHOLE)).toEqual({ from: 0, to: WHOLE })
})

test('every visible row is rendered, and few others', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: WHOLE + 1, max: 5000 }),
      fc.integer({ min: 200, max: 2000 }),
      fc.constantFrom(28, 36, 48),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (count, height, row, share) => {
        const scrolled = share * Math.max(0, count * row - height)
        const { from, to } = visibleRows(scrolled, height, row, count)
        expect(from).toBeLessThanOrEqual(Math.floor(scrolled / row))
        expect(to).toBeGreaterThanOrEqual(Math.min(count, Math.ceil((scrolled + height) / row)))
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThanOrEqual(count)
        expect(to - from).toBeLessThanOrEqual(Math.ceil(height / row) + 24)
      },
    ),
  )
})
