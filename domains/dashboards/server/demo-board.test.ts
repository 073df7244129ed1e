import { overlap } from '@lamplight/kit/canvas'
import { expect, test } from 'vitest'
import { DEFAULT_SIZE, visualFault } from '../model/visual-content.ts'
import { demoBoard } from './demo-board.ts'

test('the dashboard of a demo city is valid, and no widget covers another', () => {
  expect(visualFault(DEFAULT_SIZE, demoBoard)).toBeNull()
  const covered = demoBoard.items.filter((one) => demoBoard.items.some((other) => other !== one && overlap(one, other)))
  expect(covered.map(({ id }) => id)).toEqual([])
})
