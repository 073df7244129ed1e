import { conditionsOf, type DeviceTypeDefinition, exampleId } from '@lamplight/kit'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import { A, type Ctx, errors, route, T } from '@lamplight/server-kit'
import { FIRST_ROW_TYPE, gatewayType } from '../../model/index.ts'
import { deviceTypesPort } from '../../model/ports.ts'
import { maySeeType } from '../device-sight.ts'
import { refuseBlind } from '../seen-device.ts'

/** Returns the type with this code: one that a slice declares, or a product of the user's tenant. */
const typeSeen = async (ctx: Ctx, code: number): Promise<DeviceTypeDefinition | undefined> => {
  const types = ctx.platform.port(deviceTypesPort)
  if (code < FIRST_ROW_TYPE) return types.typeOf(code)
  const [row] = await ctx.query('select 1 from devices_type where code = $1 and not is_deleted', [code])
  if (!row) return undefined
  await types.need([code])
  return types.typeOf(code)
}

const Condition = A.of({
  property: A.text,
  label: A.list(A.text),
  operators: A.list(A.text),
  unit: A.maybe(A.text),
  min: A.maybe(A.number),
  max: A.maybe(A.number),
  decimals: A.maybe(A.int),
  values: A.maybe(A.open),
  words: A.maybe(A.open),
})

/** Answers the conditions that a rule can have for devices of a type, also of a product: comparisons of its properties, and its events. */
export const conditionsRoute = route({
  method: 'GET',
  path: '/api/blade-device/device/conditions',
  summary: ['设备类型可用的条件', 'Conditions that a device type offers'],
  example: { query: { devType: gatewayType.code } },
  // The right to see any devices; for a product, that to see the devices of products.
  permission: 'signed-in',
  refuses: refuseBlind,
  query: T.Object({ devType: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
  returns: A.of({ properties: A.list(Condition), events: A.list(A.of({ event: A.text, label: A.list(A.text) })) }),
  handler: async ({ ctx, query }) => {
    if (query.devType >= FIRST_ROW_TYPE && !maySeeType(ctx, query.devType)) throw errors.noRight()
    const type = await typeSeen(ctx, query.devType)
    if (!type) throw errors.badParameter({ field: 'devType' }, 'devType')
    const events = type.events.filter(isEventType).map((event) => ({ event, label: EVENT_TYPES[event] }))
    return { properties: conditionsOf(type), events }
  },
})

/** The type of integrated devices, with input fields as `{kind, options}`. Everybody who may see the devices may read their properties and commands. */
export const typedTypeRoute = route({
  method: 'GET',
  path: '/api/blade-device/typed/type',
  summary: ['综合设备的单元产品', 'Type of integrated devices'],
  example: { query: { typeId: exampleId('devices.type') } },
  permission: 'typed_device_view',
  query: T.Object({ typeId: T.String({ pattern: '^[0-9]{1,19}$' }) }),
  returns: A.of({
    name: A.text,
    code: A.int,
    label: A.list(A.text),
    properties: A.open,
    commands: A.open,
    events: A.list(A.text),
    driver: A.maybe(A.text),
  }),
  handler: async ({ ctx, query }) => {
    const [row] = await ctx.query<{ code: number }>('select code from devices_type where id = $1 and code is not null', [query.typeId])
    const types = ctx.platform.port(deviceTypesPort)
    if (row) await types.need([row.code])
    const type = row && types.typeOf(row.code)
    if (!type) throw errors.notFound()
    return type
  },
})
