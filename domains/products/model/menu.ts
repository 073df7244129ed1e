import { defineMenu } from '@lamplight/kit'

/** Pages of products (screen rt.cab.productManagement, rule.perm.add.administrator). */
export const productsMenu = defineMenu([
  {
    code: 'system_interface',
    label: ['接口管理', 'Interfaces'],
    path: '/system/interface',
    icon: 'cluster',
    sort: 90,
    parent: 'system',
    roles: 'read',
  },
  // The console adds the group 产品管理 with its pages to the menu of administrators (menu-additions.ts); this entry carries the rights.
  {
    code: 'product_interface',
    label: ['接口管理', 'Interfaces'],
    path: '/roadCabinet/productManagement/InterfaceManage',
    icon: 'cluster',
    sort: 80,
    parent: 'road_cabinet_system',
    resource: 'products.interface',
    hidden: true,
  },
  {
    code: 'integrated_device',
    label: ['综合设备', 'Integrated devices'],
    path: '/visual/equipmentMana/integratedDevice/index',
    icon: 'hdd',
    sort: 10,
    parent: 'visual_equipment',
    roles: 'read',
  },
])
