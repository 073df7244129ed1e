import type { Text } from '@lamplight/kit'
import { inventoryReport } from '../model/pages.ts'
import { INVENTORY_WORDS } from '../model/texts/reports.ts'

export const V = {
  title: inventoryReport.label,
  ...INVENTORY_WORDS,
  about: [
    '每个配电箱的电表功率与台账灯具按策略应用的功率之差，按每年金额排列',
    'What the meter of each switch box measured beside what its lamps should draw, ranked by money per year',
  ],
  boxes: ['配电箱', 'Switch boxes'],
  measured: ['有电表数据', 'With meter data'],
  found: ['差异', 'Differences'],
  moneyPerYear: ['每年金额（元）', 'Cost per year (CNY)'],
  watts: ['差值', 'Difference'],
  night: ['夜间：电表 / 台账', 'Night: meter / inventory'],
  day: ['白天：电表 / 台账', 'Day: meter / inventory'],
  nights: ['夜数', 'Nights'],
  unrated: ['{n} 盏灯没有额定功率', '{n} lamp{n:s} without nominal power'],
  unmeasured: ['没有电表数据：{names}', 'Without meter data: {names}'],
  none: ['有电表数据的 {n} 个配电箱（共 {all} 个）没有差异', 'The {n} of {all} switch boxes with meter data show no difference'],
  nothing: ['没有一个配电箱有电表数据，无法核对', 'No switch box has meter data, so nothing can be compared'],
} as const satisfies Record<string, Text>
