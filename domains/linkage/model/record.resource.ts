import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

export const SOURCES = { linkage: 1, alarm: 2, box: 3 } as const
/** State of a firing. */
export const FIRING = { pending: 0, sent: 1, done: 2, partly: 3, failed: 4, shadow: 5, cut: 6, missed: 7 } as const
/** Links of a chain of linkages. */
export const DEPTH_MOST = 3

const told = { readonly: true, form: false } as const

/** Everything that linkages, alarm linkages and box strategies did or would have done, with cause, commands and result. */
export const linkageRecord = defineResource({
  name: 'linkage.record',
  label: ['联动记录', 'Linkage record'],
  about: ['每次触发的原因、动作、指令和结果', 'Each trigger with its cause, commands and result'],
  code: 'linkage_record',
  scope: 'project',
  roles: 'devices',
  page: { path: '/visual/linkage/record', icon: 'history', sort: 30, parent: 'visual_linkage' },
  api: { base: 'blade-strategy/linkage/record', verbs: ['list', 'page', 'detail'] },
  title: 'source',
  list: { sort: '-id' },
  fields: {
    firedAt: f.time({ label: ['触发时间', 'Triggered at'], ...told, list: true, search: 'range' }),
    kind: f.choice(
      { 1: ['设备联动', 'Linkage'], 2: ['告警联动', 'Alarm linkage'], 3: ['箱控策略', 'Box strategy'] },
      { label: ['来源类型', 'Kind'], ...told, required: true, list: true, search: 'in' },
    ),
    source: f.text({ label: ['来源', 'Source'], ...told, max: 80, list: true, search: true }),
    state: f.choice(
      {
        0: ['待执行', 'Waiting'],
        1: ['执行中', 'Running'],
        2: ['成功', 'Done'],
        3: ['部分失败', 'Partly failed'],
        4: ['失败', 'Failed'],
        5: ['影子：未执行', 'Shadow: not sent'],
        6: ['联动链过长：未执行', 'Chain too long: not sent'],
        7: ['错过：未执行', 'Missed: not sent'],
      },
      {
        label: ['结果', 'Result'],
        ...told,
        required: true,
        list: true,
        search: 'in',
        tones: { 0: 'neutral', 1: 'busy', 2: 'good', 3: 'warn', 4: 'bad', 5: 'neutral', 6: 'warn', 7: 'warn' },
      },
    ),
    cause: f.text({ label: ['原因', 'Cause'], ...told, max: 300, list: { width: 300 }, english: 'causeEn' }),
    causeEn: f.text({ label: ['原因（英文）', 'Cause in English'], ...told, max: 300, hidden: true }),
    sn: f.text({ label: ['触发设备', 'Trigger device'], ...told, max: 40, list: true, search: true }),
    deviceId: f.ref('devices.device', { label: ['设备', 'Device'], ...told, titleAs: 'deviceSn' }),
    property: f.text({ label: ['属性', 'Property'], ...told, max: 40 }),
    value: f.text({ label: ['触发时的值', 'Value'], ...told, max: 300 }),
    seenAt: f.time({ label: ['条件成立时间', 'Condition since'], ...told }),
    depth: f.int({ label: ['联动层级', 'Depth in the chain'], ...told, min: 0 }),
    causedBy: f.ref('linkage.record', { label: ['上一级联动', 'Caused by'], ...told, titleAs: 'causedByName' }),
    actions: f.items(
      {
        devType: f.int({ label: ['设备类型', 'Device type'] }),
        cmd: f.text({ label: ['指令', 'Command'], max: 32 }),
        args: f.text({ label: ['参数', 'Arguments'], max: 2000 }),
        delay: f.int({ label: ['延时', 'Delay'], unit: 's' }),
        deviceIds: f.text({ label: ['设备', 'Devices'], max: 20_000 }),
        batchId: f.ref('control.batch', { label: ['指令记录', 'Command record'] }),
        error: f.text({ label: ['未下发的原因', 'Why it was not sent'], max: 300 }),
      },
      { label: ['动作', 'Actions'], ...told, max: 100 },
    ),
    instanceId: f.ref('linkage.instance', { label: ['联动实例', 'Linkage'], ...told, search: true, titleAs: 'instanceName' }),
    alarmConfigId: f.ref('linkage.alarmConfig', { label: ['告警联动', 'Alarm linkage'], ...told, search: true }),
    boxStrategyId: f.ref('linkage.boxStrategy', { label: ['箱控策略', 'Box strategy'], ...told, search: true }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], ...told, search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], ...told, search: true, titleAs: 'areaName' }),
  },
  indexes: [
    ['instanceId', 'id'],
    ['alarmConfigId', 'id'],
    ['boxStrategyId', 'id'],
    ['projectId', 'id'],
  ],
  io: { export: true },
})
