import type { DeviceTypeDefinition } from '@lamplight/kit'
import { type ActionCall, type Ctx, errors, type Query, type ResourceServer } from '@lamplight/server-kit'
import { devicesErrors, typedDevice, typedResource } from '../../model/index.ts'
import { commandsPort } from '../../model/ports.ts'
import { BatchReturns } from '../commands.ts'
import { joinedState, onDevice } from './on-device.ts'
import { rowTypeBy, typedOrder, typeWith } from './row-type.ts'

const typeOfRow = async (ctx: Ctx, query: Query, { typeId }: Readonly<Record<string, unknown>>): Promise<DeviceTypeDefinition> => {
  // The lock keeps the product from being removed before the device is stored.
  const [row] = await query<{ code: number }>('select code from devices_type where id = $1 and not is_deleted for share', [typeId ?? null])
  const type = await typeWith(ctx, row?.code)
  if (!type) throw errors.badParameter({ field: 'typeId' }, 'typeId')
  return type
}

const send = async ({ ctx, headers, ids, input, body }: ActionCall<{ cmd: string; args?: string | null }>) => {
  const codes = await ctx.query<{ code: number }>(
    'select distinct type as code from devices_registry where device_id = any($1::bigint[])',
    [ids],
  )
  if (codes.length > 1) throw devicesErrors.oneType({}, 'ids')
  const order = await typedOrder(ctx, codes[0]?.code, input)
  const commands = ctx.platform.port(commandsPort)
  return commands.send(ctx, { ...order, deviceIds: ids }, commands.requestOf(ctx, headers, `${typedDevice.name}.send`, body))
}

const ENABLE = { enable: 't.activated' } as const
/** Adds the column `enable`: the calls of integrated devices give the activation by this name. */
const joinedFor = (type: DeviceTypeDefinition | undefined, fields: ResourceServer['resource']['fields']) => {
  const joined = joinedState(fields, type, 't.id')
  return { ...joined, fields: { ...joined.fields, ...ENABLE } }
}

const ID = /^[0-9]{1,19}$/
const variants = new WeakMap<DeviceTypeDefinition, ResourceServer>()
/** Returns the resource with the columns and filters of a product if the parameters limit the list to it. */
const variantOf = async (ctx: Ctx, query: Readonly<Record<string, unknown>>): Promise<ResourceServer | undefined> => {
  const typeId = query.typeId ?? query.typeId_equal
  const value = typeId ?? query.unitProductCode
  if (typeof value !== 'string' || value === '' || (typeId && !ID.test(value))) return undefined
  const type = await rowTypeBy(ctx, typeId ? 'id' : 'unitProductCode', value)
  if (!type) return undefined
  const known = variants.get(type)
  if (known) return known
  const { resource, implementation } = typedDeviceServer
  const { fields } = typedResource(type)
  const made = { resource: { ...resource, fields }, implementation: { ...implementation, joined: joinedFor(type, fields) } }
  variants.set(type, made)
  return made
}

export const typedDeviceServer: ResourceServer = onDevice(typedDevice, typeOfRow, {
  joined: joinedFor(undefined, typedDevice.fields),
  variant: variantOf,
  filters: {
    groupId: { sql: 't.id in (select m.device_id from devices_group_member m where m.group_id = $)', type: 'id' },
    unitProductCode: {
      sql: 't.type_id in (select y.id from devices_type y where y.unit_product_code = $ and not y.is_deleted)',
      type: 'text',
    },
  },
  beforeWrite: async ({ ctx, query, draft, old }) => {
    if (old && draft.typeId !== undefined && draft.typeId !== old.typeId) throw devicesErrors.typeFixed({}, 'typeId')
    const { address, gatewayId } = { ...old, ...draft }
    if (address && !gatewayId && !(await typeOfRow(ctx, query, { ...old, ...draft })).driver) throw devicesErrors.noDriver({}, 'address')
    return draft
  },
  actions: { send },
  returns: { send: BatchReturns },
})
