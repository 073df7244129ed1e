import { defineDeviceResource } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { KIND_TEXTS } from './kind-texts.ts'
import { meterType } from './meter.device.ts'

/** Meters of switch boxes. Clients ask for their history (report.meter.history.page), and concentrators read them (concentrator.control.set.meter_member). */
export const meter = defineDeviceResource(meterType, {
  name: 'cabinets.meter',
  about: ['测量配电箱用电的电表', 'Meters of the power of switch boxes'],
  code: 'meter',
  page: { path: '/city/basisaccessories/meter/index', icon: 'dashboard', sort: 53, parent: 'accessory_power' },
  api: { base: 'blade-city/meter', verbs: ['page', 'detail', 'submit', 'remove'] },
  fields: {
    switchboxId: f.ref('cabinets.switchbox', { label: KIND_TEXTS.switchbox, list: true, search: true, titleAs: 'switchboxName' }),
  },
  indexes: [['projectId', 'id'], ['areaId', 'id'], ['gatewayId'], ['switchboxId']],
})
