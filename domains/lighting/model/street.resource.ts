import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** A street with posts. Its name is unique within a project; posts refer to it, and lamps belong to it by their post. */
export const street = defineResource({
  name: 'lighting.street',
  label: ['道路', 'Street'],
  about: [
    '灯杆所在的道路，可按名称或拼音查找、整条选中和调光',
    'Streets with lamp posts: find one by name or pinyin, select and dim all of it',
  ],
  code: 'street',
  scope: 'project',
  roles: 'devices',
  api: { base: 'blade-city/street', verbs: ['page', 'select', 'detail', 'submit', 'remove'] },
  list: { sort: 'name' },
  page: { path: '/city/street/index', label: ['道路', 'Streets'], icon: 'road', sort: 80, parent: 'city_lampmanagement' },
  fields: {
    name: f.text({ label: ['道路名称', 'Street name'], required: true, max: 80, list: true, search: true }),
    nameEn: f.text({ label: ['英文名称', 'English name'], max: 120, list: true, search: true }),
    pinyin: f.text({ label: ['拼音', 'Pinyin'], max: 600, readonly: true, form: false }),
    posts: f.int({ label: ['灯杆数', 'Posts'], readonly: true, form: false, list: true, from: 'lighting.post' }),
    lamps: f.int({ label: ['灯具数', 'Lamps'], readonly: true, form: false, list: true, from: 'lighting.lamp' }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], search: true, list: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  indexes: [
    ['projectId', 'id'],
    ['name', 'id'],
  ],
  io: { export: true },
})
