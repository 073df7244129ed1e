import type { Text } from '@lamplight/kit'
import { carbonFactor } from '../model/carbon-factor.resource.ts'
import { energy } from '../model/energy.report.ts'
import { efficiencyReport } from '../model/pages.ts'
import { ENERGY_WORDS } from '../model/texts/reports.ts'

export const E = {
  title: efficiencyReport.label,
  ...ENERGY_WORDS,
  about: [
    '按夜长和灯数（或账单）建立用电基线，计算节能量及其 90% 区间；按电网因子计算碳排放',
    'Energy saved against a baseline of night hours and lamps, or of bills, with its 90 % interval; carbon by grid factors',
  ],
  savings: ['节能量', 'Savings'],
  baselineFrom: ['基线开始', 'Baseline from'],
  baselineTo: ['基线结束', 'Baseline to'],
  interval: ['90% 区间', '90 % interval'],
  adjusted: ['调整后节能量', 'With adjustments'],
  share: ['节能率', 'Share'],
  measured: ['实测用电', 'Measured'],
  expected: ['基线用电', 'Baseline energy'],
  quality: ['基线偏差 CV', 'CV of the baseline'],
  days: ['基线天数', 'Days of the baseline'],
  source: ['数据来源', 'Source'],
  meters: ['灯具计量', 'Meters of the lamps'],
  bills: ['供电账单', 'Supplier bills'],
  months: ['基线月数', 'Months of the baseline'],
  supplies: ['户号数', 'Supply points'],
  leftOut: ['{n} 个户号的账单没有覆盖所有月份，未计入', '{n} supply points are left out because their bills do not cover all months'],
  monthChart: ['每月用电', 'Energy by month'],
  tooFewBills: [
    '基线至少需要 6 个月、统计时间至少需要 1 个整月的账单，且同一户号须覆盖所有月份',
    'The baseline needs bills for at least 6 months, and the reporting time for at least one whole month, from supply points with bills for all of these months',
  ],
  toBills: ['导入账单', 'Import bills'],
  noHours: [
    '{kwh} kWh 只有日电量（{hours} 小时没有分时数据），按年平均因子计算，不计入减排估算',
    '{kwh} kWh are known by day only ({hours} hour{hours:s} without data). They take the factor of the year and are left out of the saving by dimming',
  ],
  noInterval: ['数据不足', 'Not enough data'],
  tooFew: ['基线至少需要 14 天的用电数据', 'The baseline needs 14 days with energy at least'],
  chart: ['每日用电', 'Energy by day'],
  energy: energy.measures.energy.label,
  perKwh: ['平均因子', 'Mean factor'],
  missing: ['无因子的电量', 'Energy without a factor'],
  dimmed: ['23–5 点调低 {n}% 可减排', 'Saved by {n} % less from 23 to 5'],
  region: carbonFactor.fields.region.options.label,
  noFactors: ['还没有碳排放因子', 'There are no carbon factors yet'],
  toFactors: ['添加因子', 'Add factors'],
  borrowed: ['{years} 年的因子也用于其后尚无因子的年份', 'Factors of {years} are also used for later years without their own'],
  perDay: ['每日碳排放', 'Carbon by day'],
} as const satisfies Record<string, Text>
