import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const alarmStatistics = {
  code: 'alarm_statistics',
  label: ['告警统计', 'Alarm statistics'],
  path: '/city/alarmCenter/statistics/index',
  icon: 'chart',
  sort: 20,
  parent: 'alarm_analysis',
  roles: 'alarms',
  opens: 'alarm_view',
} as const satisfies MenuItem
export const alarmOffline = {
  code: 'alarm_offline',
  label: ['离线统计', 'Offline devices'],
  path: '/city/alarmCenter/offline/index',
  icon: 'disconnect',
  sort: 30,
  parent: 'alarm_analysis',
  roles: 'alarms',
  opens: 'alarm_view',
} as const satisfies MenuItem
export const errorPackets = {
  code: 'alarm_error_packet',
  label: ['错误数据包', 'Rejected messages'],
  path: '/city/alarmCenter/errorDatapackage/index',
  icon: 'warning',
  sort: 60,
  parent: 'alarm_analysis',
  roles: 'alarms',
} as const satisfies MenuItem
export const visualAlarms = {
  code: 'visual_alarm',
  label: ['告警管理', 'Alarms'],
  path: '/visual/alarm/index',
  icon: 'alarm',
  sort: 10,
  parent: 'visual_alarm_group',
  roles: 'alarms',
} as const satisfies MenuItem
export const sosAlarms = {
  code: 'visual_sos',
  label: ['SOS报警', 'SOS alarms'],
  path: '/visual/alarm/sos',
  icon: 'alarm',
  sort: 40,
  parent: 'visual_alarm_group',
  roles: 'alarms',
} as const satisfies MenuItem
export const solarFaults = {
  code: 'sun_fault',
  label: ['太阳能故障', 'Solar faults'],
  path: '/sun/fault/index',
  icon: 'warning',
  sort: 15,
  parent: 'sun',
  roles: 'alarms',
} as const satisfies MenuItem
export const instituteAlarms = {
  code: 'institute_alarm',
  label: ['告警信息', 'Alarms'],
  path: '/intelligentInstitute/alarm/index',
  icon: 'alarm',
  sort: 60,
  parent: 'institute',
  roles: 'alarms',
} as const satisfies MenuItem
export const cabinetAlarms = {
  code: 'cabinet_alarm',
  label: ['机柜告警', 'Alarms'],
  path: '/roadCabinet/alarm/index',
  icon: 'alarm',
  sort: 80,
  parent: 'road_cabinet_system',
  roles: 'alarms',
} as const satisfies MenuItem
