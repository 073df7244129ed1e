import type { Text } from '@lamplight/kit'

/** Systems whose rows a list tells apart by `systemType` (decisions.md A14). City lighting is every row outside projects of smart poles. */
export const SYSTEMS = { 2: ['城市照明', 'City lighting'], 3: ['智慧灯杆', 'Smart poles'] } as const satisfies Readonly<
  Record<number, Text>
>
