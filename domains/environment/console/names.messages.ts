import type { Text } from '@lamplight/kit'

/** Names of pages and tabs. They are in a file of their own because they are needed before the pages are loaded. */
export const N = {
  today: ['近况', 'Last hours'],
  records: ['下发记录', 'Sent commands'],
  overview: ['运行统计', 'Statistics'],
  batch: ['批量指令', 'Batch commands'],
  collection: ['清运路线', 'Collection route'],
  statistics: ['统计', 'Statistics'],
  trashGroups: ['垃圾桶分组', 'Groups of bins'],
  wellGroups: ['井盖分组', 'Groups of covers'],
  bins: ['垃圾桶', 'Bins'],
  covers: ['井盖', 'Covers'],
  sprayControl: ['喷淋控制', 'Spray control'],
  sprayRecords: ['喷淋记录', 'Spray records'],
} as const satisfies Record<string, Text>
