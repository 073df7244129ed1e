import { PERIOD, type Text } from '@lamplight/kit'

export const R = {
  export: ['导出', 'Export'],
  groups: ['分组', 'Group by'],
  [PERIOD]: ['时间', 'Period'],
  range: ['时间范围', 'Time range'],
  from: ['开始日期', 'From'],
  to: ['结束日期', 'To'],
  grain: ['统计周期', 'Period'],
  compare: ['对比', 'Compare'],
  noCompare: ['不对比', 'No comparison'],
  reset: ['重置', 'Reset'],
  totals: ['合计', 'Totals'],
  before: ['对比值 {value}', 'earlier {value}'],
  table: ['明细', 'Details'],
  empty: ['所选时间和条件下没有数据', 'No data for this time and these filters'],
  complete: ['数据完整度 {share}。', 'Completeness of the data: {share}.'],
  gaps: ['{days} 天中有 {n} 天没有数据：{spans}', '{n} of {days} days without data: {spans}'],
  link: ['复制链接', 'Copy link'],
  linked: ['已复制链接，打开后是同样的时间和条件', 'Link copied; it opens the same time and filters'],
  goal: ['目标 {value}', 'Goal {value}'],
  widen: ['查看近 12 个月', 'Show 12 months'],
} as const satisfies Record<string, Text>
