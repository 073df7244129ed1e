import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { EXCEPTIONS, KIND_NAMES, SEVERITIES } from './kinds.ts'

/** A fault that a person has confirmed, with its cause and how it was handled (screen city.al.fault). */
export const faultInfo = defineResource({
  name: 'alarms.faultInfo',
  label: ['故障信息', 'Fault'],
  about: ['经人工确认的故障、原因和处理情况', 'Faults that a person has confirmed, with cause and handling'],
  code: 'fault_info',
  scope: 'project',
  roles: { read: 'alarms', write: 'alarms', export: 'export' },
  api: { base: 'blade-alarm/faultinfo', verbs: ['list', 'detail', 'submit', 'remove'] },
  title: 'title',
  list: { sort: '-foundAt' },
  page: {
    path: '/city/alarmCenter/faultinfo/index',
    details: '/city/cityfaultinfodetails',
    label: ['故障信息', 'Confirmed faults'],
    icon: 'warning',
    sort: 40,
    parent: 'alarm_center',
    find: ['title'],
  },
  fields: {
    title: f.text({ label: ['故障', 'Fault'], required: true, max: 120, list: true, search: true }),
    alarmId: f.ref('alarms.alarm', { label: ['告警', 'Alarm'], search: true, titleAs: 'alarmSn' }),
    sn: f.text({ label: ['设备编号', 'Serial number'], max: 40, list: true, search: true }),
    subAlarmType: f.choice(KIND_NAMES, { label: ['种类', 'Kind'], list: true, search: 'in' }),
    cityExceptionType: f.choice(EXCEPTIONS, { label: ['异常类别', 'Category'], required: true, initial: 4001, list: true, search: 'in' }),
    severity: f.choice(SEVERITIES, {
      label: ['级别', 'Severity'],
      required: true,
      initial: 3,
      list: true,
      search: 'in',
      tones: { 1: 'bad', 2: 'bad', 3: 'warn', 4: 'neutral' },
    }),
    status: f.choice(
      { 0: ['未处理', 'Open'], 1: ['处理中', 'In progress'], 2: ['已解决', 'Solved'] },
      { label: ['状态', 'State'], required: true, initial: 0, list: true, search: 'in', tones: { 0: 'warn', 1: 'busy', 2: 'good' } },
    ),
    foundAt: f.time({ label: ['发现时间', 'Found'], required: true, list: true, search: 'range' }),
    solvedAt: f.time({ label: ['解决时间', 'Solved'], list: true, search: 'range' }),
    cause: f.text({ label: ['原因', 'Cause'], max: 255, multiline: true }),
    handling: f.text({ label: ['处理情况', 'Handling'], max: 1000, multiline: true }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], list: true, search: true }),
  },
  indexes: [
    ['sn', 'foundAt'],
    ['status', 'foundAt'],
  ],
  io: { export: true },
})
