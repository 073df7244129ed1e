import { type BatchAnswer, controllerType } from '@lamplight/devices/model'
import { BatchReturns } from '@lamplight/devices/server'
import { exampleDevice, exampleId } from '@lamplight/kit'
import { type Ctx, errors, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { controlErrors, REASON_AT_MOST, type Selector } from '../../model/index.ts'
import { requestOf } from '../ledger/create-batch.ts'
import { failedDevices, seesBatch } from '../ledger/items.ts'
import { COMMAND_APPROVED } from './approval.ts'
import {
  closeIn,
  commandIn,
  dimIn,
  NAME_AT_MOST,
  type OrderInput,
  openGroupIn,
  openIn,
  remoteIn,
  selectorIn,
  switchIn,
} from './order-input.ts'
import { PreviewReturns, previewOf } from './preview.ts'
import { secondPersonRoute } from './second-person.ts'
import { sendLamps } from './send-lamps.ts'
import { createReader, inputOf, type Reader } from './wire-input.ts'

const BODY_LIMIT = 4 * 1024 * 1024
const controllerIds = [exampleDevice(controllerType)]
const EXAMPLE = { body: { command: 'dim', level: 40, duration: 3600, selector: { controllerIds } } }

const ids = T.Union([T.String(), T.Array(T.String())], { description: '逗号分隔或数组 / comma-joined or an array' })
const number = (from: number, to: number, description?: string) =>
  T.Union([T.Integer({ minimum: from, maximum: to }), T.String({ pattern: '^\\d{0,10}$' })], { description })
const reason = T.Optional(
  T.String({ maxLength: REASON_AT_MOST, description: '不限时须填写 / why the plan is overridden; required without an end' }),
)
/** The record whose failed devices the command repeats. */
const again = { againCommandRecordId: T.Optional(T.String()), batchId: T.Optional(T.String()) }
const lasting = {
  dimType: T.Optional(number(0, 1, '1 temporary (default), 0 permanent: needs a reason')),
  dimMode: T.Optional(number(0, 1, 'the same as dimType')),
  duration: T.Optional(number(0, 3600, 's, of a temporary command')),
  lampSelect: T.Optional(number(0, 2, '0 main, 1 auxiliary, 2 both')),
  reason,
  ...again,
}
/** dimValue is always taken as 0 (rule.const.closelamp). */
const closed = T.Object({ controllerIds: T.Optional(ids), dimValue: T.Optional(number(0, 100, 'taken as 0')), ...lasting })
const dimmed = T.Object({ controllerIds: T.Optional(ids), dimValue: number(0, 100, '%'), ...lasting })
const switched = T.Object({ controllerIds: T.Optional(ids), openStatus: T.Optional(number(0, 1, '1 on, 0 off')), ...lasting })
const switchedOrArray = T.Union([T.Array(T.String()), switched])
const opened = {
  openStatus: T.Optional(number(0, 1, '1 on, 0 off')),
  openPower: T.Optional(number(0, 100, '%')),
  len1: T.Optional(number(0, 1440, 'minutes, default 60; 0 without an end: needs a reason')),
  reason,
}

const readerOf = ({ ctx, query, body }: Pick<RouteInput, 'ctx' | 'query' | 'body'>): Reader => createReader(inputOf(query, body), ctx)
/** The permission that each command needs on every page and call. */
const RIGHTS: Readonly<Record<OrderInput['command'], string>> = {
  dim: 'lamp_dim',
  on: 'lamp_switch',
  off: 'lamp_switch',
  release: 'lamp_release',
}
/** The permission that suffices to dim one lamp. */
const DIM_ONE = 'lamp_dim_one'
/** Whether the user may send a command only to one lamp, named by its id. Throws if the user may not send it at all. */
const isForOne = ({ user: { permissions } }: Ctx, command: OrderInput['command']): boolean => {
  if (permissions.has(RIGHTS[command])) return false
  if (command !== 'dim' || !permissions.has(DIM_ONE)) throw errors.noRight()
  return true
}
const refuseSeveral = ({ controllerIds, lampIds }: Selector): void => {
  if ((controllerIds ?? lampIds)?.length !== 1) throw errors.oneAtATime({}, 'controllerIds')
}

/** Devices of an order that repeats a record: the given ones, or all that failed. */
const targetsOf = async (ctx: Ctx, reader: Reader, order: OrderInput): Promise<Selector> => {
  if (order.again === null) return selectorIn(reader)
  if (!(await seesBatch(ctx, order.again))) throw controlErrors.noBatch({}, 'againCommandRecordId')
  const named = reader.ids('controllerIds')
  if (named) return { controllerIds: named }
  const failed = await failedDevices(ctx, order.again, null)
  if (failed.length === 0) throw controlErrors.nothingToRetry()
  return { controllerIds: failed }
}

const command = (
  path: string,
  summary: readonly [string, string],
  call: { permission: 'lamp_dim' | 'lamp_switch'; body: object; example: object; read: (reader: Reader) => OrderInput },
): Route => {
  const whole = `/api/blade-city/controller/${path}`
  return route({
    method: 'POST',
    path: whole,
    summary,
    example: { body: call.example },
    permission: call.permission,
    ...(call.permission === RIGHTS.dim && { orPermissions: [DIM_ONE] }),
    body: call.body as never,
    checksItself: true,
    bodyLimit: BODY_LIMIT,
    returns: BatchReturns,
    handler: async (input): Promise<BatchAnswer> => {
      const { ctx, headers } = input
      const reader = readerOf(input as RouteInput)
      const order = call.read(reader)
      const one = isForOne(ctx, order.command)
      const request = requestOf(ctx, headers, whole, reader.input)
      const selector = await targetsOf(ctx, reader, order)
      if (one) refuseSeveral(selector)
      return sendLamps(ctx, { ...order, selector }, request)
    },
  })
}

const selector = T.Object(
  {
    controllerIds: T.Optional(ids),
    lampIds: T.Optional(ids),
    groupId: T.Optional(T.String()),
    areaId: T.Optional(T.String()),
    streetId: T.Optional(T.String()),
    projectId: T.Optional(T.String()),
    filter: T.Optional(T.Record(T.String(), T.String())),
    controllerFilter: T.Optional(T.Record(T.String(), T.String(), { description: 'filter of the list of controllers' })),
  },
  { description: 'exactly one of them' },
)
const order = T.Object({
  command: T.Union([T.Literal('dim'), T.Literal('on'), T.Literal('off'), T.Literal('release')]),
  level: T.Optional(number(0, 100, '%, of dim')),
  until: T.Optional(T.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2}.*)?$', description: 'yyyy-MM-dd HH:mm:ss' })),
  duration: T.Optional(number(1, 2_592_000, 's; a command other than release without duration and until needs a reason')),
  lampSelect: T.Optional(number(0, 2)),
  reason,
  targetText: T.Optional(T.String({ maxLength: NAME_AT_MOST, description: 'what people call the target, in one language' })),
  targetName: T.Optional(
    T.Object(
      { zh: T.String({ maxLength: NAME_AT_MOST }), en: T.String({ maxLength: NAME_AT_MOST }) },
      { description: 'the same in both, as the preview names it' },
    ),
  ),
  picked: T.Optional(T.Literal('map', { description: 'the lamps were selected on the map' })),
  selector,
})
const orderIn = (input: Pick<RouteInput, 'ctx' | 'query' | 'body'>): { reader: Reader; order: OrderInput } => {
  const reader = readerOf(input)
  const found = commandIn(reader, input.ctx, input.ctx.now().getTime())
  if (isForOne(input.ctx, found.command)) refuseSeveral(found.selector)
  return { reader, order: found }
}
const COMMAND_PATH = '/api/blade-city/controller/batch/command'

