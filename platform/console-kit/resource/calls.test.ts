import { f } from '@lamplight/fields/model'
import { defineLifecycle, defineResource, type Verb } from '@lamplight/kit'
import { describe, expect, it } from 'vitest'
import { actionPath, detailCall, isTree, listPath, removeCall, writeCall } from './calls.ts'
import { exportParams } from './export/export-list.ts'
import { requiredIn } from './form/draft.ts'
import { hasEnded, readImport } from './import/import-record.ts'
import { columnsOf } from './list/columns.ts'
import { choose, everyMatch, nothing } from './list/selection.ts'
import { pageActionsOf } from './use-actions.ts'

const lampWith = (verbs: readonly Verb[]) =>
  defineResource({
    name: 'lighting.lamp',
    label: ['灯具', 'Lamp'],
    code: 'lamp',
    scope: 'project',
    roles: 'write',
    api: { base: 'blade-city/lamp', verbs },
    fields: { name: f.text({ label: ['名称', 'Name'], list: true }) },
    actions: {
      dim: { label: ['调光', 'Dim'], on: 'rows', job: true },
      sync: { label: ['同步', 'Sync'], on: 'list', path: 'sync/all' },
      reboot: { label: ['重启', 'Reboot'], on: 'row', danger: true },
    },
    io: { import: true, export: true },
  })
const lamp = lampWith(['list', 'detail', 'submit', 'remove'])
const rest = lampWith(['page', 'get', 'create', 'put', 'delete'])

