import { describe, expect, it } from 'vitest'
import type { ResourceConsole } from '../console-resource.ts'
import type { Entry } from '../form/entry.ts'
import { changesIn, OVERLAP, patched, type ReceivedChanges, receiveChanges } from './live-patch.ts'

const live: NonNullable<ResourceConsole['ui']['live']> = {
  topic: 'lamps',
  keyOf: (row) => String((row as unknown as { controllerId: string }).controllerId),
  apply: (row, change) => ({ ...row, dim: change.dim }) as never,
}
const lamp = (id: string, controllerId: string): Entry => ({ id, row: { id, controllerId, dim: 100 }, wire: {} })
const page = [lamp('1', 'c1'), lamp('2', 'c1'), lamp('3', 'c3')]
const none: ReceivedChanges = new Map()
const dims = (entries: readonly Entry[]) => entries.map((entry) => entry.row.dim)

describe('live changes of rows', () => {
  it('are a list of keys and changes; other messages are ignored', () => {
    expect(changesIn({ topic: 'lamps', changes: [['c1', { dim: 30 }], ['c2', null], 'x', [3, [1, 50]]] })).toEqual([
      ['c1', { dim: 30 }],
      ['3', [1, 50]],
    ])
    for (const payload of [null, 7, {}, { changes: 'no' }]) expect(changesIn(payload)).toEqual([])
  })

  it('patch every row with their key and leave the others unchanged', () => {
    const received = receiveChanges(none, live, page, [['c1', { dim: 30 }]], 5000, 4000)
    const now = patched(page, live, received, 4000)
    expect(dims(now)).toEqual([30, 30, 100])
    expect(now[2]).toBe(page[2])
  })

  it('return the same objects when they concern rows that are not shown', () => {
    expect(receiveChanges(none, live, page, [['c9', { dim: 1 }]], 5000, 4000)).toBe(none)
    expect(patched(page, live, none, 4000)).toBe(page)
  })

  it('are dropped for rows that were loaded later, but not for an answer that may overlap them', () => {
    const received = receiveChanges(none, live, page, [['c1', { dim: 30 }]], 5000, 0)
    expect(dims(patched(page, live, received, 5000 + OVERLAP - 1))).toEqual([30, 30, 100])
    expect(patched(page, live, received, 5000 + OVERLAP)).toBe(page)
  })

  it('are removed once an answer contains them', () => {
    const first = receiveChanges(none, live, page, [['c1', { dim: 30 }]], 5000, 0)
    const later = receiveChanges(first, live, page, [['c3', { dim: 40 }]], 20_000, 15_000)
    expect([...later.keys()]).toEqual(['c3'])
  })

  it('replace earlier ones, or merge with them where each is partial', () => {
    const changes: [string, Record<string, unknown>][] = [
      ['c1', { dim: 30 }],
      ['c1', { power: 5 }],
    ]
    expect(receiveChanges(none, live, page, changes, 5000, 0).get('c1')?.change).toEqual({ power: 5 })
    const joining = { ...live, merge: (earlier: object, later: object) => ({ ...earlier, ...later }) }
    const first = receiveChanges(none, joining, page, changes, 5000, 0)
    expect(first.get('c1')).toEqual({ change: { dim: 30, power: 5 }, at: 5000 })
    // Loading a row that includes the earlier pushes ends them.
    expect(receiveChanges(first, joining, page, [['c1', { power: 9 }]], 20_000, 15_000).get('c1')?.change).toEqual({ power: 9 })
  })
})
