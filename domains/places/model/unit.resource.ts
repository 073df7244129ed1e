import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** An organisation that uses or maintains installations. */
export const unit = defineResource({
  name: 'places.unit',
  label: ['单位', 'Organisation'],
  about: ['使用或养护照明设施的单位', 'Organisations that use or maintain the lighting'],
  code: 'unit',
  scope: 'tenant',
  roles: 'placesWrite',
  api: { base: 'blade-system/unit', verbs: ['list', 'detail', 'submit', 'remove'] },
  list: { sort: 'name' },
  fields: {
    name: f.text({ label: ['单位名称', 'Name'], required: true, max: 100, unique: true, list: true, search: true }),
    linkman: f.text({ label: ['联系人', 'Contact'], max: 20, list: true, search: true }),
    phone: f.text({ label: ['联系电话', 'Phone'], max: 20, shape: 'telephone', list: true }),
    address: f.text({ label: ['地址', 'Address'], max: 255, list: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  page: { path: '/system/unit', label: ['单位管理', 'Organisations'], icon: 'apartment', sort: 71, parent: 'system_people' },
  io: { export: true },
})
