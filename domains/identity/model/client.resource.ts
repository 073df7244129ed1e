import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** A program that may ask for tokens beside the console's own (wire-contract.md 4.11). Its secret is kept as argon2id. */
export const client = defineResource({
  name: 'identity.client',
  label: ['应用', 'Client'],
  about: ['可获取令牌的程序；密钥只在生成时显示一次', 'Programs that may ask for tokens; a secret is shown once, when it is made'],
  code: 'client',
  scope: 'global',
  api: { base: 'blade-system/client', verbs: ['list', 'page', 'detail', 'submit', 'remove'] },
  title: 'client',
  list: { sort: '-id' },
  fields: {
    client: f.text({
      label: ['客户端 ID', 'Client ID'],
      required: true,
      unique: true,
      max: 48,
      list: true,
      search: true,
      wire: 'clientId',
      match: { pattern: '[A-Za-z0-9._-]+', text: ['只能含字母、数字、点、- 和 _', 'may hold letters, digits, dots, - and _'] },
    }),
    clientSecret: f.secret({
      label: ['客户端密钥', 'Secret'],
      hint: ['留空则不变；新应用请用“生成密钥”', 'Empty: unchanged; “New secret” makes one'],
    }),
    grants: f.text({
      label: ['授权类型', 'Grants'],
      required: true,
      max: 200,
      initial: 'password,refresh_token',
      list: true,
      wire: 'authorizedGrantTypes',
      match: {
        pattern: '(password|captcha|sms|social|sale|mfa|refresh_token)(,(password|captcha|sms|social|sale|mfa|refresh_token))*',
        text: [
          '应为 password、captcha、sms、social、sale、mfa、refresh_token，以逗号分隔',
          'must be password, captcha, sms, social, sale, mfa or refresh_token, divided by commas',
        ],
      },
    }),
    enabled: f.flag({ label: ['启用', 'In use'], initial: true, list: true, search: true }),
    scope: f.word(['授权范围', 'Scope']),
    accessTokenValidity: f.int({ label: ['令牌秒数', 'Seconds of a token'], readonly: true, hidden: true, from: 'words' }),
    refreshTokenValidity: f.int({ label: ['刷新令牌秒数', 'Seconds of a refresh token'], readonly: true, hidden: true, from: 'words' }),
    resourceIds: f.word(['资源集合', 'Resources']),
    authorities: f.word(['权限', 'Authorities']),
    webServerRedirectUri: f.word(['回调地址', 'Redirect address']),
    autoapprove: f.word(['自动授权', 'Approved by itself']),
    additionalInformation: f.text({ label: ['附加说明', 'Notes'], max: 1000, multiline: true }),
  },
  actions: {
    secret: {
      label: ['生成密钥', 'New secret'],
      on: 'row',
      confirm: ['旧密钥立即失效，确定生成新密钥?', 'The old secret stops working at once. Make a new one?'],
      danger: true,
    },
  },
  io: { export: true },
})
