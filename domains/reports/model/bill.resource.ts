import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const day = (zh: string, en: string, example: string) =>
  f.text({
    label: [zh, en],
    required: true,
    max: 10,
    shape: 'day',
    list: true,
    search: true,
    example,
  })

/** Type of the reading of a bill; without it the bill does not say. */
export const BILL_READINGS = { 1: ['实际抄表', 'Actual reading'], 2: ['估算', 'Estimated'] } as const

/** Longest period of a bill, days. */
export const BILL_DAYS = 400

/** Electricity bills of supply points, from the files of suppliers. Bills that were estimated are found by the check of bills (model/bills.ts). */
export const bill = defineResource({
  name: 'reports.bill',
  label: ['供电账单', 'Supplier bill'],
  about: ['供电公司的账单，可用 XLSX 或 CSV 导入', 'Bills of the electricity supplier, imported from XLSX or CSV'],
  code: 'report_bill',
  scope: 'tenant',
  roles: { read: 'reports', write: 'export', export: 'export' },
  page: { path: '/report/bill', icon: 'columns', sort: 72, parent: 'report_power', find: ['billNo', 'supply'] },
  api: { base: 'blade-report/bill', verbs: ['page', 'detail', 'submit', 'remove'] },
  title: 'billNo',
  list: { sort: '-endDay' },
  fields: {
    billNo: f.text({
      label: ['账单号', 'Bill number'],
      required: true,
      unique: true,
      max: 60,
      list: true,
      search: true,
      example: 'Z2026-0001',
    }),
    supply: f.text({
      label: ['户号', 'Supply point'],
      required: true,
      max: 60,
      list: true,
      search: true,
      example: '3100012345',
    }),
    supplyName: f.text({ label: ['用电地址', 'Address'], max: 120, list: true, example: '人民路配电箱' }),
    startDay: day('起始日', 'From', '2026-01-01'),
    endDay: day('截止日', 'To', '2026-01-31'),
    kwh: f.number({ label: ['电量', 'Energy'], unit: 'kWh', required: true, min: 0, max: 1e9, decimals: 2, list: true, example: 3120 }),
    money: f.number({ label: ['金额（元）', 'Amount (CNY)'], min: -1e9, max: 1e9, decimals: 2, list: true, example: 1934.4 }),
    reading: f.choice(BILL_READINGS, { label: ['抄表方式', 'Reading'], list: true, search: 'in' }),
    remark: f.text({ label: ['备注', 'Note'], max: 200 }),
  },
  indexes: [
    ['supply', 'startDay'],
    ['endDay', 'id'],
  ],
  io: { import: { key: 'billNo' }, export: true },
})
