import { errors, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { COMMAND_NAMES, type CommandName, controlErrors, STATUS } from '../model/index.ts'
import { cancelQueued } from './cancel.ts'
import { type BatchAnswer, createBatch, requestOf } from './create-batch.ts'
import { batchIn, commandsOf, failedDevices, itemPage } from './items.ts'
import { createReader, inputOf, type Reader } from './wire-input.ts'

const FAILED = [STATUS.failed, STATUS.timedOut]
const ITEM_STATUSES = [0, 1, 2, 4, 5]

const readerOf = ({ ctx, query, body }: Pick<RouteInput, 'ctx' | 'query' | 'body'>): Reader => createReader(inputOf(query, body), ctx)

const whole = (from: number, to: number, description?: string) => T.Optional(T.Integer({ minimum: from, maximum: to, description }))
const status = () => whole(-1, 5, '-1 all')
const pageOf = {
  current: whole(-1, 1_000_000, 'page, from 1'),
  size: whole(-1, 10_000, 'rows of a page; -1 is all'),
  rung: whole(0, 4, '0 queued … 4 verified'),
  sn: T.Optional(T.String({ maxLength: 64 })),
}

const reads = (
  path: string,
  summary: readonly [string, string],
  query: Readonly<Record<string, unknown>>,
  handler: (given: { ctx: RouteInput['ctx']; reader: Reader }) => Promise<unknown>,
): Route =>
  route({
    method: 'GET',
    path: `/api/${path}`,
    summary,
    permission: 'commandrecord_view',
    query: T.Object(query as Record<string, ReturnType<typeof T.String>>) as never,
    checksItself: true,
    handler: (input) => handler({ ctx: input.ctx, reader: readerOf(input as RouteInput) }),
  })

const statusIn = (reader: Reader): number[] | null => {
  const status = reader.int('status', -1, 5)
  if (status === null || status === -1) return null
  if (!ITEM_STATUSES.includes(status)) throw reader.wrong('status')
  return [status]
}

interface Repeated {
  readonly command: number
  readonly level: number | null
  readonly duration: number | null
  readonly until: Date | null
  readonly lamp_select: number | null
}
const nameOf = (command: number): CommandName =>
  (Object.entries(COMMAND_NAMES).find(([, number]) => number === command)?.[0] ?? 'release') as CommandName

const RETRY = '/api/blade-city/commandrecord/retry'
const retry = route({
  method: 'POST',
  path: RETRY,
  summary: ['重试失败设备', 'Retry what failed'],
  permission: 'commandrecord_retry',
  body: T.Object({ commandRecordId: T.String(), ids: T.Optional(T.Union([T.String(), T.Array(T.String())])) }),
  checksItself: true,
  bodyLimit: 4 * 1024 * 1024,
  handler: async (input): Promise<BatchAnswer> => {
    const { ctx } = input
    const reader = readerOf(input as RouteInput)
    const request = requestOf(ctx, input.headers, RETRY, reader.input)
    const again = await batchIn(ctx, reader)
    const controllerIds = await failedDevices(ctx, again, reader.ids('ids'))
    if (controllerIds.length === 0) throw controlErrors.nothingToRetry()
    const [old] = await ctx.query<Repeated>('select command, level, duration, until, lamp_select from control_batch where id = $1', [again])
    if (!old) throw controlErrors.noBatch({}, 'commandRecordId')
    const until = old.duration === null ? (old.until?.getTime() ?? null) : null
    if (until !== null && until <= ctx.now().getTime()) throw controlErrors.untilPast()
    const { command, level, duration, lamp_select: lampSelect } = old
    const order = { command: nameOf(command), level, duration, until, lampSelect, selector: { controllerIds }, targetText: null, again }
    return createBatch(ctx, order, request)
  },
})

const cancel = route({
  method: 'POST',
  path: '/api/blade-city/commandrecord/cancel',
  summary: ['取消排队中的设备', 'Cancel what is queued'],
  permission: 'commandrecord_cancel',
  body: T.Object({ commandRecordId: T.String() }),
  checksItself: true,
  handler: async (input) => {
    const { ctx } = input
    const batchId = await batchIn(ctx, readerOf(input as RouteInput))
    return { batchId, commandRecordId: batchId, cancelled: await cancelQueued(ctx, batchId) }
  },
})

/** The calls that read command records, retry and cancel; lists and details of the records themselves follow from the resource. */
export const recordRoutes: readonly Route[] = [
  reads(
    'blade-city/commandrecord/executeStatus',
    ['指令执行状态', 'Devices of a command'],
    { commandRecordId: T.String(), status: status(), ...pageOf },
    ({ ctx, reader }) => itemPage(ctx, reader, statusIn(reader)),
  ),
  reads(
    'blade-city/commandrecord/failDevice',
    ['指令失败设备', 'Devices that failed a command'],
    { commandRecordId: T.String(), ...pageOf },
    ({ ctx, reader }) => itemPage(ctx, reader, FAILED),
  ),
  reads(
    'blade-sun/commandRecord/getDetailByBatchId',
    ['批次明细', 'Details of a batch'],
    { batchId: T.String(), status: status(), ...pageOf },
    ({ ctx, reader }) => itemPage(ctx, reader, statusIn(reader), 'batchId'),
  ),
  reads(
    'blade-sun/commandRecord/getFailDeviceByBatchId',
    ['批次失败设备', 'Failed devices of a batch'],
    { batchId: T.String(), ...pageOf },
    ({ ctx, reader }) => itemPage(ctx, reader, FAILED, 'batchId'),
  ),
  reads(
    'blade-city/commandrecord/ofDevice',
    ['设备的最近指令', 'Latest commands to a device'],
    { deviceId: T.String(), size: whole(1, 50) },
    async ({ ctx, reader }) => {
      const deviceId = reader.id('deviceId')
      if (deviceId === null) throw errors.missingParameter({ field: 'deviceId' }, 'deviceId')
      return commandsOf(ctx, deviceId, reader.int('size', 1, 50) ?? 5)
    },
  ),
  retry,
  cancel,
]
