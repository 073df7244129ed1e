import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'

const minutes = (zh: string, en: string) =>
  f.int({
    label: [zh, en],
    unit: 'min',
    min: -120,
    max: 120,
    required: true,
    initial: 0,
    list: true,
    hint: ['负数为提前', 'Negative means earlier'],
  })

/** Offset of a lamp controller's calendar: specification lines 329 and 368, screen city.timeMigration. */
export const timeOffset = defineParamFamily({
  name: 'timeOffset',
  label: ['时间偏移', 'Time offset'],
  code: 'timemigration',
  types: ['controller'],
  fields: { onOffset: minutes('开灯偏移', 'Switch-on offset'), offOffset: minutes('关灯偏移', 'Switch-off offset') },
  ops: ['get', 'set'],
  call: 'timeoffset',
  template: {
    name: 'lighting.timeMigration',
    label: ['时间偏移模板', 'Time offset preset'],
    base: 'blade-city/timeMigration',
    verbs: ['list', 'detail', 'submit', 'remove'],
    page: '/city/controlCenter/timeMigration/index',
    parent: 'control_center',
  },
})
