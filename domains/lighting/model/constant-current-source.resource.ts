import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { POWER_MODEL } from './power-model.ts'

/** Constant-current sources: the LED drivers of luminaires (city.constantSource). `update` without an id adds one. */
export const constantCurrentSource = defineResource({
  name: 'lighting.constantCurrentSource',
  label: ['恒流源', 'Constant-current source'],
  about: [
    '驱动光源的恒流源；设置到控制器后，其灯具采用它的功率参数',
    'LED drivers; lamps to which one is assigned take over its power data',
  ],
  code: 'constant_current_source',
  scope: 'tenant',
  roles: 'devices',
  api: {
    base: 'blade-city/constantCurrentSource',
    verbs: ['page', 'detail', 'submit', 'remove'],
    calls: { 'POST blade-city/constantCurrentSource/update': { verb: 'submit', names: { constantCurrentSourceId: 'id' } } },
  },
  list: { sort: 'name' },
  fields: {
    name: f.text({ label: ['恒流源名称', 'Name'], required: true, max: 80, unique: true, list: true, search: true }),
    outputCurrent: f.int({ label: ['输出电流', 'Output current'], unit: 'mA', min: 1, max: 20_000, list: true }),
    outputVoltage: f.text({ label: ['输出电压范围', 'Output voltage range'], max: 40 }),
    ...POWER_MODEL,
    lampSourceId: f.ref('lighting.lampSource', { label: ['光源', 'Light source'], list: true, search: true }),
    supplierId: f.ref('devices.supplier', { label: ['供应商', 'Supplier'], list: true, search: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  page: {
    path: '/city/basisaccessories/constantCurrentSource/index',
    details: '/city/basisaccessories/constantCurrentSource/details',
    label: ['恒流源管理', 'Constant-current sources'],
    icon: 'control',
    sort: 24,
    parent: 'accessory_models',
  },
  io: { export: true, import: { key: 'name' } },
})
