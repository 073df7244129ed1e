import { expect, test } from 'vitest'
import { boardFault, firstContent } from './board-content.ts'
import { cabinetState, figureOf } from './cabinet-state.ts'
import { begun, changedTo, firstFree, LAYOUT_STAGE, moved, overlapping, placed, redone, resized, undone } from './canvas.ts'

const SIZE = { w: 192, h: 192 }
const at = (id: string, x: number, y: number) => ({ id, x, y, ...SIZE })

test('a moved item snaps to the grid and stays inside of the canvas', () => {
  const items = [at('a', 0, 0), at('b', 192, 0)]
  expect(moved(LAYOUT_STAGE, items, 'a', 37, 11)[0]).toEqual(at('a', 48, 0))
  expect(moved(LAYOUT_STAGE, items, 'a', -500, 9999)[0]).toEqual(at('a', 0, 408))
  expect(moved(LAYOUT_STAGE, items, 'b', 9999, 0)[1]).toEqual(at('b', 960, 0))
  expect(placed(LAYOUT_STAGE, { x: 3, y: 3, w: 5000, h: 1 })).toEqual({ x: 0, y: 0, w: 1152, h: 24 })
  expect(resized(LAYOUT_STAGE, items, 'b', 9999, 100)[1]).toEqual({ ...at('b', 192, 0), w: 960, h: 96 })
})

test('items that touch do not overlap; a free place is found from left to right', () => {
  const items = [at('a', 0, 0), at('b', 192, 0), at('c', 180, 180)]
  expect(overlapping(items, 'a').map(({ id }) => id)).toEqual(['c'])
  expect(overlapping(items.slice(0, 2), 'a')).toEqual([])
  expect(firstFree(LAYOUT_STAGE, items.slice(0, 2), SIZE)).toEqual({ x: 384, y: 0, ...SIZE })
  const full = Array.from({ length: 18 }, (_, n) => at(`${n}`, (n % 6) * 192, Math.floor(n / 6) * 192))
  expect(firstFree(LAYOUT_STAGE, full, SIZE)).toBeNull()
})

test('undo and redo go through the states; a new change forgets the undone ones', () => {
  const three = changedTo(changedTo(begun('a'), 'b'), 'c')
  expect(changedTo(three, 'c')).toBe(three)
  expect(undone(three).now).toBe('b')
  expect(undone(undone(undone(three))).now).toBe('a')
  expect(redone(undone(three))).toEqual(three)
  const other = changedTo(undone(three), 'd')
  expect(redone(other)).toBe(other)
  expect(undone(other).now).toBe('b')
  const long = Array.from({ length: 300 }, (_, n) => n).reduce((history, n) => changedTo(history, n), begun(-1))
  expect(long.past).toHaveLength(100)
})

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
