import type { Text } from '@lamplight/kit'

/** Texts of operations that can cut devices off and are sent in waves. */
export const WV = {
  danger: ['{what}写错会使设备失去连接。', 'A wrong value cuts devices off: {what}.'],
  dangerFields: ['修改{what}时按危险参数下发：写错会使设备失去连接。', 'A wrong value cuts devices off if you change: {what}.'],
  first: [
    '先下发第一批 {first} 台，确认恢复连接后再下发其余 {rest} 台。',
    'It is sent to a first wave of {first}, and to the other {rest} only after these have reconnected.',
  ],
  one: ['{first} 台一次下发。', '{first} device{first:s} {first:receive|receives} it at once.'],
  undo: ['设备 5 分钟连不上会自动恢复原值。', 'Devices without connection for 5 min return to their old values.'],
  waves: ['分批下发', 'Waves'],
  wave: ['第 {wave} 批 · {n} 台', 'Wave {wave} · {n}'],
  sent: ['已下发 {n}', '{n} sent'],
  done: ['已应答 {n}', '{n} answered'],
  cameBack: ['已恢复连接 {n}', '{n} reconnected'],
  rolledBack: ['已退回原值 {n}', '{n} returned to the old value'],
  failed: ['失败 {n}', '{n} failed'],
} as const satisfies Record<string, Text>
