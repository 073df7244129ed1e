import { defineDeviceResource } from '@lamplight/devices/model'
import { trashType } from './trash.device.ts'

/** Trash bins: screens rt.eq.trash and eq.trashDetail. */
export const trash = defineDeviceResource(trashType, {
  name: 'environment.trash',
  about: ['带满溢检测的垃圾桶', 'Bins that measure how full they are'],
  code: 'trash',
  page: {
    path: '/equipmentMana/trash',
    details: '/equipmentMana/trash/detail',
    label: ['垃圾桶', 'Trash bins'],
    icon: 'trash',
    sort: 30,
    parent: 'equipment',
    find: ['name', 'sn'],
  },
  api: {
    base: 'blade-device/trashdevice',
    verbs: ['list', 'detail', 'submit', 'remove'],
    calls: {
      'GET blade-device/trash/{id}': { verb: 'get' },
      'POST blade-device/trashdevice/save': { verb: 'submit', names: { deviceSn: 'sn' } },
    },
  },
})