describe('the calls of a resource', () => {
  it('have the addresses of the wire contract for their verbs', () => {
    expect([listPath(lamp), listPath(rest), isTree(lamp)]).toEqual(['blade-city/lamp/list', 'blade-city/lamp/page', false])
    expect(detailCall(lamp, '7')).toEqual({ path: 'blade-city/lamp/detail', query: { id: '7' } })
    expect(detailCall(rest, '7')).toEqual({ path: 'blade-city/lamp/7', query: {} })
    expect(writeCall(lamp, true)).toEqual({ method: 'post', path: 'blade-city/lamp/submit', permission: 'lamp_add' })
    expect(writeCall(lamp, false)?.permission).toBe('lamp_edit')
    expect(writeCall(rest, false)).toEqual({ method: 'put', path: 'blade-city/lamp', permission: 'lamp_edit' })
    expect(removeCall(lamp)).toEqual({ method: 'post', path: 'blade-city/lamp/remove', permission: 'lamp_delete' })
    expect(removeCall(rest)).toEqual({ method: 'delete', path: 'blade-city/lamp', permission: 'lamp_delete' })
    expect([actionPath(lamp, 'dim'), actionPath(lamp, 'sync')]).toEqual(['blade-city/lamp/dim', 'blade-city/lamp/sync/all'])
  })

  it('are not derived for verbs that the definition does not have', () => {
    const ledger = lampWith(['page'])
    expect([writeCall(ledger, true), writeCall(ledger, false), removeCall(ledger), detailCall(ledger, '1')]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})

describe('what a person may do', () => {
  const names = (pageActions: readonly { name: string }[]) => pageActions.map((pageAction) => pageAction.name)
  it('follows from the permissions only', () => {
    const none = pageActionsOf({ resource: lamp, ui: {} }, { id: '1', permissions: new Set(['lamp_view']) })
    expect([none.create, none.edit, none.remove, none.import, none.export]).toEqual([false, false, false, false, false])
    expect([...none.rows, ...none.row, ...none.list]).toEqual([])
  })
  it('is offered only on each row by a right that suffices for one', () => {
    const one = { name: 'one', label: ['单灯', 'One lamp'], about: ['一次一盏', 'One at a time'], roles: 'write' } as const
    const resource = { ...lamp, actions: { dim: { ...lamp.actions.dim, single: one } } }
    const of = (...held: readonly string[]) => {
      const { rows, row } = pageActionsOf({ resource, ui: {} }, { id: '1', permissions: new Set(held) })
      return [names(rows), names(row)]
    }
    expect([of('lamp_one'), of('lamp_dim'), of('lamp_view')]).toEqual([
      [[], ['dim']],
      [['dim'], ['dim']],
      [[], []],
    ])
  })
  it('is shown with its reason while the row lacks what the next state requires', () => {
    const life = defineLifecycle({
      field: 'state',
      states: { 0: { text: ['草稿', 'Draft'] }, 1: { text: ['启用', 'Active'], requires: ['name', 'areaId', 'hidden'] } },
      initial: 0,
      transitions: {
        activate: { label: ['启用', 'Activate'], from: [0], to: 1, many: { path: 'activate' } },
        rest: { label: ['停用', 'Rest'], from: [1], to: 0, many: { path: 'rest' } },
      },
    })
    const resource = defineResource({
      ...lampWith(['list']),
      lifecycle: life,
      fields: {
        name: f.text({ label: ['名称', 'Name'] }),
        areaId: f.ref('places.area', { label: ['区域', 'Area'] }),
        hidden: f.refs('places.area', { label: ['其他', 'Others'] }),
        state: f.state(life, { label: ['状态', 'State'] }),
      },
    })
    const { rows } = pageActionsOf({ resource, ui: {} }, { id: '1', permissions: new Set(['lamp_activate', 'lamp_rest']) })
    const lacks = (row: object) => rows.map((action) => action.lacks({ id: '7', wire: {}, row: { state: 0, hidden: [], ...row } }))
    expect(lacks({ name: null, areaId: null })).toEqual([['请先填写名称、区域', 'Fill in first: Name, Area'], null])
    expect(lacks({ name: 'x', areaId: '5' })).toEqual([null, null])
    expect(rows[0]?.refuses({ id: '7', wire: {}, row: { state: 0, name: null } })).toBe(false)
    const needed = (state: number) =>
      Object.values(requiredIn(resource, resource.fields, { state })).map(({ options }) => options.required === true)
    expect([needed(0), needed(1)]).toEqual([
      [false, false, false, false],
      [true, true, true, false],
    ])
    expect(requiredIn(resource, resource.fields, undefined)).toBe(resource.fields)
  })
  it('is ordered as in the definition, deletion last', () => {
    const all = pageActionsOf(
      { resource: lamp, ui: { byFilter: ['dim'] as never } },
      {
        id: '1',
        permissions: new Set(['add', 'edit', 'delete', 'import', 'export', 'dim', 'sync', 'reboot'].map((code) => `lamp_${code}`)),
      },
    )
    expect([names(all.list), names(all.rows), names(all.row)]).toEqual([['sync'], ['dim', 'remove'], ['edit', 'reboot', 'dim', 'remove']])
    expect(all.rows.map((pageAction) => pageAction.byFilter)).toEqual([true, false])
    expect(all.row[1]?.danger).toBe(true)
  })
})

describe('an export', () => {
  const columns = columnsOf(lamp).flatMap(({ name, shownFirst }) => (shownFirst ? [name] : []))
  it('requests what is shown: same filter, chosen columns, chosen rows', () => {
    const chosen = choose(nothing, [{ id: '7', row: {}, wire: {} }], true)
    const shown = { areaId: '5', descs: 'name' }
    expect(exportParams(shown, columns, nothing, 'csv')).toEqual({ ...shown, columns: 'name', format: 'csv' })
    expect(exportParams({}, columns, chosen, 'xlsx')).toEqual({ columns: 'name', format: 'xlsx', ids: '7' })
    expect(exportParams({}, columns, everyMatch({}, 9), 'csv')).toEqual({ columns: 'name', format: 'csv' })
  })
})

describe('an import', () => {
  it('rule.lampimport.status: is polled with its failed rows until status 2, 3 or 4', () => {
    const record = readImport({
      uploadId: '9',
      status: 3,
      total: 2,
      successNum: 1,
      failNum: 1,
      failures: [{ row: 2, reason: '编号重复', values: { sn: 'A' } }],
    })
    expect(record).toMatchObject({ status: 3, success: 1, fail: 1, fileName: '', notes: [] })
    const ends = (phase: string, status: number): boolean => hasEnded({ phase, status })
    expect([ends('draft', 0), ends('running', 1), ends('undoing', 1), ends('running', 4)]).toEqual([false, false, false, true])
    expect([ends('ended', 2), ends('ended', 3), ends('ended', 4), ends('undone', 2)]).toEqual([true, true, true, true])
    expect(readImport({}).failures).toEqual([])
  })
})
