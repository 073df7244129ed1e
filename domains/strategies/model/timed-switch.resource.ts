import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

export const REPEATS = { once: 1, weekly: 2 } as const
export const SWITCHES = { on: 1, off: 2, level: 3 } as const
export const SWITCH_TEXTS = { 1: ['开灯', 'On'], 2: ['关灯', 'Off'], 3: ['调光', 'Level'] } as const

/** Lamps that are switched at a time: once, or on days of the week (screen city.timedSwitch). */
export const timedSwitch = defineResource({
  name: 'strategies.timedSwitch',
  label: ['定时开关灯', 'Timed switch'],
  about: [
    '到时间由平台下发开灯、关灯或调光；每次执行是一条指令记录',
    'The platform switches or dims lamps at a time. Each run is a command record',
  ],
  code: 'timed_switch',
  scope: 'project',
  roles: 'devices',
  page: {
    path: '/city/controlCenter/timedSwitch/index',
    icon: 'history',
    sort: 12,
    parent: 'control_center',
    label: ['定时开关灯', 'Timed switches'],
    find: ['name'],
  },
  api: { base: 'blade-strategy/timedSwitchLight', verbs: ['list', 'page', 'detail', 'submit', 'remove'] },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 60, list: true, search: true }),
    enable: f.choice(
      { 0: ['停用', 'Disabled'], 1: ['启用', 'Enabled'] },
      { label: ['状态', 'State'], required: true, initial: 1, list: true, search: true, tones: { 0: 'neutral', 1: 'good' } },
    ),
    repeat: f.choice(
      { 1: ['单次', 'Once'], 2: ['每周', 'Weekly'] },
      { label: ['重复', 'Repeats'], required: true, initial: 2, list: true, search: true },
    ),
    runAt: f.time({ label: ['执行时间', 'Time'], when: { repeat: { eq: REPEATS.once } } }),
    time: f.text({
      label: ['时刻', 'Time of day'],
      required: true,
      max: 5,
      example: '18:30',
      match: { pattern: '([01]\\d|2[0-3]):[0-5]\\d', text: ['应为 HH:mm', 'must be HH:mm'] },
      when: { repeat: { eq: REPEATS.weekly } },
    }),
    weekdays: f.text({
      label: ['星期', 'Weekdays'],
      max: 13,
      example: '1,2,3,4,5',
      hint: ['1 周一 … 7 周日，逗号分隔；留空为每天', '1 Monday … 7 Sunday, separated by commas. Empty: every day'],
      match: { pattern: '[1-7](,[1-7]){0,6}', text: ['应为 1 到 7，逗号分隔', 'must be days from 1 to 7, separated by commas'] },
      when: { repeat: { eq: REPEATS.weekly } },
    }),
    command: f.choice(SWITCH_TEXTS, { label: ['动作', 'Action'], required: true, initial: 1, list: true }),
    level: f.int({
      label: ['亮度', 'Level'],
      unit: '%',
      min: 0,
      max: 100,
      required: true,
      initial: 50,
      when: { command: { eq: SWITCHES.level } },
    }),
    groupId: f.ref('devices.group', {
      label: ['分组', 'Group'],
      list: true,
      titleAs: 'groupName',
      example: '',
      hint: ['分组和设备二选一', 'Either a group or devices'],
    }),
    controllerIds: f.refs('lighting.controller', { label: ['设备', 'Devices'] }),
    nextAt: f.time({ label: ['下次执行', 'Next run'], readonly: true, form: false, list: true }),
    lastAt: f.time({ label: ['上次执行', 'Last run'], readonly: true, form: false, from: 'strategies.timedRecord', list: true }),
    projectId: f.ref('places.project', { label: ['所属项目', 'Project'], search: true }),
    areaId: f.ref('places.area', { label: ['所属区域', 'Area'], search: true, titleAs: 'areaName' }),
    actingUser: f.ref('identity.user', { label: ['执行人', 'Runs as'], readonly: true, form: false }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  indexes: [['projectId'], ['nextAt']],
  io: { export: true },
})
