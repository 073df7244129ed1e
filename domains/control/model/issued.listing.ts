import { f } from '@lamplight/fields/model'
import { defineListing, type Text } from '@lamplight/kit'
import { batch } from './batch.resource.ts'
import { STATUS_TEXTS } from './batch-codes.ts'
import { ISSUED } from './paths.ts'

const code = (label: Text) => f.int({ label, hidden: true, quantity: false })
const words = (label: Text) => f.text({ label, hidden: true })
const moment = (label: Text) => f.time({ label })
const watts = (label: Text) => f.text({ label })
const CALL = { verb: 'page' } as const

/** One row per device and command, for users who see command records (screen city.issueCmd). */
export const issued = defineListing({
  name: 'control.issued',
  label: ['下发指令', 'Issued command'],
  about: [
    '每台设备的每条指令一行：何时下发、执行到哪一步、失败原因',
    'One row per device and command: when it was sent, how far it came, and why it failed',
  ],
  code: 'issuecommand',
  rightsOf: batch,
  api: {
    base: 'blade-city/issuecommand',
    verbs: ['page'],
    calls: {
      'GET blade-city/issuecommand/pageList': CALL,
      'GET blade-city/issuecommandfail/pageListFail': { ...CALL, fixed: { failed: 1 } },
    },
  },
  byCode: true,
  title: 'text',
  opens: { resource: 'control.batch', id: 'batchId' },
  filters: {
    targetText: f.text({ label: ['对象', 'Target'], max: 200 }),
    account: f.text({ label: ['操作人', 'Operator'], max: 200 }),
    failed: f.flag({
      label: ['结果', 'Result'],
      words: [
        ['全部', 'All'],
        ['失败', 'Failed'],
      ],
    }),
    startDate: f.time({ label: ['下发时间起', 'Issued from'] }),
    endDate: f.time({ label: ['下发时间止', 'Issued to'] }),
    commandText: f.text({ label: ['指令内容', 'Content'], max: 200, hidden: true }),
    automatic: f.flag({ label: ['平台自动', 'Sent by the platform'], hidden: true }),
    /** 2 city lighting, 200 solar, 3 smart poles, 4 institutes. */
    system: f.int({ label: ['系统', 'System'], min: 0, max: 1000, hidden: true }),
  },
  fields: {
    text: f.text({ label: ['指令', 'Command'], list: { width: 220, least: 150 } }),
    deviceId: words(['设备编号', 'Device ID']),
    controllerId: words(['控制器编号', 'Controller ID']),
    batchId: words(['记录编号', 'Record ID']),
    commandRecordId: words(['指令记录编号', 'Command record ID']),
    name: f.text({ label: ['设备', 'Device'], list: { width: 170, least: 110 } }),
    sn: f.text({ label: ['序列号', 'Serial number'] }),
    deviceTypeName: f.text({ label: ['类型', 'Type'], list: { width: 130, least: 104 } }),
    gatewaySn: f.text({ label: ['网关', 'Gateway'], list: { width: 140, least: 136 } }),
    at: f.time({ label: ['下发时间', 'Issued at'], list: { width: 190, least: 184 } }),
    account: f.text({ label: ['操作人', 'Operator'], list: { width: 90, least: 80 } }),
    head: code(['灯头', 'Lamp head']),
    rung: code(['步骤码', 'Step code']),
    rungName: f.text({ label: ['步骤', 'Step'] }),
    status: code(['状态码', 'Status code']),
    state: f.choice(STATUS_TEXTS, {
      label: ['状态', 'Status'],
      list: { width: 124 },
      tones: { 0: 'neutral', 1: 'busy', 2: 'good', 3: 'warn', 4: 'bad', 5: 'bad', 6: 'neutral' },
    }),
    statusName: words(['状态', 'Status']),
    code: words(['原因码', 'Reason code']),
    reason: f.text({ label: ['原因', 'Reason'], list: { width: 300, least: 120 } }),
    late: f.flag({ label: ['晚到', 'Late'] }),
    attempts: f.int({ label: ['下发次数', 'Attempts'] }),
    expectedPower: watts(['预期功率（W）', 'Expected power (W)']),
    tolerance: watts(['允许偏差（W）', 'Tolerance (W)']),
    measuredPower: watts(['实测功率（W）', 'Measured power (W)']),
    queuedAt: f.time({ label: ['排队时间', 'Queued at'], hidden: true }),
    sentAt: moment(['发送时间', 'Sent at']),
    receivedAt: moment(['应答时间', 'Received at']),
    appliedAt: moment(['执行时间', 'Applied at']),
    verifiedAt: moment(['核实时间', 'Verified at']),
    endedAt: moment(['结束时间', 'Ended at']),
    returnedAt: moment(['恢复时间', 'Returned at']),
  },
  io: { export: true },
  page: { ...ISSUED, icon: 'dense' },
})
