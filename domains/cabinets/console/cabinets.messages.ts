import type { Text } from '@lamplight/kit'
import { KIND_TEXTS } from '../model/kind-texts.ts'
import type { SupplyKind } from '../model/supply.ts'

export const M = {
  supply: ['供电关系', 'Supply'],
  above: ['上级', 'Fed from'],
  below: ['下级', 'Feeds'],
  name: ['名称', 'Name'],
  kind: ['类型', 'Type'],
  state: ['状态', 'State'],
  output: ['输出', 'Output'],
  byOutput: ['集中控制器 {name} 的输出 {output}', 'Output {output} of concentrator {name}'],
  lamps: ['灯具', 'Lamps'],
  offline: ['离线', 'Offline'],
  alone: ['没有登记供电关系。在回路中绑定灯具或灯具分组。', 'No supply is registered. Bind lamps or lamp groups to a loop.'],
  end: ['没有下级设备', 'It feeds no other device'],
  cutHere: [
    '{name} 已断开：{lamps} 盏灯断电，其中 {offline} 盏已离线。恢复闭合后灯具自动恢复。',
    '{name} is open: {lamps} lamp{lamps:s} {lamps:have|has} no supply, {offline} of them {offline:are|is} offline. Supply returns when it is closed.',
  ],
  cutAbove: [
    '上级 {name} 已断开，此处断电，设备因此离线。恢复闭合后自动恢复。',
    '{name} above is open: there is no supply here, so devices are offline. They return when it is closed.',
  ],
} as const satisfies Readonly<Record<string, Text>>

/** Contacts of outputs. */
export const CONTACTS = [
  ['断开', 'open'],
  ['闭合', 'closed'],
] as const satisfies readonly Text[]

export const KINDS: Readonly<Record<SupplyKind, Text>> = {
  gateway: ['网关', 'Gateway'],
  ...KIND_TEXTS,
  lamp: ['灯具', 'Lamp'],
  controller: ['单灯控制器', 'Lamp controller'],
}
