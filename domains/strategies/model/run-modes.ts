import type { Text } from '@lamplight/kit'

/** Ways in which a lamp decides when to light: decisions.md C10. */
export const RUN_MODES = {
  1: ['时控', 'Time'],
  2: ['光控', 'Daylight'],
  3: ['感应', 'Motion'],
  4: ['组合', 'Combined'],
} as const satisfies Readonly<Record<number, Text>>
