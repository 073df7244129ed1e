import type { Text } from '@lamplight/kit'
import { TARGET_KINDS } from '../../model/batch-codes.ts'

/** Texts of device lists; they are loaded with the console. */
export const K = {
  live: ['实时', 'Live'],
  history: ['历史', 'History'],
  commands: ['指令', 'Commands'],
  counter: ['个', 'device'],
  selected: TARGET_KINDS[1],
  filtered: TARGET_KINDS[5],
} as const satisfies Record<string, Text>
