import type { Text } from '@lamplight/kit'

/** Layers of a calendar that can decide the level of a lamp. */
export const LAYER_TEXTS = {
  default: ['出厂默认', 'Factory default'],
  rule: ['策略', 'Strategy'],
  point: ['开关点', 'Switch point'],
  sensor: ['传感器', 'Sensor'],
  override: ['手动控制', 'Override by hand'],
} as const satisfies Readonly<Record<string, Text>>
