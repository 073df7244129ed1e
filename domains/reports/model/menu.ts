import { defineMenu, type Text } from '@lamplight/kit'
import { month } from './month.resource.ts'
import { OTHER_PLACES } from './places.ts'

const roles = 'reports' as const
const view = (code: string) => ({ permissions: [{ code: `${code}_view`, label: ['查看', 'View'] as Text, action: 2 as const, roles }] })

export const menu = defineMenu([
  { code: 'report', label: ['报表管理', 'Reports'], path: '/report', icon: 'chart', sort: 60 },
  {
    ...{ code: 'report_power', label: ['用电与节能', 'Energy and savings'], path: '/report/power', icon: 'dashboard' },
    ...{ sort: 20, parent: 'report' },
  },
  {
    ...{ code: 'report_operation', label: ['运行与故障', 'Operation and faults'], path: '/report/operation', icon: 'chart' },
    ...{ sort: 30, parent: 'report' },
  },
  {
    ...{ code: 'report_devices', label: ['其他设备', 'Other devices'], path: '/report/devices', icon: 'hdd' },
    ...{ sort: 40, parent: 'report' },
  },
  {
    ...{ code: 'report_settings', label: ['报表设置', 'Settings'], path: '/report/settings', icon: 'setting' },
    ...{ sort: 90, parent: 'report' },
  },
  {
    code: 'report_list',
    label: ['报表列表', 'Saved reports'],
    path: '/report/reportlist',
    icon: 'columns',
    sort: 14,
    parent: 'report',
    resource: 'reports.report',
  },
  { code: 'city_statistics', label: ['统计分析', 'Statistics'], path: '/city/statistics', icon: 'chart', sort: 65, parent: 'city' },
  { code: 'sun_report', label: ['太阳能报表', 'Solar reports'], path: '/sun/report', icon: 'chart', sort: 65, parent: 'sun' },
  ...OTHER_PLACES.map(({ code, path, parent, label, sort }) => ({ code, path, parent, label, sort, icon: 'chart', roles })),
  {
    code: 'report_offline',
    label: ['离线分析', 'Offline analysis'],
    path: '/report/offline',
    icon: 'wifi',
    sort: 32,
    parent: 'report_operation',
    ...view('report_offline'),
  },
  {
    ...{
      code: 'report_device_status',
      label: ['设备状态报表', 'Device states'],
      path: '/report/deviceStatus',
      icon: 'dashboard',
      sort: 34,
    },
    ...{ parent: 'report_operation', ...view('report_device_status') },
  },
  {
    code: 'report_scan_in',
    label: ['扫码录入报表', 'Scan-in'],
    path: '/report/scanIn',
    icon: 'hdd',
    sort: 36,
    parent: 'report_devices',
    ...view('report_scan_in'),
  },
  {
    ...{
      code: 'report_history',
      label: ['历史数据', 'History'],
      path: '/report/history',
      icon: 'history',
      sort: 38,
      parent: 'report_operation',
    },
    ...view('report_history'),
  },
  {
    ...{ code: 'report_lighting', label: ['亮灯状态', 'Lighting status'], path: '/city/lampmanagement/lightingStatus/index', icon: 'bulb' },
    ...{ sort: 15, parent: 'city_lampmanagement', ...view('report_lighting') },
  },
  {
    ...{
      code: 'report_efficiency',
      label: ['节能与碳排放', 'Savings and carbon'] as const,
      path: '/report/efficiency',
      icon: 'environment',
    },
    ...{ sort: 28, parent: 'report_power', ...view('report_efficiency') },
  },
  {
    ...{ code: 'report_fault', label: ['故障报表', 'Fault report'] as const, path: '/report/fault', icon: 'warning' },
    ...{ sort: 31, parent: 'report_operation', ...view('report_fault') },
  },
  {
    ...{ code: 'fault_analysis', label: ['故障分析', 'Fault analysis'] as const, path: '/city/alarmCenter/faultAnalysis/index' },
    ...{ icon: 'chart', sort: 45, parent: 'alarm_analysis', roles },
  },
  {
    ...{ code: 'fault_months', label: ['故障月报', 'Faults by month'] as const, path: '/city/alarmCenter/monthFault/index' },
    ...{ icon: 'chart', sort: 46, parent: 'alarm_analysis', roles },
  },
  {
    code: 'city_stat_offline',
    label: ['离线分析', 'Offline analysis'],
    path: '/city/statistics/offline',
    icon: 'wifi',
    sort: 40,
    parent: 'city_statistics',
    roles,
  },
  {
    code: 'city_stat_scan',
    label: ['扫码录入报表', 'Scan-in'],
    path: '/city/statistics/scanIn',
    icon: 'hdd',
    sort: 45,
    parent: 'city_statistics',
    roles,
  },
  {
    code: 'city_stat_history',
    label: ['历史数据', 'History'],
    path: '/city/statistics/history',
    icon: 'history',
    sort: 50,
    parent: 'city_statistics',
    roles,
  },
  {
    ...{ code: 'report_bill_check', label: ['账单核对', 'Bill check'] as const, path: '/report/billCheck', icon: 'search' },
    ...{ sort: 70, parent: 'report_power', roles },
  },
  {
    ...{
      code: 'report_inventory',
      label: ['电表与台账核对', 'Meter against inventory'] as const,
      path: '/report/inventory',
      icon: 'dashboard',
    },
    ...{ sort: 74, parent: 'report_power', ...view('report_inventory') },
  },
  {
    ...{
      code: 'report_month',
      label: ['结账月份', 'Billing months'],
      path: '/report/months',
      icon: 'history',
      sort: 90,
      parent: 'report_settings',
    },
    resource: month.name,
  },
])
