import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const solarMap = {
  code: 'sun_map',
  label: ['太阳能地图', 'Solar map'],
  path: '/sun/map/index',
  icon: 'map',
  sort: 5,
  parent: 'sun',
  roles: 'read',
  opens: 'solar_lamp_view',
} as const satisfies MenuItem
export const solarGateways = {
  code: 'sun_gateway',
  label: ['太阳能网关', 'Solar gateways'],
  path: '/sun/gateway/index',
  icon: 'gateway',
  sort: 20,
  parent: 'sun_devices',
  roles: 'read',
} as const satisfies MenuItem
export const solarPoles = {
  code: 'sun_lamppole',
  label: ['灯杆管理', 'Lamp poles'],
  path: '/sun/lamppole',
  icon: 'post',
  sort: 30,
  parent: 'sun_devices',
  roles: 'read',
} as const satisfies MenuItem
export const solarGroups = {
  code: 'sun_devicegroup',
  label: ['设备分组', 'Device groups'],
  path: '/sun/devicegroup',
  icon: 'group',
  sort: 40,
  parent: 'sun_devices',
  roles: 'read',
} as const satisfies MenuItem
export const instituteDevices = {
  code: 'institute_devices',
  label: ['设备列表', 'Device list'],
  path: '/intelligentInstitute/deviceManage/index',
  icon: 'chip',
  sort: 10,
  parent: 'institute_device',
  roles: 'read',
} as const satisfies MenuItem
export const instituteGroups = {
  code: 'institute_group',
  label: ['设备分组', 'Device groups'],
  path: '/intelligentInstitute/deviceManage/group',
  icon: 'group',
  sort: 20,
  parent: 'institute_device',
  roles: 'read',
} as const satisfies MenuItem
