import { defineDeviceResource } from '@lamplight/devices/model'
import { wellType } from './well.device.ts'

/** Manhole covers: screens rt.eq.trapdoor and eq.wellDetail. */
export const well = defineDeviceResource(wellType, {
  name: 'environment.well',
  about: ['监测水位、开盖和可燃气体的井盖', 'Manhole covers with sensors for water level, opening and combustible gas'],
  code: 'well',
  page: {
    path: '/equipmentMana/trapdoor',
    details: '/equipmentMana/trapdoor/detail',
    label: ['井盖', 'Manhole covers'],
    icon: 'well',
    sort: 31,
    parent: 'equipment',
    find: ['name', 'sn'],
  },
  api: {
    base: 'blade-device/well',
    verbs: ['list', 'page', 'detail', 'submit', 'remove'],
    calls: { 'GET blade-device/well/{id}': { verb: 'get' } },
  },
})
