import type { Text } from '@lamplight/kit'
import { bill } from '../model/bill.resource.ts'
import { billCheck } from '../model/pages.ts'
import { BILL_WORDS } from '../model/texts/reports.ts'

export const B = {
  title: billCheck.label,
  ...BILL_WORDS,
  about: [
    '找出供电公司估算的账单：日均电量与相邻账期相同，或不随夜长变化',
    'Bills that the supplier estimated: energy per day as in the period beside it, or not following the nights',
  ],
  toBills: ['账单与导入', 'Bills and import'],
  bills: ['账单', 'Bills'],
  supplies: ['户号', 'Supply points'],
  energy: ['估算电量', 'Estimated energy'],
  money: ['估算金额（元）', 'Estimated amount (CNY)'],
  kwh: bill.fields.kwh.options.label,
  amount: bill.fields.money.options.label,
  perDay: ['日均', 'Per day'],
  night: ['平均夜长', 'Mean night'],
  cause: ['判断依据', 'Reason'],
  ask: ['向供电公司核实', 'Ask the supplier'],
  none: ['没有发现估算账单', 'No estimated bills were found'],
  noBills: ['还没有账单，请先导入', 'There are no bills yet: import them first'],
} as const satisfies Record<string, Text>
