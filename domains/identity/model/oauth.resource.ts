import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** A person's account at a sign-in provider, and the user linked to it; removing the row removes the link. */
export const oauth = defineResource({
  name: 'identity.oauth',
  label: ['第三方账号', 'Third-party account'],
  about: [
    '第三方账号与本平台用户的绑定；删除即解绑',
    'Accounts at sign-in providers and the users they are linked to; deleting one unlinks it',
  ],
  code: 'oauth',
  scope: 'platform',
  roles: 'access',
  api: { base: 'blade-auth/social/account', verbs: ['page', 'detail', 'remove'] },
  title: 'nickname',
  list: { sort: '-lastTime' },
  indexes: [['userId']],
  fields: {
    sourceId: f.ref('identity.socialSource', { label: ['登录方式', 'Provider'], readonly: true, list: true, search: true }),
    nickname: f.text({ label: ['第三方名称', 'Provider name'], readonly: true, max: 100, list: true, search: true }),
    email: f.text({ label: ['电子邮箱', 'E-mail'], readonly: true, max: 200, list: true }),
    subject: f.text({ label: ['标识', 'Subject'], readonly: true, max: 255 }),
    userId: f.ref('identity.user', { label: ['绑定用户', 'User'], readonly: true, list: true, search: true }),
    lastTime: f.time({ label: ['最近登录', 'Last sign-in'], readonly: true, list: true }),
  },
  io: { export: true },
  page: { path: '/system/oauth', label: ['第三方账号', 'Third-party accounts'], icon: 'globe', sort: 60, parent: 'system_access' },
})
