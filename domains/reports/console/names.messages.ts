import type { Text } from '@lamplight/kit'

/** Address at which the report of faults opens with its months. */
export const FAULT_MONTHS = '/city/alarmCenter/monthFault/index'

/** Titles of pages, loaded with the shell. */
export const N = {
  offline: ['离线分析', 'Offline analysis'],
  status: ['设备状态报表', 'Device states'],
  scan: ['扫码录入报表', 'Scan-in'],
  history: ['历史数据', 'History'],
  lighting: ['亮灯状态', 'Lighting status'],
  fault: ['故障报表', 'Fault report'],
  bills: ['账单核对', 'Bill check'],
  inventory: ['电表与台账核对', 'Meter against inventory'],
  efficiency: ['节能与碳排放', 'Savings and carbon'],
} as const satisfies Record<string, Text>
