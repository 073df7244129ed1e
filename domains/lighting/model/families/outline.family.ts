import { defineParamFamily } from '@lamplight/kit'
import { whole } from '../family-fields.ts'

/** Limits of the light level and its change: screen city.outline. */
export const outline = defineParamFamily({
  name: 'outline',
  label: ['亮度轮廓', 'Outline'],
  code: 'outline',
  types: ['controller'],
  fields: {
    fadeIn: whole(['渐亮时间', 'Fade in'], 's', [0, 600, 10], { list: true }),
    fadeOut: whole(['渐灭时间', 'Fade out'], 's', [0, 600, 10], { list: true }),
    minLevel: whole(['最低亮度', 'Lowest level'], '%', [0, 100, 10], { list: true }),
    maxLevel: whole(['最高亮度', 'Highest level'], '%', [0, 100, 90], { list: true }),
    powerOnLevel: whole(['上电亮度', 'Level at power-on'], '%', [0, 100, 80]),
    failLevel: whole(['通信中断亮度', 'Level without connection'], '%', [0, 100, 80]),
  },
  ascending: [['minLevel', 'maxLevel']],
  ops: ['get', 'set'],
  call: 'outline',
  template: {
    name: 'lighting.outline',
    label: ['亮度轮廓模板', 'Outline preset'],
    base: 'blade-city/outline',
    verbs: ['list', 'detail', 'submit', 'remove'],
    page: '/city/controlCenter/outline/index',
    parent: 'control_params',
  },
})
