import { labelsOf, type Text } from '@lamplight/kit'
import { record } from '../model/index.ts'

export const M = {
  power: ['夜间功率', 'Power by night'],
  meter: ['电表功率', 'Power of the meter'],
  own: ['本灯', 'This lamp'],
  ownMeter: ['电表', 'Meter'],
  ...labelsOf(record.fields, 'neighbourId', 'nights', 'proof'),
  level: ['指令亮度', 'Wanted level'],
  noNeighbour: ['没有可对照的健康灯具', 'There is no healthy lamp to compare with'],
  noReadings: ['这一夜没有读数', 'There are no readings of this night'],
  correct: ['更正灯具台账', 'Correct the lamp'],
  asked: [
    '已驳回：请更正台账。更正后从下一夜起重新检测',
    'Dismissed: correct the inventory. From the next night the lamp is checked again',
  ],
  testing: ['测试正在进行，结果会显示在这里', 'The test is running; its result is shown here'],
  tested: ['测试读数', 'Metered answer'],
} as const satisfies Record<string, Text>
