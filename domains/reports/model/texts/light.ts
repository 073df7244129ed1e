import type { Text } from '@lamplight/kit'

/** States of lamps (currentControllerStatus of decisions.md B2). */
export const LIGHT_STATES = {
  1: ['亮灯', 'On'],
  2: ['熄灯', 'Off'],
  3: ['故障', 'Fault'],
  4: ['离线', 'Offline'],
  5: ['未激活', 'Not activated'],
} as const satisfies Readonly<Record<number, Text>>
/** State 1 or 2 of other devices than lamps. */
export const NORMAL = ['正常', 'Normal'] as const satisfies Text
/** Why a lamp has its level. */
export const LIGHT_CAUSES = {
  1: ['手动控制', 'Override'],
  2: ['照明策略', 'Strategy'],
  3: ['默认日程', 'Built-in programme'],
  0: ['未知', 'Unknown'],
} as const satisfies Readonly<Record<number, Text>>
/** How a lamp was lit in a night. */
export const NIGHT_RESULTS = {
  1: ['整夜亮灯', 'Lit all night'],
  2: ['部分时间未亮', 'Dark for a time'],
  3: ['整夜未亮', 'Dark all night'],
  4: ['数据不全', 'Reports are missing'],
} as const satisfies Readonly<Record<number, Text>>
