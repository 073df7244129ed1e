import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const workStrategies = {
  code: 'workstrategy',
  label: ['工作策略', 'Strategies'],
  path: '/city/strategyCenter/index',
  icon: 'moon',
  sort: 1,
  parent: 'strategy_center',
  resource: 'strategies.strategy',
  opens: 'workstrategy_view',
  permissions: [
    {
      code: 'workstrategy_publish',
      label: ['下发', 'Publish'],
      action: 2,
      about: ['向设备下发策略，或取消分配', 'Publishes strategies to devices, or unassigns them'],
      roles: 'commands',
    },
  ],
} as const satisfies MenuItem
export const specialStrategies = {
  code: 'specialstrategy',
  label: ['特殊日策略', 'Special-day strategies'],
  path: '/city/strategyCenter/specialDay',
  icon: 'sun',
  sort: 2,
  parent: 'strategy_center',
  roles: 'read',
  opens: 'workstrategy_view',
} as const satisfies MenuItem
export const sprayStrategies = {
  code: 'spraystrategy',
  label: ['喷淋策略', 'Spray strategies'],
  path: '/city/strategyCenter/spray',
  icon: 'spray',
  sort: 4,
  parent: 'strategy_center',
  roles: 'read',
  opens: 'workstrategy_view',
} as const satisfies MenuItem
export const strategyEvents = {
  code: 'strategy_events',
  label: ['策略事件', 'Strategy events'],
  path: '/city/strategyCenter/events',
  icon: 'history',
  sort: 5,
  parent: 'strategy_checks',
  roles: 'manual',
  opens: 'strategycalendar_read',
} as const satisfies MenuItem
export const poleStrategies = {
  code: 'visual_strategy',
  label: ['照明策略', 'Lighting strategies'],
  path: '/visual/strategyCenter/index',
  icon: 'moon',
  sort: 40,
  parent: 'visual',
  roles: 'read',
  opens: 'workstrategy_view',
} as const satisfies MenuItem
export const lightModes = {
  code: 'lightmode',
  label: ['亮灯模式', 'Light mode'],
  path: '/city/strategyCenter/lightMode/index',
  icon: 'lamp',
  sort: 10,
  parent: 'strategy_settings',
  resource: 'strategies.lightMode',
} as const satisfies MenuItem
export const solarLightModes = {
  code: 'sun_lightmode',
  label: lightModes.label,
  path: '/sun/lightMode/index',
  icon: 'lamp',
  sort: 46,
  parent: 'sun_strategies',
  roles: 'read',
} as const satisfies MenuItem
export const solarInstances = {
  code: 'sun_strategy_instance',
  label: ['策略实例', 'Instances'],
  path: '/sun/strategyInstance/index',
  icon: 'group',
  sort: 47,
  parent: 'sun_strategies',
  roles: 'read',
} as const satisfies MenuItem
export const solarStrategies = {
  code: 'sun_strategy',
  label: ['太阳能策略', 'Solar strategies'],
  path: '/sun/strategyCenter/index',
  icon: 'moon',
  sort: 45,
  parent: 'sun_strategies',
  roles: 'read',
  opens: 'workstrategy_view',
} as const satisfies MenuItem
export const instituteStrategies = {
  code: 'institute_strategy',
  label: ['策略中心', 'Strategy centre'],
  path: '/intelligentInstitute/strategyCenter/index',
  icon: 'moon',
  sort: 20,
  parent: 'institute',
  roles: 'read',
  opens: 'workstrategy_view',
} as const satisfies MenuItem
