import type { Text } from '@lamplight/kit'
import { month } from '../model/month.resource.ts'
import { analysedFaults, faultReport, monthlyFaults } from '../model/pages.ts'
import { scanIn } from '../model/scan-in.listing.ts'
import { CLOSED, FAULT_WORDS } from '../model/texts/reports.ts'

export const F = {
  title: faultReport.label,
  ...FAULT_WORDS,
  about: [
    '故障数量、种类、位置和处理时长；误报不计入时长',
    'How many faults, of which kind and where, and how long they lasted; false alarms have no duration',
  ],
  analysis: ['分析', 'Analysis'],
  months: ['按月', 'By month'],
  analysisTitle: analysedFaults.label,
  monthsTitle: monthlyFaults.label,
  opened: ['新增', 'Opened'],
  closed: CLOSED,
  open: ['未关闭', 'Open'],
  median: ['时长中位数', 'Median duration'],
  falseAlarms: ['误报', 'False alarms'],
  repeatDevices: ['反复故障的设备', 'Devices with repeated faults'],
  perDay: ['每日故障', 'Faults by day'],
  perMonth: ['每月故障', 'Faults by month'],
  kinds: ['按种类', 'By kind'],
  areas: ['按区域', 'By area'],
  ages: ['未关闭故障的时长', 'Open faults by age'],
  number: ['数量', 'Number'],
  repeats: ['反复故障的设备（90天内3次及以上）', 'Devices with three faults or more in 90 days'],
  month: month.fields.month.options.label,
  change: ['环比', 'Compared with the month before'],
  most: ['主要种类', 'Most frequent kind'],
  deviceType: ['设备类型', 'Device type'],
  device: scanIn.fields.deviceId.options.label,
  none: ['所选时间内没有故障', 'No faults in this time'],
} as const satisfies Record<string, Text>
