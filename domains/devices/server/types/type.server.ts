import { pick } from '@lamplight/kit'
import { NO_JSON, typeFrom, writtenOf } from '@lamplight/protocol'
import { errors, onServer, type Query, registryPort } from '@lamplight/server-kit'
import { TYPE_CHANGED, TYPES_REMOVED } from '../../model/events.ts'
import { devicesErrors, deviceType, FIRST_ROW_TYPE, typedDevice } from '../../model/index.ts'
import { lockProducts } from './lock-type.ts'

/** Maximum number of types per tenant, including removed ones: there are 22,768 codes for all tenants. */
const TYPES_AT_MOST = 500

/** Returns a code for a new type; a refused request uses no code. */
const nextCode = async (query: Query, unitProductCode: string): Promise<number> => {
  const [own] = await query<{ n: number; taken: boolean }>(
    'select count(*)::int as n, coalesce(bool_or(unit_product_code = $1 and not is_deleted), false) as taken from devices_type',
    [unitProductCode],
  )
  if (own?.taken) throw errors.taken({}, 'unitProductCode')
  if (own && own.n >= TYPES_AT_MOST) throw devicesErrors.typesFull({ n: TYPES_AT_MOST })
  const [next] = await query<{ code: number }>(`select nextval('devices_type_code')::int as code`)
  return next?.code ?? FIRST_ROW_TYPE
}

/** Device types stored as rows. The server checks the descriptor and assigns slots and code, which never change. */
export const typeServer = onServer(deviceType, {
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const names = { ...old, ...draft }
    const name = String(names.unitProductCode ?? '')
    const identity = {
      name,
      code: old?.code ?? FIRST_ROW_TYPE,
      label: [String(names.name ?? ''), String(names.nameEn || names.name)] as const,
    }
    // Another change may have been stored since `old` was read: slots follow from the locked row.
    const stored = old && (await lockProducts(query, [old.id])).get(old.id)
    if (old && !stored) throw errors.notFound()
    const before = stored ? typeFrom(stored, identity) : undefined
    const type = typeFrom(String(names.descriptor ?? ''), identity, typeof before === 'string' ? undefined : before)
    if (type === NO_JSON) throw devicesErrors.notJson({}, 'descriptor')
    if (typeof type === 'string') throw devicesErrors.badType({ why: type }, 'descriptor')
    if (typeof before === 'object' && before.driver && type.driver !== before.driver) throw devicesErrors.driverFixed({}, 'descriptor')
    const drivers = ctx.platform.port(registryPort).slices.flatMap((slice) => slice.drivers ?? [])
    if (type.driver && !drivers.some((driver) => driver.name === type.driver))
      throw devicesErrors.badType({ why: `.driver ${type.driver} is no driver of this platform` }, 'descriptor')
    return { ...draft, code: old?.code ?? (await nextCode(query, name)), descriptor: JSON.stringify(writtenOf(type)) }
  },
  afterWrite: async ({ ctx, row }) => ctx.emit(TYPE_CHANGED, row.code ?? 0),
  beforeRemove: async ({ ctx, query, rows }) => {
    await lockProducts(
      query,
      rows.map(({ id }) => id),
    )
    // The user may not be allowed to see the device, so the error does not contain its serial number.
    const [used] = await query('select 1 from devices_registry where type = any($1::int[]) limit 1', [rows.map(({ code }) => code)])
    if (used) throw errors.inUse({ by: pick(typedDevice.label, ctx.lang) }, 'ids')
    ctx.emit(
      TYPES_REMOVED,
      rows.map(({ id }) => id),
    )
  },
})
