import { defineMenu } from '@lamplight/kit'
import { lightMode } from './light-mode.resource.ts'

/** Menu of the strategies of city lighting, with the page of light modes of the screen sun.lightMode. */
export const strategiesMenu = defineMenu([
  {
    code: 'strategy_center',
    label: ['策略中心', 'Strategy centre'],
    path: '/city/strategyCenter',
    icon: 'control',
    sort: 50,
    parent: 'city',
    permissions: [
      { code: 'strategycalendar_read', label: ['读取策略日历', 'Read calendar'], action: 1, roles: 'manual' },
      { code: 'strategycalendar_set', label: ['设置策略日历', 'Set calendar'], action: 1, roles: 'commands' },
    ],
  },
  {
    code: 'lightmode',
    label: lightMode.label,
    path: '/city/strategyCenter/lightMode/index',
    icon: 'lamp',
    sort: 10,
    parent: 'strategy_center',
    resource: lightMode.name,
  },
])
