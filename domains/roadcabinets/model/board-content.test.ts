import { expect, test } from 'vitest'
import { boardFault, firstContent } from './board-content.ts'
import { cabinetState, figureOf } from './cabinet-state.ts'

test('the first content of every kind of board is valid', () => {
  const units = [{ code: 'HEAT', name: 'x', properties: [], commands: [] }]
  for (const kind of [1, 2, 3] as const)
    expect(boardFault(kind, firstContent(kind, [{ unit: 'HEAT', x: 0, y: 0 }]), units), String(kind)).toBeNull()
})

test('a cabinet has the state of its units; figures leave out cabinets without a value', () => {
  expect([[1, 3], [1, 4], [4, 5], [5, 5], []].map(cabinetState)).toEqual([3, 1, 4, 5, 5])
  expect(figureOf('mean', [1, undefined, 3])).toBe(2)
  expect(figureOf('max', [1, 3])).toBe(3)
  expect(figureOf('sum', [null])).toBeNull()
})
