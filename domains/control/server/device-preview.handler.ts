import { deviceTypesPort, TYPED_SEND, typedDevice } from '@lamplight/devices/model'
import { allowedRows, type DeviceTypeDefinition, type ResourceDefinition } from '@lamplight/kit'
import {
  type Ctx,
  errors,
  type ResourceServer,
  type RouteInput,
  readListQuery,
  registryPort,
  route,
  strictFilter,
  T,
  tableOf,
} from '@lamplight/server-kit'
import type { Preview } from '../model/index.ts'
import { PreviewReturns, previewOfDevices } from './preview.ts'
import { createReader, inputOf, type Reader } from './wire-input.ts'

const CODES_AT_MOST = 1_000_000
const DEVICES_AT_MOST = 200_000

/** Names of the actions of a resource that send commands. Devices of types made at run time have one for all. */
const commandActions = (resource: ResourceDefinition): string[] =>
  Object.entries(resource.actions ?? {}).flatMap(([name, { command }]) =>
    command !== undefined || (resource.name === typedDevice.name && name === TYPED_SEND) ? [name] : [],
  )

interface Kind {
  readonly type: DeviceTypeDefinition
  readonly served: ResourceServer
  /** True if the user may send commands only to one device at a time. */
  readonly one: boolean
}
/**
 * Returns the type `deviceType` and its resource. Throws if its devices accept no commands, or if the user may not send the command `cmd`, or none if
 * it is not named.
 */
const kindIn = async (ctx: Ctx, reader: Reader, cmd: string | null): Promise<Kind> => {
  const code = reader.int('deviceType', 0, CODES_AT_MOST)
  if (code === null) throw errors.missingParameter({ field: 'deviceType' }, 'deviceType')
  const types = ctx.platform.port(deviceTypesPort)
  await types.need([code])
  const [type, resource] = [types.typeOf(code), types.resourceOf(code)]
  const served = resource && ctx.platform.port(registryPort).resources.get(resource.name)
  const actions = resource ? commandActions(resource) : []
  if (!type || !served || actions.length === 0) throw reader.wrong('deviceType')
  const named = actions.filter((name) => served.resource.actions?.[name]?.command === cmd)
  const allowed = (named.length > 0 ? named : actions).map((name) => allowedRows(ctx.user.permissions, served.resource, name))
  if (allowed.every((rows) => rows === null)) throw errors.noRight()
  return { type, served, one: !allowed.includes('any') }
}

/** Returns the ids of the rows that a list filter finds among those that the user may see. */
const idsByFilter = async (ctx: Ctx, { resource, implementation }: ResourceServer, filter: unknown): Promise<string[]> => {
  const query = readListQuery(resource, implementation, strictFilter(resource, implementation, filter), ctx.user, ctx)
  const sql = `select t.id::text as id from ${tableOf(resource)} t ${query.joined ? implementation.joined?.sql : ''}
    where ${query.where.join(' and ')} limit ${DEVICES_AT_MOST}`
  return (await ctx.slowly(sql, () => ctx.query<{ id: string }>(sql, query.params))).map(({ id }) => id)
}

const deviceIdsIn = async (ctx: Ctx, reader: Reader, served: ResourceServer): Promise<string[]> => {
  const [ids, filter] = [reader.ids('ids'), reader.object('filter')]
  if (ids && filter) throw reader.wrong('filter', ['不能与 ids 同时填写', 'cannot be given together with ids'])
  if (filter && Object.values(filter).some((value) => typeof value === 'object' && value !== null)) throw reader.wrong('filter')
  if (filter) return idsByFilter(ctx, served, filter)
  if (!ids || ids.length === 0) throw errors.missingParameter({ field: 'ids' }, 'ids')
  return ids
}

/** Counts the targets of a device command. The commands themselves are actions of the type's resource. */
export const devicePreviewRoute = route({
  method: 'POST',
  path: '/api/blade-device/command/preview',
  summary: ['设备指令影响范围', 'Preview of a device command'],
  example: { body: { deviceType: 19, filter: { all: '1' } } },
  // The required permissions depend on the device type, so the handler checks them.
  permission: 'signed-in',
  body: T.Object({
    deviceType: T.Integer({ description: '设备类型编码 / code of the device type' }),
    cmd: T.Optional(T.String({ maxLength: 32, description: '指令名 / name of the command' })),
    ids: T.Optional(T.Union([T.String(), T.Array(T.String())], { description: '逗号分隔或数组 / comma-joined or an array' })),
    filter: T.Optional(T.Record(T.String(), T.String(), { description: '列表筛选，代替 ids / filter of the list, in place of ids' })),
  }),
  checksItself: true,
  bodyLimit: 4 * 1024 * 1024,
  returns: PreviewReturns,
  handler: async (input): Promise<Preview> => {
    const { ctx } = input
    const { query, body } = input as RouteInput
    const reader = createReader(inputOf(query, body), ctx)
    const cmd = reader.text('cmd', 32)
    const { type, served, one } = await kindIn(ctx, reader, cmd)
    const ids = await deviceIdsIn(ctx, reader, served)
    if (one && ids.length !== 1) throw errors.oneAtATime({}, 'ids')
    return previewOfDevices(ctx, type, ids, type.commands[cmd ?? '']?.risky !== undefined)
  },
})
