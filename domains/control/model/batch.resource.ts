import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { COMMANDS, STATUS_TEXTS, TARGET_KINDS } from './batch-codes.ts'
import { COMMAND_RIGHTS } from './command-rights.ts'
import { REASON_AT_MOST } from './override.ts'

const { 6: _superseded, ...WIRE_STATUS_TEXTS } = STATUS_TEXTS

const count = (zh: string, en: string, list?: { readonly width: number; readonly least: number }) =>
  f.int({ label: [zh, en], readonly: true, min: 0, initial: 0, ...(list ? { list } : {}) })

/** Batches with devices that failed or did not answer. */
const FAILED = { state: '3,4,5' } as const
/** Batches to trash bins (decisions.md B1). */
const TRASH = { deviceType: 19 } as const
/** Batches to wells. */
const WELL = { deviceType: 20 } as const
/** Batches to spray devices. */
const SPRAY = { deviceType: 21 } as const
/** Batches to product devices, which are the units of road cabinets: box records. */
const BOXES = { deviceType_ge: 10_000 } as const
/** Batches to concentrators. */
const CONCENTRATOR = { deviceType: 3 } as const
/** Batches to LoRa gateways, modules and roots. */
const LORA = { deviceType: '15,16,26' } as const
/** Batches to devices of solar lighting. */
const SOLAR = { system: 200 } as const
const WITHIN = { startDate: 'createTime_datege', endDate: 'createTime_datele' } as const

/**
 * One command to many devices, the head row of the ledger. Each device is counted in exactly one of queued, sent, received, applied, verified,
 * failed, timedOut and superseded, so that these sum up to `total`. Separate counts: `ended`, `returned`, and how many devices reached each
 * rung, including those that failed later (`reachedSent` and so on; for the last rung `verified`).
 */
