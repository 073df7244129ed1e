import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Kinds of grid factors by the number stored in a row; the names are those of model/carbon.ts. */
export const FACTOR_KINDS = { 1: 'average', 2: 'residual', 3: 'fossil' } as const

/** CO2 factors of electricity that the tenant entered: one value for a year, or one for each of its hours. */
export const carbonFactor = defineResource({
  name: 'reports.carbonFactor',
  label: ['碳排放因子', 'Carbon factor'],
  about: ['各地区每年的电力碳排放因子；可填写全年每小时的值', 'Carbon factors of electricity by region and year, if known for each hour'],
  code: 'carbon_factor',
  scope: 'tenant',
  roles: { read: 'reports', write: 'export', export: 'export' },
  page: { path: '/report/carbonFactor', icon: 'environment', sort: 94, parent: 'report_settings' },
  api: { base: 'blade-report/carbon/factor', verbs: ['page', 'detail', 'submit', 'remove'] },
  title: 'region',
  list: { sort: '-year' },
  fields: {
    region: f.text({ label: ['地区', 'Region'], required: true, max: 60, list: true, search: true, example: '华东' }),
    year: f.int({
      label: ['年份', 'Year'],
      required: true,
      min: 2000,
      max: 2100,
      quantity: false,
      list: true,
      search: true,
      example: 2023,
    }),
    kind: f.choice(
      { 1: ['平均', 'Average'], 2: ['扣除市场化非化石', 'Without traded non-fossil'], 3: ['化石能源', 'Fossil only'] },
      { label: ['口径', 'Kind'], required: true, initial: 1, list: true, search: 'in' },
    ),
    value: f.number({
      label: ['因子', 'Factor'],
      unit: 'kg/kWh',
      required: true,
      min: 0,
      max: 2,
      decimals: 4,
      list: true,
      example: 0.5306,
    }),
    hours: f.text({
      label: ['每小时因子', 'Factors by hour'],
      hint: [
        '全年从 1 月 1 日 0 时起，以逗号分隔；缺少的小时用年度因子',
        'From 1 January 0:00 on, comma-separated; hours without a value use that of the year',
      ],
      max: 90_000,
      multiline: true,
      match: { pattern: '[0-9., \\n\\r]*', text: ['应为以逗号分隔的数字', 'must be numbers, separated by commas'] },
      example: '0.51,0.52',
    }),
    source: f.text({ label: ['来源', 'Source'], max: 255, list: true }),
  },
  io: { export: true },
})
