import { commandActions, controllerType, simpleActions } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/**
 * The lamp controller (devType 4, decisions.md B1): the device to which commands are sent. Its id is the
 * device id. Screen city.ctrl.list.
 */
export const controller = defineResource({
  name: 'lighting.controller',
  label: ['单灯控制器', 'Lamp controller'],
  about: ['安装在灯杆或灯头上、执行指令并计量的设备', 'Devices at the lamps that carry out commands and meter power'],
  code: 'controller',
  scope: 'project',
  roles: 'devices',
  device: 'controller',
  api: {
    base: 'blade-city/controller',
    verbs: ['page', 'get', 'create', 'put', 'delete'],
    calls: {
      'PUT blade-city/controller/{id}': { verb: 'put' },
      'GET blade-city/lamp/controller/list': { verb: 'page' },
      'POST blade-city/controller/export/by/status': { verb: 'export' },
      'POST blade-city/controller/batch/set/source': { action: 'setSource', names: { controllerIds: 'ids' } },
      'POST blade-city/controller/batch/set/cap': { action: 'setCap', names: { controllerIds: 'ids' } },
    },
  },
  page: {
    path: '/city/basisaccessories/controller/controllerinformation/index',
    label: ['单灯控制器', 'Controllers'],
    icon: 'chip',
    sort: 10,
    parent: 'accessory_controllers',
  },
  fields: {
    sn: f.text({
      label: ['序列号', 'Serial number'],
      required: true,
      unique: true,
      max: 40,
      list: true,
      search: true,
      match: { pattern: '[A-Za-z0-9_-]+', text: ['只能包含字母、数字、横线和下划线', 'may contain letters, digits, - and _ only'] },
    }),
    name: f.text({ label: ['名称', 'Name'], max: 80, list: true, search: true }),
    imei: f.text({ label: ['IMEI', 'IMEI'], max: 20 }),
    currentControllerStatus: f.choice(
      { 1: ['亮灯', 'On'], 2: ['熄灯', 'Off'], 3: ['故障', 'Fault'], 4: ['离线', 'Offline'], 5: ['未激活', 'Not activated'] },
      {
        label: ['状态', 'State'],
        readonly: true,
        from: 'devices.state',
        list: true,
        search: 'in',
        tones: { 1: 'lit', 2: 'neutral', 3: 'bad', 4: 'warn', 5: 'neutral' },
      },
    ),
    online: f.flag({
      label: ['在线', 'Online'],
      readonly: true,
      from: 'devices.state',
      search: true,
      words: [
        ['离线', 'Offline'],
        ['在线', 'Online'],
      ],
    }),
    dim: f.int({ label: ['亮度', 'Dim level'], unit: '%', min: 0, max: 100, readonly: true, from: 'devices.state', list: true }),
    activePower: f.number({
      label: ['实测功率', 'Metered power'],
      unit: 'W',
      decimals: 1,
      readonly: true,
      from: 'devices.state',
      list: true,
    }),
    reportedAt: f.time({ label: ['上报时间', 'Reported'], readonly: true, from: 'devices.state', list: true }),
    // A lamp controller always has type 4, whether or not the client sends it.
    devType: f.int({ label: ['设备类型', 'Device type'], min: 4, max: 4, initial: 4, hidden: true, form: false }),
    activated: f.flag({
      label: ['激活状态', 'Activation'],
      initial: true,
      search: true,
      words: [
        ['未激活', 'Not activated'],
        ['已激活', 'Activated'],
      ],
    }),
    twoWay: f.flag({
      label: ['双路', 'Two heads'],
      initial: false,
      hint: ['一个控制器带主、辅两个灯头', 'One controller drives a main and an auxiliary head'],
    }),
    // The form asks for places of a new row only. Later `lamp/move` changes them, after it has listed what changes.
    gatewayId: f.ref('devices.gateway', { label: ['网关', 'Gateway'], list: true, search: true, titleAs: 'gatewayName', form: 'create' }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], search: true, form: 'create' }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], list: true, search: true, form: 'create' }),
    supplierId: f.ref('devices.supplier', { label: ['供应商', 'Supplier'], search: true }),
    modelId: f.ref('devices.model', { label: ['型号', 'Model'], titleAs: 'modelName', search: true }),
    location: f.geo({ label: ['位置', 'Location'] }),
    // Power model of the controller's lamps, which the database updates from them, so that a command to a whole city need not compute it.
    loadPower: f.number({ label: ['负载功率', 'Load'], unit: 'W', readonly: true, form: false }),
    loadMinPower: f.number({ label: ['最低亮度负载', 'Load at minimum level'], unit: 'W', readonly: true, form: false }),
    loadMinLevel: f.int({ label: ['最低亮度', 'Minimum level'], unit: '%', min: 0, readonly: true, form: false }),
    loadTolerance: f.number({ label: ['功率容差', 'Power tolerance'], unit: 'W', readonly: true, form: false }),
    remark: f.text({ label: ['备注', 'Remark'], multiline: true }),
  },
  title: 'sn',
  indexes: [['projectId', 'id'], ['areaId', 'id'], ['gatewayId'], ['modelId'], ['supplierId']],
  keyword: ['name', 'sn'],
  actions: {
    ...simpleActions(controllerType),
    ...commandActions({ ...controllerType, commands: { identify: controllerType.commands.identify } }),
    activated: {
      label: ['激活 / 停用', 'Activate / deactivate'],
      on: 'rows',
      roles: 'commands',
      path: 'batch/activated',
      input: {
        activated: f.flag({
          label: ['激活状态', 'Activation'],
          required: true,
          words: [
            ['停用', 'Deactivate'],
            ['激活', 'Activate'],
          ],
        }),
      },
    },
    // Registry data of the lamps: no device traffic.
    setSource: {
      label: ['设置恒流源', 'Set constant-current source'],
      on: 'rows',
      roles: 'write',
      byFilter: true,
      input: {
        constantCurrentSourceId: f.ref('lighting.constantCurrentSource', { label: ['恒流源', 'Constant-current source'], required: true }),
      },
    },
    setCap: {
      label: ['设置灯头', 'Set lamp cap'],
      on: 'rows',
      roles: 'write',
      byFilter: true,
      input: { capConfigId: f.ref('lighting.lampCap', { label: ['灯头', 'Lamp cap'], required: true }) },
    },
  },
  io: { import: true, export: true },
})
