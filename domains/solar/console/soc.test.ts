import { expect, test } from 'vitest'
import { bandOf } from './soc.ts'

test.each([
  [100, 1, 'high'],
  [60, 2, 'high'],
  [59, 1, 'medium'],
  [20, 3, 'medium'],
  [19, 1, 'low'],
  [0, 3, 'low'],
  [80, 4, 'unknown'],
  [80, 5, 'unknown'],
  [-1, 1, 'unknown'],
  [null, 1, 'unknown'],
] as const)('a state of charge of %s with state %s is %s', (soc, state, band) => {
  expect(bandOf(soc, state).key).toBe(band)
})
