import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { gatewayLifecycle } from './gateway.lifecycle.ts'

/** A gateway in a cabinet: it connects by MQTT and reports for its lamp controllers. States of decisions.md C8. */
export const gateway = defineResource({
  name: 'devices.gateway',
  label: ['网关', 'Gateway'],
  about: ['配电箱中的网关；单灯控制器经由网关接入平台', 'The gateways in the cabinets, through which lamp controllers reach the platform'],
  code: 'gateway',
  scope: 'platform',
  roles: 'devices',
  api: {
    base: 'blade-device/gateway',
    verbs: ['list', 'page', 'detail', 'submit', 'remove'],
    calls: { 'DELETE blade-device/gateway/{id}': { verb: 'delete' } },
  },
  title: 'sn',
  list: { sort: 'sn' },
  page: {
    path: '/visual/equipmentMana/gateway/index',
    label: ['网关管理', 'Gateways'],
    icon: 'gateway',
    sort: 4,
    parent: 'pole_lighting',
    permissions: [
      { code: 'gateway_virtual', label: ['虚拟城市', 'Virtual city'], action: 1, roles: 'secrets' },
      { code: 'gateway_delay', label: ['延迟离线设置', 'Delayed-offline setting'], action: 1, roles: 'platform' },
    ],
  },
  fields: {
    sn: f.text({
      label: ['网关编号', 'Serial number'],
      required: true,
      unique: true,
      max: 64,
      list: true,
      search: true,
      match: { pattern: '[A-Za-z0-9._:-]{1,64}', text: ['只能含字母、数字和 . _ : -', 'may contain only letters, digits and . _ : -'] },
    }),
    name: f.text({ label: ['网关名称', 'Name'], max: 100, list: true, search: true }),
    status: f.state(gatewayLifecycle, { label: ['状态', 'Status'], list: true, search: true }),
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
    lastSeen: f.time({ label: ['最近通信', 'Last contact'], readonly: true, list: true, search: 'range' }),
    projectId: f.ref('places.project', { label: ['所属项目', 'Project'], list: true, search: true }),
    areaId: f.ref('places.area', { label: ['所属区域', 'Area'], list: true, search: true, titleAs: 'areaName' }),
    at: f.geo({ label: ['位置', 'Location'] }),
  },
  lifecycle: gatewayLifecycle,
  actions: {
    claim: {
      label: ['配对码', 'Claim code'],
      on: 'row',
      roles: 'write',
      input: {
        claimCode: f.text({
          label: ['配对码', 'Claim code'],
          max: 40,
          example: '0123-4567-89AB-CDEF',
          hint: ['见设备标签，16 位字母和数字', 'Printed on the device: 16 letters and digits'],
          required: true,
        }),
      },
    },
    reboot: {
      label: ['重启', 'Reboot'],
      on: 'rows',
      roles: 'commands',
      job: true,
      danger: true,
      path: 'batchReboot',
      confirm: [
        '重启约需一分钟，期间网关下的设备不能接收指令，亮灯计划照常执行。确定重启？',
        'A reboot takes about a minute. Until then the devices of the gateway receive no commands; they keep to their calendars. Reboot?',
      ],
    },
    secret: {
      label: ['重置密钥', 'New secret'],
      on: 'row',
      roles: 'secrets',
      confirm: ['旧密钥立即失效，确定重置？', 'The old secret stops working at once. Make a new one?'],
      danger: true,
    },
  },
  indexes: [['projectId'], ['status', 'online']],
  io: { export: true },
})
