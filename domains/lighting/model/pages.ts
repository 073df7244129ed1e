import type { MenuItem } from '@lamplight/kit'
import { IMPORT_CALLS } from './import.ts'

/** Entries of the menu whose pages the console makes by hand. */

/** The parameters `lamp`, `street`, `area`, `group`, `batch`, `gateway`, `post` and `device` select what it shows. */
export const cityMap = {
  code: 'city_map',
  label: ['照明地图', 'Lighting map'],
  path: '/city/map/index',
  icon: 'map',
  sort: 1,
  parent: 'city',
  roles: 'read',
  opens: 'lamp_view',
} as const satisfies MenuItem
export const controllerGroups = {
  code: 'controller_group',
  label: ['控制器分组', 'Controller groups'],
  path: '/city/basisaccessories/controller/group',
  icon: 'group',
  sort: 12,
  parent: 'accessory_controllers',
  roles: 'read',
  opens: 'device_group_view',
} as const satisfies MenuItem
export const controllerFile = {
  code: 'controller_file',
  label: ['控制器导出', 'Controller export'],
  path: '/city/basisaccessories/controller/export',
  icon: 'download',
  sort: 16,
  parent: 'accessory_controllers',
  roles: 'export',
  opens: 'controller_export',
} as const satisfies MenuItem
export const similarLamps = {
  code: 'lamp_similar',
  label: ['同类设备', 'Similar equipment'],
  path: '/city/lampmanagement/similarEquipment/index',
  icon: 'columns',
  sort: 60,
  parent: 'city_lampmanagement',
  roles: 'read',
  opens: 'lamp_view',
} as const satisfies MenuItem
export const manualControl = {
  code: 'manual_control',
  label: ['手动控制', 'Manual control'],
  path: '/city/controlCenter/manual/index',
  icon: 'bulb',
  sort: 2,
  parent: 'control_center',
  roles: 'manual',
  opens: 'lamp_switch',
} as const satisfies MenuItem
export const groupControl = {
  code: 'group_control',
  label: ['分组控制', 'Group control'],
  path: '/city/controlCenter/group/index',
  icon: 'group',
  sort: 3,
  parent: 'control_center',
  roles: 'manual',
  opens: 'lamp_switch',
} as const satisfies MenuItem
export const powerControl = {
  code: 'power_control',
  label: ['智慧照明控制', 'Lighting control'],
  path: '/visual/equipmentMana/powerControl/index',
  icon: 'bulb',
  sort: 2,
  parent: 'visual_equipment',
  roles: 'manual',
  opens: 'lamp_switch',
} as const satisfies MenuItem
export const lampImport = {
  code: 'lamp_bring_in',
  label: ['灯具导入', 'Lamp import'],
  path: IMPORT_CALLS.lamp.page,
  icon: 'upload',
  sort: 90,
  parent: 'city_lampmanagement',
  roles: 'write',
  opens: IMPORT_CALLS.lamp.permission,
} as const satisfies MenuItem
export const controllerImport = {
  code: 'controller_bring_in',
  label: ['控制器导入', 'Controller import'],
  path: IMPORT_CALLS.controller.page,
  icon: 'upload',
  sort: 90,
  parent: 'city_basisaccessories',
  roles: 'write',
  opens: IMPORT_CALLS.controller.permission,
} as const satisfies MenuItem
export const lampInstall = {
  code: 'lamp_install',
  label: ['路灯安装', 'Lamp installation'],
  path: IMPORT_CALLS.install.page,
  icon: 'upload',
  sort: 70,
  parent: 'city_lampmanagement',
  permissions: [{ code: IMPORT_CALLS.install.permission, label: ['导入', 'Import'], action: 1, roles: 'write' }],
} as const satisfies MenuItem
