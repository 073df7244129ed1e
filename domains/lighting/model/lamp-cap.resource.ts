import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { POWER_MODEL } from './power-model.ts'

/** Lamp caps: luminaire heads with their light source and driver (city.lampCap). `lamp/cap` and `lampCap` are addresses of one thing. */
export const lampCap = defineResource({
  name: 'lighting.lampCap',
  label: ['灯头', 'Lamp cap'],
  about: ['灯头配置；设置到控制器后，其灯具采用它的功率参数', 'Luminaire heads; lamps to which one is assigned take over its power data'],
  code: 'lamp_cap',
  scope: 'tenant',
  roles: 'devices',
  api: {
    base: 'blade-city/lampCap',
    verbs: ['list', 'detail', 'submit', 'remove'],
    calls: {
      'GET blade-city/lamp/cap/page': { verb: 'page' },
      'POST blade-city/lamp/cap/save-update': { verb: 'submit', names: { capConfigId: 'id' } },
      'DELETE blade-city/lamp/cap': { verb: 'delete' },
    },
  },
  list: { sort: 'name' },
  fields: {
    name: f.text({ label: ['灯头名称', 'Name'], required: true, max: 80, unique: true, list: true, search: true }),
    lampType: f.dict('lamp_type', { label: ['灯型', 'Kind of luminaire'], list: true, search: true }),
    ...POWER_MODEL,
    lampSourceId: f.ref('lighting.lampSource', { label: ['光源', 'Light source'], list: true, search: true }),
    constantCurrentSourceId: f.ref('lighting.constantCurrentSource', {
      label: ['恒流源', 'Constant-current source'],
      list: true,
      search: true,
    }),
    supplierId: f.ref('devices.supplier', { label: ['供应商', 'Supplier'], search: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  page: {
    path: '/city/basisaccessories/lampCap/index',
    details: '/city/basisaccessories/lampCap/details',
    label: ['灯头管理', 'Lamp caps'],
    icon: 'bulb',
    sort: 22,
    parent: 'accessory_models',
  },
  io: {
    export: true,
    import: { key: 'name', template: ['name', 'lampType', 'power', 'minLevel', 'minPower', 'powerTolerance', 'remark'] },
  },
})
