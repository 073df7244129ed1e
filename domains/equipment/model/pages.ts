import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const smartPoles = {
  code: 'smart_pole',
  label: ['智慧灯杆', 'Smart poles'],
  path: '/visual/equipmentMana/smartPole/index',
  icon: 'post',
  sort: 3,
  parent: 'visual_equipment',
  roles: 'read',
  opens: 'lamp_post_view',
} as const satisfies MenuItem
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
export const poleMeters = {
  code: 'visual_meter',
  label: ['电表', 'Meters'],
  path: '/visual/equipmentMana/meter/index',
  icon: 'dashboard',
  sort: 61,
  parent: 'pole_lighting',
  roles: 'read',
  opens: 'meter_view',
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
