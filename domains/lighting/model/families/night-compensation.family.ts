import { defineParamFamily } from '@lamplight/kit'
import { clock, whole } from '../family-fields.ts'

/** Change of the light level during a part of the night: screen city.nightComp. */
export const nightCompensation = defineParamFamily({
  name: 'nightCompensation',
  label: ['夜间补偿', 'Night compensation'],
  code: 'nightcomp',
  types: ['controller'],
  fields: {
    startTime: clock(['开始时间', 'From'], '23:00'),
    endTime: clock(['结束时间', 'To'], '05:00'),
    compensateValue: whole(['补偿值', 'Compensation'], '%', [-50, 50, 10], { list: true, hint: ['负数为调暗', 'Negative dims'] }),
  },
  ops: ['get', 'set'],
  call: 'nightcompensation',
  template: {
    name: 'lighting.nightComp',
    label: ['夜间补偿模板', 'Night compensation preset'],
    base: 'blade-city/night/comp',
    verbs: ['list', 'detail', 'submit', 'remove'],
    page: '/city/controlCenter/nightComp/index',
    parent: 'control_params',
  },
})
