import { defineMenu } from '@lamplight/kit'
import {
  instituteStrategies,
  lightModes,
  poleStrategies,
  solarInstances,
  solarLightModes,
  solarStrategies,
  specialStrategies,
  sprayStrategies,
  strategyEvents,
  workStrategies,
} from './pages.ts'
import { strategyVersion } from './strategy-version.resource.ts'

/** Menu of the strategies of city lighting (screens city.strategy, city.special, vis.strategy, sun.strategy, inst.strategy and sun.lightMode). */
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
    code: 'strategy_checks',
    label: ['核对与偏离', 'Checks'],
    path: '/city/strategyCenter/checks',
    icon: 'check',
    sort: 50,
    parent: 'strategy_center',
  },
  {
    code: 'strategy_settings',
    label: ['策略设置', 'Settings'],
    path: '/city/strategyCenter/settings',
    icon: 'setting',
    sort: 60,
    parent: 'strategy_center',
  },
  workStrategies,
  specialStrategies,
  sprayStrategies,
  strategyEvents,
  {
    code: 'workstrategy_version',
    label: strategyVersion.label,
    path: '/city/strategyCenter/versions',
    icon: 'history',
    sort: 3,
    parent: 'strategy_center',
    resource: strategyVersion.name,
    hidden: true,
  },
  poleStrategies,
  solarLightModes,
  solarInstances,
  solarStrategies,
  instituteStrategies,
  lightModes,
])
