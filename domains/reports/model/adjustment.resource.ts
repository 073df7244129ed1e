import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Changes of the energy that the baseline of savings does not contain. */
export const adjustment = defineResource({
  name: 'reports.adjustment',
  label: ['节能调整', 'Savings adjustment'],
  about: ['基线未包含的用电变化，如新增灯具、节日照明', 'Changes of the energy that the baseline does not contain: lamps added, festivals'],
  code: 'savings_adjustment',
  scope: 'tenant',
  roles: { read: 'reports', write: 'export', export: 'export' },
  page: { path: '/report/savingsAdjustment', icon: 'setting', sort: 92, parent: 'report_settings' },
  api: { base: 'blade-report/savings/adjustment', verbs: ['page', 'detail', 'submit', 'remove'] },
  title: 'reason',
  list: { sort: '-day' },
  fields: {
    day: f.text({
      label: ['日期', 'Date'],
      required: true,
      max: 10,
      shape: 'day',
      list: true,
      search: true,
      example: '2026-02-17',
    }),
    kwh: f.number({
      label: ['电量', 'Energy'],
      unit: 'kWh',
      required: true,
      min: -1e9,
      max: 1e9,
      decimals: 1,
      hint: ['正数：用电因此增加', 'Positive: more energy was used'],
      list: true,
    }),
    reason: f.text({ label: ['原因', 'Reason'], required: true, max: 200, list: true, search: true, example: '春节灯会' }),
    document: f.text({ label: ['依据', 'Document'], max: 255, list: true }),
  },
  io: { export: true },
})
