import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Light sources: the LED modules of luminaires (city.lampSource). */
export const lampSource = defineResource({
  name: 'lighting.lampSource',
  label: ['光源', 'Light source'],
  about: ['灯具的光源型号与光电参数', 'Light sources of luminaires with their photometric data'],
  code: 'lamp_source',
  scope: 'tenant',
  roles: 'devices',
  api: {
    base: 'blade-city/lamp/source',
    verbs: ['page', 'detail', 'submit', 'delete'],
    calls: { 'POST blade-city/lamp/source/save-update': { verb: 'submit' } },
  },
  list: { sort: 'name' },
  fields: {
    name: f.text({ label: ['光源名称', 'Name'], required: true, max: 80, unique: true, list: true, search: true }),
    lampType: f.dict('lamp_type', { label: ['灯型', 'Kind of luminaire'], list: true, search: true }),
    power: f.number({ label: ['功率', 'Power'], unit: 'W', min: 0, max: 5000, decimals: 1, list: true }),
    flux: f.int({ label: ['光通量', 'Luminous flux'], unit: 'lm', min: 0, max: 1_000_000, list: true }),
    colourTemperature: f.int({ label: ['色温', 'Colour temperature'], unit: 'K', min: 1000, max: 20_000, list: true }),
    colourRendering: f.int({ label: ['显色指数', 'Colour rendering index'], min: 0, max: 100, list: true }),
    supplierId: f.ref('devices.supplier', { label: ['供应商', 'Supplier'], list: true, search: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  page: {
    path: '/city/basisaccessories/lampSource/index',
    details: '/city/basisaccessories/lampSource/details',
    label: ['光源管理', 'Light sources'],
    icon: 'sun',
    sort: 20,
    parent: 'accessory_models',
  },
  io: { export: true, import: { key: 'name' } },
})