export const batch = defineResource({
  name: 'control.batch',
  label: ['指令记录', 'Command record'],
  about: ['每条指令从排队到电表核实的全过程', 'Every command, from the queue to the proof by the meter'],
  code: 'commandrecord',
  scope: 'tenant',
  roles: 'devices',
  api: {
    base: 'blade-city/commandrecord',
    verbs: ['list', 'page', 'detail'],
    alias: ['blade-city/cityCommandRecord'],
    calls: {
      'GET blade-sun/commandRecord/list': { verb: 'page', fixed: SOLAR },
      'GET blade-sun/commandRecord/page': { verb: 'page', fixed: SOLAR },
      'GET blade-sun/commandRecord/detail': { verb: 'detail' },
      'GET blade-city/concentrator/commandrecord/page': { verb: 'page', fixed: CONCENTRATOR },
      'GET blade-city/lora/commandrecord/page': { verb: 'page', fixed: LORA },
      'GET blade-strategy/spraycommandrecord/page': { verb: 'page', fixed: SPRAY },
      'GET blade-strategy/boxcontrol/commandrecord/page': { verb: 'page', fixed: BOXES },
      'GET blade-device/trash/issucommand/list': { verb: 'page', fixed: TRASH, names: WITHIN },
      'GET blade-device/trash/failcommand/list': { verb: 'page', fixed: { ...TRASH, ...FAILED }, names: WITHIN },
      'GET blade-device/well/issucommand/list': { verb: 'page', fixed: WELL, names: WITHIN },
      'GET blade-device/well/failcommand/list': { verb: 'page', fixed: { ...WELL, ...FAILED }, names: WITHIN },
    },
  },
  title: 'targetText',
  // By time, not by id: the demo stores commands of past nights late, so their ids are higher than those of newer commands.
  list: { sort: '-createTime', period: { mine: 'account' } },
  page: {
    path: '/city/controlCenter/commandRecord/index',
    label: ['指令记录', 'Command records'],
    icon: 'history',
    sort: 5,
    parent: 'control_center',
    permissions: [
      ...COMMAND_RIGHTS,
      { code: 'commandrecord_retry', label: ['重试', 'Retry'], action: 2, roles: 'commands' },
      { code: 'commandrecord_cancel', label: ['取消', 'Cancel'], action: 2, roles: 'commands' },
    ],
  },
  fields: {
    command: f.choice(COMMANDS, {
      label: ['指令', 'Command'],
      required: true,
      readonly: true,
      list: { width: 220, least: 150 },
      search: 'in',
    }),
    commandText: f.text({
      label: ['指令内容', 'Content'],
      readonly: true,
      max: 200,
      search: true,
      english: 'commandTextEn',
    }),
    commandTextEn: f.text({ label: ['指令内容（英文）', 'Command in English'], readonly: true, max: 200, hidden: true }),
    deviceType: f.int({ label: ['设备类型', 'Device type'], readonly: true, min: 0, search: true }),
    cmd: f.text({ label: ['设备指令', 'Device command'], readonly: true, max: 32 }),
    args: f.text({ label: ['指令参数', 'Arguments'], readonly: true, max: 8000 }),
    level: f.int({ label: ['亮度', 'Level'], unit: '%', readonly: true, min: 0, max: 100 }),
    status: f.choice(WIRE_STATUS_TEXTS, { label: ['状态码', 'Status code'], required: true, readonly: true }),
    state: f.choice(STATUS_TEXTS, {
      label: ['状态', 'Status'],
      required: true,
      readonly: true,
      list: { width: 145 },
      search: 'in',
      initial: 0,
      tones: { 0: 'neutral', 1: 'busy', 2: 'good', 3: 'warn', 4: 'bad', 5: 'bad', 6: 'neutral' },
    }),
    targetKind: f.choice(TARGET_KINDS, { label: ['对象类型', 'Target type'], readonly: true, search: 'in' }),
    targetText: f.text({
      label: ['对象', 'Target'],
      readonly: true,
      max: 200,
      list: { width: 260 },
      search: true,
      english: 'targetTextEn',
    }),
    targetTextEn: f.text({ label: ['对象（英文）', 'Target in English'], readonly: true, max: 200, hidden: true }),
    total: count('设备数', 'Devices'),
    queued: count('排队', 'Queued'),
    sent: count('已下发', 'Sent'),
    received: count('已应答', 'Received'),
    applied: count('已执行', 'Applied'),
    verified: count('已验证', 'Verified'),
    failed: count('失败', 'Failed'),
    timedOut: count('超时', 'Timed out'),
    superseded: count('已取代', 'Superseded'),
    reachedSent: count('下发过', 'Reached sent'),
    reachedReceived: count('应答过', 'Reached received'),
    reachedApplied: count('执行过', 'Reached applied'),
    returned: count('已恢复', 'Returned'),
    ended: count('完成', 'Done', { width: 260, least: 190 }),
    lampSelect: f.choice(
      { 0: ['主灯', 'Main lamp'], 1: ['辅灯', 'Auxiliary lamp'], 2: ['全部', 'Both'] },
      { label: ['灯头', 'Lamp head'], readonly: true },
    ),
    duration: f.int({ label: ['有效时长', 'Holds for'], unit: 's', readonly: true, min: 0 }),
    until: f.time({ label: ['自动恢复时间', 'Returns at'], readonly: true }),
    reason: f.text({ label: ['原因', 'Reason'], readonly: true, max: REASON_AT_MOST }),
    expireAt: f.time({ label: ['下发期限', 'Send deadline'], readonly: true }),
    againCommandRecordId: f.ref('control.batch', { label: ['重试自', 'Retry of'], readonly: true, titleAs: 'againCommandRecordName' }),
    idempotencyKey: f.text({ label: ['请求标识', 'Request key'], readonly: true, hidden: true, max: 200 }),
    account: f.text({ label: ['操作人', 'Operator'], readonly: true, max: 100, list: { width: 90 }, search: true }),
    ip: f.text({ label: ['来源地址', 'IP address'], readonly: true, max: 64 }),
    cancelled: f.flag({ label: ['已取消', 'Cancelled'], readonly: true }),
    automatic: f.flag({
      label: ['平台自动', 'Sent by the platform'],
      readonly: true,
      hidden: true,
      initial: false,
      search: true,
    }),
    attempts: f.int({ label: ['自动重发次数', 'Automatic attempts'], readonly: true, min: 0 }),
    folded: f.flag({ label: ['已有后续重发', 'Followed by another attempt'], readonly: true, hidden: true, initial: false, search: true }),
    startedAt: f.time({ label: ['首次下发', 'First sent'], readonly: true }),
    endedAt: f.time({ label: ['结束时间', 'Ended at'], readonly: true }),
    took: f.int({ label: ['用时', 'Duration'], unit: 's', readonly: true, from: 'control.batch', list: { width: 96 } }),
  },
  indexes: [
    ['status', 'id'],
    ['state', 'id'],
    ['automatic', 'id'],
  ],
  io: { export: true },
})
