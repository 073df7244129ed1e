import { defineDeviceResource } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { airSwitchType } from './air-switch.device.ts'
import { KIND_TEXTS } from './kind-texts.ts'

/** Air switches of switch boxes and loops: screen city.airswitch. */
export const airSwitch = defineDeviceResource(airSwitchType, {
  name: 'cabinets.airSwitch',
  about: ['接通和断开回路的空气开关', 'Switches that connect and interrupt loops'],
  code: 'airswitch',
  page: { path: '/city/basisaccessories/switchbox/airswitch', icon: 'control', sort: 51, parent: 'accessory_power' },
  api: {
    base: 'blade-city/airswitch',
    verbs: ['page', 'detail', 'submit', 'remove'],
    calls: {
      'GET blade-city/airswitch/list/loop': { verb: 'list', needs: ['loopId'] },
      'GET blade-city/switchbox/{switchboxId}/airswitch': { verb: 'list' },
      'POST blade-city/switchbox/{switchboxId}/airswitch': { verb: 'create' },
      'PUT blade-city/switchbox/{switchboxId}/airswitch': { verb: 'put' },
      'DELETE blade-city/switchbox/{switchboxId}/airswitch': { verb: 'delete' },
      'POST blade-city/switchbox/{switchboxId}/airswitch/batch/manual/switch': { action: 'switch' },
    },
  },
  fields: {
    switchboxId: f.ref('cabinets.switchbox', { label: KIND_TEXTS.switchbox, list: true, search: true, titleAs: 'switchboxName' }),
    loopId: f.ref('cabinets.loop', { label: ['回路', 'Loop'], list: { width: 178 }, search: true, titleAs: 'loopName' }),
  },
  indexes: [['projectId', 'id'], ['areaId', 'id'], ['gatewayId'], ['switchboxId'], ['loopId']],
})
