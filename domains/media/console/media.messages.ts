import { labelsOf, type Text } from '@lamplight/kit'
import { mediaMenu } from '../model/menu.ts'
import { onOffLifecycle } from '../model/on-off.lifecycle.ts'

export const M = {
  add: ['新增开关策略', 'New on/off strategy'],
  log: mediaMenu[0].label,
  publishTitle: ['发布“{name}”', 'Publish “{name}”'],
  cancelTitle: ['取消发布“{name}”', 'Cancel “{name}”'],
  following: ['下发设备：{n} 台', 'Sent to {n} device{n:s}'],
  ...labelsOf(onOffLifecycle.transitions, 'publish', 'cancel'),
  sent: ['已下发，结果见开关策略日志', 'Sent: the on/off strategy log shows the result'],
  group: onOffLifecycle.transitions.publish.input.devGroupId.options.label,
} as const satisfies Readonly<Record<string, Text>>
