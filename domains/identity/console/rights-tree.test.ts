import { describe, expect, it } from 'vitest'
import { type GrantNode, granted, leavesOf, matching } from './rights-tree.ts'

const tree: readonly GrantNode[] = [
  {
    key: '1',
    title: '城市照明',
    code: 'city',
    children: [
      {
        key: '2',
        title: '灯具',
        code: 'lamp',
        children: [
          { key: '3', title: '查看', code: 'lamp_view' },
          { key: '4', title: '调光', code: 'lamp_dim' },
        ],
      },
      { key: '5', title: '照明地图', code: 'city_map' },
    ],
  },
]

describe('rights of a role', () => {
  it('are the leaves of the tree; pages above them are only parents', () => {
    expect(leavesOf(tree)).toEqual(['3', '4', '5'])
  })

  it('a granted page includes everything below it', () => {
    expect(granted(tree, new Set(['2']))).toEqual(['3', '4'])
    expect(granted(tree, new Set(['3', '5']))).toEqual(['3', '5'])
    expect(granted(tree, new Set())).toEqual([])
  })

  it('are found by text or code, with their parents', () => {
    expect(leavesOf(matching(tree, 'LAMP_DIM'))).toEqual(['4'])
    expect(matching(tree, '调光')[0]?.children?.[0]?.key).toBe('2')
    expect(leavesOf(matching(tree, '灯具'))).toEqual(['3', '4'])
    expect(matching(tree, 'nothing')).toEqual([])
    expect(matching(tree, '  ')).toBe(tree)
  })
})
