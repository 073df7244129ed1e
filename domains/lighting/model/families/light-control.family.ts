import { defineParamFamily } from '@lamplight/kit'
import { SUN, whole } from '../family-fields.ts'

/** Illuminance at which a lamp switches itself on and off: screen sun.lightCtr. */
export const lightControl = defineParamFamily({
  name: 'lightControl',
  label: ['光控参数', 'Light control'],
  code: 'lightctrparams',
  types: ['controller', 'solarLamp'],
  fields: {
    onLux: whole(['开灯照度', 'Switch on below'], 'lx', [1, 1000, 15], { list: true }),
    offLux: whole(['关灯照度', 'Switch off above'], 'lx', [1, 1000, 30], { list: true }),
    delay: whole(['延时', 'Delay'], 's', [0, 3600, 60], { list: true }),
  },
  ascending: [['onLux', 'offLux']],
  ops: ['get', 'set'],
  call: 'lightcontrol',
  template: {
    ...SUN,
    name: 'lighting.lightCtrParams',
    label: ['光控参数模板', 'Light control preset'],
    base: 'blade-sun/lightCtrParams',
    page: '/sun/param/lightCtr',
  },
  data: { list: 'blade-sun/lightCtrParamsData/page' },
})
