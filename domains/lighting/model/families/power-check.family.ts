import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'

const error = (zh: string, en: string) => f.number({ label: [zh, en], unit: '%', decimals: 2 })

/**
 * Deviation of a controller's power meter from its reference (screen city.powerCheck). A read is the check;
 * `calibrate` corrects the meter and reports the error before and after.
 */
export const powerCheck = defineParamFamily({
  name: 'powerCheck',
  label: ['功率计量', 'Power meter'],
  code: 'powercheck',
  types: ['controller'],
  fields: {},
  reads: { error: error('计量误差', 'Error'), errorBefore: error('校准前误差', 'Error before calibration') },
  before: { error: 'errorBefore' },
  ops: ['get', 'calibrate'],
  call: 'powercheck',
  calls: { 'GET blade-city/controller/batch/get/powercheck/message': { op: 'get', target: 'batch' } },
  page: { path: '/city/controlCenter/powerCheck/index', parent: 'control_params', label: ['功率校准', 'Power check'] },
  data: { list: 'blade-city/powerCheck/page' },
})
