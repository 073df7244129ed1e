import { defineMenu } from '@lamplight/kit'

const page = { roles: 'read' } as const

/** Pages of solar lighting and of institutes that are no list of the slice's own resources (screens sun.*, rt.sun.*, inst.*). */
export const solarMenu = defineMenu([
  { code: 'sun_map', label: ['太阳能地图', 'Solar map'], path: '/sun/map/index', icon: 'map', sort: 5, parent: 'sun', ...page },
  {
    code: 'sun_gateway',
    label: ['太阳能网关', 'Solar gateways'],
    path: '/sun/gateway/index',
    icon: 'gateway',
    sort: 20,
    parent: 'sun_devices',
    ...page,
  },
  {
    code: 'sun_lamppole',
    label: ['灯杆管理', 'Lamp poles'],
    path: '/sun/lamppole',
    icon: 'post',
    sort: 30,
    parent: 'sun_devices',
    ...page,
  },
  {
    code: 'sun_devicegroup',
    label: ['设备分组', 'Device groups'],
    path: '/sun/devicegroup',
    icon: 'group',
    sort: 40,
    parent: 'sun_devices',
    ...page,
  },
  {
    code: 'institute_devices',
    label: ['设备列表', 'Device list'],
    path: '/intelligentInstitute/deviceManage/index',
    icon: 'chip',
    sort: 10,
    parent: 'institute_device',
    ...page,
  },
  {
    code: 'institute_group',
    label: ['设备分组', 'Device groups'],
    path: '/intelligentInstitute/deviceManage/group',
    icon: 'group',
    sort: 20,
    parent: 'institute_device',
    ...page,
  },
])
