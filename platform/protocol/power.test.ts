import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectedPower, powerTolerance, withinTolerance } from './power.ts'

test('the power curve passes through its four points', () => {
  const lamp = { power: 150, minLevel: 10, minPower: 24 }
  expect(expectedPower(lamp, 0)).toBe(0.5)
  expect(expectedPower(lamp, 1)).toBe(24)
  expect(expectedPower(lamp, 10)).toBe(24)
  expect(expectedPower(lamp, 55)).toBe(87)
  expect(expectedPower(lamp, 100)).toBe(150)
})

test('unknown values are derived from the nominal power: 10 %, 15 %, 8 % or 3 W', () => {
  expect(expectedPower({ power: 100, minLevel: null, minPower: null }, 10)).toBe(15)
  expect(powerTolerance({ power: 100 })).toBe(8)
  expect(powerTolerance({ power: 20 })).toBe(3)
  expect(powerTolerance({ power: 100, powerTolerance: 1.5 })).toBe(1.5)
  expect(powerTolerance({ power: 100, powerTolerance: 0 })).toBe(0)
})

test('power never falls as the level rises', () => {
  const lamp = fc.record({ power: fc.double({ min: 1, max: 2000, noNaN: true }), minLevel: fc.integer({ min: 0, max: 100 }) })
  fc.assert(
    fc.property(lamp, fc.integer({ min: 1, max: 99 }), (one, level) => {
      expect(expectedPower(one, level + 1)).toBeGreaterThanOrEqual(expectedPower(one, level))
    }),
  )
})

test('the tolerance includes its bounds and refuses values that are no number', () => {
  expect(withinTolerance(97, 100, 3)).toBe(true)
  expect(withinTolerance(103, 100, 3)).toBe(true)
  expect(withinTolerance(103.1, 100, 3)).toBe(false)
  expect(withinTolerance(Number.NaN, 100, 3)).toBe(false)
})
