import { f } from '@lamplight/fields/model'
import { defineResource, exampleDevice } from '@lamplight/kit'
import { ALARM_TYPES, FAULT, SEVERITIES, THRESHOLD, THRESHOLD_KIND, THRESHOLD_KINDS } from './kinds.ts'

const CONTROLLER = 4
/** Longest list of device ids: 1,000 ids. */
const IDS_MOST = 20_000
export const OPERATORS = { 1: ['大于', '>'], 2: ['不小于', '≥'], 3: ['小于', '<'], 4: ['不大于', '≤'] } as const
export type Operator = keyof typeof OPERATORS

/** A limit of a property. It is exceeded until the value has passed `clearValue` on the other side, so that a value near the limit opens one alarm. */
const limit = {
  devType: f.int({
    label: ['设备类型', 'Device type'],
    required: true,
    min: 1,
    max: 32_767,
    example: CONTROLLER,
    quantity: false,
    list: { width: 150 },
    search: true,
  }),
  property: f.text({
    label: ['属性', 'Property'],
    required: true,
    max: 40,
    example: 'power',
    list: true,
    match: { pattern: '[A-Za-z][A-Za-z0-9_]*', text: ['应为属性名', 'must be the name of a property'] },
  }),
  operator: f.choice(OPERATORS, { label: ['比较', 'Comparison'], required: true, initial: 1, list: true }),
  value: f.number({ label: ['阈值', 'Limit'], required: true, decimals: 3, example: 200, list: true }),
  clearValue: f.number({
    label: ['恢复值', 'Clears at'],
    decimals: 3,
    example: 180,
    hint: ['回到该值后告警结束；留空为阈值本身', 'The alarm ends when the value returns to this one. Empty: to the limit'],
  }),
  holdSeconds: f.int({
    label: ['持续时间', 'Holds for'],
    unit: 's',
    min: 0,
    max: 86_400,
    initial: 0,
    list: true,
    hint: ['连续超限这么久才告警', 'The limit must be exceeded continuously for this long'],
  }),
  alarmType: f.choice(
    { [FAULT]: ALARM_TYPES[FAULT], [THRESHOLD]: ALARM_TYPES[THRESHOLD] },
    { label: ['告警类型', 'Alarm type'], required: true, initial: THRESHOLD, search: 'in' },
  ),
  subAlarmType: f.choice(THRESHOLD_KINDS, {
    label: ['告警种类', 'Kind'],
    required: true,
    initial: THRESHOLD_KIND,
    search: 'in',
    hint: ['告警列表和统计按它分类', 'Alarms are listed and counted under this kind'],
  }),
  severity: f.choice(SEVERITIES, { label: ['级别', 'Severity'], required: true, initial: 3, list: true, search: 'in' }),
  remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
} as const

/** A limit from which configurations are made (screen vis.alarmTpl). */
export const alarmTemplate = defineResource({
  name: 'alarms.template',
  label: ['告警模板', 'Alarm template'],
  about: ['属性的阈值；配置按模板绑定到设备', 'Limits of properties, from which configurations for devices are made'],
  code: 'alarm_template',
  scope: 'tenant',
  roles: { read: 'alarms', write: 'alarms', export: 'export' },
  api: { base: 'blade-alarm/alarm/template', verbs: ['list', 'detail', 'submit', 'remove'] },
  page: { path: '/visual/alarm/template', icon: 'book', sort: 20, parent: 'visual_alarm_group', find: ['name'] },
  fields: { name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 60, list: true, search: true }), ...limit },
  io: { export: true },
})

/** A limit for devices: of a type, or of a group, an area or a list of them (screen vis.alarmCfg). */
export const alarmConfig = defineResource({
  name: 'alarms.config',
  label: ['告警配置', 'Alarm configuration'],
  about: ['对设备类型、分组、区域或设备生效的阈值', 'Limits for a device type, or for a group, an area or single devices of that type'],
  code: 'alarm_config',
  scope: 'tenant',
  roles: { read: 'alarms', write: 'alarms', export: 'export' },
  api: { base: 'blade-alarm/alarm/config', verbs: ['list', 'detail', 'submit', 'remove'] },
  page: { path: '/visual/alarm/config', icon: 'setting', sort: 30, parent: 'visual_alarm_group', find: ['name'] },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 60, list: true, search: true }),
    enable: f.choice(
      { 0: ['停用', 'Disabled'], 1: ['启用', 'Enabled'] },
      { label: ['状态', 'State'], required: true, initial: 1, list: true, search: true, tones: { 0: 'neutral', 1: 'good' } },
    ),
    ...limit,
    groupId: f.ref('devices.group', { label: ['设备分组', 'Device group'], search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], search: true }),
    deviceIds: f.text({
      label: ['设备', 'Devices'],
      max: IDS_MOST,
      alone: true,
      example: exampleDevice({ name: 'controller' }),
      match: {
        pattern: '\\s*\\d{1,19}(\\s*,\\s*\\d{1,19})*\\s*',
        text: ['应为以逗号分隔的设备 id', 'must be device ids separated by commas'],
      },
      hint: ['设备 id；分组、区域和设备均留空为该类型全部设备', 'Ids of devices. With group and area empty too: all devices of the type'],
    }),
  },
  indexes: [['devType']],
  io: { export: true },
})
