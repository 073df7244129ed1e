import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { describe, expect, it } from 'vitest'
import { intentOf, moveCursor } from '../keys.ts'
import { canSort, chooseColumn, columnsOf, SORTED_AT_MOST, shownColumns } from '../list/columns.ts'
import { recall, remember } from '../remembered.ts'
import { fieldOfWire, flatten, readEntry, titleOf, wireName, writeValues } from './entry.ts'

const lamp = defineResource({
  name: 'lighting.lamp',
  label: ['灯具', 'Lamp'],
  code: 'lamp',
  scope: 'project',
  roles: 'devices',
  title: 'sn',
  api: { base: 'blade-city/lamp', verbs: ['page', 'detail', 'submit', 'remove'] },
  fields: {
    name: f.text({ label: ['名称', 'Name'], list: true }),
    sn: f.text({ label: ['编号', 'SN'], required: true, list: { width: 200 } }),
    power: f.number({ label: ['功率', 'Power'], unit: 'W', min: 0, list: true }),
    level: f.int({ label: ['亮度', 'Level'], min: 0, max: 100 }),
    lit: f.flag({ label: ['亮灯', 'Lit'] }),
    postId: f.ref('lighting.post', { label: ['灯杆', 'Post'], wire: 'lampPostId', list: true }),
    at: f.geo({ label: ['位置', 'Location'] }),
    key: f.secret({ label: ['密钥', 'Key'] }),
    hours: f.number({ label: ['燃点', 'Hours'], from: 'devices.state' }),
  },
})
const wire = {
  id: '1',
  name: '',
  sn: 'L-1',
  power: '60.5',
  level: -1,
  lit: 1,
  lampPostId: '42',
  lampPostName: '杆42',
  longitude: '116.4',
  latitude: '39.9',
  createTime: '2026-11-20 18:30:00',
  hours: '',
}

describe('an entry', () => {
  it('reads the wire form: empty strings and -1 are null, numbers come as strings', () => {
    const { row } = readEntry(lamp, wire)
    expect(row).toMatchObject({
      name: null,
      sn: 'L-1',
      power: 60.5,
      level: null,
      lit: true,
      postId: '42',
      at: { lng: 116.4, lat: 39.9 },
      hours: null,
    })
    expect(row.createTime).toBe('2026-11-20 18:30:00')
  })

  it('writes what it read, null as an empty string, a secret as entered', () => {
    const { row } = readEntry(lamp, wire)
    const { key: _none, ...fields } = lamp.fields
    expect(writeValues(fields, row)).toEqual({
      name: '',
      sn: 'L-1',
      power: '60.5',
      level: '',
      lit: 1,
      lampPostId: '42',
      longitude: '116.4',
      latitude: '39.9',
      hours: '',
    })
    expect(writeValues(lamp.fields, { key: 'secret' })).toEqual({ key: 'secret' })
  })

  it('is named by its title, or its id', () => {
    expect(titleOf(lamp, readEntry(lamp, wire))).toBe('L-1')
    expect(titleOf(lamp, readEntry(lamp, { id: '9' }))).toBe('9')
  })

  it('maps field names to wire names', () => {
    expect(wireName(lamp.fields, 'postId')).toBe('lampPostId')
    expect(fieldOfWire(lamp.fields, 'latitude')).toBe('at')
    expect(fieldOfWire(lamp.fields, 'nothing')).toBeUndefined()
  })

  it('is a tree where the wire sends one, with open rows only', () => {
    const root = readEntry(lamp, { id: '1', children: [{ id: '2', children: [{ id: '3' }] }, { id: '4' }] })
    const shown = (open: string[]) => flatten([root], (id) => open.includes(id)).map(({ entry, depth }) => `${entry.id}@${depth}`)
    expect(shown([])).toEqual(['1@0'])
    expect(shown(['1', '2'])).toEqual(['1@0', '2@1', '3@2', '4@1'])
  })
})

describe('columns', () => {
  const all = columnsOf(lamp)
  const names = (chosen: readonly string[] | null) => shownColumns(all, chosen).map((column) => column.name)
  it('start with the title and hide secrets', () => {
    expect(names(null)).toEqual(['sn', 'name', 'power', 'postId'])
    expect(all.map((column) => column.name)).not.toContain('key')
    expect(all.at(-1)?.name).toBe('updateTime')
  })
  it('can be chosen one by one, the title stays', () => {
    const more = chooseColumn(all, null, 'createTime', true)
    expect(names(more)).toEqual(['sn', 'name', 'power', 'postId', 'createTime'])
    expect(chooseColumn(all, more, 'createTime', false)).toBeNull()
    expect(names(['power', 'gone'])).toEqual(['sn', 'power'])
  })
  it('sort by names on the wire; references are not sortable', () => {
    expect(all.find((column) => column.name === 'power')?.sortBy).toBe('power')
    expect(all.find((column) => column.name === 'at')?.sortBy).toBeNull()
  })
  it('sort long lists only by indexed fields', () => {
    const column = (name: string) => columnsOf({ ...lamp, indexes: [['name', 'id']] }).find((one) => one.name === name)!
    expect(['name', 'power', 'createTime', 'at'].map((name) => canSort(column(name), SORTED_AT_MOST))).toEqual([true, true, true, false])
    expect(['name', 'power', 'createTime', 'at'].map((name) => canSort(column(name), SORTED_AT_MOST + 1))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('keys', () => {
  const press = (key: string, more: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })
  it('move, select and open rows of the list', () => {
    expect(['j', 'k', 'x', ' ', 'Enter', '/', 'n', 'r', 'Escape'].map((key) => intentOf(press(key), 'list'))).toEqual([
      'down',
      'up',
      'select',
      'select',
      'open',
      'search',
      'create',
      'refresh',
      'clear',
    ])
  })
  it('do nothing while typing, on buttons, or with browser shortcuts', () => {
    expect(intentOf(press('j'), 'text')).toBeNull()
    expect(intentOf(press('Enter'), 'control')).toBeNull()
    expect(intentOf(press('r', { ctrlKey: true }), 'list')).toBeNull()
    expect(intentOf(press('X', { shiftKey: true }), 'list')).toBe('selectPage')
  })
  it('stop at the first and last row', () => {
    expect([moveCursor(-1, 1, 3), moveCursor(2, 1, 3), moveCursor(0, -1, 3), moveCursor(0, 1, 0), moveCursor(-1, -1, 3)]).toEqual([
      0, 2, 0, -1, 2,
    ])
  })
})

describe('remembered settings', () => {
  const store = () => {
    const kept = new Map<string, string>()
    return { kept, getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
  }
  it('belong to one user and one list', () => {
    const local = store()
    remember(local, '7', 'lighting.lamp', { columns: ['power'], compact: true, size: 50, unfolded: false })
    expect(recall(local, '7', 'lighting.lamp')).toEqual({ columns: ['power'], compact: true, size: 50, unfolded: false })
    expect(recall(local, '8', 'lighting.lamp').columns).toBeNull()
  })
  it('are dropped when they cannot be parsed', () => {
    const local = store()
    remember(local, '7', 'a.b', { columns: null, compact: true, size: 50, unfolded: true })
    for (const key of local.kept.keys()) local.kept.set(key, '{"columns":[1],"size":')
    expect(recall(local, '7', 'a.b')).toEqual({ columns: null, compact: false, size: null, unfolded: false })
  })
})
