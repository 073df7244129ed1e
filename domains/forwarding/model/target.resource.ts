import { ALARM_TYPES, SEVERITIES } from '@lamplight/alarms/model'
import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

export const WEBHOOK = 1
export const SMS_TARGET = 2
/** alarmType of all types (decisions.md A55). */
export const ALL_TYPES = 100
const told = { readonly: true, form: false } as const
const DIGITS = '\\+?[0-9]{5,16}'

/** Where alarms of a tenant are forwarded, and which of them (slice M1, answer 9). Whoever changes a target decides who else learns of alarms. */
export const forwardTarget = defineResource({
  name: 'forwarding.target',
  label: ['转发目标', 'Forwarding target'],
  about: ['告警转发到的地址或手机，以及转发哪些告警', 'Addresses and phones to which alarms are forwarded, and which alarms'],
  code: 'forward_target',
  scope: 'tenant',
  roles: { read: 'access', write: 'access', export: 'access' },
  api: { base: 'blade-alarm/forwardTarget', verbs: ['list', 'detail', 'submit', 'remove'] },
  page: {
    path: '/city/alarmCenter/forwardTarget/index',
    label: ['转发目标', 'Forwarding targets'],
    icon: 'setting',
    sort: 75,
    parent: 'alarm_forwarding',
    find: ['name'],
  },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 60, list: true, search: true }),
    enable: f.choice(
      { 0: ['停用', 'Disabled'], 1: ['启用', 'Enabled'] },
      { label: ['状态', 'State'], required: true, initial: 1, list: true, search: true, tones: { 0: 'neutral', 1: 'good' } },
    ),
    kind: f.choice(
      { 1: ['HTTP推送', 'Webhook'], 2: ['短信', 'SMS'] },
      { label: ['方式', 'Method'], required: true, initial: WEBHOOK, list: true, search: true },
    ),
    url: f.text({
      label: ['地址', 'Address'],
      max: 500,
      list: true,
      shape: 'url',
      when: { kind: { eq: WEBHOOK } },
      example: 'https://alarms.example.com/lamplight',
      hint: ['POST JSON；每次最多 50 条告警', 'Receives JSON by POST, at most 50 alarms per request'],
    }),
    secret: f.secret({
      label: ['签名密钥', 'Signing secret'],
      when: { kind: { eq: WEBHOOK } },
      example: 'Sample-secret-1-for-signing',
      match: { pattern: '.{16,200}', text: ['至少16个字符', 'must have at least 16 characters'] },
      hint: [
        '加密保存；请求头 X-Signature 是用它对时间、随机数和内容计算的 HMAC-SHA256',
        'Stored encrypted. The header X-Signature is the HMAC-SHA256 of time, nonce and body',
      ],
    }),
    phones: f.text({
      label: ['手机号', 'Phones'],
      max: 500,
      list: true,
      when: { kind: { eq: SMS_TARGET } },
      example: '13800000000',
      match: {
        pattern: `\\s*${DIGITS}(\\s*[,，]\\s*${DIGITS}){0,19}\\s*`,
        text: ['应为以逗号分隔的手机号，最多20个', 'must be at most 20 phone numbers, separated by commas'],
      },
      hint: ['由租户启用的短信配置发送；没有配置则不发送', 'Sent through the enabled SMS configuration; without one nothing is sent'],
    }),
    hourly: f.int({
      label: ['每小时上限', 'At most per hour'],
      min: 1,
      max: 1000,
      initial: 20,
      when: { kind: { eq: SMS_TARGET } },
      hint: ['超出的告警只记录，不发短信', 'Further alarms are logged but not sent'],
    }),
    severity: f.choice(SEVERITIES, {
      label: ['最低级别', 'Lowest severity'],
      required: true,
      initial: 2,
      list: true,
      search: 'in',
      hint: ['该级别及更严重的告警', 'Alarms of this severity and above'],
    }),
    alarmType: f.choice(
      { [ALL_TYPES]: ['全部', 'All'], ...ALARM_TYPES },
      { label: ['告警类型', 'Alarm type'], required: true, initial: ALL_TYPES, list: true, search: 'in' },
    ),
    areaId: f.ref('places.area', {
      label: ['区域', 'Area'],
      list: true,
      search: true,
      hint: ['含下级；留空为全部', 'Includes all areas below. Empty: all areas'],
    }),
    ended: f.flag({ label: ['也转发结束', 'Also forward the end of an alarm'], initial: true }),
    sentAt: f.time({ label: ['最近送达', 'Last delivered'], ...told, list: true }),
    failures: f.int({ label: ['连续失败', 'Failures in a row'], ...told, list: true }),
    since: f.time({ label: ['转发起点', 'Forwards alarms from'], ...told }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  actions: {
    test: {
      label: ['测试', 'Test'],
      on: 'row',
      roles: 'access',
      confirm: ['立即发送一条测试消息，结果记入转发记录。', 'A test message is sent at once. The result is in the log.'],
    },
  },
  io: { export: true },
})
