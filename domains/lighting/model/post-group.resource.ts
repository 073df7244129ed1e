import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Groups of lamp posts; the catalogue lists them at the base address and at `pages` (city.lampPostGroup). */
export const postGroup = defineResource({
  name: 'lighting.postGroup',
  label: ['灯杆分组', 'Lamp-post group'],
  about: ['按管理需要划分的灯杆', 'Lamp posts that are managed together'],
  code: 'lamp_post_group',
  scope: 'tenant',
  roles: 'devices',
  api: {
    base: 'blade-city/lamp_post_group',
    verbs: ['page', 'detail', 'create', 'put', 'delete'],
    calls: {
      'GET blade-city/lamp_post_group': { verb: 'page' },
      'GET blade-city/lamp_post_group/pages': { verb: 'page' },
    },
  },
  title: 'groupName',
  list: { sort: 'groupName' },
  fields: {
    groupName: f.text({ label: ['分组名称', 'Name'], required: true, unique: true, max: 100, list: true, search: true }),
    postCount: f.int({ label: ['灯杆数', 'Posts'], readonly: true, form: false, list: true, from: 'lighting.post' }),
    lampPostIds: f.refs('lighting.post', { label: ['灯杆', 'Lamp posts'], alone: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true, list: true }),
  },
  page: {
    path: '/city/lampmanagement/lamppostgroup/index',
    details: '/city/lampmanagement/lamppostgroup/details',
    icon: 'group',
    sort: 40,
    parent: 'city_lampmanagement',
  },
  io: { export: true },
})
