import { defineMenu } from '@lamplight/kit'
import { deviceKinds, deviceLife, deviceRegister, maintenanceLog, offlineDiagnosis, unregisteredDevices } from './pages.ts'
import { REPLACE_RIGHT } from './replace-right.ts'

/** Menu 设备管理, and the groups page below 灯具管理; paths as in the specification (rt.eq.*, vis.gateway). */
export const devicesMenu = defineMenu([
  { code: 'equipment', label: ['设备管理', 'Devices'], path: '/equipmentMana', icon: 'hdd', sort: 60 },
  // The rights stand here, because the first list of lamps would load their words with the page.
  {
    ...deviceRegister,
    permissions: [
      { code: 'device_register_view', label: ['查看', 'View'], action: 2, roles: 'read' },
      {
        code: REPLACE_RIGHT,
        label: ['更换设备', 'Replace devices'],
        about: [
          '用同类设备更换台账、设备页和灯具卡片上的设备，一天内可撤销；不含编辑',
          'Replace a device with another of its type, from the register, its page or the card of its lamp, and undo it within a day; no other edits',
        ],
        action: 2,
        roles: 'replace',
      },
    ],
  },
  maintenanceLog,
  offlineDiagnosis,
  deviceLife,
  deviceKinds,
  // Listed before the gateways, because the right to assign gateways belongs to this page: users with that right must see it.
  unregisteredDevices,
  // The console adds the entry to the menu of the platform's tenant (menu-additions.ts); this one only carries the rights.
])
