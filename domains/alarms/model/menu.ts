import { defineMenu } from '@lamplight/kit'
import {
  alarmOffline,
  alarmStatistics,
  cabinetAlarms,
  errorPackets,
  instituteAlarms,
  solarFaults,
  sosAlarms,
  visualAlarms,
} from './pages.ts'

/** Groups of the pages of this slice (screens grp.city.alarmCenter and grp.visual.alarm), and pages that are no lists of its resources. */
export const alarmsMenu = defineMenu([
  { code: 'alarm_center', label: ['告警中心', 'Alarm centre'], path: '/city/alarmCenter', icon: 'alarm', sort: 40, parent: 'city' },
  {
    code: 'alarm_analysis',
    label: ['统计分析', 'Statistics'],
    path: '/city/alarmCenter/analysis',
    icon: 'chart',
    sort: 50,
    parent: 'alarm_center',
  },
  {
    code: 'alarm_forwarding',
    label: ['告警转发', 'Forwarding'],
    path: '/city/alarmCenter/forwarding',
    icon: 'setting',
    sort: 70,
    parent: 'alarm_center',
  },
  alarmStatistics,
  alarmOffline,
  errorPackets,
  { code: 'visual_alarm_group', label: ['告警管理', 'Alarms'], path: '/visual/alarm', icon: 'alarm', sort: 45, parent: 'visual' },
  visualAlarms,
  sosAlarms,
  solarFaults,
  instituteAlarms,
  cabinetAlarms,
])
