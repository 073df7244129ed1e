import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Operators of charging piles: the calls jscChargingPile.* and tyChargingPile.* are of these two. The number selects the hash function of signatures (`server/signature.ts`). */
export const OPERATOR_KIND = { jsc: 1, ty: 2 } as const

/** Access to the platforms of operators. The platform of an operator signs its pushes with the secret; the server signs commands with the same secret. */
export const operator = defineResource({
  name: 'charging.operator',
  label: ['充电运营商', 'Charging operator'],
  about: [
    '充电运营商平台的接入信息：运营商平台按推送地址上报，指令发往平台地址，双方以密钥签名',
    "Access to operators' platforms: they push to the push address, commands go to the platform address, both sides sign with the secret",
  ],
  code: 'chargeoperator',
  scope: 'tenant',
  roles: 'access',
  page: { path: '/visual/equipmentMana/chargingPile/operator', icon: 'setting', sort: 75, parent: 'pole_charging' },
  api: { base: 'blade-charging/operator', verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, max: 80, list: true, search: true }),
    kind: f.choice(
      { [OPERATOR_KIND.jsc]: ['JSC（HMAC-MD5）', 'JSC (HMAC-MD5)'], [OPERATOR_KIND.ty]: ['TY（HMAC-SHA256）', 'TY (HMAC-SHA256)'] },
      { label: ['接入方式', 'Interface'], required: true, initial: OPERATOR_KIND.jsc, list: true, search: true },
    ),
    operatorId: f.text({
      label: ['运营商标识', 'Operator ID'],
      required: true,
      unique: true,
      list: true,
      search: true,
      max: 9,
      example: 'MA5DEMO01',
      hint: [
        'OperatorID：9 位组织机构代码，订单号以它开头',
        'OperatorID: organisation code of 9 characters, with which order numbers begin',
      ],
      match: { pattern: '[A-Z0-9]{9}', text: ['应为 9 位数字和大写字母', 'must be 9 digits and capital letters'] },
    }),
    secret: f.secret({
      label: ['签名密钥', 'Signing secret'],
      required: true,
      hint: ['16 至 128 位，加密保存，留空则不变', '16 to 128 characters, stored encrypted; leave empty to keep it'],
      match: { pattern: '\\S{16,128}', text: ['应为 16 至 128 个非空白字符', 'must have 16 to 128 characters without spaces'] },
      example: 'Sample-signing-secret-1',
    }),
    baseUrl: f.text({
      label: ['平台地址', 'Platform address'],
      max: 500,
      shape: 'url',
      called: true,
      list: true,
      hint: ['下发指令的地址；不填则不能控制', 'Address for commands; without it piles cannot be controlled'],
    }),
    enabled: f.flag({
      label: ['状态', 'State'],
      initial: true,
      list: true,
      search: true,
      words: [
        ['停用', 'Disabled'],
        ['启用', 'Enabled'],
      ],
    }),
    pushPath: f.text({
      label: ['推送地址', 'Push address'],
      readonly: true,
      form: false,
      from: 'charging.push',
      list: { width: 340 },
      hint: ['填到运营商平台，后面加接口名', "Enter it in the operator's platform; the name of the interface is added"],
    }),
    virtual: f.flag({ label: ['虚拟城市', 'Virtual city'], readonly: true, form: false, hidden: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  io: { export: true },
})
