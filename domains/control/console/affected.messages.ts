import type { Text } from '@lamplight/kit'

/** Texts of warnings about targets, also used by the map. */
export const R = {
  offline: [
    '其中 {n}的网关离线，网关在期限内上线则补发，否则以超时结束',
    'Gateway offline for {n}: the command is sent if it returns in time, else it ends as timed out',
  ],
  streets: ['街道（{n}）', 'Streets ({n})'],
  street: ['{name} · {n}', '{name} · {n}'],
  offlineDevices: ['离线设备（{n}）', 'Offline devices ({n})'],
  others: ['另有 {n} 个未列出', '{n} more are not listed'],
  overrides: [
    '{n}正按策略运行（{names}），将被本指令覆盖，直到 {until}',
    '{n} follow a strategy ({names}), which this command overrides until {until}',
  ],
  overridesOpen: [
    '{n}正按策略运行（{names}），将被本指令覆盖，直到下一条指令或恢复日程',
    '{n} follow a strategy ({names}), which this command overrides until another command or “Back to calendar”',
  ],
  replaces: ['{n}已有「{what}」的期望值，将被替换', 'The wanted value ({what}) of {n} is replaced'],
  noGateway: ['其中 {n}没有接入网关，将记为失败', 'No gateway: {n} will be recorded as failed'],
  notActivated: ['其中 {n}未激活，将记为失败', 'Not activated: {n} will be recorded as failed'],
  firstWave: [
    '可能使设备失去连接：先下发第一批 {n}，确认恢复连接后再下发其余',
    'This can cut devices off: it is sent to a first wave of {n}, and to the rest only after these have reconnected',
  ],
} as const satisfies Record<string, Text>
