import type { Text } from '@lamplight/kit'

/** Texts of the way from a list of lamps or controllers to a publication. They stand in every such list, so they import no definition. */
export const P = {
  publishTo: ['下发策略', 'Publish a strategy'],
  publishToN: ['下发策略 {n}', 'Publish a strategy to {n}'],
  fewer: ['一次最多选择 {n} 行；更多时请用筛选条件', 'Choose at most {n} rows, or use the filter for more'],
  lamp: ['已选 {n} 盏灯', '{n} chosen lamp{n:s}'],
  controller: ['已选 {n} 台控制器', '{n} chosen controller{n:s}'],
  filteredLamps: ['符合列表当前筛选条件的 {n} 盏灯', '{n} lamp{n:s} of the filter of the list'],
  filteredControllers: ['符合列表当前筛选条件的 {n} 台控制器', '{n} controller{n:s} of the filter of the list'],
  target: ['对象：{what}', 'Target: {what}'],
  toPreview: ['查看预览', 'Show the preview'],
  about: ['先看全年变化，再决定是否下发', 'Shows what changes in a year; you publish from there'],
} as const satisfies Record<string, Text>
