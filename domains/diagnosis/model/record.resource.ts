import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { KIND_TEXTS } from './kinds.ts'
import { REASONS, recordLifecycle } from './record.lifecycle.ts'

const told = { readonly: true, form: false } as const

export const PROOF_TEXTS = {
  0: ['待复核', 'Awaiting confirmation'],
  1: ['多夜重复', 'Another night'],
  2: ['主动测试', 'Active test'],
  3: ['两种测量一致', 'Two measurements'],
} as const
export const TEST_STATES = {
  0: ['未测试', 'Not tested'],
  1: ['测试中', 'Running'],
  2: ['证实', 'Proven'],
  3: ['未证实', 'Not confirmed'],
  4: ['未完成', 'Not completed'],
} as const
export const TEST = { none: 0, running: 1, proven: 2, disproven: 3, failed: 4 } as const

/**
 * What meter readings say about a device (screen city.al.diagnose): one open row for each device and kind. It begins as a candidate, and becomes a
 * finding after a second proof.
 */
export const record = defineResource({
  name: 'diagnosis.record',
  label: ['异常诊断记录', 'Diagnosis record'],
  about: ['从电表读数发现的异常：候选经复核成为故障', 'What meter readings show: candidates become findings after a second proof'],
  code: 'diagnose_record',
  scope: 'project',
  roles: { read: 'alarms', write: 'alarms', export: 'export' },
  api: { base: 'blade-alarm/abnormalDiagnoseRecord', verbs: ['page', 'detail'] },
  lifecycle: recordLifecycle,
  title: 'sn',
  list: { sort: '-lastDay' },
  page: {
    path: '/city/alarmCenter/abnormalDiagnose/index',
    label: ['异常诊断记录', 'Diagnosis records'],
    icon: 'search',
    sort: 45,
    parent: 'alarm_center',
    find: ['sn', 'name'],
  },
  fields: {
    kind: f.choice(KIND_TEXTS, { label: ['异常', 'Fault'], ...told, list: { width: 150 }, search: 'in' }),
    status: f.state(recordLifecycle, { label: ['状态', 'State'], list: true, search: true }),
    sn: f.text({ label: ['设备编号', 'Serial number'], ...told, max: 40, list: true, search: true }),
    name: f.text({ label: ['设备名称', 'Device'], ...told, max: 80, list: true, search: true }),
    evidence: f.text({ label: ['依据', 'Evidence'], ...told, max: 200, english: 'evidenceEn', list: { width: 320 } }),
    evidenceEn: f.text({ label: ['依据（英文）', 'Evidence (English)'], ...told, max: 200, hidden: true }),
    nights: f.int({ label: ['出现夜数', 'Nights'], ...told, list: { width: 90 } }),
    proof: f.choice(PROOF_TEXTS, { label: ['复核', 'Confirmation'], ...told, list: true, search: 'in' }),
    firstDay: f.text({ label: ['首次出现', 'First night'], ...told, max: 10, list: true, search: true }),
    lastDay: f.text({ label: ['最近出现', 'Last night'], ...told, max: 10, list: true, search: true }),
    value: f.number({ label: ['数值', 'Value'], ...told, decimals: 4 }),
    threshold: f.number({ label: ['阈值', 'Limit'], ...told, decimals: 4 }),
    clean: f.int({ label: ['正常夜数', 'Nights without symptom'], ...told }),
    sinceDay: f.text({ label: ['变化开始', 'Change began'], ...told, max: 10 }),
    foundAt: f.time({ label: ['成立时间', 'Proven'], ...told, search: 'range' }),
    testState: f.choice(TEST_STATES, { label: ['主动测试', 'Active test'], ...told, search: 'in' }),
    testedAt: f.time({ label: ['测试时间', 'Tested'], ...told }),
    testResult: f.text({ label: ['测试结果', 'Result of the test'], ...told, max: 200, english: 'testResultEn' }),
    testResultEn: f.text({ label: ['测试结果（英文）', 'Result of the test (English)'], ...told, max: 200, hidden: true }),
    reason: f.choice(REASONS, { label: ['驳回原因', 'Why dismissed'], ...told, search: 'in' }),
    correction: f.choice(
      { 0: ['无', 'None'], 1: ['待更正', 'Correction pending'], 2: ['已更正', 'Corrected'] },
      {
        label: ['台账更正', 'Correction of the inventory'],
        ...told,
        list: true,
        search: 'in',
        tones: { 0: 'neutral', 1: 'warn', 2: 'good' },
      },
    ),
    remark: f.text({ label: ['说明', 'Note'], ...told, max: 255 }),
    dismissedAt: f.time({ label: ['驳回时间', 'Dismissed'], ...told }),
    deviceId: f.ref('devices.device', { label: ['设备', 'Device'], ...told, search: true, titleAs: 'deviceSn' }),
    deviceType: f.int({ label: ['设备类型', 'Device type'], ...told, search: true, example: 4 }),
    lampId: f.ref('lighting.lamp', { label: ['灯具', 'Lamp'], ...told, search: true, titleAs: 'lampName' }),
    neighbourId: f.ref('lighting.controller', { label: ['对照灯具', 'Reference lamp'], ...told, titleAs: 'neighbourSn' }),
    alarmOpen: f.flag({ label: ['告警未结束', 'Its alarm is open'], ...told }),
    alarmId: f.ref('alarms.alarm', { label: ['告警', 'Alarm'], ...told, titleAs: 'alarmSn' }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], ...told, search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], ...told, list: true, search: true }),
  },
  actions: {
    test: {
      label: ['主动测试', 'Active test'],
      on: 'rows',
      roles: 'commands',
      leads: true,
      confirm: [
        '所选灯具将依次以100%、50%、0%亮度运行并读取功率，约3分钟，之后恢复策略',
        'The lamps run at 100, 50 and 0 % in turn while their power is read, for about 3 minutes; then they return to their calendar',
      ],
    },
  },
  indexes: [
    ['deviceId', 'kind'],
    ['projectId', 'id'],
    ['areaId', 'id'],
    ['status', 'lastDay'],
    ['lastDay', 'id'],
  ],
  io: { export: true },
})
