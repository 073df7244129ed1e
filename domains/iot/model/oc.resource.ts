import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Name of the driver for devices behind an operator's platform. The descriptor of a product type selects it as `driver`. */
export const OPERATOR_DRIVER = 'operator'

/** Platforms of network operators (iot.oc.list). A platform sends the reports of its devices by signed HTTP push, and passes commands on to them. */
export const oc = defineResource({
  name: 'iot.oc',
  label: ['OC平台', 'Operator platform'],
  about: [
    '运营商物联网平台的接入：设备在平台登记后，通过签名的HTTP推送上报，并经平台接收指令',
    'Access to IoT platforms of operators: registered devices report by signed HTTP push and receive commands through the platform',
  ],
  code: 'iotoc',
  scope: 'tenant',
  roles: { read: 'read', write: 'access', export: 'access' },
  api: {
    base: 'blade-device/iot/oc',
    verbs: ['list', 'detail', 'select', 'save', 'update', 'remove'],
    calls: { 'POST blade-device/iot/oc/delete': { verb: 'remove' } },
  },
  page: { path: '/iot/oc', icon: 'globe', sort: 20, parent: 'iot', find: ['name'] },
  io: { export: true },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 60, list: true, search: true }),
    kind: f.choice(
      { 1: ['OneNET', 'OneNET'], 2: ['CTWing', 'CTWing'], 3: ['HTTP推送', 'HTTP push'] },
      {
        label: ['平台类型', 'Kind'],
        initial: 3,
        list: true,
        search: 'in',
        hint: ['各类平台都使用同一种签名的HTTP接口', 'All kinds use the same signed HTTP interface'],
      },
    ),
    baseUrl: f.text({
      label: ['平台地址', 'Base address'],
      required: true,
      max: 300,
      list: true,
      shape: 'url',
      hint: [
        '登记设备和下发指令的接口地址；修改时须重新填写密钥和令牌',
        'Address at which devices are registered and commands are sent. A change needs secret and token again',
      ],
    }),
    appId: f.text({
      label: ['应用ID', 'App ID'],
      required: true,
      max: 64,
      list: true,
      search: true,
      match: { pattern: '[A-Za-z0-9_.-]+', text: ['只能含字母、数字和 _ . -', 'may contain only letters, digits, _ . and -'] },
    }),
    secret: f.secret({
      label: ['应用密钥', 'App secret'],
      hint: ['用于签名；加密保存，修改时留空则不变', 'Signs requests; stored encrypted. Empty in a change: unchanged'],
    }),
    token: f.secret({
      label: ['访问令牌', 'Access token'],
      hint: ['平台要求时填写，随请求发送；加密保存', 'If the platform wants one: sent with requests, stored encrypted'],
      match: {
        pattern: '[\\x21-\\x7e]{1,200}',
        text: ['只能含可打印的ASCII字符，不能有空格', 'may contain only printable ASCII characters, no spaces'],
      },
    }),
    pushPath: f.text({ label: ['推送地址', 'Push address'], readonly: true, form: false, from: 'iot.oc' }),
    pushedAt: f.time({ label: ['最近推送', 'Last push'], readonly: true, form: false, list: true }),
    virtual: f.flag({ label: ['虚拟平台', 'Virtual'], readonly: true, form: false, initial: false, search: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
})
