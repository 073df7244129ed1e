import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Validity of an access token and of a refresh token, seconds. */
export const ACCESS_SECONDS = 3600
export const REFRESH_SECONDS = 7 * 24 * 3600
/** The console's own client (decisions.md A32): its row is shown but cannot be changed. */
export const OWN_CLIENT = 'saber'
/** Stored for programs that read and write these fields; this platform does not use them. */
const KEPT = { hidden: true } as const

/** A program besides the console that may request tokens (wire-contract.md 4.11). Its secret is stored as argon2id. */
export const client = defineResource({
  name: 'identity.client',
  label: ['应用', 'Client'],
  about: ['可获取令牌的程序；密钥只在生成时显示一次', 'Programs that can get tokens; a secret is shown only once, when it is generated'],
  code: 'client',
  scope: 'global',
  roles: 'platform',
  api: { base: 'blade-system/client', verbs: ['list', 'page', 'detail', 'submit', 'remove'] },
  title: 'client',
  list: { sort: '-id' },
  page: { path: '/system/client', label: ['应用管理', 'Clients'], icon: 'control', sort: 64, parent: 'system_access' },
  fields: {
    client: f.text({
      label: ['客户端 ID', 'Client ID'],
      required: true,
      unique: true,
      max: 48,
      list: true,
      search: true,
      wire: 'clientId',
      match: { pattern: '[A-Za-z0-9._-]+', text: ['只能含字母、数字、点、- 和 _', 'may contain only letters, digits, dots, - and _'] },
    }),
    clientSecret: f.secret({
      label: ['客户端密钥', 'Secret'],
      hint: ['留空则不变；新应用请用“生成密钥”', 'Empty: unchanged; “New secret” generates one'],
    }),
    grants: f.text({
      label: ['授权类型', 'Grant types'],
      required: true,
      max: 200,
      initial: 'password,refresh_token',
      list: true,
      wire: 'authorizedGrantTypes',
      match: {
        // Extension grants are URNs (RFC 6749, 4.5).
        pattern: '[A-Za-z][A-Za-z0-9_:.-]*(,[A-Za-z][A-Za-z0-9_:.-]*)*',
        text: ['应为以逗号分隔的授权类型', 'must be grant types separated by commas'],
      },
      hint: [
        '可用：password、captcha、sms、social、sale、mfa、refresh_token；其他类型保存但不能换取令牌',
        'Supported: password, captcha, sms, social, sale, mfa, refresh_token. Others are stored but get no token',
      ],
    }),
    enabled: f.flag({ label: ['启用', 'Enabled'], initial: true, list: true, search: true }),
    // All tokens have the same lifetime: another value is refused instead of being ignored.
    accessTokenValidity: f.int({
      ...KEPT,
      label: ['令牌有效期（秒）', 'Token lifetime (s)'],
      initial: ACCESS_SECONDS,
      min: ACCESS_SECONDS,
      max: ACCESS_SECONDS,
    }),
    refreshTokenValidity: f.int({
      ...KEPT,
      label: ['刷新令牌有效期（秒）', 'Refresh token lifetime (s)'],
      initial: REFRESH_SECONDS,
      min: REFRESH_SECONDS,
      max: REFRESH_SECONDS,
    }),
    scope: f.text({ ...KEPT, label: ['授权范围', 'Scope'], max: 200, initial: 'all' }),
    resourceIds: f.text({ ...KEPT, label: ['资源集合', 'Resources'], max: 500 }),
    authorities: f.text({ ...KEPT, label: ['权限', 'Authorities'], max: 500 }),
    webServerRedirectUri: f.text({ ...KEPT, label: ['回调地址', 'Redirect address'], max: 1000 }),
    autoapprove: f.text({ ...KEPT, label: ['自动授权', 'Approved automatically'], max: 200 }),
    additionalInformation: f.text({ label: ['附加说明', 'Notes'], max: 1000, multiline: true }),
  },
  actions: {
    secret: {
      label: ['生成密钥', 'New secret'],
      on: 'row',
      confirm: ['旧密钥立即失效，确定生成新密钥？', 'The old secret stops working at once. Generate a new one?'],
      danger: true,
    },
  },
  io: { export: true },
})
