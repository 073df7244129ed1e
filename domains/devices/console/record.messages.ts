import type { Text } from '@lamplight/kit'

/** Texts of the tabs with the faults and the life record of a device. */
export const R = {
  faults: ['故障', 'Faults'],
  life: ['履历', 'Life record'],
  present: ['仍存在', 'Still present'],
  ended: ['已结束', 'Ended'],
  all: ['全部', 'All'],
  fault: ['故障或事件', 'Fault or event'],
  code: ['代码', 'Code'],
  begin: ['开始时间', 'Began'],
  end: ['结束时间', 'Ended'],
  lasted: ['持续时间', 'Duration'],
  noFaults: ['设备没有上报过故障', 'The device has reported no faults'],
  noPresent: ['当前没有故障', 'There are no faults now'],
  noLife: ['没有记录', 'No entries'],
  filter: ['显示', 'Show'],
  until: ['至 {at}', 'until {at}'],
  open: ['查看', 'Open'],
  none: ['无', 'none'],
} as const satisfies Record<string, Text>
