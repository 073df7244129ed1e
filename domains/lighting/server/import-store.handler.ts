import type { Platform, Query } from '@lamplight/server-kit'
import type { PlannedLamp } from './import-plan.handler.ts'
import { CONTROLLER_COLUMNS, GATEWAY_COLUMNS, insertMany, LAMP_COLUMNS, POST_COLUMNS, REGISTRY_COLUMNS } from './store.handler.ts'

export interface ImportPlace {
  readonly tenantId: string
  readonly projectId: string
  readonly areaId: string | null
  readonly groupId: string | null
}
export interface ImportCounts {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly cabinets: number
  readonly areas: number
}
interface Known {
  id: string
  import_key: string
  name: string
  power: number | null
  lamp_type: string | null
  lng: number
  lat: number
}
type Row = readonly unknown[]

const EARTH = 6_371_008.8
/** Metres between two near places. */
const metres = (a: { lng: number; lat: number }, b: { lng: number; lat: number }): number => {
  const rad = Math.PI / 180
  return EARTH * Math.hypot((a.lat - b.lat) * rad, (a.lng - b.lng) * rad * Math.cos(a.lat * rad))
}
/** Another projection of the same survey may differ by this much; it is the same place. */
const SAME_PLACE_M = 1

const differs = (lamp: PlannedLamp, known: Known): boolean =>
  known.name !== lamp.name || known.power !== lamp.power || known.lamp_type !== lamp.lampType || metres(lamp, known) > SAME_PLACE_M

const areasFor = async (
  platform: Platform,
  query: Query,
  place: ImportPlace,
  lamps: readonly PlannedLamp[],
): Promise<{ ids: Map<string, string>; added: number }> => {
  const names = [...new Set(lamps.flatMap((lamp) => (lamp.district ? [lamp.district] : [])))]
  const known = await query<{ id: string; area_name: string }>(
    'select id, area_name from places_area where area_name = any($1) and not is_deleted',
    [names],
  )
  const ids = new Map(known.map((row) => [row.area_name, row.id]))
  const fresh = names.filter((name) => !ids.has(name))
  for (const name of fresh) ids.set(name, platform.newId())
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
    fresh.map((name, at) => [ids.get(name), place.tenantId, name, name, place.areaId, at + 1]),
  )
  return { ids, added: fresh.length }
}

const gatewaysFor = async (platform: Platform, query: Query, place: ImportPlace, lamps: readonly PlannedLamp[]) => {
  const byCabinet = Map.groupBy(
    lamps.filter((lamp) => lamp.cabinet),
    (lamp) => lamp.cabinet as string,
  )
  const known = await query<{ id: string; sn: string; name: string }>(
    'select id, sn, name from devices_gateway where project_id = $1 and name = any($2) and not is_deleted',
    [place.projectId, [...byCabinet.keys()]],
  )
  const gateways = new Map(known.map(({ id, sn, name }) => [name, { id, sn }]))
  const rows: Row[] = []
  for (const [cabinet, members] of byCabinet) {
    if (gateways.has(cabinet)) continue
    const id = platform.newId()
    const gateway = { id, sn: `GW${id}` }
    gateways.set(cabinet, gateway)
    const mean = (axis: 'lng' | 'lat'): number => members.reduce((sum, lamp) => sum + lamp[axis], 0) / members.length
    rows.push([id, place.tenantId, gateway.sn, cabinet, 1, false, 0, place.projectId, place.areaId, mean('lng'), mean('lat')])
  }
  await insertMany(query, 'devices_gateway', GATEWAY_COLUMNS, rows)
  return { gateways, added: rows.length }
}

