import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const told = { readonly: true, form: false } as const

/** result: `MISSED` is a call that ended before somebody answered. */
export const RINGING = 0
export const ANSWERED = 1
export const MISSED = 2

/** A press of the button of an alarm machine, from its begin to its end, and who answered it (sos.rtc.page; slice M1, answer 10). Each opens an alarm. */
export const sosCall = defineResource({
  name: 'alarms.sosCall',
  label: ['SOS呼叫', 'SOS call'],
  about: ['报警柱的求助呼叫：何时、何地、谁应答', 'Calls for help from alarm machines: when, where, and who answered'],
  code: 'sos_call',
  scope: 'project',
  roles: { read: 'alarms', write: 'alarms', export: 'export' },
  api: { base: 'blade-alarm/sos/rtc', verbs: ['page', 'detail'] },
  title: 'sn',
  list: { sort: '-beganAt' },
  page: {
    path: '/visual/alarm/sosCalls',
    details: '/visual/alarm/sosCalls/details',
    label: ['SOS呼叫记录', 'SOS calls'],
    icon: 'history',
    sort: 45,
    parent: 'visual_alarm_group',
    find: ['sn', 'name'],
  },
  fields: {
    beganAt: f.time({ label: ['呼叫时间', 'Began'], ...told, list: true, search: 'range' }),
    sn: f.text({ label: ['报警柱编号', 'Alarm machine'], ...told, max: 40, list: true, search: true }),
    name: f.text({ label: ['报警柱名称', 'Name'], ...told, max: 80, list: true, search: true }),
    result: f.choice(
      { 0: ['呼叫中', 'Calling'], 1: ['已应答', 'Answered'], 2: ['未应答', 'Missed'] },
      { label: ['结果', 'Result'], ...told, list: true, search: 'in', tones: { 0: 'bad', 1: 'good', 2: 'warn' } },
    ),
    answeredBy: f.ref('identity.user', { label: ['应答人', 'Answered by'], ...told, list: true, search: true, titleAs: 'answeredByName' }),
    answeredAt: f.time({ label: ['应答时间', 'Answered'], ...told, list: true, search: 'range' }),
    endedAt: f.time({ label: ['结束时间', 'Ended'], ...told, list: true, search: 'range' }),
    presses: f.int({ label: ['按键次数', 'Presses'], ...told, list: { width: 90 } }),
    alarmId: f.ref('alarms.alarm', { label: ['告警', 'Alarm'], ...told, titleAs: 'alarmSn', search: true }),
    pressedAt: f.time({ label: ['最近按键', 'Last press'], ...told }),
    deviceId: f.ref('media.alarmMachine', { label: ['报警柱', 'Machine'], ...told, titleAs: 'deviceSn', search: true }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], ...told, search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], ...told, list: true, search: true }),
  },
  actions: {
    answer: {
      label: ['应答', 'Answer'],
      on: 'row',
      roles: 'alarms',
      leads: true,
      disabledWhen: { result: { eq: ANSWERED } },
    },
  },
  indexes: [
    ['beganAt', 'id'],
    ['result', 'beganAt'],
    ['projectId', 'id'],
    ['areaId', 'id'],
  ],
  io: { export: true },
})
