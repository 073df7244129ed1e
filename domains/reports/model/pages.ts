import type { MenuItem, Text } from '@lamplight/kit'

const roles = 'reports' as const
const view = (code: string) => ({ permissions: [{ code: `${code}_view`, label: ['查看', 'View'] as Text, action: 2 as const, roles }] })

/** Entries of the menu whose pages the console makes by hand. */
export const offlineReport = {
  code: 'report_offline',
  label: ['离线分析', 'Offline analysis'],
  path: '/report/offline',
  icon: 'wifi',
  sort: 32,
  parent: 'report_operation',
  ...view('report_offline'),
} as const satisfies MenuItem
export const statusReport = {
  code: 'report_device_status',
  label: ['设备状态报表', 'Device states'],
  path: '/report/deviceStatus',
  icon: 'dashboard',
  sort: 34,
  parent: 'report_operation',
  ...view('report_device_status'),
} as const satisfies MenuItem
export const historyReport = {
  code: 'report_history',
  label: ['历史数据', 'History'],
  path: '/report/history',
  icon: 'history',
  sort: 38,
  parent: 'report_operation',
  ...view('report_history'),
} as const satisfies MenuItem
export const lightingReport = {
  code: 'report_lighting',
  label: ['亮灯状态', 'Lighting status'],
  path: '/city/lampmanagement/lightingStatus/index',
  icon: 'bulb',
  sort: 15,
  parent: 'city_lampmanagement',
  ...view('report_lighting'),
} as const satisfies MenuItem
export const efficiencyReport = {
  code: 'report_efficiency',
  label: ['节能与碳排放', 'Savings and carbon'],
  path: '/report/efficiency',
  icon: 'environment',
  sort: 28,
  parent: 'report_power',
  ...view('report_efficiency'),
} as const satisfies MenuItem
export const faultReport = {
  code: 'report_fault',
  label: ['故障报表', 'Fault report'],
  path: '/report/fault',
  icon: 'warning',
  sort: 31,
  parent: 'report_operation',
  ...view('report_fault'),
} as const satisfies MenuItem
export const analysedFaults = {
  code: 'fault_analysis',
  label: ['故障分析', 'Fault analysis'],
  path: '/city/alarmCenter/faultAnalysis/index',
  icon: 'chart',
  sort: 45,
  parent: 'alarm_analysis',
  roles,
  opens: 'report_fault_view',
} as const satisfies MenuItem
export const monthlyFaults = {
  code: 'fault_months',
  label: ['故障月报', 'Faults by month'],
  path: '/city/alarmCenter/monthFault/index',
  icon: 'chart',
  sort: 46,
  parent: 'alarm_analysis',
  roles,
  opens: 'report_fault_view',
} as const satisfies MenuItem
export const cityOffline = {
  code: 'city_stat_offline',
  label: ['离线分析', 'Offline analysis'],
  path: '/city/statistics/offline',
  icon: 'wifi',
  sort: 40,
  parent: 'city_statistics',
  roles,
  opens: 'report_offline_view',
} as const satisfies MenuItem
export const cityScan = {
  code: 'city_stat_scan',
  label: ['扫码录入报表', 'Scan-in'],
  path: '/city/statistics/scanIn',
  icon: 'hdd',
  sort: 45,
  parent: 'city_statistics',
  roles,
  opens: 'report_scan_in_view',
} as const satisfies MenuItem
export const cityHistory = {
  code: 'city_stat_history',
  label: ['历史数据', 'History'],
  path: '/city/statistics/history',
  icon: 'history',
  sort: 50,
  parent: 'city_statistics',
  roles,
  opens: 'report_history_view',
} as const satisfies MenuItem
export const billCheck = {
  code: 'report_bill_check',
  label: ['账单核对', 'Bill check'],
  path: '/report/billCheck',
  icon: 'search',
  sort: 70,
  parent: 'report_power',
  roles,
  opens: 'report_bill_view',
} as const satisfies MenuItem
export const inventoryReport = {
  code: 'report_inventory',
  label: ['电表与台账核对', 'Meter against inventory'],
  path: '/report/inventory',
  icon: 'dashboard',
  sort: 74,
  parent: 'report_power',
  ...view('report_inventory'),
} as const satisfies MenuItem