const addLamps = async (
  platform: Platform,
  query: Query,
  place: ImportPlace,
  lamps: readonly PlannedLamp[],
): Promise<{ cabinets: number; areas: number }> => {
  const areas = await areasFor(platform, query, place, lamps)
  const { gateways, added } = await gatewaysFor(platform, query, place, lamps)
  const posts = new Map<string, { id: string; row: Row }>()
  const controllers: Row[] = []
  const registry: Row[] = []
  const members: Row[] = []
  const rows = lamps.map((lamp): Row => {
    const areaId = (lamp.district ? areas.ids.get(lamp.district) : null) ?? place.areaId
    const spot = `${lamp.lng.toFixed(6)},${lamp.lat.toFixed(6)}`
    const postId = posts.get(spot)?.id ?? platform.newId()
    if (!posts.has(spot))
      posts.set(spot, {
        id: postId,
        row: [postId, place.tenantId, lamp.number, `LP${postId}`, lamp.height, place.projectId, areaId, lamp.lng, lamp.lat, lamp.key],
      })
    const deviceId = platform.newId()
    const sn = lamp.controllerSn ?? `LC${deviceId}`
    const gateway = lamp.cabinet ? gateways.get(lamp.cabinet) : undefined
    // Without a gateway nothing can reach it: it stays not activated until somebody says which cabinet feeds it.
    const activated = gateway !== undefined
    controllers.push([
      deviceId,
      place.tenantId,
      sn,
      lamp.name,
      4,
      activated,
      false,
      gateway?.id ?? null,
      place.projectId,
      areaId,
      lamp.lng,
      lamp.lat,
    ])
    registry.push([sn, deviceId, place.tenantId, gateway?.id ?? null, gateway?.sn ?? '', 4, lamp.name, activated])
    if (place.groupId) members.push([place.groupId, deviceId, place.tenantId])
    const id = platform.newId()
    return [
      id,
      place.tenantId,
      lamp.name,
      `L${id}`,
      1,
      lamp.lampType,
      lamp.power,
      10,
      lamp.power === null ? null : Math.round(lamp.power * 15) / 100,
      deviceId,
      postId,
      place.projectId,
      areaId,
      lamp.lng,
      lamp.lat,
      lamp.key,
    ]
  })
  await insertMany(
    query,
    'lighting_post',
    POST_COLUMNS,
    [...posts.values()].map((post) => post.row),
  )
  await insertMany(query, 'lighting_controller', CONTROLLER_COLUMNS, controllers)
  await insertMany(query, 'lighting_lamp', LAMP_COLUMNS, rows)
  await insertMany(query, 'devices_registry', REGISTRY_COLUMNS, registry)
  await insertMany(
    query,
    'devices_group_member',
    [
      ['group_id', 'bigint'],
      ['device_id', 'bigint'],
      ['tenant_id', 'text'],
    ],
    members,
  )
  await query(
    `update devices_gateway g set children = n.n from (select gateway_id, count(*)::int as n from lighting_controller where project_id = $1 and not is_deleted group by gateway_id) n
     where g.id = n.gateway_id and g.children <> n.n`,
    [place.projectId],
  )
  return { cabinets: added, areas: areas.added }
}

/**
 * Brings planned lamps into a project in the caller's transaction: new ones with post, controller and the gateway of their cabinet; known ones
 * (same key) only where something differs. Running it again changes nothing.
 */
export const storeImport = async (
  platform: Platform,
  query: Query,
  place: ImportPlace,
  lamps: readonly PlannedLamp[],
): Promise<ImportCounts> => {
  const rows = await query<Known>(
    'select id, import_key, name, power, lamp_type, lng, lat from lighting_lamp where project_id = $1 and import_key is not null and not is_deleted',
    [place.projectId],
  )
  const known = new Map(rows.map((row) => [row.import_key, row]))
  const fresh = lamps.filter((lamp) => !known.has(lamp.key))
  const changed = lamps.filter((lamp) => {
    const old = known.get(lamp.key)
    return old !== undefined && differs(lamp, old)
  })
  const made = await addLamps(platform, query, place, fresh)
  if (changed.length > 0)
    await query(
      `update lighting_lamp t set name = c.name, power = c.power, lamp_type = c.lamp_type, lng = c.lng, lat = c.lat, update_time = now()
       from unnest($1::bigint[], $2::text[], $3::float8[], $4::text[], $5::float8[], $6::float8[]) as c(id, name, power, lamp_type, lng, lat) where t.id = c.id`,
      [
        changed.map((lamp) => known.get(lamp.key)?.id),
        changed.map((lamp) => lamp.name),
        changed.map((lamp) => lamp.power),
        changed.map((lamp) => lamp.lampType),
        changed.map((lamp) => lamp.lng),
        changed.map((lamp) => lamp.lat),
      ],
    )
  return { added: fresh.length, changed: changed.length, unchanged: lamps.length - fresh.length - changed.length, ...made }
}
