import { f } from '@lamplight/fields/model'
import { defineResource, PERIODS } from '@lamplight/kit'

/** File formats by the number stored in a row; the names are those of exports. */
export const FORMATS = { 1: 'xlsx', 2: 'csv' } as const

/**
 * A saved export: its list, filter, order, columns and format. It stores the query, not the result: each run reads the present rows
 * with the permissions of the user who runs it.
 */
export const report = defineResource({
  name: 'reports.report',
  label: ['报表', 'Report'],
  about: ['保存的导出条件，每次运行都读取最新数据', 'Saved exports; each run reads the current data'],
  code: 'report_list',
  scope: 'tenant',
  roles: { read: 'reports', write: 'export', export: 'export' },
  api: { base: 'blade-report/report/rest', verbs: ['list', 'detail', 'submit', 'remove'] },
  list: { sort: '-id', times: true },
  page: { path: '/report/reportlist', label: ['报表列表', 'Saved reports'], icon: 'columns', sort: 14, parent: 'report' },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, max: 100, list: { width: 190 }, search: true, form: 'edit' }),
    source: f.text({
      label: ['内容', 'Content'],
      required: true,
      max: 60,
      of: 'resource',
      example: 'lighting.lamp',
      match: { pattern: '[a-z][a-z0-9]*\\.[a-z][A-Za-z0-9]*', text: ['应为列表的名称', 'must be the name of a list'] },
      list: { width: 280 },
      form: false,
    }),
    filter: f.text({ label: ['条件', 'Filter'], max: 1000, form: false, hidden: true, example: 'kind=2&descs=power' }),
    columns: f.text({ label: ['列', 'Columns'], max: 2000, form: false, example: 'name,power' }),
    period: f.choice(PERIODS, { label: ['时间', 'Period'], form: false, hidden: true }),
    format: f.choice({ 1: ['Excel', 'Excel'], 2: ['CSV', 'CSV'] }, { label: ['格式', 'Format'], initial: 1, form: false, search: true }),
    ownerName: f.text({ label: ['创建人', 'Owner'], readonly: true, from: 'identity.user', list: { width: 100 }, search: true }),
  },
  actions: { run: { label: ['运行', 'Run'], on: 'row', roles: 'export', leads: true } },
  io: { export: true },
})
