import type { Text } from '@lamplight/kit'

/** Values of the filter `systemType`. City lighting is every row outside projects of smart poles. */
export const SYSTEMS = { 2: ['城市照明', 'City lighting'], 3: ['智慧灯杆', 'Smart poles'] } as const satisfies Readonly<
  Record<number, Text>
>
/** Systems of groups: an institute has groups of its own. */
export const GROUP_SYSTEMS = { ...SYSTEMS, 4: ['智慧院所', 'Institutes'] } as const satisfies Readonly<Record<number, Text>>
