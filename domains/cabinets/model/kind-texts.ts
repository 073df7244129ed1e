import type { Text } from '@lamplight/kit'

/** Names of the kinds of nodes that supply others, for definitions and for the shell, which loads no definitions. */
export const KIND_TEXTS = {
  concentrator: ['集中控制器', 'Concentrator'],
  switchbox: ['配电箱', 'Switch box'],
  loop: ['回路', 'Loop'],
  airSwitch: ['空气开关', 'Air switch'],
  meter: ['电表', 'Meter'],
} as const satisfies Readonly<Record<string, Text>>
