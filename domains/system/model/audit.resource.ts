import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** A view of the platform's audit log, whose entries are sealed in a hash chain (docs/adr/0008). */
export const audit = defineResource({
  name: 'system.audit',
  label: ['审计日志', 'Audit log'],
  about: [
    '谁在何时从何处做了什么；条目逐条链式封存，不可修改',
    'Who did what, when and from where; entries are sealed in a chain and never change',
  ],
  code: 'log_audit',
  scope: 'platform',
  roles: 'access',
  api: { base: 'blade-log/audit', verbs: ['list', 'detail'] },
  title: 'what',
  list: { period: { mine: 'account' } },
  page: { path: '/monitor/log/audit', label: ['审计日志', 'Audit log'], icon: 'safety', sort: 50, parent: 'log' },
  fields: {
    what: f.text({ label: ['操作', 'Action'], readonly: true, max: 200, list: { width: 230, least: 190 }, search: true }),
    result: f.text({ label: ['结果', 'Result'], readonly: true, max: 200, list: { width: 190, least: 160 } }),
    account: f.text({ label: ['账号', 'Account'], readonly: true, max: 100, list: { width: 110, least: 90 }, search: true }),
    target: f.text({ label: ['对象', 'Target'], readonly: true, max: 4000, list: { width: 220, least: 120 }, search: true }),
    ip: f.text({ label: ['来源地址', 'IP address'], readonly: true, max: 60, list: { width: 125 }, search: true }),
    count: f.int({ label: ['数量', 'Count'], readonly: true, list: { width: 80 } }),
    detail: f.text({ label: ['详情', 'Details'], readonly: true, max: 100_000, multiline: true, list: { width: 300, least: 110 } }),
  },
  io: { export: true },
})
