import type { Cell, DataAccess, Query } from '@lamplight/server-kit/data'
import type { ImportTarget } from './import-batch.ts'
import { GATEWAY_COLUMNS, insertMany } from './store.handler.ts'

interface Placed {
  readonly lng: number | null
  readonly lat: number | null
  readonly cabinet: string | null
  readonly district: string | null
}
export interface Made {
  readonly areas: ReadonlyMap<string, string>
  readonly gateways: ReadonlyMap<string, { readonly id: string; readonly sn: string }>
  readonly newAreas: readonly string[]
  readonly newCabinets: readonly string[]
}

/** Areas by their names. Who is cut to some areas finds those alone and makes none: such rows go to the area that was chosen. */
const areasFor = async (data: DataAccess, query: Query, target: ImportTarget, rows: readonly Placed[]) => {
  const names = [...new Set(rows.flatMap((row) => (row.district ? [row.district] : [])))]
  const ids = new Map<string, string>()
  if (names.length === 0) return { ids, made: [] }
  const known = await query<{ id: string; area_name: string }>(
    `select id, area_name from places_area where area_name = any($1) and not is_deleted and ($2::bigint[] is null or id = any($2)) order by id desc`,
    [names, target.areaIds],
  )
  for (const row of known) ids.set(row.area_name, row.id)
  const fresh = target.areaIds ? [] : names.filter((name) => !ids.has(name))
  if (fresh.length === 0) return { ids, made: [] }
  const [above] = target.areaId
    ? await query<{ area_full_name: string | null }>('select area_full_name from places_area where id = $1', [target.areaId])
    : []
  const path = above?.area_full_name ? `${above.area_full_name}/` : ''
  for (const name of fresh) ids.set(name, data.newId())
  await insertMany(
    query,
    'places_area',
    [
      ['id', 'bigint'],
      ['tenant_id', 'text'],
      ['area_name', 'text'],
      ['area_full_name', 'text'],
      ['parent_id', 'bigint'],
      ['sort', 'int'],
    ],
    fresh.map((name, at) => [ids.get(name), target.tenantId, name, `${path}${name}`, target.areaId, at + 1]),
  )
  return { ids, made: fresh.map((name) => ids.get(name) as string) }
}

const meanOf = (rows: readonly Placed[], axis: 'lng' | 'lat'): number | null => {
  const values = rows.flatMap((row) => row[axis] ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The gateways of cabinets by name or serial number within the project; a cabinet that is new gets one, in the middle of its lamps. */
const gatewaysFor = async (data: DataAccess, query: Query, target: ImportTarget, rows: readonly Placed[]) => {
  const byCabinet = Map.groupBy(
    rows.filter((row) => row.cabinet),
    (row) => row.cabinet as string,
  )
  const gateways = new Map<string, { id: string; sn: string }>()
  if (byCabinet.size === 0) return { gateways, made: [] }
  const names = [...byCabinet.keys()]
  const known = await query<{ id: string; sn: string; name: string }>(
    'select id, sn, name from devices_gateway where project_id = $1 and (name = any($2) or sn = any($2)) and tenant_id = $3 and not is_deleted order by id desc',
    [target.projectId, names, target.tenantId],
  )
  for (const { id, sn, name } of known) for (const called of [name, sn]) if (byCabinet.has(called)) gateways.set(called, { id, sn })
  const made: (readonly Cell[])[] = []
  for (const [cabinet, members] of byCabinet) {
    if (gateways.has(cabinet)) continue
    const id = data.newId()
    const gateway = { id, sn: `GW${id}` }
    gateways.set(cabinet, gateway)
    made.push([
      ...[id, target.tenantId, gateway.sn, cabinet, 1, false, 0, target.projectId, target.areaId],
      ...[meanOf(members, 'lng'), meanOf(members, 'lat')],
    ])
  }
  await insertMany(query, 'devices_gateway', GATEWAY_COLUMNS, made)
  return { gateways, made: made.map((row) => String(row[0])) }
}

/** The areas and cabinets that these rows name, made where they are missing. */
export const placesFor = async (data: DataAccess, query: Query, target: ImportTarget, rows: readonly Placed[]): Promise<Made> => {
  const areas = await areasFor(data, query, target, rows)
  const { gateways, made } = await gatewaysFor(data, query, target, rows)
  return { areas: areas.ids, gateways, newAreas: areas.made, newCabinets: made }
}

/** How many devices hang behind the gateways of a project, counted anew. */
export const countChildren = (query: Query, projectId: string): Promise<unknown> =>
  query(
    `update devices_gateway g set children = n.n
     from (select g.id, count(c.id)::int as n from devices_gateway g left join lighting_controller c on c.gateway_id = g.id and not c.is_deleted
           where g.project_id = $1 and not g.is_deleted group by g.id) n
     where g.id = n.id and g.children is distinct from n.n`,
    [projectId],
  )
