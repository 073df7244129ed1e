import { defineParamFamily } from '@lamplight/kit'
import { SUN, whole } from '../family-fields.ts'

/** Direction in which a luminaire is mounted (controller.batch.set.lampangle). It is another family than the angle of the post (controller.batch.set.lampbarangle). */
export const lampAngle = defineParamFamily({
  name: 'lampAngle',
  label: ['灯具角度', 'Lamp angle'],
  code: 'lampangle',
  types: ['controller'],
  fields: {
    tilt: whole(['仰角', 'Tilt'], '°', [-90, 90, 10]),
    azimuth: whole(['方位角', 'Azimuth'], '°', [0, 359, 180], { hint: ['正北为 0，顺时针', 'North is 0, clockwise'] }),
  },
  ops: ['get', 'set'],
  call: 'lampangle',
})

/** Alarm of a swaying post: screen sun.lampSway. */
export const lampSway = defineParamFamily({
  name: 'lampSway',
  label: ['灯杆晃动', 'Lamp sway'],
  code: 'lampsway',
  types: ['controller', 'solarLamp'],
  fields: {
    sensitivity: whole(['灵敏度', 'Sensitivity'], '', [1, 10, 5], { list: true, hint: ['10 最灵敏', '10 is the most sensitive'] }),
    threshold: whole(['晃动阈值', 'Threshold'], '°', [1, 90, 5], { list: true }),
    duration: whole(['持续时间', 'Duration'], 's', [1, 3600, 10], { list: true }),
  },
  ops: ['get', 'set'],
  call: 'lampsway',
  template: {
    ...SUN,
    name: 'lighting.lampSway',
    label: ['灯杆晃动模板', 'Lamp sway preset'],
    base: 'blade-sun/lampSway',
    page: '/sun/param/lampSway',
  },
  data: { list: 'blade-sun/lampSway/data/page' },
})

/** Alarm of water at the foot of a post: screen sun.waterlevel. */
export const waterLevel = defineParamFamily({
  name: 'waterLevel',
  label: ['水位参数', 'Water level'],
  code: 'waterlevel',
  types: ['controller', 'solarLamp'],
  fields: {
    recover: whole(['恢复水位', 'Recovery level'], 'mm', [0, 5000, 150], { list: true }),
    alarm: whole(['报警水位', 'Alarm level'], 'mm', [0, 5000, 200], { list: true }),
    reportInterval: whole(['上报间隔', 'Report interval'], 'min', [1, 1440, 30], { list: true }),
  },
  ascending: [['recover', 'alarm']],
  ops: ['get', 'set'],
  call: 'waterlevel',
  template: {
    ...SUN,
    name: 'lighting.waterLevel',
    label: ['水位参数模板', 'Water level preset'],
    base: 'blade-sun/waterlevel',
    page: '/sun/param/waterlevel',
  },
  data: { list: 'blade-sun/waterleveldata/page' },
})
