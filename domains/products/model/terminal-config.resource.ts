import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const STATES = { 0: ['停用', 'Disabled'], 1: ['启用', 'Enabled'] } as const

/** Which terminals of which suppliers are used, with their protocol and sensors (screen cab.terminal). */
export const terminalConfig = defineResource({
  name: 'products.terminalConfig',
  label: ['终端配置', 'Terminal configuration'],
  about: [
    '机柜可接入的终端：类型、供应商、型号、协议和传感量',
    'Terminals that cabinets can have: type, supplier, model, protocol and sensors',
  ],
  code: 'terminal_config',
  scope: 'tenant',
  roles: 'devices',
  api: {
    base: 'blade-device/terminalConfig',
    verbs: ['page', 'detail', 'submit', 'remove'],
    calls: { 'PUT blade-device/terminalConfig/status': { action: 'status', names: { id: 'ids' } } },
  },
  title: 'model',
  page: {
    path: '/roadCabinet/terminalConfig/index',
    icon: 'control',
    sort: 60,
    parent: 'road_cabinet_system',
    find: ['model', 'supplierCode'],
  },
  fields: {
    typeCode: f.text({
      label: ['终端类型', 'Type'],
      required: true,
      max: 40,
      example: 'trash',
      list: true,
      search: true,
      match: {
        pattern: '[A-Za-z][A-Za-z0-9-]*',
        text: ['以字母开头，只能包含字母、数字和横线', 'must begin with a letter; letters, digits and - only'],
      },
    }),
    supplierCode: f.text({ label: ['供应商', 'Supplier'], required: true, max: 100, list: true, search: true }),
    model: f.text({ label: ['型号', 'Model'], required: true, max: 80, list: true, search: true }),
    protocol: f.text({ label: ['协议', 'Protocol'], required: true, max: 40, example: 'Modbus RTU', list: true, search: true }),
    sensors: f.text({
      label: ['传感量', 'Sensors'],
      max: 500,
      list: true,
      example: 'fillLevel',
    }),
    status: f.choice(STATES, { label: ['状态', 'State'], initial: 1, list: true, search: true, tones: { 0: 'neutral', 1: 'good' } }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  actions: {
    status: {
      label: ['启用 / 停用', 'Enable / disable'],
      on: 'rows',
      roles: 'write',
      input: { status: f.choice(STATES, { label: ['状态', 'State'], required: true }) },
    },
  },
  io: { export: true },
})
