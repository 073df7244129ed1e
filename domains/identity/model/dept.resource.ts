import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** A department of a tenant (wire-contract.md 4.5). `ancestors`: ids of its ancestors from the root, which is 0. */
export const dept = defineResource({
  name: 'identity.dept',
  label: ['部门', 'Department'],
  about: ['租户的组织机构；数据权限按部门计算', 'Organisation of the tenant; data scopes are based on departments'],
  code: 'dept',
  scope: 'platform',
  roles: 'people',
  api: { base: 'blade-system/dept', verbs: ['list', 'lazy', 'tree', 'select', 'detail', 'submit', 'remove'] },
  title: 'deptName',
  list: { sort: 'sort', tree: 'parentId' },
  form: { tenant: true },
  page: { path: '/system/dept', label: ['机构管理', 'Departments'], icon: 'cluster', sort: 16, parent: 'system_people' },
  fields: {
    deptName: f.text({ label: ['部门名称', 'Name'], required: true, max: 50, list: true, search: true }),
    fullName: f.text({ label: ['部门全称', 'Full name'], required: true, max: 100, list: true, search: true }),
    parentId: f.ref('identity.dept', { label: ['上级部门', 'Parent'], wire: 'parentId', titleAs: 'parentName' }),
    deptCategory: f.dict('org_category', { label: ['部门类型', 'Type'], initial: '1', list: true }),
    deptCategoryName: f.word(['部门类型名称', 'Type name']),
    ancestors: f.text({ label: ['祖级列表', 'Ancestors'], readonly: true, max: 2000, form: false }),
    sort: f.int({ label: ['排序', 'Order'], required: true, min: 0, max: 99999, initial: 1, list: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  indexes: [['parentId', 'sort']],
  io: { export: true },
})
