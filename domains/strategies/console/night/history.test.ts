import { expect, test } from 'vitest'
import { begin, change, redo, settle, undo } from './history.ts'

test('changes of one drag are one step of undo; another drag is another', () => {
  const dragged = change(change(change(begin(0), 1, 'drag'), 2, 'drag'), 3, 'drag')
  const again = change(settle(dragged), 4, 'drag')
  expect(again.past).toEqual([0, 3])
  const back = undo(undo(again))
  expect([back.now, redo(back).now, redo(redo(back)).now]).toEqual([0, 3, 4])
})

test('a change after undo forgets what was undone; nothing to undo changes nothing', () => {
  const first = begin('a')
  expect(undo(first)).toEqual(first)
  expect(redo(change(undo(change(first, 'b')), 'c')).now).toBe('c')
  expect(change(first, 'a')).toBe(first)
})
