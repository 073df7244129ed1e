import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

export const SERVER_STATE = { connecting: 1, connected: 2, failed: 3, disabled: 4 } as const
/** Numbers in the column `fault`: the faults of a remote broker, and `secret` if the stored password cannot be decrypted. */
export const SERVER_FAULTS = {
  address: 1,
  name: 2,
  refused: 3,
  silent: 4,
  signIn: 5,
  tls: 6,
  subscription: 7,
  closed: 8,
  packet: 9,
  secret: 10,
} as const

const uuid = {
  pattern: '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
  text: ['应为UUID，如 17c82e96-be03-4f38-aef3-f83d48582d97', 'is a UUID such as 17c82e96-be03-4f38-aef3-f83d48582d97'],
} as const
/** Options of a field that holds the id of an application or a multicast group in ChirpStack. */
export const chirpstackId = { max: 36, match: uuid, example: '17c82e96-be03-4f38-aef3-f83d48582d97' } as const

/** The ChirpStack of a tenant. Its MQTT broker delivers events and takes downlinks; its REST API takes multicast downlinks. */
export const chirpstackServer = defineResource({
  name: 'chirpstack.server',
  label: ['ChirpStack服务器', 'ChirpStack server'],
  about: ['通过MQTT与LoRaWAN网络服务器ChirpStack v4通信', 'Connects to the LoRaWAN network server ChirpStack v4 by MQTT'],
  code: 'chirpstack_server',
  scope: 'tenant',
  // Whoever changes the addresses decides where the secrets are sent.
  roles: { read: 'read', write: 'access', export: 'access' },
  page: {
    path: '/city/basisaccessories/lora/chirpstack',
    label: ['ChirpStack服务器', 'ChirpStack servers'],
    icon: 'cluster',
    sort: 65,
    parent: 'accessory_lora',
  },
  api: { base: 'blade-city/chirpstack', verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 80, list: true, search: true }),
    code: f.text({
      label: ['编码', 'Code'],
      hint: ['保存后不能修改', 'Cannot be changed later'],
      required: true,
      unique: true,
      max: 40,
      form: 'create',
      list: true,
      example: 'north',
      match: { pattern: '[A-Za-z0-9._-]+', text: ['只能包含字母、数字和 . _ -', 'may contain letters, digits and . _ - only'] },
    }),
    state: f.choice(
      { 1: ['正在连接', 'Connecting'], 2: ['已连接', 'Connected'], 3: ['连接失败', 'Not connected'], 4: ['已停用', 'Disabled'] },
      {
        label: ['连接', 'Connection'],
        readonly: true,
        form: false,
        list: true,
        search: 'in',
        tones: { 1: 'neutral', 2: 'good', 3: 'bad', 4: 'neutral' },
      },
    ),
    fault: f.choice(
      {
        1: ['部署不允许该地址', 'Address not allowed'],
        2: ['域名无法解析', 'Unknown host'],
        3: ['地址或端口拒绝连接', 'Connection refused'],
        4: ['未在期限内响应', 'No answer in time'],
        5: ['用户名或密码错误', 'Wrong user name or password'],
        6: ['证书不受信任', 'Certificate not trusted'],
        7: ['无权订阅应用的主题', 'Topics of the application not allowed'],
        8: ['对方断开连接', 'Connection closed'],
        9: ['对方的报文超出限制', 'Packets beyond the limits'],
        10: ['密码无法解密，请重新输入', 'Password cannot be decrypted; enter it again'],
      },
      { label: ['失败原因', 'Reason'], readonly: true, form: false, list: true },
    ),
    connectedAt: f.time({ label: ['连接时间', 'Connected since'], readonly: true, form: false, list: true }),
    messageAt: f.time({ label: ['最近消息', 'Last message'], readonly: true, form: false, list: true }),
    url: f.text({
      label: ['MQTT地址', 'MQTT address'],
      required: true,
      max: 300,
      list: true,
      example: 'mqtts://chirpstack.example.com:8883',
      match: {
        pattern: 'mqtts?://(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?/?',
        text: ['应为 mqtt://主机:端口 或 mqtts://主机:端口', 'is mqtt://host:port or mqtts://host:port'],
      },
    }),
    username: f.text({ label: ['用户名', 'User name'], max: 200 }),
    password: f.secret({ label: ['密码', 'Password'], hint: ['加密保存，留空则不变', 'Stored encrypted; empty: unchanged'] }),
    ca: f.text({
      label: ['CA证书', 'CA certificate'],
      hint: ['PEM格式；留空使用系统证书', 'PEM; empty: the certificates of the system'],
      max: 8000,
      multiline: true,
      example: '',
    }),
    applications: f.items(
      { applicationId: f.text({ label: ['应用ID', 'Application ID'], required: true, ...chirpstackId }) },
      { label: ['应用', 'Applications'], required: true, max: 20 },
    ),
    apiUrl: f.text({
      label: ['REST API地址', 'REST API address'],
      hint: ['组播需要', 'Needed for multicast'],
      max: 300,
      shape: 'url',
      example: 'https://chirpstack.example.com:8090',
    }),
    apiToken: f.secret({ label: ['API密钥', 'API token'], hint: ['加密保存，留空则不变', 'Stored encrypted; empty: unchanged'] }),
    region: f.choice(
      {
        1: ['CN470', 'CN470'],
        2: ['EU868', 'EU868'],
        3: ['US915', 'US915'],
        4: ['AS923', 'AS923'],
        5: ['AU915', 'AU915'],
        6: ['IN865', 'IN865'],
        7: ['KR920', 'KR920'],
        8: ['RU864', 'RU864'],
      },
      { label: ['频段', 'Region'], initial: 1, search: 'in' },
    ),
    enabled: f.flag({ label: ['启用', 'Enabled'], initial: true, search: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  io: { export: true },
})
