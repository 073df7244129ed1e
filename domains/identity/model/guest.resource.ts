import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { registrationFields, reject } from './registration.ts'

/** A person who signed in at a provider, has no account here, and requested one (register-guest). */
export const guest = defineResource({
  name: 'identity.guest',
  label: ['注册申请', 'Registration'],
  about: [
    '第三方登录的新用户提交的申请；通过后账号才能使用',
    'Requests of people who signed in at a provider; the account works after approval',
  ],
  code: 'useraudit',
  scope: 'platform',
  roles: 'access',
  api: { base: 'blade-user/guest', verbs: ['page', 'detail'] },
  indexes: [['status', 'id']],
  page: { path: '/system/userAudit', label: ['注册审核', 'Registrations'], icon: 'user', sort: 22, parent: 'system_people' },
  fields: {
    ...registrationFields,
    oauthId: f.ref('identity.oauth', { label: ['第三方账号', 'Third-party account'], readonly: true, list: true }),
  },
  actions: {
    approve: {
      label: ['通过', 'Approve'],
      on: 'rows',
      disabledWhen: { status: { not: 0 } },
      input: { roleIds: f.refs('identity.role', { label: ['角色', 'Roles'], only: { givable: 1 }, required: true }) },
    },
    reject,
  },
  io: { export: true },
})
