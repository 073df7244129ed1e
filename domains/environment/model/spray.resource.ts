import { defineDeviceResource } from '@lamplight/devices/model'
import { sprayType } from './spray.device.ts'

/** Spray devices: screen city.spray. */
export const spray = defineDeviceResource(sprayType, {
  name: 'environment.spray',
  about: ['降尘喷淋设备', 'Devices that spray mist against dust'],
  code: 'spray_device',
  page: {
    path: '/equipmentMana/spray/index',
    details: '/equipmentMana/spray/detail',
    label: ['喷淋设备', 'Spray devices'],
    icon: 'spray',
    sort: 34,
    parent: 'equipment',
    find: ['name', 'sn'],
  },
  api: { base: 'blade-device/spray/device', verbs: ['list', 'detail', 'submit', 'remove'] },
})
