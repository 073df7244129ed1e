import { defineMenu } from '@lamplight/kit'

/** Menu 物联网 below 系统管理 (decisions.md A19). `/iot/index` and `/iot/registration` show the same list. The data of integrated devices are in the menu of the other devices. */
export const iotMenu = defineMenu([
  { code: 'iot', label: ['物联网', 'IoT'], path: '/iot', icon: 'chip', sort: 60, parent: 'system' },
  { code: 'iot_index', label: ['物联网设备', 'IoT devices'], path: '/iot/index', icon: 'chip', sort: 5, parent: 'iot', roles: 'read' },
  {
    code: 'gc_thing',
    label: ['综合设备数据', 'Integrated device data'],
    path: '/equipmentMana/gcWebThing/index',
    icon: 'chip',
    sort: 58,
    parent: 'equipment',
    roles: 'read',
  },
])
