import { type BatchAnswer, type DeviceOrder, SIMPLE_COMMANDS, type SimpleCode, simpleCommands } from '@lamplight/devices/model'
import { argsOf, BatchReturns, membersOfGroup } from '@lamplight/devices/server'
import { actionPermission, type DeviceTypeDefinition, exampleDevice, exampleId, type ResourceDefinition, type Text } from '@lamplight/kit'
import { type Ctx, errors, idsIn, inputIn, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { controlErrors } from '../model/index.ts'
import { groupIn, type Repeated, repeatedBy } from './again.ts'
import { sendToDevices } from './commands.port.ts'
import { requestOf } from './create-batch.ts'
import { createReader, inputOf, type Reader } from './wire-input.ts'

const BODY_LIMIT = 4 * 1024 * 1024
const CODES = Object.keys(SIMPLE_COMMANDS).map(Number) as SimpleCode[]
const REBOOT: SimpleCode = 4
const isCode = (code: number): code is SimpleCode => code in SIMPLE_COMMANDS

/** A call of the catalogue that sends simple commands (decisions.md A39) to devices of one type. */
export interface SimpleCall {
  /** Below /api. */
  readonly path: string
  readonly summary: Text
  readonly type: DeviceTypeDefinition
  /** Resource of the type, with an action for each of its simple commands: the actions have the rights. */
  readonly resource: ResourceDefinition
  /** Name of the parameter with the ids (a comma-joined text, an array, or one id); `groupId`: the members of a group receive the command. */
  readonly ids: string
  /** The code that the call always sends; without it `data` has the code. */
  readonly cmd?: SimpleCode
}

interface Order {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** Reads `data`, an object or its JSON text; a call with a bare array as body has `cmd` and `value` in the query. */
const dataIn = (reader: Reader): Readonly<Record<string, unknown>> | null => {
  const { data, cmd, value } = reader.input
  if (data === undefined || data === null || data === '') return cmd === undefined ? null : { cmd, value }
  try {
    const read: unknown = typeof data === 'string' ? JSON.parse(data) : data
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Readonly<Record<string, unknown>>
  } catch {}
  throw reader.wrong('data')
}

/** Reads the command: `{cmd, value}`. Only `setClock` has a value: a time in the tenant's zone. */
const orderIn = (ctx: Ctx, reader: Reader, { type, cmd: fixed }: SimpleCall): Order => {
  const data = fixed === undefined ? dataIn(reader) : { cmd: fixed }
  if (data === null) throw errors.missingParameter({ field: 'data' }, 'data')
  const given = createReader({ ...data }, ctx)
  const code = given.int('cmd', 1, CODES.length)
  if (code === null) throw errors.missingParameter({ field: 'cmd' }, 'data')
  const name = isCode(code) ? SIMPLE_COMMANDS[code] : ''
  const command = type.commands[name]
  if (!command) throw reader.wrong('data', [`${type.label[0]}没有该指令`, `${type.label[1]} has no such command`])
  if (name === 'setClock') {
    const fields = { value: simpleCommands.setClock.input.time }
    const { value } = argsOf(ctx, fields, inputIn(fields, given.input, ctx))
    return { name, args: value === undefined ? {} : { time: value } }
  }
  if (![undefined, null, ''].includes(given.input.value as null))
    throw reader.wrong('data', ['该指令没有参数 value', 'this command takes no value'])
  return { name, args: {} }
}

/** Systems of groups in calls: every group that is not of smart poles counts as city lighting. */
const [CITY, POLES] = [2, 3] as const
/** Devices of the call, and the group and record that it names. A group of another system than `systemType` is refused (decisions.md A14). */
const devicesIn = async (
  ctx: Ctx,
  reader: Reader,
  { type, ids }: SimpleCall,
  repeated: Repeated | null,
): Promise<Pick<DeviceOrder, 'deviceIds' | 'groupId' | 'again'>> => {
  if (repeated) return { deviceIds: repeated.deviceIds, again: repeated.again }
  if (ids !== 'groupId') return { deviceIds: idsIn(reader.input[ids], ids) }
  const groupId = groupIn(reader)
  const systemType = reader.int('systemType', CITY, POLES)
  const members = await membersOfGroup(ctx, groupId, [type])
  const [group] = await ctx.query<{ system: number | null }>('select system_type as system from devices_groups where id = $1', [groupId])
  if (systemType !== null && group && (group.system === POLES ? POLES : CITY) !== systemType) throw reader.wrong('systemType')
  if (members.length === 0) throw controlErrors.noTargets({}, 'groupId')
  return { deviceIds: members, groupId }
}

const named = T.Optional(T.Union([T.String(), T.Array(T.String())], { description: '逗号分隔或数组 / comma-joined or an array' }))
const inputOfCall = ({ ids, cmd }: SimpleCall) => ({
  ...(ids === 'groupId'
    ? { groupId: T.String(), systemType: T.Optional(T.Integer({ minimum: 2, maximum: 3, description: 'of the group' })) }
    : { [ids]: named, againCommandRecordId: T.Optional(T.String()), batchId: T.Optional(T.String()) }),
  ...(cmd === undefined
    ? {
        data: T.Optional(
          T.Any({
            description: `{cmd, value}: ${CODES.map((code) => `${code} ${SIMPLE_COMMANDS[code]}`).join(', ')}; value: the time of setClock, yyyy-MM-dd HH:mm:ss`,
          }),
        ),
      }
    : {}),
})

/**
 * Returns the route of a call that sends simple commands. The call writes one batch and answers with it. With `againCommandRecordId` or `batchId`, it
 * repeats that record for the devices that failed. Written by hand, because the call passes the command as a code in `data` (controller.batch.set.simplecommand).
 */
export const simpleCommandRoute = (call: SimpleCall): Route => {
  const { path, summary, type, resource, ids, cmd } = call
  const rights = CODES.filter((code) => SIMPLE_COMMANDS[code] in type.commands && (cmd ?? code) === code).map((code) =>
    actionPermission(resource, SIMPLE_COMMANDS[code]),
  )
  const target = ids === 'groupId' ? { groupId: exampleId('devices.group') } : { [ids]: [exampleDevice(type)] }
  const isSame = ({ cmd: name }: Pick<Repeated, 'cmd'>): boolean =>
    CODES.some((code) => SIMPLE_COMMANDS[code] === name && (cmd ?? code) === code) && name in type.commands
  return route({
    method: 'POST',
    path: `/api/${path}`,
    summary,
    example: { body: { ...target, ...(cmd === undefined ? { data: { cmd: REBOOT } } : {}) } },
    permission: rights[0] ?? '',
    orPermissions: rights.slice(1),
    body: T.Object(inputOfCall(call)) as never,
    checksItself: true,
    bodyLimit: BODY_LIMIT,
    returns: BatchReturns,
    handler: async (input): Promise<BatchAnswer> => {
      const { ctx, headers, query, body } = input as RouteInput
      const reader = createReader(inputOf(query, Array.isArray(body) ? { [ids]: body } : body), ctx)
      const repeated = ids === 'groupId' ? null : await repeatedBy(ctx, reader, { ids, isSame })
      const order = repeated && dataIn(reader) === null ? { name: repeated.cmd, args: repeated.args } : orderIn(ctx, reader, call)
      if (!ctx.user.permissions.has(actionPermission(resource, order.name))) throw errors.noRight()
      const devices = await devicesIn(ctx, reader, call, repeated)
      const request = requestOf(ctx, headers, path, reader.input)
      return sendToDevices(ctx, { type, cmd: order.name, args: order.args, ...devices, asks: true }, request)
    },
  })
}
