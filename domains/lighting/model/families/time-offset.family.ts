import { defineParamFamily } from '@lamplight/kit'
import { offset } from '../family-fields.ts'

/** Offset of a lamp controller's calendar: screen city.timeMigration. */
export const timeOffset = defineParamFamily({
  name: 'timeOffset',
  label: ['时间偏移', 'Time offset'],
  code: 'timemigration',
  types: ['controller'],
  fields: {
    onOffset: offset(['开灯偏移', 'Switch-on offset'], { list: true }),
    offOffset: offset(['关灯偏移', 'Switch-off offset'], { list: true }),
  },
  ops: ['get', 'set'],
  call: 'timeoffset',
  template: {
    name: 'lighting.timeMigration',
    label: ['时间偏移模板', 'Time offset preset'],
    base: 'blade-city/timeMigration',
    verbs: ['list', 'detail', 'submit', 'remove'],
    page: '/city/controlCenter/timeMigration/index',
    parent: 'control_params',
  },
})
