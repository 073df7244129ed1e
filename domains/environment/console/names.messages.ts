import type { Text } from '@lamplight/kit'

/** Names of pages and tabs. They are in a file of their own because they are needed before the pages are loaded. */
export const N = {
  today: ['近况', 'Last hours'],
  records: ['下发记录', 'Sent commands'],
  statistics: ['统计', 'Statistics'],
  bins: ['垃圾桶', 'Bins'],
  covers: ['井盖', 'Covers'],
} as const satisfies Record<string, Text>
