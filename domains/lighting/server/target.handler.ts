import { seesBatch } from '@lamplight/control/server'
import { exampleId } from '@lamplight/kit'
import { A, type Ctx, errors, grantedOnly, registryPort, route, type SupplySource, T, treeIds } from '@lamplight/server-kit'

const Id = T.Optional(T.String({ pattern: '^\\d{1,19}$' }))
const Places = T.Object({ areaId: Id, groupId: Id, streetId: Id, gatewayId: Id, postId: Id, batchId: Id, loopId: Id, switchboxId: Id })
/** For each kind of place the condition over `l` for its lamps (the place is `$1`), and the SQL of its name. */
const PLACES = {
  areaId: {
    lamps: `l.area_id in (${treeIds({ table: 'places_areas', from: { id: '$1' } })})`,
    name: 'select area_name as name from places_areas where id = $1 and not is_deleted',
  },
  groupId: {
    lamps: 'l.controller_id in (select device_id from devices_group_members where group_id = $1)',
    name: 'select group_name as name from devices_groups where id = $1 and not is_deleted',
  },
  streetId: {
    lamps: 'l.post_id in (select p.id from lighting_post p where p.tenant_id = l.tenant_id and p.street_id = $1 and not p.is_deleted)',
    name: 'select name, name_en as "nameEn" from lighting_street where id = $1 and not is_deleted',
  },
  gatewayId: {
    lamps: 'l.controller_id in (select c.id from lighting_controller c where c.gateway_id = $1 and not c.is_deleted)',
    name: "select coalesce(nullif(name, ''), sn) as name from devices_gateways where id = $1 and tenant_id = $2 and not is_deleted",
  },
  batchId: {
    lamps: 'l.controller_id in (select unnest(k.device_ids) from control_packs k where k.batch_id = $1)',
    name: 'select coalesce(target_text, \'\') as name, target_text_en as "nameEn" from control_batches where id = $1 and not is_deleted',
  },
  postId: { lamps: 'l.post_id = $1', name: 'select name from lighting_post where id = $1 and not is_deleted' },
} as const
type Place = SupplySource['places'][string]
interface Chosen extends Place {
  readonly kind: string
  readonly id: string
}

/** The place in the query: one of these, or of another slice (loops and switch boxes: `ServerSlice.supply`). */
const placeIn = (ctx: Ctx, query: Readonly<Partial<Record<string, string>>>): Chosen => {
  const supplied = ctx.platform.port(registryPort).slices.flatMap(({ supply }) => Object.entries(supply?.places ?? {}))
  const kinds: (readonly [string, Place])[] = [...Object.entries(PLACES), ...supplied.map(([kind, place]) => [`${kind}Id`, place] as const)]
  for (const [kind, place] of kinds) {
    const id = query[kind]
    if (id) return { ...place, kind, id }
  }
  throw errors.missingParameter({ field: 'areaId' }, 'areaId')
}
/** Device ids of a place's lamps, or lamp ids of those without a device; limited to the user's grants. */
const deviceIds = async (ctx: Ctx, { kind, id, lamps }: Chosen): Promise<string[]> => {
  if (kind === 'batchId' && !(ctx.user.permissions.has('commandrecord_view') && (await seesBatch(ctx, id)))) throw errors.notFound()
  const params: unknown[] = [id]
  const rows = await ctx.query<{ id: string }>(
    `select coalesce(l.controller_id, l.id) as id from lighting_lamp l where not l.is_deleted and ${lamps}${grantedOnly(ctx.user, params, { project: 'l.project_id', area: 'l.area_id' })}`,
    params,
  )
  return rows.map((row) => row.id)
}

/** Device ids of the lamps of an area (with its subareas), a group, a street, a gateway or a post. */
export const lampIdsOf = route({
  method: 'GET',
  path: '/api/blade-city/lamp/ids',
  summary: ['区域、分组、道路、网关或灯杆的设备', 'Device ids of an area, a group, a street, a gateway or a post'],
  example: { query: { areaId: exampleId('places.area') } },
  permission: 'lamp_view',
  query: Places,
  returns: A.list(A.id),
  handler: ({ ctx, query }) => deviceIds(ctx, placeIn(ctx, query)),
})

/** The same with the place's name, for selecting it on the map. Throws notFound if the user sees no lamp of the place. */
export const targetOf = route({
  method: 'GET',
  path: '/api/blade-city/lamp/target',
  summary: ['地图选中对象的名称与设备', 'Name and device ids of what is selected on the map'],
  example: { query: { groupId: exampleId('devices.group') } },
  permission: 'lamp_view',
  query: Places,
  returns: A.of({ name: A.text, nameEn: A.text, ids: A.list(A.id) }),
  handler: async ({ ctx, query }) => {
    const place = placeIn(ctx, query)
    const ids = await deviceIds(ctx, place)
    const [named] =
      ids.length === 0
        ? []
        : await ctx.query<{ name: string; nameEn?: string | null }>(
            place.name,
            place.kind === 'gatewayId' ? [place.id, ctx.tenantId] : [place.id],
          )
    if (!named) throw errors.notFound()
    return { name: named.name, nameEn: named.nameEn ?? '', ids }
  },
})
