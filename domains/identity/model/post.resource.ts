import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** A position of users of a tenant (wire-contract.md 4.6). */
export const post = defineResource({
  name: 'identity.post',
  label: ['岗位', 'Position'],
  about: ['用户可担任的岗位', 'Positions that users can hold'],
  code: 'post',
  scope: 'platform',
  roles: 'people',
  api: { base: 'blade-system/post', verbs: ['list', 'page', 'select', 'detail', 'submit', 'save', 'update', 'remove'] },
  title: 'postName',
  list: { sort: 'sort' },
  form: { tenant: true },
  page: { path: '/system/post', label: ['岗位管理', 'Positions'], icon: 'team', sort: 18, parent: 'system_people' },
  fields: {
    postName: f.text({ label: ['岗位名称', 'Name'], required: true, max: 50, list: true, search: true }),
    postCode: f.text({ label: ['岗位编号', 'Code'], required: true, unique: true, max: 30, list: true, search: true }),
    category: f.dict('post_category', { label: ['岗位类型', 'Type'], initial: '4', list: true, search: true }),
    categoryName: f.word(['岗位类型名称', 'Type name']),
    sort: f.int({ label: ['岗位排序', 'Order'], required: true, min: 0, max: 99999, initial: 1, list: true }),
    remark: f.text({ label: ['岗位描述', 'Remark'], max: 255, multiline: true }),
  },
  io: { export: true },
})
