import { COMMAND_RIGHT } from '@lamplight/control/model'
import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/**
 * A luminaire on a post with a controller. Screen city.lamp.list and entity Lamp of docs/spec; the
 * power model is D4i's nominal and minimum power.
 */
export const lamp = defineResource({
  name: 'lighting.lamp',
  label: ['灯具', 'Lamp'],
  about: ['所有灯具及其状态、功率参数', 'All luminaires with their state and power data'],
  code: 'lamp',
  scope: 'project',
  roles: 'devices',
  shows: 'controllerId',
  api: { base: 'blade-city/lamp', verbs: ['list', 'detail', 'submit', 'remove'] },
  page: {
    path: '/city/lampmanagement/lampinformation/index',
    label: ['灯具', 'Lamps'],
    icon: 'lamp',
    sort: 10,
    parent: 'city_lampmanagement',
  },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, max: 80, list: true, search: true }),
    sn: f.text({ label: ['编号', 'SN'], required: true, unique: true, max: 40, list: true, search: true }),
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
    kind: f.choice(
      { 1: ['智慧灯', 'Smart'], 2: ['市电灯', 'Mains'], 3: ['太阳能灯', 'Solar'] },
      { label: ['灯型', 'Type'], initial: 1, list: true, search: 'in' },
    ),
    lampType: f.dict('lamp_type', { label: ['光源', 'Light source'], search: 'in' }),
    power: f.number({ label: ['额定功率', 'Nominal power'], unit: 'W', min: 0, max: 5000, list: true }),
    minLevel: f.int({ label: ['最低亮度', 'Minimum level'], unit: '%', min: 0, max: 100, initial: 10 }),
    minPower: f.number({ label: ['最低亮度功率', 'Power at minimum level'], unit: 'W', min: 0, max: 5000 }),
    powerTolerance: f.number({
      label: ['功率容差', 'Power tolerance'],
      unit: 'W',
      min: 0,
      max: 1000,
      hint: ['留空时取 8 %，至少 3 W', 'Empty: 8 %, at least 3 W'],
    }),
    capConfigId: f.ref('lighting.lampCap', { label: ['灯头', 'Lamp cap'], titleAs: 'capConfigName', search: true }),
    constantCurrentSourceId: f.ref('lighting.constantCurrentSource', {
      label: ['恒流源', 'Constant-current source'],
      titleAs: 'constantCurrentSourceName',
      search: true,
    }),
    powerDeviceId: f.ref('lighting.power', { label: ['电源', 'Power device'], search: true }),
    controllerId: f.ref('lighting.controller', {
      label: ['控制器', 'Controller'],
      wire: 'lampControlId',
      titleAs: 'lampControlSn',
      list: true,
      search: true,
      hint: [
        '更换控制器后，灯具归属新控制器的网关和回路',
        'With another controller the lamp belongs to the gateway and loop of that controller',
      ],
    }),
    postId: f.ref('lighting.post', { label: ['灯杆', 'Lamp post'], wire: 'lampPostId', titleAs: 'lampPostName', search: true }),
    // The form asks for places of a new row only. Later `lamp/move` changes them, after it has listed what changes.
    projectId: f.ref('places.project', { label: ['项目', 'Project'], search: true, form: 'create' }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], list: true, search: true, form: 'create' }),
    location: f.geo({ label: ['位置', 'Location'] }),
    importKey: f.text({ label: ['来源标识', 'Source key'], max: 120, readonly: true, form: false }),
    remark: f.text({ label: ['备注', 'Remark'], multiline: true }),
  },
  indexes: [
    ['projectId', 'id'],
    ['areaId', 'id'],
    ['controllerId'],
    ['postId'],
    ['capConfigId'],
    ['constantCurrentSourceId'],
    ['powerDeviceId'],
    ['name', 'id'],
    ['power', 'id'],
    ['kind', 'id'],
    ['lampType', 'id'],
    ['importKey'],
  ],
  keyword: ['name', 'sn'],
  form: {
    sections: [
      { label: ['基本信息', 'Basic data'], fields: ['name', 'sn', 'kind', 'lampType'] },
      {
        label: ['功率参数', 'Power'],
        fields: ['capConfigId', 'constantCurrentSourceId', 'powerDeviceId', 'power', 'minLevel', 'minPower', 'powerTolerance'],
      },
      { label: ['位置与归属', 'Location'], fields: ['controllerId', 'postId', 'projectId', 'areaId', 'location', 'remark'] },
    ],
  },
  actions: {
    dim: {
      label: ['调光', 'Dim'],
      right: COMMAND_RIGHT.dim,
      single: COMMAND_RIGHT.dimOne,
      on: 'rows',
      job: true,
      byFilter: true,
      input: {
        level: f.int({ label: ['亮度', 'Dim level'], unit: '%', required: true, min: 0, max: 100, initial: 50 }),
        duration: f.int({
          label: ['时长', 'Duration'],
          unit: 's',
          required: true,
          min: 1,
          max: 3600,
          initial: 3600,
          hint: ['到时后自动恢复日程', 'Returns to the calendar automatically'],
        }),
      },
    },
    close: {
      label: ['关灯', 'Turn off'],
      right: COMMAND_RIGHT.switch,
      on: 'rows',
      job: true,
      byFilter: true,
      confirm: ['将关闭所选的灯，到时自动恢复', 'The selected lamps turn off and return to the calendar automatically'],
      input: { duration: f.int({ label: ['时长', 'Duration'], unit: 's', required: true, min: 1, max: 3600, initial: 10 }) },
    },
    release: {
      label: ['恢复日程', 'Back to calendar'],
      right: COMMAND_RIGHT.release,
      on: 'rows',
      job: true,
      byFilter: true,
    },
  },
  io: { import: true, export: { also: ['controllerId.gatewayId', 'postId.streetId'] } },
})
