import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const tenantId = f.text({
  label: ['租户编号', 'Tenant'],
  required: true,
  example: '100001',
  match: { pattern: '\\d{6}', text: ['应为六位数字', 'must be six digits'] },
})
const CLAIM = {
  label: ['配对码', 'Claim code'],
  max: 40,
  example: '0123-4567-89AB-CDEF',
  hint: ['见设备标签，16 位字母和数字', 'Printed on the device: 16 letters and digits'],
} as const

/** The box in a cabinet that speaks MQTT for its lamp controllers; states of decisions.md C8. */
export const gateway = defineResource({
  name: 'devices.gateway',
  label: ['网关', 'Gateway'],
  about: ['配电箱中的网关；单灯控制器经由网关接入平台', 'The gateways in the cabinets, through which lamp controllers reach the platform'],
  code: 'gateway',
  scope: 'platform',
  roles: 'devices',
  api: { base: 'blade-device/gateway', verbs: ['list', 'page', 'detail', 'submit', 'remove'] },
  title: 'sn',
  list: { sort: 'sn' },
  fields: {
    sn: f.text({
      label: ['网关编号', 'Serial number'],
      required: true,
      unique: true,
      max: 64,
      list: true,
      search: true,
      match: { pattern: '[A-Za-z0-9._:-]{1,64}', text: ['只能含字母、数字和 . _ : -', 'may hold letters, digits and . _ : - only'] },
    }),
    name: f.text({ label: ['网关名称', 'Name'], max: 100, list: true, search: true }),
    status: f.choice(
      { 0: ['未注册', 'Unregistered'], 1: ['已分配', 'Assigned'] },
      { label: ['状态', 'Status'], readonly: true, list: true, search: true, tones: { 0: 'warn', 1: 'good' } },
    ),
    online: f.flag({
      label: ['在线', 'Online'],
      readonly: true,
      list: true,
      search: true,
      words: [
        ['离线', 'Offline'],
        ['在线', 'Online'],
      ],
    }),
    children: f.int({ label: ['子设备数', 'Devices'], wire: 'childCount', readonly: true, min: 0, list: true }),
    version: f.text({ label: ['软件版本', 'Firmware'], max: 64, readonly: true, list: true }),
    lastSeen: f.time({ label: ['最近通信', 'Last heard'], readonly: true, list: true, search: 'range' }),
    projectId: f.ref('places.project', { label: ['所属项目', 'Project'], list: true, search: true }),
    areaId: f.ref('places.area', { label: ['所属区域', 'Area'], list: true, search: true, titleAs: 'areaName' }),
    at: f.geo({ label: ['位置', 'Location'] }),
  },
  actions: {
    assign: {
      label: ['分配', 'Assign'],
      on: 'rows',
      roles: 'assign',
      path: 'unregistered/assign',
      input: { tenantId, claimCode: f.text({ ...CLAIM, example: '' }) },
      disabledWhen: { status: { eq: 1 } },
    },
    move: {
      label: ['转移', 'Move'],
      on: 'rows',
      roles: 'assign',
      input: { tenantId },
      disabledWhen: { status: { eq: 0 } },
    },
    cancel: {
      label: ['取消分配', 'Cancel assignment'],
      on: 'rows',
      roles: 'assign',
      path: 'unregistered/cancel',
      confirm: ['网关将回到未注册状态，确定取消分配?', 'The gateway becomes unregistered again. Cancel its assignment?'],
      disabledWhen: { status: { eq: 0 } },
      danger: true,
    },
    claim: {
      label: ['配对码', 'Claim code'],
      on: 'row',
      roles: 'write',
      input: { claimCode: f.text({ ...CLAIM, required: true }) },
    },
    secret: {
      label: ['重置密钥', 'New secret'],
      on: 'row',
      roles: 'secrets',
      confirm: ['旧密钥立即失效，确定重置?', 'The old secret stops working at once. Make a new one?'],
      danger: true,
    },
  },
  indexes: [['projectId'], ['status', 'online']],
  io: { export: true },
})
