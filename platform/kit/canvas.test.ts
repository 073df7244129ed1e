import { expect, test } from 'vitest'
import { begun, changedTo, firstFree, moved, overlapping, placed, redone, resized, type Stage, undone } from './canvas.ts'

const STAGE: Stage = { width: 1152, height: 610, step: 24, font: 14 }
const SIZE = { w: 192, h: 192 }
const at = (id: string, x: number, y: number) => ({ id, x, y, ...SIZE })

test('a moved item snaps to the grid and stays inside of the canvas', () => {
  const items = [at('a', 0, 0), at('b', 192, 0)]
  expect(moved(STAGE, items, 'a', 37, 11)[0]).toEqual(at('a', 48, 0))
  expect(moved(STAGE, items, 'a', -500, 9999)[0]).toEqual(at('a', 0, 408))
  expect(moved(STAGE, items, 'b', 9999, 0)[1]).toEqual(at('b', 960, 0))
  expect(placed(STAGE, { x: 3, y: 3, w: 5000, h: 1 })).toEqual({ x: 0, y: 0, w: 1152, h: 24 })
  expect(resized(STAGE, items, 'b', 9999, 100)[1]).toEqual({ ...at('b', 192, 0), w: 960, h: 96 })
})

test('a step of 1 px leaves the grid; a later move or change of size in another direction keeps it', () => {
  const [off = at('a', 0, 0)] = resized({ ...STAGE, step: 1 }, moved({ ...STAGE, step: 1 }, [at('a', 0, 0)], 'a', 0, 1), 'a', 192, 193)
  expect(off).toEqual({ id: 'a', x: 0, y: 1, w: 192, h: 193 })
  expect(moved(STAGE, [off], 'a', 24, 0)[0]).toEqual({ ...off, x: 24 })
  expect(resized(STAGE, [off], 'a', 216, 193)[0]).toEqual({ ...off, w: 216 })
  expect(resized(STAGE, [off], 'a', 192, 9999)[0]).toEqual({ ...off, h: 600 })
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
  const other = changedTo(undone(three), 'd')
  expect(redone(other)).toBe(other)
  expect(undone(other).now).toBe('b')
  const long = Array.from({ length: 300 }, (_, n) => n).reduce((history, n) => changedTo(history, n), begun(-1))
  expect(long.past).toHaveLength(100)
})
