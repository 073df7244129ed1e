import { defineMenu } from '@lamplight/kit'
import { lightMode } from './light-mode.resource.ts'
import { strategy } from './strategy.resource.ts'

/** Menu of the strategies of city lighting (screens city.strategy and sun.lightMode; specification lines 60, 63, 196 and 432). */
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
    code: 'workstrategy',
    label: ['工作策略', 'Strategies'],
    path: '/city/strategyCenter/index',
    icon: 'moon',
    sort: 1,
    parent: 'strategy_center',
    resource: strategy.name,
    permissions: [
      {
        code: 'workstrategy_publish',
        label: ['下发', 'Publish'],
        action: 2,
        about: ['向设备下发策略，或取消分配', 'Publishes strategies to devices, or takes them back'],
        roles: 'commands',
      },
    ],
  },
  {
    code: 'workstrategy_version',
    label: ['策略版本', 'Strategy versions'],
    path: '/city/strategyCenter/versions',
    icon: 'history',
    sort: 2,
    parent: 'strategy_center',
    resource: 'strategies.version',
    hidden: true,
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
