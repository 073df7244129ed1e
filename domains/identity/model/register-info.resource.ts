import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { registrationFields, reject } from './registration.ts'

/** The registration form of an invited person; approving it creates the account with the roles, departments and areas of the invitation. */
export const registerInfo = defineResource({
  name: 'identity.registerInfo',
  label: ['邀请注册', 'Invited registration'],
  about: [
    '受邀人提交的注册信息；通过后按邀请的角色、部门和区域建立账号',
    'Details submitted by invited people; approval creates accounts with the roles, departments and areas of the invitation',
  ],
  code: 'registerinfo',
  scope: 'platform',
  roles: 'access',
  api: { base: 'blade-auth/invite/registerInfo', verbs: ['page', 'detail'] },
  indexes: [['status', 'id']],
  page: { path: '/system/registerInfo', label: ['邀请注册', 'Invited registrations'], icon: 'user', sort: 24, parent: 'system_people' },
  fields: {
    ...registrationFields,
    phone: f.text({ label: ['手机号码', 'Mobile'], readonly: true, max: 20, list: true, search: true }),
    email: f.text({ label: ['电子邮箱', 'E-mail'], readonly: true, max: 100 }),
    roleIds: f.refs('identity.role', { label: ['角色', 'Roles'], readonly: true, list: true }),
    departments: f.refs('identity.dept', { label: ['部门', 'Departments'], readonly: true }),
    areaIds: f.refs('places.area', { label: ['区域', 'Areas'], readonly: true }),
    inviteUserId: f.ref('identity.user', { label: ['邀请人', 'Invited by'], readonly: true, list: true }),
    identification: f.text({ label: ['邀请标识', 'Invitation ID'], readonly: true, max: 64 }),
  },
  actions: {
    approve: {
      label: ['通过', 'Approve'],
      on: 'rows',
      confirm: ['将建立账号并授予邀请的角色', 'Creates the accounts with the roles of the invitation'],
      disabledWhen: { status: { not: 0 } },
    },
    reject,
  },
  io: { export: true },
})
