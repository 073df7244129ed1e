import { expect, test } from 'vitest'
import { arranged, dropped, type MenuNode, placeOf, stepped } from './menu-tree.ts'

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

test('a dragged item goes before, after or into the item on which it is dropped', () => {
  expect(placeOf(tree, '12')).toEqual({ parentId: '1', keys: ['11', '12'] })
  expect(dropped(tree, '12', '11', 'before')).toEqual({ parentId: '1', ids: ['12', '11'] })
  expect(dropped(tree, '11', '12', 'after')).toEqual({ parentId: '1', ids: ['12', '11'] })
  expect(dropped(tree, '2', '12', 'after')).toEqual({ parentId: '1', ids: ['11', '12', '2'] })
  expect(dropped(tree, '12', '2', null)).toEqual({ parentId: '2', ids: ['12'] })
  expect(dropped(tree, '12', '1', 'before')).toEqual({ parentId: '0', ids: ['12', '1', '2'] })
  expect(dropped(tree, '12', '12', null)).toBeNull()
})

test('a key step moves an item past the next one, into the page above or out of its page, and not beyond the ends', () => {
  const pages = [
    {
      key: '1',
      title: 'a',
      category: 1,
      children: [
        { key: '11', title: 'b', category: 2 },
        { key: '12', title: 'c' },
      ],
    },
    { key: '2', title: 'd', category: 1 },
  ]
  expect(stepped(pages, '2', 'up')).toEqual({ parentId: '0', ids: ['2', '1'] })
  expect(stepped(pages, '1', 'down')).toEqual({ parentId: '0', ids: ['2', '1'] })
  expect(stepped(pages, '2', 'in')).toEqual({ parentId: '1', ids: ['2', '11', '12'] })
  expect(stepped(pages, '11', 'out')).toEqual({ parentId: '0', ids: ['1', '11', '2'] })
  for (const [key, step] of [
    ['1', 'up'],
    ['2', 'down'],
    ['1', 'in'],
    ['12', 'in'],
    ['2', 'out'],
    ['9', 'up'],
  ] as const)
    expect(stepped(pages, key, step)).toBeNull()
})

test('the tree after a move has the item at its new place only', () => {
  const shape = (nodes: readonly MenuNode[]): unknown[] => nodes.map(({ key, children }) => (children ? [key, shape(children)] : key))
  const after = (...[moved, target, gap]: [string, string, 'before' | 'after' | null]) => {
    const placed = dropped(tree, moved, target, gap)
    return placed && shape(arranged(tree, placed))
  }
  expect(after('12', '11', 'before')).toEqual([['1', ['12', '11']], '2'])
  expect(after('2', '12', 'after')).toEqual([['1', ['11', '12', '2']]])
  expect(after('12', '1', 'before')).toEqual(['12', ['1', ['11']], '2'])
  expect(after('12', '2', null)).toEqual([
    ['1', ['11']],
    ['2', ['12']],
  ])
  expect(shape(arranged(tree, { parentId: '11', ids: ['1'] }))).toEqual(shape(tree))
})
