import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** The tariff of each month with energy of lamps. An open month follows the settings; a closed one keeps what it was closed with. */
export const month = defineResource({
  name: 'reports.month',
  label: ['结账月份', 'Billing month'],
  about: ['每月电费所用的分时电价和碳因子；结账后不再变化', 'Tariff and carbon factor of each month; fixed once the month is closed'],
  code: 'report_month',
  scope: 'tenant',
  roles: { read: 'reports', write: 'export', export: 'export' },
  api: { base: 'blade-report/month', verbs: ['page', 'detail'] },
  title: 'month',
  list: { sort: '-month' },
  page: { path: '/report/months', icon: 'history', sort: 90, parent: 'report_settings' },
  fields: {
    month: f.text({ label: ['月份', 'Month'], readonly: true, max: 7, list: true, search: true }),
    tariff: f.text({ label: ['分时电价', 'Time-of-use tariff'], readonly: true, max: 200, list: { width: 300 } }),
    co2: f.number({ label: ['碳因子', 'Carbon factor'], unit: 'kg/kWh', decimals: 4, readonly: true, list: true }),
    state: f.choice(
      { 1: ['未结账', 'Open'], 2: ['已结账', 'Closed'] },
      { label: ['状态', 'State'], readonly: true, list: true, search: 'in' },
    ),
    closedAt: f.time({ label: ['结账时间', 'Closed at'], readonly: true, list: true }),
  },
  io: { export: true },
})
