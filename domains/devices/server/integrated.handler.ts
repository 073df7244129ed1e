import { actionPermission, type DeviceTypeDefinition, exampleDevice, pick, unitSymbol } from '@lamplight/kit'
import { A, type Ctx, errors, formatTime, idsIn, type RouteInput, refuseUnseen, route, T, visibleRow } from '@lamplight/server-kit'
import { devicesErrors, FIRST_ROW_TYPE, ROW_TYPES, TYPED_SEND, typedDevice } from '../model/index.ts'
import { commandsPort } from '../model/ports.ts'
import { BatchReturns } from './commands.ts'
import { membersOfGroup } from './group-members.ts'
import { orderOf, rowTypeBy, typeWith } from './row-type.ts'
import { valuesOf } from './state.handler.ts'

const ids = T.Optional(T.Union([T.String(), T.Array(T.String())], { description: '逗号分隔或数组 / comma-joined or an array' }))
const BODY_LIMIT = 4 * 1024 * 1024

interface Chosen {
  readonly unitProductCode?: string
  readonly devType?: string | number
}
/** Returns the product that a call names by its code or by the number of its type; without both, the product of the devices. */
const productIn = async (ctx: Ctx, { unitProductCode, devType }: Chosen, deviceIds: readonly string[]): Promise<DeviceTypeDefinition> => {
  const hasType = devType !== undefined && devType !== ''
  const numbered = hasType ? Number(devType) : undefined
  if (numbered !== undefined && !(Number.isInteger(numbered) && numbered >= FIRST_ROW_TYPE && numbered < 1 << 15))
    throw errors.badParameter({ field: 'devType' }, 'devType')
  if (unitProductCode) {
    const type = await rowTypeBy(ctx, 'unitProductCode', unitProductCode)
    if (!type) throw errors.badParameter({ field: 'unitProductCode' }, 'unitProductCode')
    if (numbered !== undefined && numbered !== type.code) throw errors.badParameter({ field: 'devType' }, 'devType')
    return type
  }
  if (numbered !== undefined) {
    const type = await rowTypeBy(ctx, 'code', numbered)
    if (!type) throw errors.badParameter({ field: 'devType' }, 'devType')
    return type
  }
  const [code] = await codesOf(ctx, deviceIds)
  const type = await typeWith(ctx, code)
  if (!type) throw errors.missingParameter({ field: 'unitProductCode' }, 'unitProductCode')
  return type
}
/** The type code of the devices, as a list that is empty if there are none. Refuses devices of several types. */
const codesOf = async (ctx: Ctx, deviceIds: readonly string[]): Promise<number[]> => {
  const rows = await ctx.query<{ code: number }>('select distinct type as code from devices_registry where device_id = any($1::bigint[])', [
    deviceIds,
  ])
  if (rows.length > 1) throw devicesErrors.oneType({}, 'devIds')
  return rows.map(({ code }) => code)
}

/**
 * Sends a function of a product to devices or to the devices of a group (integrated_device.send.function). Written by hand, because the body of the call names
 * product and function, and may name a group instead of devices.
 */
export const sendFunctionRoute = route({
  method: 'POST',
  path: '/api/blade-device/integrated_device/send/function',
  summary: ['综合设备下发功能', 'Send a product function to devices or to a group'],
  example: { body: { devIds: exampleDevice({ name: ROW_TYPES }), productFunctionVO: { code: 'drain', input: {} } } },
  permission: actionPermission(typedDevice, TYPED_SEND),
  bodyLimit: BODY_LIMIT,
  body: T.Object({
    devIds: ids,
    groupId: T.Optional(T.String({ pattern: '^[0-9]{0,19}$' })),
    devType: T.Optional(T.Union([T.Integer(), T.String({ maxLength: 5 })])),
    unitProductCode: T.Optional(T.String({ maxLength: 40 })),
    productFunctionVO: T.Object({
      code: T.String({ minLength: 1, maxLength: 32 }),
      input: T.Optional(T.Union([T.Record(T.String(), T.Unknown()), T.Null()])),
    }),
  }),
  returns: BatchReturns,
  handler: async ({ ctx, headers, body }) => {
    const { groupId, productFunctionVO: wanted } = body
    const isNamed = body.devIds !== undefined && body.devIds.length > 0
    if (groupId && isNamed) throw errors.badParameter({ field: 'groupId' }, 'groupId')
    if (!groupId && !isNamed) throw errors.missingParameter({ field: 'devIds' }, 'devIds')
    const named = groupId ? [] : idsIn(body.devIds, 'devIds')
    if (!groupId) await refuseUnseen(ctx, ctx.query, typedDevice.name, named, 'devIds')
    const type = await productIn(ctx, body, named)
    if (!groupId && (await codesOf(ctx, named))[0] !== type.code) throw errors.badParameter({ field: 'devIds' }, 'devIds')
    const deviceIds = groupId ? await membersOfGroup(ctx, groupId, [type]) : named
    if (deviceIds.length === 0) throw devicesErrors.noneInGroup({ type: pick(type.label, ctx.lang) }, 'groupId')
    const order = orderOf(ctx, type, { cmd: wanted.code, values: wanted.input ?? {}, field: 'productFunctionVO.code' })
    const commands = ctx.platform.port(commandsPort)
    const request = commands.requestOf(ctx, headers as RouteInput['headers'], 'integrated_device.send', body)
    return commands.send(ctx, { ...order, deviceIds, groupId: groupId || null }, request)
  },
})

/** The properties of an integrated device with their latest values (integrated_device.property.by.id). Written by hand: its rows are not those of a resource. */
export const propertyRoute = route({
  method: 'GET',
  path: '/api/blade-device/integrated_device/property/by/id',
  summary: ['综合设备属性', 'Properties of an integrated device with their latest values'],
  example: { query: { id: exampleDevice({ name: ROW_TYPES }) } },
  permission: 'typed_device_view',
  query: T.Object({ id: T.String({ pattern: '^[0-9]{1,19}$' }) }),
  returns: A.list(
    A.of({
      identifier: A.text,
      name: A.text,
      type: A.text,
      unit: A.text,
      value: A.any,
      reportedAt: A.time,
    }),
  ),
  handler: async ({ ctx, query }) => {
    const row = await visibleRow(ctx, typedDevice, query.id)
    const type = await rowTypeBy(ctx, 'id', String(row.typeId))
    if (!type) throw errors.notFound()
    const [state] = await ctx.query<{ at: Date | null }>('select reported_at as at from devices_state where device_id = $1', [query.id])
    const values = await valuesOf(ctx, type, query.id)
    return Object.entries(type.properties)
      .filter(([name, { retired }]) => !retired && name !== 'faults')
      .map(([identifier, { label, type: kind = 'number', unit }]) => ({
        identifier,
        name: pick(label, ctx.lang),
        type: kind,
        unit: unit ? unitSymbol(unit) : '',
        value: values[identifier] ?? null,
        reportedAt: state?.at ? formatTime(state.at, ctx.zone) : '',
      }))
  },
})
