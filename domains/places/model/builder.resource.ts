import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** A company that builds installations. */
export const builder = defineResource({
  name: 'places.builder',
  label: ['建设单位', 'Contractor'],
  about: ['承建照明设施的单位', 'Companies that build the lighting'],
  code: 'builder',
  scope: 'tenant',
  roles: 'placesWrite',
  api: { base: 'blade-system/builder', verbs: ['list', 'detail', 'submit', 'remove'] },
  list: { sort: 'name' },
  fields: {
    name: f.text({ label: ['建设单位名称', 'Name'], required: true, max: 100, unique: true, list: true, search: true }),
    linkman: f.text({ label: ['联系人', 'Contact'], max: 20, list: true, search: true }),
    phone: f.text({ label: ['联系电话', 'Phone'], max: 20, shape: 'telephone', list: true }),
    address: f.text({ label: ['地址', 'Address'], max: 255, list: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  page: { path: '/system/builder', label: ['建设单位', 'Contractors'], icon: 'apartment', sort: 70, parent: 'system_people' },
  io: { export: true },
})
