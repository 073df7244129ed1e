import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Device models of suppliers (model.list). */
export const deviceModel = defineResource({
  name: 'devices.model',
  label: ['设备型号', 'Device model'],
  about: ['供应商的设备型号', 'Models of devices by supplier'],
  code: 'device_model',
  scope: 'tenant',
  roles: 'devices',
  api: { base: 'blade-device/model', verbs: ['list', 'detail', 'submit', 'remove'] },
  list: { sort: 'name' },
  fields: {
    name: f.text({ label: ['型号', 'Model'], required: true, max: 80, unique: true, list: true, search: true }),
    devType: f.int({ label: ['设备类型', 'Device type'], min: 1, max: 32_767, initial: 4, quantity: false, list: true, search: true }),
    supplierId: f.ref('devices.supplier', { label: ['供应商', 'Supplier'], required: true, list: true, search: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  page: {
    path: '/city/basisaccessories/model/index',
    details: '/city/basisaccessories/model/details',
    label: ['设备型号', 'Device models'],
    icon: 'book',
    sort: 27,
    parent: 'accessory_models',
    find: ['name'],
  },
  io: { export: true, import: { key: 'name' } },
})
