import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'

/**
 * Password of the radio between gateway and controller: screen city.rfpassword. It is stored encrypted and never
 * returned; a read tells whether the device has the wanted one.
 */
export const rfPassword = defineParamFamily({
  name: 'rfPassword',
  label: ['射频密码', 'RF password'],
  code: 'rfpassword',
  types: ['controller'],
  fields: {
    password: f.secret({
      label: ['射频密码', 'RF password'],
      required: true,
      example: '1A2B3C4D',
      match: { pattern: '[0-9A-Fa-f]{8}', text: ['应为8位十六进制字符', 'must be 8 hexadecimal digits'] },
    }),
  },
  ops: ['get', 'set'],
  risky: true,
  call: 'rfpassword',
  template: {
    name: 'lighting.rfPassword',
    label: ['射频密码模板', 'RF password preset'],
    base: 'blade-city/rfpassword',
    verbs: ['list', 'detail', 'submit', 'remove'],
    page: '/city/controlCenter/rfPassword/index',
    parent: 'control_params',
  },
})
