import { expect, test } from 'vitest'
import { pairOf, storedPair } from './text-pair.ts'

test('a stored text has a part for each language, or one for both', () => {
  expect(pairOf(storedPair(['目标已停用', 'the target was disabled']))).toEqual(['目标已停用', 'the target was disabled'])
  expect(pairOf(storedPair(['甲', 'one / two']))).toEqual(['甲', 'one / two'])
  expect(pairOf('HTTP 404')).toEqual(['HTTP 404', 'HTTP 404'])
  expect(pairOf('')).toEqual(['', ''])
})
