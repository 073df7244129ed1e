import type { Text } from '@lamplight/kit'
import type { LifeKind } from '@lamplight/server-kit'

/** Texts for the kinds of entries in the life record of a device. */
export const LIFE_KINDS = {
  added: ['登记', 'Registered'],
  installed: ['安装', 'Installed'],
  replaced: ['更换', 'Replaced'],
  repaired: ['维修', 'Repaired'],
  uninstalled: ['卸载', 'Uninstalled'],
  scrapped: ['报废', 'Scrapped'],
  edited: ['修改', 'Edited'],
  moved: ['位置变更', 'Moved'],
  bound: ['接入变更', 'Connection changed'],
  activated: ['激活 / 停用', 'Activation'],
  lifecycle: ['流转', 'Transition'],
  online: ['通信中断', 'Communication lost'],
  fault: ['故障与事件', 'Faults and events'],
  command: ['指令', 'Command'],
  param: ['参数', 'Parameters'],
} as const satisfies Readonly<Record<LifeKind, Text>>
