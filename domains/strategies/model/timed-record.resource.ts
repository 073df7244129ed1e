import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { SWITCH_TEXTS } from './timed-switch.resource.ts'

export const RUN = { pending: 0, sent: 1, done: 2, partly: 3, failed: 4, missed: 7 } as const
const told = { readonly: true, form: false } as const

/** The runs of timed switches, also those that were missed. */
export const timedRecord = defineResource({
  name: 'strategies.timedRecord',
  label: ['定时执行记录', 'Timed run'],
  about: [
    '每次定时执行的结果；服务停止超过 5 分钟的记为错过',
    'The result of each run; a run that was more than five minutes late is missed',
  ],
  code: 'timed_record',
  scope: 'project',
  roles: 'devices',
  page: {
    path: '/city/controlCenter/timedSwitch/record',
    icon: 'dense',
    sort: 13,
    parent: 'control_center',
    label: ['定时执行记录', 'Timed runs'],
  },
  api: { base: 'blade-strategy/timedSwitchLight/record', verbs: ['list', 'page', 'detail'] },
  list: { sort: '-id' },
  fields: {
    name: f.text({ label: ['名称', 'Name'], ...told, max: 60, list: true, search: true }),
    switchId: f.ref('strategies.timedSwitch', { label: ['定时开关灯', 'Timed switch'], ...told, search: true, titleAs: 'switchName' }),
    dueAt: f.time({ label: ['计划时间', 'Planned'], ...told, list: true, search: 'range' }),
    ranAt: f.time({ label: ['执行时间', 'Run at'], ...told, list: true }),
    state: f.choice(
      {
        0: ['待执行', 'Waiting'],
        1: ['执行中', 'Running'],
        2: ['成功', 'Done'],
        3: ['部分失败', 'Partly failed'],
        4: ['失败', 'Failed'],
        7: ['错过', 'Missed'],
      },
      {
        label: ['结果', 'Result'],
        ...told,
        required: true,
        list: true,
        search: 'in',
        tones: { 0: 'neutral', 1: 'busy', 2: 'good', 3: 'warn', 4: 'bad', 7: 'warn' },
      },
    ),
    command: f.choice(SWITCH_TEXTS, { label: ['动作', 'Action'], ...told, list: true }),
    level: f.int({ label: ['亮度', 'Level'], unit: '%', ...told }),
    total: f.int({ label: ['设备数', 'Devices'], ...told, list: true }),
    batchId: f.ref('control.batch', { label: ['指令记录', 'Command record'], ...told, list: true, titleAs: 'batchName' }),
    reason: f.text({ label: ['未下发的原因', 'Why it was not sent'], ...told, max: 300, list: true, english: 'reasonEn' }),
    reasonEn: f.text({ label: ['原因（英文）', 'Reason in English'], ...told, max: 300, hidden: true }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], ...told, search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], ...told, search: true, titleAs: 'areaName' }),
  },
  indexes: [['switchId', 'id'], ['state'], ['projectId', 'id']],
  io: { export: true },
})
