import type { Stage } from '@lamplight/kit/canvas'
import { expect, test } from 'vitest'
import { begun, changedTo, redone, undone } from './history.ts'
import { copies, firstFree, type Grip, moved, nextId, ordered, overlapping, placed, resized } from './items.ts'

const STAGE: Stage = { width: 1152, height: 610, step: 24, font: 14 }
const FINE: Stage = { ...STAGE, step: 1 }
const END: Grip = [1, 1]
const SIZE = { w: 192, h: 192 }
const at = (id: string, x: number, y: number) => ({ id, x, y, ...SIZE })

test('a moved item snaps to the grid and stays inside of the canvas', () => {
  const items = [at('a', 0, 0), at('b', 192, 0)]
  expect(moved(STAGE, items, ['a'], 37, 11)[0]).toEqual(at('a', 48, 0))
  expect(moved(STAGE, items, ['a'], -500, 9999)[0]).toEqual(at('a', 0, 408))
  expect(moved(STAGE, items, ['b'], 9999, 0)[1]).toEqual(at('b', 960, 0))
  expect(placed(STAGE, { x: 3, y: 3, w: 5000, h: 1 })).toEqual({ x: 0, y: 0, w: 1152, h: 24 })
  expect(resized(STAGE, items, ['b'], END, 9999, -92)[1]).toEqual({ ...at('b', 192, 0), w: 960, h: 96 })
})

test('a step of 1 px leaves the grid; a later move or change of size in another direction keeps it', () => {
  const [off = at('a', 0, 0)] = resized(FINE, moved(FINE, [at('a', 0, 0)], ['a'], 0, 1), ['a'], END, 0, 1)
  expect(off).toEqual({ id: 'a', x: 0, y: 1, w: 192, h: 193 })
  expect(moved(STAGE, [off], ['a'], 24, 0)[0]).toEqual({ ...off, x: 24 })
  expect(resized(STAGE, [off], ['a'], END, 24, 0)[0]).toEqual({ ...off, w: 216 })
  expect(resized(STAGE, [off], ['a'], END, 0, 9999)[0]).toEqual({ ...off, h: 600 })
})

test('items that are selected together move together, and none leaves the canvas', () => {
  const items = [at('a', 0, 0), at('b', 216, 48), at('c', 600, 0)]
  expect(moved(STAGE, items, ['a', 'b'], 50, 20).map(({ x, y }) => [x, y])).toEqual([
    [48, 24],
    [264, 72],
    [600, 0],
  ])
  expect(moved(STAGE, items, ['a', 'b'], 9999, -9999).map(({ x, y }) => [x, y])).toEqual([
    [744, 0],
    [960, 48],
    [600, 0],
  ])
  expect(moved(STAGE, items, ['a', 'b'], 3, 3)).toBe(items)
  expect(moved(STAGE, items, [], 50, 50)).toBe(items)
})

test('each edge of an item can be moved; the opposite edge stays', () => {
  const items = [at('a', 240, 240)]
  expect(resized(STAGE, items, ['a'], [-1, -1], -50, 70)[0]).toEqual({ id: 'a', x: 192, y: 312, w: 240, h: 120 })
  expect(resized(STAGE, items, ['a'], [-1, 0], 9999, 70)[0]).toEqual({ id: 'a', x: 408, y: 240, w: 24, h: 192 })
  expect(resized(STAGE, items, ['a'], [0, 1], 70, -9999)[0]).toEqual({ id: 'a', x: 240, y: 240, w: 192, h: 24 })
})

test('items are brought to the front and sent to the back; copies have ids of their own and stand beside their sources', () => {
  const items = [at('a', 0, 0), at('b', 192, 0), at('w3', 960, 408)]
  const names = (all: readonly { readonly id: string }[]): string => all.map(({ id }) => id).join(' ')
  expect(names(ordered(items, ['a'], 'front'))).toBe('b w3 a')
  expect(names(ordered(items, ['b', 'w3'], 'back'))).toBe('b w3 a')
  expect(nextId(items)).toBe('w4')
  expect(nextId([at('w2', 0, 0)])).toBe('w3')
  const [first, second] = items
  expect(copies(STAGE, items, [first!, second!])).toEqual([at('w4', 24, 24), at('w5', 216, 24)])
  expect(copies(STAGE, items, [items[2]!])).toEqual([at('w4', 960, 408)])
})

test('items that touch do not overlap; a free place is found from left to right', () => {
  const items = [at('a', 0, 0), at('b', 192, 0), at('c', 180, 180)]
  expect(overlapping(items, 'a').map(({ id }) => id)).toEqual(['c'])
  expect(overlapping(items.slice(0, 2), 'a')).toEqual([])
  expect(firstFree(STAGE, items.slice(0, 2), SIZE)).toEqual({ x: 384, y: 0, ...SIZE })
  const full = Array.from({ length: 18 }, (_, n) => at(`${n}`, (n % 6) * 192, Math.floor(n / 6) * 192))
  expect(firstFree(STAGE, full, SIZE)).toBeNull()
})

test('undo and redo go through the states; a new change forgets the undone ones', () => {
  const three = changedTo(changedTo(begun('a'), 'b'), 'c')
  expect(changedTo(three, 'c')).toBe(three)
  expect(undone(three).now).toBe('b')
  expect(undone(undone(undone(three))).now).toBe('a')
  expect(redone(undone(three))).toEqual(three)
  expect(undone(changedTo(three, 'd', true)).now).toBe('b')
  const other = changedTo(undone(three), 'd')
  expect(redone(other)).toBe(other)
  expect(undone(other).now).toBe('b')
  const long = Array.from({ length: 300 }, (_, n) => n).reduce((history, n) => changedTo(history, n), begun(-1))
  expect(long.past).toHaveLength(100)
})
