import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { PORTS } from './concentrator.device.ts'
import { KIND_TEXTS } from './kind-texts.ts'

const LAMPS = { lampIds: f.refs('lighting.lamp', { label: ['灯具', 'Lamps'], required: true }) }

/**
 * Loops: circuits of a switch box that feed lamps (devType 10 of decisions.md B1). A loop feeds the lamps that are bound to it and the lamps of its
 * groups. Screen city.loop.
 */
export const loop = defineResource({
  name: 'cabinets.loop',
  label: KIND_TEXTS.loop,
  about: ['配电箱的出线回路及其供电的灯', 'Outgoing circuits of switch boxes and the lamps that they feed'],
  code: 'loop',
  scope: 'project',
  roles: 'devices',
  page: { path: '/city/basisaccessories/loop/index', icon: 'cluster', sort: 52, parent: 'accessory_power', find: ['name'] },
  api: {
    base: 'blade-city/loop',
    verbs: ['page', 'detail', 'submit', 'create', 'put', 'delete', 'remove'],
    calls: {
      'POST blade-city/loop/relevance/lampgroup': { verb: 'put', names: { loopId: 'id' } },
      'GET blade-city/concentrator/loop/list': { verb: 'list', needs: ['concentratorId'] },
    },
  },
  fields: {
    name: f.text({ label: ['回路名称', 'Loop name'], required: true, max: 80, list: true, search: true }),
    no: f.int({ label: ['回路号', 'Number'], min: 1, max: 99, list: true, search: true }),
    type: f.choice(
      { 1: ['照明', 'Street lighting'], 2: ['景观', 'Landscape'], 3: ['广告', 'Advertising'], 9: ['其他', 'Other'] },
      { label: ['回路类型', 'Type'], initial: 1, list: true, search: 'in' },
    ),
    devType: f.choice(
      { 2: ['网关', 'Gateway'], 3: ['集中控制器', 'Concentrator'] },
      { label: ['控制设备', 'Controlled by'], initial: 2, search: true },
    ),
    phase: f.choice(
      { 1: ['A 相', 'Phase A'], 2: ['B 相', 'Phase B'], 3: ['C 相', 'Phase C'], 4: ['三相', 'Three phases'] },
      { label: ['相位', 'Phase'], search: 'in' },
    ),
    switchboxId: f.ref('cabinets.switchbox', { label: KIND_TEXTS.switchbox, list: true, search: true, titleAs: 'switchboxName' }),
    gatewayId: f.ref('devices.gateway', { label: ['网关', 'Gateway'], search: true, titleAs: 'gatewayName' }),
    concentratorId: f.ref('cabinets.concentrator', { label: KIND_TEXTS.concentrator, search: true, titleAs: 'concentratorName' }),
    doNo: f.int({
      label: ['输出端口', 'Output port'],
      min: 1,
      max: PORTS,
      hint: ['接通该回路的集中控制器输出', 'Output of the concentrator that connects the loop'],
    }),
    diNo: f.int({
      label: ['输入端口', 'Input port'],
      min: 1,
      max: PORTS,
      hint: ['反馈该回路状态的集中控制器输入', 'Input of the concentrator that reports the loop'],
    }),
    strategyId: f.int({
      label: ['集中控制器策略编号', 'Strategy in the concentrator'],
      min: 0,
      max: 99,
      hint: ['留空为不使用', 'Empty: none'],
    }),
    supply: f.choice(
      { 0: ['断电', 'Off'], 1: ['供电', 'On'] },
      {
        label: ['供电', 'Supply'],
        hint: ['空气开关分闸或集中控制器输出断开时断电', 'Off while an air switch of the loop or its output is open'],
        readonly: true,
        form: false,
        from: 'cabinets.airSwitch',
        list: true,
        tones: { 0: 'bad', 1: 'good' },
      },
    ),
    lamps: f.int({ label: ['灯具数', 'Lamps'], readonly: true, form: false, from: 'lighting.controller', list: true }),
    lampsOffline: f.int({ label: ['离线灯具', 'Offline lamps'], readonly: true, form: false, from: 'devices.state', list: true }),
    lampGroupIds: f.refs('devices.group', { label: ['灯具分组', 'Lamp groups'] }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], search: true, list: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], search: true, list: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  indexes: [['projectId', 'id'], ['areaId', 'id'], ['switchboxId'], ['gatewayId'], ['concentratorId'], ['name', 'id']],
  actions: {
    bind: { label: ['绑定回路灯具', 'Bind loop lamps'], on: 'row', path: 'lamps/bind', roles: 'write', input: LAMPS },
    unbind: { label: ['解绑回路灯具', 'Unbind loop lamps'], on: 'row', path: 'lamps/unbind', roles: 'write', input: LAMPS },
  },
  io: { export: true },
})
