import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { LIMITS } from '@lamplight/protocol'

/** What controllers of a model hold unless a row says otherwise: the limits that the linter assumes, and those of the protocol. */
export const USUAL_LIMITS = { entries: 10, specials: LIMITS.calendarSpecials, heads: 2, sun: true, civil: true, sensor: true } as const

const can = (zh: string, en: string, hint: readonly [string, string]) =>
  f.flag({
    label: [zh, en],
    hint,
    required: true,
    initial: true,
    list: true,
    words: [
      ['不支持', 'No'],
      ['支持', 'Yes'],
    ],
  })

/**
 * What the controllers of a model can hold of a calendar. Publications compile calendars to it or refuse them. A model without a row has
 * `USUAL_LIMITS`.
 */
export const calendarLimit = defineResource({
  name: 'strategies.calendarLimit',
  label: ['型号日历限制', 'Calendar limits'],
  about: [
    '各型号控制器能存储和执行的策略内容；没有设置的型号按默认限制处理',
    'What controllers of a model can store and execute. Models without a row have the default limits',
  ],
  code: 'calendar_limit',
  scope: 'tenant',
  roles: 'devices',
  page: {
    path: '/city/strategyCenter/calendarLimit',
    label: ['型号限制', 'Calendar limits'],
    icon: 'control',
    sort: 41,
    parent: 'strategy_settings',
  },
  api: { base: 'blade-strategy/calendarlimit', verbs: ['page', 'detail', 'submit', 'remove'] },
  fields: {
    modelId: f.ref('devices.model', {
      label: ['设备型号', 'Device model'],
      required: true,
      unique: true,
      list: true,
      search: true,
      titleAs: 'modelName',
    }),
    entries: f.int({
      label: ['开关点上限', 'Switch points'],
      hint: ['每个常规或特殊日列表最多的开关点数', 'Maximum number of switch points for normal nights, and for each special day'],
      required: true,
      min: 1,
      max: LIMITS.calendarEntries,
      initial: USUAL_LIMITS.entries,
      list: true,
    }),
    specials: f.int({
      label: ['特殊日上限', 'Special strategies'],
      required: true,
      min: 0,
      max: LIMITS.calendarSpecials,
      initial: USUAL_LIMITS.specials,
      list: true,
    }),
    heads: f.int({ label: ['灯头数', 'Heads'], required: true, min: 1, max: 2, initial: USUAL_LIMITS.heads, list: true }),
    sun: can('日出日落', 'Sunset and sunrise', [
      '控制器自行计算日出日落；否则只能使用时刻',
      'The controller computes sunrise and sunset itself; otherwise only clock times can be used',
    ]),
    civil: can('民用晨昏', 'Civil twilight', [
      '控制器自行计算民用晨昏；否则按日期折算为日出日落的偏移',
      'The controller computes civil twilight itself; otherwise it becomes an offset to sunset or sunrise for each date',
    ]),
    sensor: can('光控', 'Light sensor', ['控制器带光照传感器', 'The controller has a light sensor']),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  title: 'modelId',
  io: { export: true },
})
