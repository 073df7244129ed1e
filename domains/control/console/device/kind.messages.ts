import type { Text } from '@lamplight/kit'

/** Texts of device lists; they are loaded with the console. */
export const K = {
  live: ['实时', 'Live'],
  history: ['历史', 'History'],
  commands: ['指令', 'Commands'],
  counter: ['个', 'device'],
  selected: ['所选设备', 'Selected devices'],
  filtered: ['列表筛选', 'List filter'],
} as const satisfies Record<string, Text>
