import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** An OpenID Connect provider for sign-in. A provider of the platform's tenant serves every tenant without one of the same code. */
export const socialSource = defineResource({
  name: 'identity.socialSource',
  label: ['登录方式', 'Sign-in provider'],
  about: [
    '通过 OpenID Connect 登录的第三方；回调地址为 /oauth/redirect/编码',
    'Sign-in by OpenID Connect; the redirect address is /oauth/redirect/CODE',
  ],
  code: 'socialsource',
  scope: 'platform',
  roles: 'access',
  api: { base: 'blade-auth/social/source', verbs: ['page', 'detail', 'submit', 'remove'] },
  list: { sort: 'sort' },
  page: { path: '/system/oauthSource', label: ['登录方式', 'Sign-in providers'], icon: 'lock', sort: 62, parent: 'system_access' },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, max: 50, list: true, search: true }),
    source: f.text({
      label: ['编码', 'Code'],
      required: true,
      unique: true,
      max: 40,
      list: true,
      search: true,
      match: { pattern: '[A-Za-z0-9_-]+', text: ['只能含字母、数字、- 和 _', 'may contain only letters, digits, - and _'] },
    }),
    issuer: f.text({
      label: ['颁发者', 'Issuer'],
      required: true,
      max: 300,
      list: true,
      shape: 'url',
      called: true,
    }),
    client: f.text({ label: ['客户端 ID', 'Client ID'], required: true, max: 200 }),
    clientSecret: f.secret({
      label: ['客户端密钥', 'Client secret'],
      hint: ['加密保存，留空则不变', 'Stored encrypted; empty: unchanged'],
    }),
    scopes: f.text({ label: ['范围', 'Scopes'], max: 200, initial: 'openid profile email' }),
    enabled: f.flag({ label: ['启用', 'Enabled'], initial: true, list: true, search: true }),
    sort: f.int({ label: ['排序', 'Order'], min: 0, max: 9999, initial: 1, list: true }),
  },
  io: { export: true },
})
