import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { alarmLifecycle, RESULTS } from './alarm.lifecycle.ts'
import { ALARM_TYPES, EXCEPTIONS, KIND_NAMES, SEVERITIES } from './kinds.ts'

const told = { readonly: true, form: false } as const
/** Codes from 6 on are devices of smart poles and cabinets (decisions.md B1). */
export const INTEGRATED = { deviceType_ge: '6' } as const
const LONGEST_SHELF_HOURS = 168

/**
 * An alarm: the interval in which a fault of a device was present (alarm.alarms_by_page). One row is open for each device and kind. It keeps the place that its
 * device had when it began.
 */
export const alarm = defineResource({
  name: 'alarms.alarm',
  label: ['告警', 'Alarm'],
  about: [
    '设备故障、离线、越限和SOS；未处理的在前，按级别和开始时间排列',
    'Faults, offline devices, exceeded thresholds and SOS calls; open ones first, by severity and time',
  ],
  code: 'alarm',
  scope: 'project',
  roles: { read: 'alarms', write: 'alarms', export: 'export' },
  api: {
    base: 'blade-alarm/alarm',
    verbs: ['list', 'page', 'detail'],
    calls: { 'GET blade-alarm/integrated_alarm/page': { verb: 'page', fixed: INTEGRATED } },
  },
  lifecycle: alarmLifecycle,
  title: 'sn',
  list: { sort: 'dispose,severity,-beganAt' },
  page: {
    path: '/city/alarmCenter/alarm/index',
    details: '/city/alarmCenter/alarm/details',
    label: ['告警列表', 'Alarms'],
    icon: 'alarm',
    sort: 10,
    parent: 'alarm_center',
    find: ['sn', 'name'],
  },
  fields: {
    severity: f.choice(SEVERITIES, {
      label: ['级别', 'Severity'],
      ...told,
      list: { width: 100 },
      search: 'in',
      tones: { 1: 'bad', 2: 'bad', 3: 'warn', 4: 'neutral' },
    }),
    beganAt: f.time({ label: ['开始', 'Began'], ...told, list: { width: 250 }, search: 'range' }),
    subAlarmType: f.choice(KIND_NAMES, { label: ['告警', 'Alarm'], ...told, list: { width: 212 }, search: 'in' }),
    sn: f.text({ label: ['设备编号', 'Serial number'], ...told, max: 40, list: true, search: true }),
    name: f.text({ label: ['设备名称', 'Device'], ...told, max: 80, list: true, search: true }),
    value: f.text({ label: ['依据', 'Evidence'], ...told, max: 200, list: true, english: 'valueEn' }),
    valueEn: f.text({ label: ['依据（英文）', 'Evidence in English'], ...told, max: 200, hidden: true }),
    endedAt: f.time({ label: ['结束', 'Ended'], ...told, list: true, search: 'range' }),
    lastBegan: f.time({ label: ['最近发生', 'Last began'], ...told }),
    dispose: f.state(alarmLifecycle, { label: ['处理', 'Handling'], list: true, search: true }),
    alarmType: f.choice(ALARM_TYPES, { label: ['类型', 'Type'], ...told, search: 'in' }),
    cityExceptionType: f.choice(EXCEPTIONS, { label: ['异常类别', 'Category'], ...told, search: 'in' }),
    count: f.int({ label: ['次数', 'Times'], ...told, list: { width: 80 } }),
    latched: f.flag({ label: ['需现场确认', 'Needs a check on site'], tones: ['neutral', 'warn'], ...told, search: true }),
    present: f.flag({ label: ['仍存在', 'Still present'], tones: ['neutral', 'bad'], ...told, search: true, list: true }),
    acknowledgedAt: f.time({ label: ['确认时间', 'Acknowledged'], ...told }),
    acknowledgedBy: f.ref('identity.user', { label: ['确认人', 'Acknowledged by'], ...told, titleAs: 'acknowledgedByName' }),
    shelvedUntil: f.time({ label: ['搁置至', 'Shelved until'], ...told }),
    assigneeId: f.ref('identity.user', { label: ['负责人', 'Assigned to'], ...told, list: true, search: true, titleAs: 'assigneeName' }),
    result: f.choice(RESULTS, { label: ['处理结果', 'Result'], ...told, search: 'in' }),
    remark: f.text({ label: ['说明', 'Note'], ...told, max: 255 }),
    disposedAt: f.time({ label: ['处理时间', 'Disposed'], ...told }),
    deviceId: f.ref('devices.device', { label: ['设备', 'Device'], ...told, search: true, titleAs: 'deviceSn' }),
    incidentId: f.ref('alarms.incident', { label: ['所属事件', 'Incident'], ...told, list: true, search: true, titleAs: 'incidentName' }),
    configId: f.ref('alarms.config', { label: ['告警配置', 'Configuration'], ...told, search: true }),
    deviceType: f.int({ label: ['设备类型', 'Device type'], ...told, search: true, example: 4 }),
    gatewayId: f.ref('devices.gateway', { label: ['网关', 'Gateway'], ...told, search: true }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], ...told, search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], ...told, list: true, search: true }),
  },
  actions: {
    acknowledge: { label: ['确认', 'Acknowledge'], on: 'rows', roles: 'alarms', leads: true },
    shelve: {
      label: ['搁置', 'Shelve'],
      on: 'rows',
      roles: 'alarms',
      input: {
        hours: f.int({
          label: ['时长', 'Duration'],
          unit: 'h',
          required: true,
          min: 1,
          max: LONGEST_SHELF_HOURS,
          initial: 8,
          hint: ['到时自动恢复', 'It is shown again after this time'],
        }),
        remark: f.text({ label: ['原因', 'Reason'], required: true, max: 255 }),
      },
    },
    unshelve: { label: ['取消搁置', 'Unshelve'], on: 'rows', roles: 'alarms' },
    assign: {
      label: ['指派', 'Assign'],
      on: 'rows',
      roles: 'alarms',
      input: { userId: f.ref('identity.user', { label: ['负责人', 'Assigned to'], required: true }) },
    },
    comment: {
      label: ['备注', 'Comment'],
      on: 'rows',
      roles: 'alarms',
      input: { remark: f.text({ label: ['内容', 'Text'], required: true, max: 255, multiline: true }) },
    },
  },
  indexes: [
    ['deviceId', 'subAlarmType'],
    ['projectId', 'id'],
    ['areaId', 'id'],
    ['dispose', 'beganAt'],
    ['beganAt', 'id'],
  ],
  io: { export: true },
})
