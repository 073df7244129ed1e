import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'
import { SUN } from '../family-fields.ts'

const positive = (zh: string, en: string, unit: string, max: number, initial: number) =>
  ({ label: [zh, en], unit, min: 1, max, decimals: 1, required: true, initial, example: initial }) as const
const volts = (zh: string, en: string, initial: number) => f.number(positive(zh, en, 'V', 100, initial))

/** Battery parameters of a solar lamp: screen sun.batteryParam. */
export const battery = defineParamFamily({
  name: 'battery',
  label: ['电池参数', 'Battery parameters'],
  code: 'batteryparam',
  types: ['controller', 'solarLamp'],
  fields: {
    type: f.choice(
      { 1: ['铅酸', 'Lead-acid'], 2: ['胶体', 'Gel'], 3: ['磷酸铁锂', 'LiFePO4'], 4: ['三元锂', 'Li-ion NMC'] },
      { label: ['电池类型', 'Battery type'], required: true, initial: 3, list: true },
    ),
    capacityAh: f.number({ ...positive('容量', 'Capacity', 'Ah', 2000, 60), list: true }),
    ratedV: volts('额定电压', 'Rated voltage', 12.8),
    chargeLimitV: volts('充电截止电压', 'Charge limit', 14.4),
    dischargeLimitV: volts('放电截止电压', 'Discharge limit', 10.5),
    recoverV: volts('恢复放电电压', 'Recover voltage', 12),
  },
  ascending: [['dischargeLimitV', 'recoverV', 'chargeLimitV']],
  ops: ['get', 'set'],
  call: 'battery',
  template: {
    ...SUN,
    name: 'lighting.batteryParam',
    label: ['电池参数模板', 'Battery preset'],
    base: 'blade-sun/batteryParam',
    page: '/sun/param/battery',
    was: ['/city/controlCenter/batteryParam/index'],
  },
  data: { list: 'blade-sun/batteryParamData/list' },
})
