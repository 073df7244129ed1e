import { defineParamFamily } from '@lamplight/kit'
import { SUN, whole } from '../family-fields.ts'

const limit = (zh: string, en: string, initial: number) => whole([zh, en], '°C', [-40, 85, initial], { list: true })

/** Temperatures between which a battery may be charged and discharged: screen sun.batteryTempe. */
export const batteryTemperature = defineParamFamily({
  name: 'batteryTempe',
  label: ['电池温度参数', 'Battery temperature'],
  code: 'batterytempeparam',
  types: ['controller', 'solarLamp'],
  fields: {
    chargeLow: limit('充电低温', 'Charge low', 0),
    chargeHigh: limit('充电高温', 'Charge high', 45),
    dischargeLow: limit('放电低温', 'Discharge low', -20),
    dischargeHigh: limit('放电高温', 'Discharge high', 60),
    recover: whole(['恢复回差', 'Recovery margin'], '°C', [1, 20, 3]),
  },
  ascending: [
    ['chargeLow', 'chargeHigh'],
    ['dischargeLow', 'dischargeHigh'],
  ],
  ops: ['get', 'set'],
  call: 'batterytempe',
  template: {
    ...SUN,
    name: 'lighting.batteryTempeParam',
    label: ['电池温度参数模板', 'Battery temperature preset'],
    base: 'blade-sun/batteryTempeParam',
    page: '/sun/param/batteryTempe',
  },
  data: { list: 'blade-sun/batteryTempeParamsData/list' },
})
