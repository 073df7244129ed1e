import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const told = { readonly: true, form: false } as const
export const MONTHLY = { waiting: 0, running: 1, done: 2, failed: 4 } as const
/** Files of a monthly report, in both languages. */
export const MONTHLY_FORMATS = ['pdf', 'xlsx'] as const
export const MONTH_PATTERN = '20\\d{2}-(0[1-9]|1[0-2])'

/** The monthly report to the council: made by one press as PDF and workbook in both languages, and stored. Making a month again replaces its files. */
export const monthly = defineResource({
  name: 'reports.monthly',
  label: ['照明月报', 'Monthly report'],
  about: [
    '一键生成给主管部门的月报：中英文 PDF 与 Excel，数字与各报表页面一致',
    'Monthly report to the authority: PDF and Excel in both languages, with the figures of the report pages',
  ],
  code: 'report_monthly',
  scope: 'tenant',
  roles: { read: 'reports', write: 'export', export: 'export' },
  page: { path: '/report/monthly', icon: 'print', sort: 12, parent: 'report' },
  api: { base: 'blade-report/monthly', verbs: ['page', 'detail', 'remove'] },
  title: 'month',
  list: { sort: '-month' },
  fields: {
    month: f.text({ label: ['月份', 'Month'], ...told, max: 7, list: { width: 110 }, search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], ...told, list: true, search: true }),
    state: f.choice(
      { 0: ['等待', 'Waiting'], 1: ['生成中', 'Generating'], 2: ['已生成', 'Made'], 4: ['失败', 'Failed'] },
      { label: ['状态', 'State'], ...told, list: true, search: 'in', tones: { 0: 'neutral', 1: 'busy', 2: 'good', 4: 'bad' } },
    ),
    files: f.int({ label: ['下载', 'Files'], ...told, quantity: false, list: { width: 320 } }),
    madeAt: f.time({ label: ['生成时间', 'Made at'], ...told, list: true }),
    madeBy: f.text({ label: ['生成人', 'Made by'], ...told, max: 64, list: true }),
    seconds: f.number({ label: ['耗时', 'Duration'], unit: 's', decimals: 1, ...told, list: true }),
    reason: f.text({ label: ['原因', 'Reason'], ...told, max: 255 }),
  },
  actions: {
    make: {
      label: ['生成月报', 'Make the report'],
      on: 'list',
      roles: 'export',
      input: {
        month: f.text({
          label: ['月份', 'Month'],
          required: true,
          max: 7,
          match: { pattern: MONTH_PATTERN, text: ['应为 yyyy-MM', 'must be yyyy-MM'] },
          example: '2026-10',
          lastMonth: true,
        }),
        areaId: f.ref('places.area', { label: ['区域', 'Area'], hint: ['不选则为全部', 'Empty: all areas'] }),
      },
    },
  },
  io: { export: true },
})
