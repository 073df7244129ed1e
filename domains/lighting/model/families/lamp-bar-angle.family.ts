import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'
import { SUN } from '../family-fields.ts'

const zero = (zh: string, en: string) => f.number({ label: [zh, en], unit: '°', decimals: 1 })

/**
 * The tilt from which a controller reports a leaning post (controller.batch.set.lampbarangle, screen sun.lampBarAngle). `calibrate` stores the present tilt as zero. Its calls
 * are spelt as in the specification.
 */
export const lampBarAngle = defineParamFamily({
  name: 'lampBarAngle',
  label: ['灯杆角度', 'Lamp-bar angle'],
  code: 'lampbarangle',
  types: ['controller', 'solarLamp'],
  fields: {
    alarmAngle: f.int({ label: ['报警角度', 'Alarm angle'], unit: '°', min: 1, max: 90, required: true, initial: 10, list: true }),
    filter: f.int({
      label: ['滤波时间', 'Filter time'],
      unit: 's',
      min: 1,
      max: 3600,
      required: true,
      initial: 10,
      list: true,
      hint: ['倾斜持续该时间后报警', 'The tilt must last this long'],
    }),
  },
  reads: { zero: zero('零点', 'Zero'), zeroBefore: zero('校准前零点', 'Zero before calibration') },
  before: { zero: 'zeroBefore' },
  ops: ['get', 'set', 'calibrate'],
  call: 'lampbarangle',
  template: {
    ...SUN,
    name: 'lighting.lampBarAngle',
    label: ['灯杆角度模板', 'Lamp-bar angle preset'],
    base: 'blade-sun/lampBarAngel',
    page: '/sun/param/lampBarAngel',
    was: ['/city/controlCenter/lampBarAngle/index'],
  },
  data: { list: 'blade-sun/lampBarAngel/data/page' },
})
