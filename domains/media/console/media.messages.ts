import type { Text } from '@lamplight/kit'

export const M = {
  add: ['新增开关策略', 'New on/off strategy'],
  log: ['开关策略日志', 'On/off strategy log'],
  publishTitle: ['发布“{name}”', 'Publish “{name}”'],
  cancelTitle: ['取消发布“{name}”', 'Cancel “{name}”'],
  following: ['下发设备：{n} 台', 'Sent to {n} device{n:s}'],
  publish: ['发布', 'Publish'],
  cancel: ['取消发布', 'Cancel strategy'],
  sent: ['已下发，结果见开关策略日志', 'Sent: the on/off strategy log shows the result'],
  group: ['设备分组', 'Device group'],
} as const satisfies Readonly<Record<string, Text>>
