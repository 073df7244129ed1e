import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const poleControllers = {
  code: 'visual_lamp_control',
  label: ['单灯控制器', 'Lamp controllers'],
  path: '/visual/equipmentMana/lampControl/index',
  icon: 'chip',
  sort: 6,
  parent: 'pole_lighting',
  roles: 'read',
} as const satisfies MenuItem
export const poleGroups = {
  code: 'visual_group',
  label: ['设备分组', 'Device groups'],
  path: '/visual/equipmentMana/devGroup/index',
  icon: 'group',
  sort: 8,
  parent: 'pole_lighting',
  roles: 'read',
} as const satisfies MenuItem
export const controllers = {
  code: 'equipment_controller',
  label: ['控制器', 'Controllers'],
  path: '/equipmentMana/controller/index',
  icon: 'chip',
  sort: 12,
  parent: 'equipment',
  roles: 'read',
} as const satisfies MenuItem
export const childDevices = {
  code: 'child_device',
  label: ['子设备', 'Child devices'],
  path: '/equipmentMana/childDevice',
  icon: 'cluster',
  sort: 14,
  parent: 'equipment',
  roles: 'read',
  opens: 'gateway_view',
} as const satisfies MenuItem
