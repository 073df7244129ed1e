import { f } from '@lamplight/fields/model'
import { DOCUMENTS, defineResource } from '@lamplight/kit'

/** Suppliers of devices (city.supplier). */
export const supplier = defineResource({
  name: 'devices.supplier',
  label: ['供应商', 'Supplier'],
  about: ['设备的供应商；在线率按供应商统计', 'Suppliers of devices; online rates are reported by supplier'],
  code: 'supplier',
  scope: 'tenant',
  roles: 'devices',
  api: { base: 'blade-device/supplier', verbs: ['list', 'detail', 'submit', 'remove'] },
  list: { sort: 'name' },
  fields: {
    name: f.text({ label: ['供应商名称', 'Name'], required: true, max: 100, unique: true, list: true, search: true }),
    code: f.text({ label: ['供应商编码', 'Code'], max: 40, list: true, search: true }),
    contact: f.text({ label: ['联系人', 'Contact'], max: 40, list: true }),
    phone: f.text({ label: ['联系电话', 'Phone'], max: 20, shape: 'telephone', list: true }),
    address: f.text({ label: ['地址', 'Address'], max: 255 }),
    contract: f.file({
      label: ['供货合同', 'Supply contract'],
      accept: DOCUMENTS,
      megabytes: 20,
      list: true,
    }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  page: {
    path: '/city/basisaccessories/supplier/index',
    label: ['供应商管理', 'Suppliers'],
    icon: 'apartment',
    sort: 26,
    parent: 'accessory_models',
    find: ['name', 'code'],
  },
  io: { export: true, import: { key: 'name' } },
})
