import { expect, test } from 'vitest'
import { dropped, placeOf } from './menu-tree.ts'

const tree = [
  {
    key: '1',
    title: 'a',
    children: [
      { key: '11', title: 'b' },
      { key: '12', title: 'c' },
    ],
  },
  { key: '2', title: 'd' },
]

test('what is dragged stands before, behind or in what it is dropped on', () => {
  expect(placeOf(tree, '12')).toEqual({ parentId: '1', keys: ['11', '12'] })
  expect(dropped(tree, '12', '11', 'before')).toEqual({ parentId: '1', ids: ['12', '11'] })
  expect(dropped(tree, '11', '12', 'after')).toEqual({ parentId: '1', ids: ['12', '11'] })
  expect(dropped(tree, '2', '12', 'after')).toEqual({ parentId: '1', ids: ['11', '12', '2'] })
  expect(dropped(tree, '12', '2', null)).toEqual({ parentId: '2', ids: ['12'] })
  expect(dropped(tree, '12', '1', 'before')).toEqual({ parentId: '0', ids: ['12', '1', '2'] })
  expect(dropped(tree, '12', '12', null)).toBeNull()
})
