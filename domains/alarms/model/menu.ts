import { defineMenu } from '@lamplight/kit'

/** Groups of the pages of this slice (screens grp.city.alarmCenter and grp.visual.alarm) and pages that are no lists of its resources. */
export const alarmsMenu = defineMenu([
  { code: 'alarm_center', label: ['告警中心', 'Alarm centre'], path: '/city/alarmCenter', icon: 'alarm', sort: 40, parent: 'city' },
])
