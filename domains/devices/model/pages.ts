import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const deviceRegister = {
  code: 'device_register',
  label: ['设备台账', 'Device register'],
  path: '/equipmentMana/device/index',
  icon: 'hdd',
  sort: 5,
  parent: 'equipment',
  opens: 'gateway_view',
} as const satisfies MenuItem
/** Page of the device log. Its definition is loaded when it opens. */
export const DEVICE_LOG = { path: '/equipmentMana/deviceLog/index', label: ['设备日志', 'Device log'] } as const
export const maintenanceLog = {
  code: 'maintenance_device_log',
  label: ['设备日志', 'Device log'],
  path: '/city/maintenance/deviceLog/index',
  icon: 'file',
  sort: 20,
  parent: 'city_maintenance',
  roles: 'read',
} as const satisfies MenuItem
export const offlineDiagnosis = {
  code: 'offline_diagnosis',
  label: ['离线诊断', 'Offline diagnosis'],
  path: '/city/maintenance/offlineDiagnose/index',
  icon: 'disconnect',
  sort: 10,
  parent: 'city_maintenance',
  roles: 'read',
  opens: 'gateway_view',
} as const satisfies MenuItem
export const deviceLife = {
  code: 'device_life',
  label: ['设备生命周期', 'Device life record'],
  path: '/city/maintenance/deviceLife/index',
  icon: 'file',
  sort: 30,
  parent: 'city_maintenance',
  roles: 'read',
  opens: 'gateway_view',
} as const satisfies MenuItem
export const deviceKinds = {
  code: 'device_kind',
  label: ['设备类型', 'Device types'],
  path: '/equipmentMana/deviceType/index',
  icon: 'hdd',
  sort: 8,
  parent: 'equipment',
  roles: 'read',
  opens: 'gateway_view',
} as const satisfies MenuItem
export const unregisteredDevices = {
  code: 'unregistered_device',
  label: ['未注册设备', 'Unregistered devices'],
  path: '/equipmentMana/unregisteredDevice',
  icon: 'disconnect',
  sort: 20,
  parent: 'equipment',
  permissions: [{ code: 'gateway_assign', label: ['分配', 'Assign'], action: 3, roles: 'assign' }],
} as const satisfies MenuItem
