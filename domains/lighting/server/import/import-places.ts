import { placeGateways, type StoredGateway, setChildren, storeGateways } from '@lamplight/devices/stored'
import type { PlannedCabinet } from '@lamplight/inventory'
import { type StoredArea, storeAreas } from '@lamplight/places/stored'
import type { DataAccess, Query } from '@lamplight/server-kit/data'
import type { ImportTarget } from './import-batch.ts'

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

/** Returns areas by name. A user limited to some areas finds only those and creates none: other rows go to the selected area. */
const areasFor = async (data: DataAccess, query: Query, target: ImportTarget, rows: readonly Placed[]) => {
  const names = [...new Set(rows.flatMap((row) => (row.district ? [row.district] : [])))]
  const ids = new Map<string, string>()
  if (names.length === 0) return { ids, made: [] }
  const known = await query<{ id: string; area_name: string }>(
    `select id, area_name from places_areas where area_name = any($1) and not is_deleted and ($2::bigint[] is null or id = any($2)) order by id desc`,
    [names, target.areaIds],
  )
  for (const row of known) ids.set(row.area_name, row.id)
  const fresh = target.areaIds ? [] : names.filter((name) => !ids.has(name))
  if (fresh.length === 0) return { ids, made: [] }
  const [above] = target.areaId
    ? await query<{ area_full_name: string | null }>('select area_full_name from places_areas where id = $1', [target.areaId])
    : []
  const path = above?.area_full_name ? `${above.area_full_name}/` : ''
  for (const name of fresh) ids.set(name, data.newId())
  const added = fresh.map((name, at): StoredArea => {
    const { tenantId, areaId: parentId } = target
    return { id: ids.get(name) ?? '', tenantId, name, fullName: `${path}${name}`, parentId, sort: at + 1 }
  })
  await storeAreas(query, added)
  return { ids, made: fresh.map((name) => ids.get(name) as string) }
}

/**
 * Returns the gateways of cabinets, by name or serial number within the project; creates missing ones. A gateway's place is that of the
 * cabinet's row, or is computed at the end of the import.
 */
const gatewaysFor = async (
  data: DataAccess,
  query: Query,
  target: ImportTarget,
  rows: readonly Placed[],
  cabinets: readonly PlannedCabinet[],
  areas: ReadonlyMap<string, string>,
) => {
  const own = new Map(cabinets.map((cabinet) => [cabinet.name, cabinet]))
  const named = new Set([...own.keys(), ...rows.flatMap((row) => (row.cabinet ? [row.cabinet] : []))])
  const gateways = new Map<string, { id: string; sn: string }>()
  if (named.size === 0) return { gateways, made: [] }
  const names = [...named]
  const known = await query<{ id: string; sn: string; name: string }>(
    'select id, sn, name from devices_gateways where project_id = $1 and (name = any($2) or sn = any($2)) and tenant_id = $3 and not is_deleted order by id desc',
    [target.projectId, names, target.tenantId],
  )
  for (const { id, sn, name } of known) for (const called of [name, sn]) if (named.has(called)) gateways.set(called, { id, sn })
  const made: StoredGateway[] = []
  for (const cabinet of names) {
    if (gateways.has(cabinet)) continue
    const id = data.newId()
    const gateway = { id, sn: `GW${id}` }
    gateways.set(cabinet, gateway)
    const row = own.get(cabinet)
    const areaId = (row?.district && areas.get(row.district)) || target.areaId
    const { tenantId, projectId } = target
    made.push({ id, tenantId, sn: gateway.sn, name: cabinet, children: 0, projectId, areaId, lng: row?.lng ?? null, lat: row?.lat ?? null })
  }
  // Lamps of earlier batches may have named a cabinet before its own row was read.
  const placed = cabinets.flatMap(({ name, lng, lat }) => (lng === null || lat === null ? [] : [{ id: gateways.get(name)?.id, lng, lat }]))
  await placeGateways(query, placed)
  await storeGateways(query, made)
  return { gateways, made: made.map(({ id }) => id) }
}

/** Returns the areas and cabinets named by these rows or described by their own rows; creates missing ones. */
export const placesFor = async (
  data: DataAccess,
  query: Query,
  target: ImportTarget,
  rows: readonly Placed[],
  cabinets: readonly PlannedCabinet[] = [],
): Promise<Made> => {
  const areas = await areasFor(data, query, target, [...rows, ...cabinets.map((cabinet) => ({ ...cabinet, cabinet: cabinet.name }))])
  const { gateways, made } = await gatewaysFor(data, query, target, rows, cabinets, areas.ids)
  return { areas: areas.ids, gateways, newAreas: areas.made, newCabinets: made }
}

/** Recounts the devices of a project's gateways. */
export const countChildren = async (query: Query, projectId: string): Promise<void> => {
  const counts = await query<{ id: string; children: number }>(
    `select g.id::text as id, count(c.id)::int as children from devices_gateways g left join lighting_controller c on c.gateway_id = g.id and not c.is_deleted
     where g.project_id = $1 and not g.is_deleted group by g.id`,
    [projectId],
  )
  await setChildren(query, counts)
}
