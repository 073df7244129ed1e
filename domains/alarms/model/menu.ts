import { defineMenu } from '@lamplight/kit'

const alarms = { parent: 'alarm_center', roles: 'alarms' } as const
/** Groups of the pages of this slice (screens grp.city.alarmCenter and grp.visual.alarm), and pages that are no lists of its resources. */
export const alarmsMenu = defineMenu([
  { code: 'alarm_center', label: ['告警中心', 'Alarm centre'], path: '/city/alarmCenter', icon: 'alarm', sort: 40, parent: 'city' },
  {
    code: 'alarm_statistics',
    label: ['告警统计', 'Alarm statistics'],
    path: '/city/alarmCenter/statistics/index',
    icon: 'chart',
    sort: 20,
    ...alarms,
  },
  {
    code: 'alarm_offline',
    label: ['离线统计', 'Offline devices'],
    path: '/city/alarmCenter/offline/index',
    icon: 'disconnect',
    sort: 30,
    ...alarms,
  },
  {
    code: 'alarm_error_packet',
    label: ['错误数据包', 'Refused messages'],
    path: '/city/alarmCenter/errorDatapackage/index',
    icon: 'warning',
    sort: 60,
    ...alarms,
  },
  { code: 'visual_alarm_group', label: ['告警管理', 'Alarms'], path: '/visual/alarm', icon: 'alarm', sort: 45, parent: 'visual' },
  {
    code: 'visual_alarm',
    label: ['告警管理', 'Alarms'],
    path: '/visual/alarm/index',
    icon: 'alarm',
    sort: 10,
    parent: 'visual_alarm_group',
    roles: 'alarms',
  },
  {
    code: 'visual_sos',
    label: ['SOS报警', 'SOS alarms'],
    path: '/visual/alarm/sos',
    icon: 'alarm',
    sort: 40,
    parent: 'visual_alarm_group',
    roles: 'alarms',
  },
  {
    code: 'institute_alarm',
    label: ['告警信息', 'Alarms'],
    path: '/intelligentInstitute/alarm/index',
    icon: 'alarm',
    sort: 60,
    parent: 'institute',
    roles: 'alarms',
  },
  {
    code: 'cabinet_alarm',
    label: ['机柜告警', 'Alarms'],
    path: '/roadCabinet/alarm/index',
    icon: 'alarm',
    sort: 80,
    parent: 'road_cabinet_system',
    roles: 'alarms',
  },
])
