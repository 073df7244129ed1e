import { f } from '@lamplight/fields/model'
import { type DeliveryDefinition, defineResource, type ResourceDefinition } from '@lamplight/kit'

const shown = { readonly: true, form: false } as const
const ofLedger = { ...shown, from: 'control.ledger' } as const
const RETRY = ['重新下发', 'Send again'] as const

/** Status of a device in a delivery, and of a whole delivery (decisions.md C6). */
const DETAIL_STATUS = { 0: ['待下发', 'Waiting'], 1: ['成功', 'Success'], 2: ['失败', 'Failed'] } as const
const LOG_STATUS = { 0: ['进行中', 'Running'], 1: ['成功', 'Success'], 2: ['部分失败', 'Partly failed'], 3: ['失败', 'Failed'] } as const

/** Makes the resource of a delivery's log: what was sent, when, by whom, and with which result. */
export const deliveryLogOf = ({ name, label: [zh, en], code, of, types, api, roles }: DeliveryDefinition): ResourceDefinition =>
  defineResource({
    name: `${name}Log`,
    label: [`${zh}日志`, `${en} log`],
    about: ['每次下发的结果', 'Result of each delivery'],
    code: `${code}log`,
    scope: 'tenant',
    roles: 'devices',
    api: {
      base: api.log,
      verbs: ['page', 'detail'],
      calls: { [`POST ${api.retry}`]: { action: 'retry', names: { [api.logId]: 'ids' } } },
    },
    fields: {
      name: f.text({ ...shown, label: ['名称', 'Name'], max: 80, list: true, search: true }),
      rowId: f.ref(of.resource, { ...shown, label: [zh, en], wire: of.wire, search: true }),
      type: f.choice(types, { ...shown, label: ['类型', 'Type'], list: true, search: true }),
      status: f.choice(LOG_STATUS, {
        ...ofLedger,
        label: ['状态', 'Status'],
        list: true,
        search: true,
        tones: { 0: 'busy', 1: 'good', 2: 'warn', 3: 'bad' },
      }),
      total: f.int({ ...ofLedger, label: ['设备数', 'Devices'], list: true }),
      succeeded: f.int({ ...ofLedger, label: ['成功', 'Succeeded'], list: true }),
      failed: f.int({ ...ofLedger, label: ['失败', 'Failed'], list: true }),
      account: f.text({ ...shown, label: ['操作人', 'Operator'], max: 64, list: true }),
    },
    indexes: [['rowId']],
    actions: {
      retry: {
        label: RETRY,
        on: 'row',
        roles: roles?.retry ?? 'commands',
        disabledWhen: { failed: { eq: 0 } },
        input: { [api.detailIds]: f.refs(`${name}Detail`, { label: ['失败的设备', 'Failed devices'] }) },
      },
    },
    io: { export: true },
  })

/** Makes the resource of a delivery's details: its devices. */
export const deliveryDetailOf = ({ name, label: [zh, en], code, api, roles }: DeliveryDefinition): ResourceDefinition =>
  defineResource({
    name: `${name}Detail`,
    label: [`${zh}日志明细`, `${en} log details`],
    about: ['每台设备的结果和失败原因', 'The result of each device, and why it failed'],
    code: `${code}detail`,
    scope: 'tenant',
    roles: 'devices',
    api: { base: api.details, verbs: ['list'] },
    title: 'sn',
    fields: {
      logId: f.ref(`${name}Log`, { ...shown, label: [zh, en], wire: api.logId, list: true, search: true }),
      sn: f.text({ ...shown, label: ['序列号', 'Serial number'], max: 40, list: { width: 200 }, search: true }),
      name: f.text({ ...shown, from: 'devices.registered', label: ['设备', 'Device'], max: 80, list: true }),
      status: f.choice(DETAIL_STATUS, {
        ...ofLedger,
        label: ['状态', 'Status'],
        list: true,
        search: true,
        tones: { 0: 'busy', 1: 'good', 2: 'bad' },
      }),
      reason: f.text({ ...ofLedger, label: ['原因', 'Reason'], max: 255, list: { width: 320 } }),
      batchId: f.ref('control.batch', { ...shown, label: ['指令记录', 'Command record'], wire: 'commandRecordId' }),
    },
    indexes: [['logId'], ['batchId']],
    actions: {
      retry: { label: RETRY, on: 'rows', roles: roles?.retry ?? 'commands', disabledWhen: { status: { in: [0, 1] } } },
    },
    io: { export: true },
  })
