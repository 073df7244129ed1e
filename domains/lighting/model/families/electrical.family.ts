import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'
import { decimal, whole } from '../family-fields.ts'

/** Limits of power by which a controller detects a failed load (controller.batch.set.loadjudgingreference). */
export const loadJudgingReference = defineParamFamily({
  name: 'loadJudgingReference',
  label: ['负载判断基准', 'Load judging reference'],
  code: 'loadjudgingreference',
  types: ['controller'],
  fields: {
    ratedPower: decimal(['额定功率', 'Rated power'], 'W', [1, 2000, 100], 1),
    lowPercent: whole(['偏低阈值', 'Low limit'], '%', [1, 200, 70]),
    highPercent: whole(['偏高阈值', 'High limit'], '%', [1, 200, 130]),
    noLoadPower: decimal(['空载功率', 'No-load power'], 'W', [0, 100, 3], 1),
  },
  ascending: [['lowPercent', 'highPercent']],
  ops: ['get', 'set'],
  call: 'loadjudgingreference',
})

/** Voltage that the controller's meter takes as reference (controller.batch.set.voltage). No call reads it. */
export const voltage = defineParamFamily({
  name: 'voltage',
  label: ['电压基准', 'Reference voltage'],
  code: 'voltage',
  types: ['controller'],
  fields: { reference: decimal(['参考电压', 'Reference voltage'], 'V', [50, 300, 220], 1) },
  ops: ['set'],
  call: 'voltage',
})

/** Alarm of a lamp that switches on and off too often (controller.batch.set.flickeralarm). */
export const flickerAlarm = defineParamFamily({
  name: 'flickerAlarm',
  label: ['闪烁告警', 'Flicker alarm'],
  code: 'flickeralarm',
  types: ['controller'],
  fields: {
    enable: f.flag({ label: ['启用', 'Enabled'], required: true, initial: true }),
    switches: whole(['开关次数', 'Switchings'], '', [2, 100, 6], {
      hint: ['时间窗内达到该次数时告警', 'Alarm at this number within the window'],
    }),
    windowMinutes: whole(['时间窗', 'Window'], 'min', [1, 1440, 10]),
  },
  ops: ['get', 'set'],
  call: 'flickeralarm',
})

/** Largest power of the connected load (controller.batch.set.loadmaxpower). */
export const loadMaxPower = defineParamFamily({
  name: 'loadMaxPower',
  label: ['负载最大功率', 'Maximum load power'],
  code: 'loadmaxpower',
  types: ['controller'],
  fields: { maxPower: whole(['最大功率', 'Maximum power'], 'W', [1, 2000, 250]) },
  ops: ['get', 'set'],
  call: 'loadmaxpower',
})
