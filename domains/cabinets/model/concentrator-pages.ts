import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const concentratorRecords = {
  code: 'concentrator_records',
  label: ['集中器指令记录', 'Concentrator command records'],
  path: '/city/basisaccessories/concentrator/commandRecord',
  icon: 'history',
  sort: 43,
  parent: 'accessory_concentrators',
  roles: 'read',
} as const satisfies MenuItem
export const poleConcentrators = {
  code: 'visual_concentrator',
  label: ['集中控制器', 'Concentrators'],
  path: '/visual/concentrator/index',
  icon: 'cluster',
  sort: 20,
  parent: 'visual',
  roles: 'read',
} as const satisfies MenuItem
export const centralizedControl = {
  code: 'centralized_control',
  label: ['集中控制', 'Centralized control'],
  path: '/visual/equipmentMana/centralizedControl/index',
  icon: 'control',
  sort: 64,
  parent: 'pole_lighting',
  roles: 'read',
  opens: 'concentrator_view',
} as const satisfies MenuItem
