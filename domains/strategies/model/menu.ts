import { defineMenu } from '@lamplight/kit'
import { lightMode } from './light-mode.resource.ts'
import { strategy } from './strategy.resource.ts'
import { strategyVersion } from './strategy-version.resource.ts'

/** Menu of the strategies of city lighting (screens city.strategy, city.special, vis.strategy, sun.strategy, inst.strategy and sun.lightMode; specification lines 60, 63, 81, 196 and 432). */
export const strategiesMenu = defineMenu([
  {
    code: 'strategy_center',
    label: ['策略中心', 'Strategy centre'],
    path: '/city/strategyCenter',
    icon: 'control',
    sort: 50,
    parent: 'city',
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
    code: 'specialstrategy',
    label: ['特殊日策略', 'Special-day strategies'],
    path: '/city/strategyCenter/specialDay',
    icon: 'sun',
    sort: 2,
    parent: 'strategy_center',
    roles: 'read',
  },
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
  {
    code: 'visual_strategy',
    label: ['照明策略', 'Lighting strategies'],
    path: '/visual/strategyCenter/index',
    icon: 'moon',
    sort: 40,
    parent: 'visual',
    roles: 'read',
  },
  {
    code: 'sun_strategy',
    label: ['太阳能策略', 'Solar strategies'],
    path: '/sun/strategyCenter/index',
    icon: 'moon',
    sort: 45,
    parent: 'sun',
    roles: 'read',
  },
  {
    code: 'institute_strategy',
    label: ['策略中心', 'Strategy centre'],
    path: '/intelligentInstitute/strategyCenter/index',
    icon: 'moon',
    sort: 20,
    parent: 'institute',
    roles: 'read',
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
