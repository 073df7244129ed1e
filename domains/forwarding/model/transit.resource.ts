import { SEVERITIES } from '@lamplight/alarms/model'
import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const told = { readonly: true, form: false } as const
export const WAITING = 1
export const SENT = 2
export const RETRYING = 3
/** All attempts failed. */
export const DEAD = 4
/** Not sent: beyond the hourly limit, or the target was disabled or removed. */
export const SKIPPED = 5
export const EVENTS = { opened: 1, ended: 2, test: 3 } as const

/** A transmission of an alarm to a target: one row for its begin and one for its end (screen city.al.warningTransit). */
export const transitInfo = defineResource({
  name: 'forwarding.transit',
  label: ['转发记录', 'Forwarding record'],
  about: ['每条转发的告警、结果和次数', 'Each alarm that was forwarded, with result and attempts'],
  code: 'warning_transit',
  scope: 'project',
  roles: { read: 'alarms', write: 'alarms', export: 'export' },
  api: { base: 'blade-alarm/warningTransitInfo', verbs: ['page', 'detail'] },
  title: 'content',
  list: { sort: '-id' },
  page: {
    path: '/city/alarmCenter/warningTransit/index',
    details: '/city/alarmCenter/warningTransit/details',
    label: ['告警转发', 'Forwarded alarms'],
    icon: 'upload',
    sort: 70,
    parent: 'alarm_forwarding',
    find: ['sn', 'content'],
  },
  fields: {
    state: f.choice(
      { 1: ['待发送', 'Waiting'], 2: ['已送达', 'Delivered'], 3: ['重试中', 'Retrying'], 4: ['失败', 'Failed'], 5: ['未发送', 'Not sent'] },
      {
        label: ['状态', 'State'],
        ...told,
        list: { width: 110 },
        search: 'in',
        tones: { 1: 'neutral', 2: 'good', 3: 'busy', 4: 'bad', 5: 'neutral' },
      },
    ),
    targetName: f.text({ label: ['目标', 'Target'], ...told, max: 60, list: true, search: true }),
    event: f.choice(
      { 1: ['发生', 'Opened'], 2: ['结束', 'Ended'], 3: ['测试', 'Test'] },
      { label: ['事件', 'Event'], ...told, list: { width: 90 }, search: 'in' },
    ),
    content: f.text({ label: ['内容', 'Content'], ...told, max: 300, list: { width: 320 }, search: true }),
    severity: f.choice(SEVERITIES, {
      label: ['级别', 'Severity'],
      ...told,
      list: true,
      search: 'in',
      tones: { 1: 'bad', 2: 'bad', 3: 'warn', 4: 'neutral' },
    }),
    sn: f.text({ label: ['设备编号', 'Serial number'], ...told, max: 40, list: true, search: true }),
    attempts: f.int({ label: ['次数', 'Attempts'], ...told, list: { width: 80 } }),
    code: f.int({ label: ['应答码', 'Answer'], ...told, list: { width: 90 }, search: true }),
    reason: f.text({ label: ['原因', 'Reason'], ...told, max: 300, list: true }),
    queuedAt: f.time({ label: ['生成时间', 'Queued'], ...told, list: true, search: 'range' }),
    sentAt: f.time({ label: ['送达时间', 'Delivered'], ...told, list: true }),
    nextAt: f.time({ label: ['下次发送', 'Next attempt'], ...told }),
    targetId: f.ref('forwarding.target', { label: ['转发目标', 'Target'], ...told, search: true, titleAs: 'target' }),
    alarmId: f.ref('alarms.alarm', { label: ['告警', 'Alarm'], ...told, search: true, titleAs: 'alarmSn' }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], ...told, search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], ...told, search: true }),
  },
  actions: {
    resend: {
      label: ['重新发送', 'Send again'],
      on: 'rows',
      roles: 'alarms',
      disabledWhen: { state: { in: [WAITING, SENT, RETRYING] } },
    },
  },
  indexes: [
    ['state', 'nextAt'],
    ['targetId', 'queuedAt'],
    ['projectId', 'id'],
    ['areaId', 'id'],
  ],
  io: { export: true },
})
