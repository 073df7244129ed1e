import { f } from '@lamplight/fields/model'
import { dept, post, role, user } from '@lamplight/identity/model'
import { defineResource } from '@lamplight/kit'
import { EDIT_RIGHT, pointedAt, VIEW_RIGHT } from './chosen.ts'

/** A user of a selected tenant. */
export const salesUser = defineResource({
  name: 'sales.user',
  label: user.label,
  about: ['所选租户的账号、角色和可见范围', 'Accounts of the chosen tenant, their roles and what they see'],
  code: 'salesuser',
  scope: 'tenant',
  roles: 'sales',
  title: 'realName',
  api: { base: 'blade-sales/user', verbs: ['page', 'detail', 'submit'] },
  form: { editAdds: true },
  fields: {
    account: user.fields.account,
    realName: user.fields.realName,
    password: user.fields.password,
    phone: user.fields.phone,
    status: user.fields.status,
    roleId: pointedAt('sales.role', user.fields.roleId),
    deptId: pointedAt('sales.dept', user.fields.deptId),
    areaIds: pointedAt('sales.area', user.fields.areaIds),
    projectIds: pointedAt('sales.project', user.fields.projectIds),
  },
  actions: {
    signin: {
      label: ['登录为', 'Sign in as'],
      on: 'row',
      leads: true,
      disabledWhen: { status: { eq: 0 } },
      confirm: [
        '您将以该用户的权限操作，操作记入审计日志并注明您的账号。完成后可随时返回。',
        'You act with the rights of this user. The audit log records each action with your account. You can return at any time.',
      ],
      input: { reason: f.text({ label: ['原因', 'Reason'], required: true, max: 200 }) },
    },
    sight: { label: ['可见范围', 'Visible data'], on: 'row', right: VIEW_RIGHT },
  },
})

/** A role of a selected tenant. */
export const salesRole = defineResource({
  name: 'sales.role',
  label: role.label,
  about: ['所选租户的角色和权限，不超过其管理员', 'Roles of the chosen tenant and their rights; at most those of its administrator'],
  code: 'salesrole',
  scope: 'tenant',
  roles: 'sales',
  title: 'roleName',
  api: { base: 'blade-sales/role', verbs: ['list', 'detail', 'submit'] },
  form: { editAdds: true },
  list: { tree: 'parentId' },
  fields: { ...role.fields, parentId: pointedAt('sales.role', role.fields.parentId) },
  actions: {
    copy: { ...role.actions.copy, right: EDIT_RIGHT },
    grant: { label: ['权限设置', 'Grant rights'], on: 'row', leads: true },
  },
})

/** A department of a selected tenant. */
export const salesDept = defineResource({
  name: 'sales.dept',
  label: dept.label,
  about: ['所选租户的机构和岗位', 'Departments and positions of the chosen tenant'],
  code: 'salesdept',
  scope: 'tenant',
  roles: 'sales',
  title: 'deptName',
  api: { base: 'blade-sales/dept', verbs: ['list', 'detail', 'submit'] },
  form: { editAdds: true },
  list: { tree: 'parentId' },
  fields: {
    deptName: dept.fields.deptName,
    fullName: dept.fields.fullName,
    parentId: pointedAt('sales.dept', dept.fields.parentId),
    deptCategory: dept.fields.deptCategory,
    sort: dept.fields.sort,
  },
})

/** A position of a selected tenant. */
export const salesPost = defineResource({
  name: 'sales.post',
  label: post.label,
  about: salesDept.about,
  code: 'salesdept',
  scope: 'tenant',
  roles: 'sales',
  title: 'postName',
  api: { base: 'blade-sales/post', verbs: ['page', 'detail', 'submit'] },
  form: { editAdds: true },
  fields: {
    postName: post.fields.postName,
    postCode: post.fields.postCode,
    category: post.fields.category,
    sort: post.fields.sort,
  },
})
