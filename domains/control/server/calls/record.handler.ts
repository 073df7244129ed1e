import { type BatchAnswer, controllerType, type DeviceOrder, deviceTypesPort } from '@lamplight/devices/model'
import { BatchReturns } from '@lamplight/devices/server'
import { type DeviceTypeDefinition, exampleDevice, exampleId, isParamOp, type ParamOp } from '@lamplight/kit'
import { A, type Ctx, errors, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { COMMAND_NAMES, type CommandName, controlErrors, type Preview, STATUS, wireStatus } from '../../model/index.ts'
import { cancelQueued } from '../ledger/cancel.ts'
import { requestOf } from '../ledger/create-batch.ts'
import { type BatchField, batchIn, failedDevices, ItemReturns, itemPage } from '../ledger/items.ts'
import type { StoredOrder } from '../ledger/ledger-types.ts'
import { rightOf } from '../params/families.ts'
import { familiesIn } from '../params/param-answers.ts'
import { type ParamOrder, sendParam } from '../params/param-send.ts'
import { sendToDevices } from './commands.port.ts'
import type { OrderInput } from './order-input.ts'
import { PreviewReturns, previewOf, previewOfDevices } from './preview.ts'
import { commandsOf, RecentReturns } from './recent-commands.ts'
import { sendLamps } from './send-lamps.ts'
import { createReader, inputOf, type Reader } from './wire-input.ts'

const FAILED = [STATUS.failed, STATUS.timedOut]
const ITEM_STATES = [0, 1, 2, 4, 5, 6]
/** States that one `status` of decisions.md B3 covers. */
const STATES_OF_STATUS = (status: number): number[] => ITEM_STATES.filter((state) => wireStatus(state) === status)

const readerOf = ({ ctx, query, body }: Pick<RouteInput, 'ctx' | 'query' | 'body'>): Reader => createReader(inputOf(query, body), ctx)

const whole = (from: number, to: number, description?: string) => T.Optional(T.Integer({ minimum: from, maximum: to, description }))
const status = () => whole(-1, 5, '0 pending, 1 running, 2 success, 4 failed or superseded, 5 timed out; -1 all')
const state = () => whole(-1, 6, 'like status, with 4 failed and 6 superseded apart; -1 all')
const pageOf = {
  current: whole(-1, 1_000_000, 'page, from 1'),
  size: whole(-1, 10_000, 'rows of a page; -1 is all'),
  rung: whole(0, 4, '0 queued … 4 verified'),
  sn: T.Optional(T.String({ maxLength: 64 })),
}

const OF_RECORD = { commandRecordId: exampleId('control.batch') }
const BOX_ID = 'boxControlCommandRecordId'
const OF_BOX = { [BOX_ID]: exampleId('control.batch') }
const OF_BATCH = { batchId: OF_RECORD.commandRecordId }

const reads = (
  path: string,
  summary: readonly [string, string],
  query: Readonly<Record<string, unknown>>,
  example: Readonly<Record<string, unknown>>,
  returns: NonNullable<Route['returns']>,
  handler: (call: { ctx: RouteInput['ctx']; reader: Reader }) => Promise<unknown>,
): Route =>
  route({
    method: 'GET',
    path: `/api/${path}`,
    summary,
    example: { query: example },
    permission: 'commandrecord_view',
    query: T.Object(query as Record<string, ReturnType<typeof T.String>>) as never,
    checksItself: true,
    returns,
    handler: (input) => handler({ ctx: input.ctx, reader: readerOf(input as RouteInput) }),
  })

/** Reads the requested states from `state` or `status`; null: all. */
const statesIn = (reader: Reader): number[] | null => {
  const state = reader.int('state', -1, 6) ?? -1
  const status = reader.int('status', -1, 5) ?? -1
  if (state === -1 && status === -1) return null
  if (state !== -1 && !ITEM_STATES.includes(state)) throw reader.wrong('state')
  const found = status === -1 ? ITEM_STATES : STATES_OF_STATUS(status)
  if (found.length === 0) throw reader.wrong('status')
  return state === -1 ? found : found.filter((one) => one === state)
}

interface Repeated extends Pick<StoredOrder, 'deviceType' | 'cmd' | 'args'> {
  readonly command: number
  readonly level: number | null
  readonly duration: number | null
  readonly until: Date | null
  readonly lamp_select: number | null
  readonly target_text: string | null
  readonly target_text_en: string | null
}
const nameOf = (command: number): CommandName =>
  (Object.entries(COMMAND_NAMES).find(([, number]) => number === command)?.[0] ?? 'release') as CommandName

const RETRY = '/api/blade-city/commandrecord/retry'
const retried = T.Object({ commandRecordId: T.String(), ids: T.Optional(T.Union([T.String(), T.Array(T.String())])) })
type Repeats =
  | { lamps: OrderInput }
  | { devices: DeviceOrder }
  | { param: ParamOrder; type: DeviceTypeDefinition; deviceIds: readonly string[] }

/** Returns the order of a parameter record, with the value that it sent. Throws if the user may not send it. */
const paramOrderOf = (ctx: Ctx, { again, op, args }: { again: string; op: ParamOp; args: string | null }): ParamOrder => {
  const { family: name = '', value = {} } = JSON.parse(args ?? '{}') as { family?: string; value?: ParamOrder['value'] }
  const family = familiesIn(ctx.platform).get(name)
  if (!family) throw controlErrors.nothingToRetry()
  if (!ctx.user.permissions.has(rightOf(family, op))) throw errors.noRight()
  return { family, op, value, again }
}

/** Returns the order that retries a record for its failed devices, or for those in `ids`. @throws controlErrors.nothingToRetry, untilPast */
const repeatedIn = async (ctx: Ctx, reader: Reader, field?: BatchField): Promise<Repeats> => {
  const again = await batchIn(ctx, reader, field)
  const controllerIds = await failedDevices(ctx, again, reader.ids('ids') ?? reader.ids('outsideDevIds'))
  if (controllerIds.length === 0) throw controlErrors.nothingToRetry()
  const [old] = await ctx.query<Repeated>(
    `select command, level, duration, until, lamp_select, target_text, target_text_en, device_type as "deviceType", cmd, args from control_batch where id = $1`,
    [again],
  )
  if (!old) throw controlErrors.noBatch({}, field ?? 'commandRecordId')
  if (old.cmd !== null) {
    const types = ctx.platform.port(deviceTypesPort)
    await types.need([old.deviceType ?? 0])
    const type = types.typeOf(old.deviceType ?? 0)
    if (type && isParamOp(old.cmd))
      return { param: paramOrderOf(ctx, { again, op: old.cmd, args: old.args }), type, deviceIds: controllerIds }
    if (!type?.commands[old.cmd]) throw controlErrors.nothingToRetry()
    return {
      devices: { type, cmd: old.cmd, args: JSON.parse(old.args ?? '{}') as Record<string, unknown>, deviceIds: controllerIds, again },
    }
  }
  const until = old.duration === null ? (old.until?.getTime() ?? null) : null
  if (until !== null && until <= ctx.now().getTime()) throw controlErrors.untilPast()
  const { command, level, duration, lamp_select: lampSelect, target_text: zh, target_text_en: en } = old
  return {
    lamps: {
      command: nameOf(command),
      level,
      duration,
      until,
      lampSelect,
      selector: { controllerIds },
      target: zh === null ? null : [zh, en || zh],
      again,
    },
  }
}
/** A call that sends a record again to its failed devices. `field` names the record. */
const retryAt = (path: string, field: BatchField, summary: readonly [string, string], body: ReturnType<typeof T.Object>): Route =>
  route({
    method: 'POST',
    path,
    summary,
    example: { body: { [field]: exampleId('control.batch') } },
    permission: 'commandrecord_retry',
    body: body as never,
    checksItself: true,
    bodyLimit: 4 * 1024 * 1024,
    returns: BatchReturns,
    handler: async (input): Promise<BatchAnswer> => {
      const { ctx, headers } = input
      const reader = readerOf(input as RouteInput)
      const request = requestOf(ctx, headers, path, reader.input)
      const repeated = await repeatedIn(ctx, reader, field)
      if ('lamps' in repeated) return sendLamps(ctx, repeated.lamps, request)
      return 'devices' in repeated
        ? sendToDevices(ctx, { ...repeated.devices, asks: true }, request)
        : sendParam(ctx, { ...repeated.param, asks: true }, repeated.deviceIds, request)
    },
  })
const retry = retryAt(RETRY, 'commandRecordId', ['重试失败设备', 'Retry failed devices'], retried)
const retryBox = retryAt(
  '/api/blade-strategy/boxcontrol/commandrecord/retry',
  BOX_ID,
  ['重试箱控指令', 'Retry a box command'],
  T.Object({ [BOX_ID]: T.String(), outsideDevIds: T.Optional(T.Union([T.String(), T.Array(T.String())])) }),
)
export const retryPreview = route({
  method: 'POST',
  path: `${RETRY}/preview`,
  summary: ['重试影响范围', 'Preview of a retry'],
  example: { body: { commandRecordId: exampleId('control.batch') } },
  permission: 'commandrecord_retry',
  body: retried,
  checksItself: true,
  bodyLimit: 4 * 1024 * 1024,
  returns: PreviewReturns,
  handler: async (input): Promise<Preview> => {
    const { ctx } = input
    const repeated = await repeatedIn(ctx, readerOf(input as RouteInput))
    if ('lamps' in repeated) return previewOf(ctx, repeated.lamps)
    if ('devices' in repeated) {
      const { type, cmd, deviceIds } = repeated.devices
      return previewOfDevices(ctx, type, deviceIds, type.commands[cmd]?.risky !== undefined)
    }
    const { family, op } = repeated.param
    return previewOfDevices(ctx, repeated.type, repeated.deviceIds, op === 'set' && family.risky !== undefined)
  },
})

export const cancelRoute = route({
  method: 'POST',
  path: '/api/blade-city/commandrecord/cancel',
  summary: ['取消排队中的设备', 'Cancel queued devices'],
  example: { body: { commandRecordId: exampleId('control.batch') } },
  permission: 'commandrecord_cancel',
  body: T.Object({ commandRecordId: T.String() }),
  checksItself: true,
  returns: A.of({ batchId: A.id, commandRecordId: A.id, cancelled: A.int }),
  handler: async (input) => {
    const { ctx } = input
    const batchId = await batchIn(ctx, readerOf(input as RouteInput))
    return { batchId, commandRecordId: batchId, cancelled: await cancelQueued(ctx, batchId) }
  },
})

/** The routes that read, retry and cancel command records; lists and details of the records follow from the resource. */
export const recordRoutes: readonly Route[] = [
  reads(
    'blade-city/commandrecord/executeStatus',
    ['指令执行状态', 'Devices of a command'],
    { commandRecordId: T.String(), status: status(), state: state(), ...pageOf },
    OF_RECORD,
    A.page(ItemReturns),
    ({ ctx, reader }) => itemPage(ctx, reader, statesIn(reader)),
  ),
  reads(
    'blade-city/commandrecord/failDevice',
    ['指令失败设备', 'Devices that failed a command'],
    { commandRecordId: T.String(), ...pageOf },
    OF_RECORD,
    A.page(ItemReturns),
    ({ ctx, reader }) => itemPage(ctx, reader, FAILED),
  ),
  reads(
    'blade-sun/commandRecord/getDetailByBatchId',
    ['批次明细', 'Details of a batch'],
    { batchId: T.String(), status: status(), state: state(), ...pageOf },
    OF_BATCH,
    A.page(ItemReturns),
    ({ ctx, reader }) => itemPage(ctx, reader, statesIn(reader), 'batchId'),
  ),
  reads(
    'blade-sun/commandRecord/getFailDeviceByBatchId',
    ['批次失败设备', 'Failed devices of a batch'],
    { batchId: T.String(), ...pageOf },
    OF_BATCH,
    A.page(ItemReturns),
    ({ ctx, reader }) => itemPage(ctx, reader, FAILED, 'batchId'),
  ),
  reads(
    'blade-city/commandrecord/ofDevice',
    ['设备的最近指令', 'Latest commands to a device'],
    { deviceId: T.String(), size: whole(1, 50) },
    { deviceId: exampleDevice(controllerType) },
    A.list(RecentReturns),
    async ({ ctx, reader }) => {
      const deviceId = reader.id('deviceId')
      if (deviceId === null) throw errors.missingParameter({ field: 'deviceId' }, 'deviceId')
      return commandsOf(ctx, deviceId, reader.int('size', 1, 50) ?? 5)
    },
  ),
  reads(
    'blade-strategy/boxcontrol/commandrecord/executeStatus',
    ['箱控指令执行状态', 'Devices of a box command'],
    { [BOX_ID]: T.String(), status: status(), state: state(), ...pageOf },
    OF_BOX,
    A.page(ItemReturns),
    ({ ctx, reader }) => itemPage(ctx, reader, statesIn(reader), BOX_ID),
  ),
  reads(
    'blade-strategy/boxcontrol/commandrecord/failDevice',
    ['箱控失败设备', 'Devices that failed a box command'],
    { [BOX_ID]: T.String(), ...pageOf },
    OF_BOX,
    A.page(ItemReturns),
    ({ ctx, reader }) => itemPage(ctx, reader, FAILED, BOX_ID),
  ),
  retry,
  retryBox,
  retryPreview,
  cancelRoute,
]
