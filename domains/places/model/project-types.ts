import type { Text } from '@lamplight/kit'

/** Types of projects: the system in which their devices are shown. */
export const PROJECT_TYPES = {
  2: ['城市路灯', 'Street lights'],
  200: ['太阳能', 'Solar'],
  3: ['智慧灯杆', 'Smart poles'],
  4: ['智慧院所', 'Institutes'],
  5: ['道路机柜', 'Road cabinets'],
} as const satisfies Readonly<Record<number, Text>>