export const richCommand = route({
  method: 'POST',
  path: COMMAND_PATH,
  summary: ['下发灯控指令', 'Command lamps'],
  example: EXAMPLE,
  permission: 'lamp_switch',
  orPermissions: ['lamp_dim', DIM_ONE, 'lamp_release'],
  body: order,
  checksItself: true,
  bodyLimit: BODY_LIMIT,
  returns: BatchReturns,
  handler: async (input) => {
    const { reader, order } = orderIn(input)
    return sendLamps(input.ctx, order, requestOf(input.ctx, input.headers, COMMAND_PATH, reader.input))
  },
})

export const commandPreview = route({
  method: 'POST',
  path: `${COMMAND_PATH}/preview`,
  summary: ['灯控指令影响范围', 'Preview of a command'],
  example: EXAMPLE,
  permission: 'lamp_switch',
  orPermissions: ['lamp_dim', DIM_ONE, 'lamp_release'],
  body: order,
  checksItself: true,
  bodyLimit: BODY_LIMIT,
  returns: PreviewReturns,
  handler: async (input) => previewOf(input.ctx, orderIn(input).order),
})

/** The calls that send commands to lamps; each answers with the batch that it wrote. */
export const commandRoutes: readonly Route[] = [
  secondPersonRoute({
    ...COMMAND_APPROVED,
    path: '/api/blade-city/controller/approval/second-person',
    summary: ['大范围指令的审批人', 'Who approves commands to many devices'],
    permission: 'commandrecord_view',
  }),
  command('batch/manual/switch-lum', ['手动调光', 'Dim'], {
    permission: 'lamp_dim',
    body: dimmed,
    example: { controllerIds, dimType: 1, dimValue: 40, duration: 60 },
    read: dimIn,
  }),
  command('batch/manual/switch-power', ['手动开关灯', 'Switch'], {
    permission: 'lamp_switch',
    body: switchedOrArray,
    example: { controllerIds, openStatus: 1 },
    read: switchIn,
  }),
  command('getOffLamp', ['关灯', 'Turn off'], {
    permission: 'lamp_switch',
    body: closed,
    example: { controllerIds, duration: 60 },
    read: closeIn,
  }),
  command('batch/openlamp', ['开灯', 'Turn on'], {
    permission: 'lamp_switch',
    body: T.Object({ controllerIds: T.Optional(ids), ...again, ...opened }),
    example: { controllerIds },
    read: openIn,
  }),
  command('group/openlamp', ['分组开灯', 'Turn on a group'], {
    permission: 'lamp_switch',
    body: T.Object({ groupId: T.String(), ...opened }),
    example: { groupId: exampleId('devices.group') },
    read: openGroupIn,
  }),
  command('group/remotecontrol', ['分组遥控', 'Remote control of a group'], {
    permission: 'lamp_switch',
    body: T.Object({
      groupId: T.String(),
      command: T.Union([T.Literal('on'), T.Literal('off'), T.Literal('dim')]),
      level: T.Optional(number(0, 100, '%, of dim')),
      duration: T.Optional(number(0, 2_592_000, 's, default 3600; 0 without an end: needs a reason')),
      reason,
    }),
    example: { groupId: exampleId('devices.group'), command: 'on' },
    read: remoteIn,
  }),
  richCommand,
  commandPreview,
]
