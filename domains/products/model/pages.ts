import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const forwardingInterfaces = {
  code: 'system_interface',
  label: ['接口管理', 'Interfaces'],
  path: '/system/interface',
  icon: 'cluster',
  sort: 90,
  parent: 'system',
  roles: 'read',
} as const satisfies MenuItem
export const integratedDevices = {
  code: 'integrated_device',
  label: ['综合设备', 'Integrated devices'],
  path: '/visual/equipmentMana/integratedDevice/index',
  icon: 'hdd',
  sort: 10,
  parent: 'visual_equipment',
  roles: 'read',
  opens: 'typed_device_view',
} as const satisfies MenuItem
export const productInterfaces = {
  code: 'product_interface',
  label: ['接口管理', 'Interfaces'],
  path: '/roadCabinet/productManagement/InterfaceManage',
  icon: 'cluster',
  sort: 80,
  parent: 'road_cabinet_system',
  resource: 'products.interface',
  hidden: true,
} as const satisfies MenuItem
