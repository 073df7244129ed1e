import type { Text } from '@lamplight/kit'
import { controllerType, errorPacket } from '../../model/index.ts'

/** Texts of the tabs with the faults and the life record of a device. */
export const R = {
  faults: controllerType.properties.faults.label,
  life: ['履历', 'Life record'],
  present: ['仍存在', 'Still present'],
  ended: ['已结束', 'Ended'],
  all: ['全部', 'All'],
  fault: ['故障或事件', 'Fault or event'],
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
  meterReplaced: ['登记换表', 'Record a replaced meter'],
  meterOk: ['登记', 'Record'],
  meterAt: ['换表时间', 'Replaced at'],
  meterAtHint: ['不能晚于当前时间', 'must not be in the future'],
  meterAbout: [
    '设备编号不变、更换了电表（计量部件）时登记。从该时间起累计量按新表的示数计算，新旧示数之差不计入用量，历史数据和履历中显示为“清零 1 次”。',
    'Record this when the meter of a device was replaced and the device kept its number. From then on consumption is counted from the new meter’s reading; the difference between old and new readings is not counted, and history and life record show “1 reset”.',
  ],
  meterTold: ['已登记换表', 'The replaced meter was recorded'],
  rejected: ['不合规的上报值', 'Reported values outside their limits'],
  rejectedAbout: [
    '这些值未被采用，同一次上报的其余值正常使用。',
    'These values were rejected; the other values of the same reports were accepted.',
  ],
  property: ['属性', 'Property'],
  value: ['上报值', 'Reported'],
  limit: ['允许范围', 'Allowed'],
  count: errorPacket.fields.count.options.label,
  last: ['最近一次', 'Last'],
  first: ['首次', 'First'],
  event: ['事件', 'Event'],
} as const satisfies Record<string, Text>
