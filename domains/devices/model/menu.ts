import { defineMenu } from '@lamplight/kit'

/** Menu 设备管理, and the groups page below 灯具管理; paths as in the specification (rt.eq.*, vis.gateway). */
export const devicesMenu = defineMenu([
  { code: 'equipment', label: ['设备管理', 'Devices'], path: '/equipmentMana', icon: 'hdd', sort: 60 },
  {
    code: 'device_register',
    label: ['设备台账', 'Device register'],
    path: '/equipmentMana/device/index',
    icon: 'hdd',
    sort: 5,
    parent: 'equipment',
    roles: 'read',
  },
  // Listed before the gateways, because the right to assign gateways belongs to this page: users with that right must see it.
  {
    code: 'unregistered_device',
    label: ['未注册设备', 'Unregistered devices'],
    path: '/equipmentMana/unregisteredDevice',
    icon: 'disconnect',
    sort: 20,
    parent: 'equipment',
    permissions: [{ code: 'gateway_assign', label: ['分配', 'Assign'], action: 3, roles: 'assign' }],
  },
  {
    code: 'gateway',
    label: ['网关管理', 'Gateways'],
    path: '/equipmentMana/gateway',
    icon: 'gateway',
    sort: 10,
    parent: 'equipment',
    resource: 'devices.gateway',
    permissions: [
      { code: 'gateway_virtual', label: ['虚拟城市', 'Virtual city'], action: 1, roles: 'secrets' },
      { code: 'gateway_delay', label: ['延迟离线设置', 'Delayed-offline setting'], action: 1, roles: 'platform' },
    ],
  },
  {
    code: 'device_type',
    label: ['产品类型', 'Product types'],
    path: '/equipmentMana/productType',
    icon: 'hdd',
    sort: 50,
    parent: 'equipment',
    resource: 'devices.type',
  },
  {
    code: 'typed_device',
    label: ['综合设备', 'Product devices'],
    path: '/equipmentMana/productDevice',
    icon: 'hdd',
    sort: 60,
    parent: 'equipment',
    resource: 'devices.device',
  },
  // The console adds the entry to the menu of the platform's tenant (menu-additions.ts); this one only carries the rights.
  {
    code: 'esimcard',
    label: ['SIM卡维护', 'SIM card maintenance'],
    path: '/sun/terminal/esimManage',
    icon: 'chip',
    sort: 10,
    parent: 'sun_terminal',
    resource: 'devices.esimCard',
    hidden: true,
  },
  {
    code: 'device_group',
    label: ['灯具分组', 'Lamp groups'],
    path: '/city/lampmanagement/lampgroup/index',
    icon: 'group',
    sort: 30,
    parent: 'city_lampmanagement',
    resource: 'devices.group',
    permissions: [{ code: 'device_group_member', label: ['分组成员', 'Members'], action: 2, roles: 'commands' }],
  },
])
