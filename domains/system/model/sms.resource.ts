import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Kinds of SMS providers; 1 to 4 are those of the dictionary sms. */
export const SMS_KIND = { yunpian: 1, qiniu: 2, ali: 3, tencent: 4, http: 5, log: 6 } as const
const SENT = { in: [1, 2, 3, 4, 5] } as const

export const sms = defineResource({
  name: 'system.sms',
  label: ['短信配置', 'SMS configuration'],
  about: ['同一租户同时只启用一个；都未启用时使用平台的', 'One enabled per tenant; without one, the platform’s is used'],
  code: 'sms',
  scope: 'platform',
  roles: 'platform',
  api: { base: 'blade-resource/sms', verbs: ['list', 'detail', 'submit', 'remove'] },
  title: 'smsCode',
  page: { path: '/resource/sms', label: ['短信配置', 'SMS configurations'], icon: 'setting', sort: 30, parent: 'resource' },
  fields: {
    category: f.choice(
      {
        1: ['云片', 'Yunpian'],
        2: ['七牛云', 'Qiniu'],
        3: ['阿里云', 'Alibaba Cloud'],
        4: ['腾讯云', 'Tencent Cloud'],
        5: ['HTTP 网关', 'HTTP gateway'],
        6: ['仅记录', 'Log only'],
      },
      { label: ['分类', 'Type'], required: true, list: true, search: true, initial: 5 },
    ),
    smsCode: f.text({
      label: ['资源编号', 'Code'],
      required: true,
      unique: true,
      max: 50,
      list: true,
      search: true,
      match: { pattern: '[A-Za-z0-9_-]+', text: ['只能含字母、数字、- 和 _', 'may contain only letters, digits, - and _'] },
    }),
    endpoint: f.text({
      label: ['网关地址', 'Address'],
      max: 500,
      list: true,
      when: { category: SENT },
      hint: [
        'HTTP 网关必填：POST JSON {phones, template, params, sign, text}；云服务可不填',
        'Required for the HTTP gateway, which receives JSON {phones, template, params, sign, text}; optional for cloud services',
      ],
      shape: 'url',
      called: true,
    }),
    templateId: f.text({
      label: ['模板编号', 'Template'],
      max: 100,
      list: true,
      when: { category: SENT },
      hint: ['腾讯云填“应用 ID,模板 ID”', 'Tencent Cloud: application id and template id, separated by a comma'],
    }),
    signName: f.text({ label: ['短信签名', 'Signature'], max: 60, list: true, when: { category: SENT } }),
    accessKey: f.text({ label: ['访问密钥 ID', 'Access key'], max: 200, when: { category: SENT } }),
    secretKey: f.secret({
      label: ['密钥', 'Secret key'],
      when: { category: { in: [2, 3, 4, 5] } },
      hint: [
        '加密保存；HTTP 网关用它计算 X-Signature（HMAC-SHA256）',
        'Stored encrypted; used for the X-Signature (HMAC-SHA256) of the HTTP gateway',
      ],
    }),
    regionId: f.text({
      label: ['地域', 'Region'],
      max: 60,
      when: { category: SENT },
      hint: ['阿里云、腾讯云使用', 'Used by Alibaba Cloud and Tencent Cloud'],
    }),
    status: f.choice(
      { 1: ['停用', 'Disabled'], 2: ['启用', 'Enabled'] },
      { label: ['状态', 'State'], readonly: true, list: true, search: true, tones: { 1: 'neutral', 2: 'good' } },
    ),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
    categoryName: f.word(['分类名称', 'Kind in words']),
    statusName: f.word(['启用名称', 'State in words']),
  },
  actions: {
    enable: {
      label: ['启用', 'Enable'],
      on: 'row',
      confirm: [
        '此后的短信由它发送，原来启用的会停用。',
        'Messages are sent through it from now on; the configuration enabled now is disabled.',
      ],
      disabledWhen: { status: { eq: 2 } },
    },
    send: {
      label: ['调试', 'Send a test'],
      on: 'row',
      input: {
        phones: f.text({ label: ['手机号', 'Phone'], required: true, max: 200, example: '13800000000' }),
        params: f.text({
          label: ['参数', 'Parameters'],
          max: 500,
          example: '{"code":"1234"}',
          hint: ['JSON，如 {"code":"1234"}', 'JSON, such as {"code":"1234"}'],
        }),
      },
    },
  },
  io: { export: true },
})

/** Every message to be sent, one row per phone. Parameters sent to a provider are masked; a message that is only logged has its full text. */
export const smsMessage = defineResource({
  name: 'system.smsMessage',
  label: ['短信记录', 'Text message'],
  about: ['每条短信的内容与发送结果', 'Messages and their results'],
  code: 'smsmessage',
  scope: 'platform',
  roles: 'platform',
  api: { base: 'blade-resource/sms/message', verbs: ['list', 'detail'] },
  title: 'phone',
  fields: {
    phone: f.text({ label: ['手机号', 'Phone'], readonly: true, max: 30, list: true, search: true }),
    code: f.text({ label: ['模板', 'Template'], readonly: true, max: 60, list: true, search: true }),
    content: f.text({ label: ['内容', 'Content'], readonly: true, max: 1000, list: { width: 320 } }),
    status: f.choice(
      { 1: ['发送中', 'Sending'], 2: ['已发送', 'Sent'], 3: ['失败', 'Failed'], 4: ['仅记录', 'Logged'] },
      {
        label: ['状态', 'State'],
        readonly: true,
        list: true,
        search: true,
        tones: { 1: 'busy', 2: 'good', 3: 'bad', 4: 'neutral' },
      },
    ),
    reason: f.text({ label: ['原因', 'Reason'], readonly: true, max: 300, list: true }),
    smsId: f.ref('system.sms', { label: ['短信配置', 'SMS configuration'], titleAs: 'smsCode', readonly: true }),
  },
  indexes: [['phone']],
  io: { export: true },
  page: { path: '/resource/smsMessage', label: ['短信记录', 'Text messages'], icon: 'history', sort: 40, parent: 'resource' },
})
export const MESSAGE = { sending: 1, sent: 2, failed: 3, logged: 4 } as const
