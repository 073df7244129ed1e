import type { PlannedCabinet, PlannedLamp } from '@lamplight/inventory'
import { arrayOf, arraysOf, type DataAccess, insertMany, type Query } from '@lamplight/server-kit/data'
import { streetName } from '../../model/street-name.ts'
import { POST_COLUMNS } from '../store.handler.ts'
import { streetsFor } from '../street-store.ts'
import type { Change, ImportTarget, StoredBatch } from './import-batch.ts'
import { connectControllers, type Drivers, driversFor } from './import-drivers.ts'
import { getsCabinet, type LampValues, leastPower, sortOut, valuesOf, wantedOf } from './import-known.ts'
import { type Made, placesFor } from './import-places.ts'
import { postsThere, streetOf } from './import-posts.ts'

type Row = Parameters<typeof insertMany>[3][number]

/** Waits for statements that were sent together; throws the first error. */
const settled = async (queries: readonly Promise<unknown>[]): Promise<void> => {
  const failed = (await Promise.allSettled(queries)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

/** Finds the streets of these lamps and adds missing ones; returns a function from lamp to street id. */
const streetsOf = async (data: DataAccess, query: Query, target: ImportTarget, lamps: readonly PlannedLamp[]) => {
  const names = new Set(lamps.flatMap((lamp) => streetOf(lamp) ?? []))
  const ids = await streetsFor(
    data,
    query,
    target,
    [...names].map((name) => ({ name })),
  )
  return (lamp: PlannedLamp): string | null => ids.get(streetOf(lamp) ?? '') ?? null
}

/** Sets the street of existing posts without one, if a column of the file names it. */
const nameStreets = async (
  data: DataAccess,
  query: Query,
  target: ImportTarget,
  there: readonly (readonly [PlannedLamp, { id: string }])[],
) => {
  const named = there.filter(([lamp]) => streetName(lamp.street) !== null)
  if (named.length === 0) return
  const idOf = await streetsOf(
    data,
    query,
    target,
    named.map(([lamp]) => lamp),
  )
  await query(
    `update lighting_post p set street_id = s.street_id from unnest($1::bigint[], $2::bigint[]) s (lamp_id, street_id)
     join lighting_lamp l on l.id = s.lamp_id where p.id = l.post_id and p.street_id is null and not p.is_deleted`,
    arraysOf(
      named,
      ([, old]) => old.id,
      ([lamp]) => idOf(lamp),
    ),
  )
}

/** Finds the posts of these lamps by their key in the file, or returns the new posts to create. */
const postsFor = async (
  data: DataAccess,
  query: Query,
  target: ImportTarget,
  lamps: readonly PlannedLamp[],
  areaOf: (lamp: PlannedLamp) => string | null,
) => {
  const posts = await postsThere(query, target, lamps)
  const streets = await streetsOf(
    data,
    query,
    target,
    lamps.filter((lamp) => !posts.has(lamp.post)),
  )
  const rows: Row[] = []
  const made: string[] = []
  for (const lamp of lamps) {
    if (posts.has(lamp.post)) continue
    const id = data.newId()
    posts.set(lamp.post, id)
    made.push(id)
    rows.push([
      id,
      target.tenantId,
      lamp.postNumber ?? lamp.number ?? lamp.name,
      `LP${id}`,
      lamp.height,
      target.projectId,
      areaOf(lamp),
      lamp.lng,
      lamp.lat,
      lamp.post,
      streets(lamp),
    ])
  }
  return { posts, made, rows }
}

const ADD = `
  with src as (
    select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::bigint[], $7::bigint[], $8::bigint[], $9::float8[], $10::float8[],
        $11::text[], $12::boolean[], $13::bigint[], $14::text[], $15::float8[], $19::boolean[], $20::text[])
      as s (id, name, sn, lamp_type, power, controller_id, post_id, area_id, lng, lat, key, own, gateway_id, gateway_sn, min_power, two_way, number)),
  controllers as (
    insert into lighting_controller (id, tenant_id, sn, name, dev_type, activated, two_way, gateway_id, project_id, area_id, lng, lat,
      load_power, load_min_power, load_min_level, load_tolerance)
    select controller_id, $16, sn, name, 4, gateway_id is not null, two_way, gateway_id, $17, area_id, lng, lat,
      power, coalesce(min_power, power * 0.15), 10, greatest(3, power * 0.08) from src where own),
  registry as (
    insert into devices_registered (sn, device_id, tenant_id, gateway_id, gateway_sn, type, name, activated)
    select sn, controller_id, $16, gateway_id, coalesce(gateway_sn, ''), 4, name, gateway_id is not null from src where own),
  members as (
    insert into devices_group_members (group_id, device_id, tenant_id)
    select distinct $18::bigint, controller_id, $16 from src where $18::bigint is not null on conflict do nothing)
  insert into lighting_lamp (id, tenant_id, name, sn, kind, lamp_type, power, min_level, min_power, controller_id, post_id, project_id, area_id, lng, lat, import_key)
  select id, $16, name, coalesce(number, 'LL' || id), 1, lamp_type, power, 10, min_power, controller_id, post_id, $17, area_id, lng, lat, key from src`

/**
 * New controllers are inserted with the load of their first lamp; a trigger recomputes only those with more lamps and those that existed before.
 */
const LOADS_WRITTEN = "select set_config('lighting.loads_written', $1, true)"

/**
 * Inserts new lamps with posts, controllers and registry entries. The statements are sent together, so that
 * the database runs one while the next is built.
 */
const addLamps = async (
  data: DataAccess,
  query: Query,
  target: ImportTarget,
  lamps: readonly PlannedLamp[],
  made: Made,
  drivers: Drivers,
) => {
  if (lamps.length === 0) return { lamps: [], posts: [], controllers: [] }
  const areaOf = (lamp: PlannedLamp): string | null => (lamp.district && made.areas.get(lamp.district)) || target.areaId
  const posts = await postsFor(data, query, target, lamps, areaOf)
  const queries: Promise<unknown>[] = [insertMany(query, 'lighting_post', POST_COLUMNS, posts.rows)]
  const heads = new Map<string, number>()
  const added = lamps.map((lamp) => {
    const driver = drivers.bySn.get(lamp.controllerSn ?? '')
    const controllerId = driver?.id ?? data.newId()
    const before = heads.get(controllerId) ?? (driver && !driver.fresh ? 1 : 0)
    heads.set(controllerId, before + 1)
    const gateway = lamp.cabinet ? made.gateways.get(lamp.cabinet) : undefined
    return { id: data.newId(), lamp, controllerId, isOwn: before === 0, sn: driver?.sn ?? `LC${controllerId}`, gateway }
  })
  const shared = [...heads].flatMap(([id, count]) => (count > 1 ? [id] : []))
  queries.push(
    query(LOADS_WRITTEN, ['on']),
    query(ADD, [
      ...arraysOf(
        added,
        ({ id }) => id,
        ({ lamp }) => lamp.name,
        ({ sn }) => sn,
        ({ lamp }) => lamp.lampType,
        ({ lamp }) => lamp.power,
        ({ controllerId }) => controllerId,
        ({ lamp }) => posts.posts.get(lamp.post),
        ({ lamp }) => areaOf(lamp),
        ({ lamp }) => lamp.lng,
        ({ lamp }) => lamp.lat,
        ({ lamp }) => lamp.key,
        ({ isOwn }) => isOwn,
        ({ gateway }) => gateway?.id,
        ({ gateway }) => gateway?.sn,
        ({ lamp }) => leastPower(lamp.power),
      ),
      target.tenantId,
      target.projectId,
      target.groupId,
      arrayOf(added.map(({ controllerId }) => (heads.get(controllerId) ?? 0) > 1)),
      arrayOf(added.map(({ lamp }) => lamp.number)),
    ]),
    query(LOADS_WRITTEN, ['']),
  )
  if (shared.length > 0) queries.push(query('select lighting_load($1)', [shared]))
  await settled(queries)
  return {
    lamps: added.map(({ id }) => id),
    posts: posts.made,
    controllers: added.flatMap(({ isOwn, controllerId }) => (isOwn ? [controllerId] : [])),
  }
}

/** Writes the columns that an import may change, with the time of the change: now, or the given former time. */
export const updateLamps = (query: Query, rows: readonly (LampValues & { id: string; update_time: string | null })[]): Promise<unknown> =>
  rows.length === 0
    ? Promise.resolve()
    : query(
        `update lighting_lamp t set sn = coalesce(c.sn, t.sn), name = c.name, power = c.power, min_power = c.min_power, lamp_type = c.lamp_type, lng = c.lng, lat = c.lat, area_id = c.area_id,
           update_time = coalesce(c.update_time, now())
         from unnest($1::bigint[], $2::text[], $3::float8[], $4::float8[], $5::text[], $6::float8[], $7::float8[], $8::bigint[], $9::timestamptz[], $10::text[])
           as c (id, name, power, min_power, lamp_type, lng, lat, area_id, update_time, sn) where t.id = c.id`,
        (['id', 'name', 'power', 'min_power', 'lamp_type', 'lng', 'lat', 'area_id', 'update_time', 'sn'] as const).map((name) =>
          rows.map((row) => row[name]),
        ),
      )

/**
 * Stores a batch of planned lamps and cabinets in a project, in the caller's transaction: new ones with post, controller and the gateway of
 * their cabinet; existing ones (same key) only if something differs. Repeating a batch changes nothing.
 */
export const storeLamps = async (
  data: DataAccess,
  query: Query,
  target: ImportTarget,
  lamps: readonly PlannedLamp[],
  cabinets: readonly PlannedCabinet[],
): Promise<StoredBatch> => {
  const sorted = await sortOut(query, target, lamps)
  const drivers = await driversFor(data, query, target, sorted.fresh)
  const fresh = sorted.fresh.filter((lamp) => !drivers.unfit.has(lamp.row))
  const feeding = sorted.there.filter(([lamp, old]) => getsCabinet(lamp, old))
  const made = await placesFor(data, query, target, [...fresh, ...sorted.there.map(([lamp]) => lamp)], cabinets)
  const added = await addLamps(data, query, target, fresh, made, drivers)
  await nameStreets(data, query, target, sorted.there)
  const wanted = sorted.there.flatMap(([lamp, old]) => {
    const values = wantedOf(lamp, old, (lamp.district && made.areas.get(lamp.district)) || null)
    return values ? [{ id: old.id, old, values }] : []
  })
  await updateLamps(
    query,
    wanted.map(({ id, values }) => ({ id, ...values, update_time: null })),
  )
  const connected = await connectControllers(query, [
    ...feeding.map(([lamp, old]) => ({ id: old.controller_id as string, gateway: made.gateways.get(lamp.cabinet as string) })),
    ...drivers.adopted(fresh, made),
  ])
  const changes: Change[] = wanted.map(({ id, old, values }) => ({
    table: 'lamp',
    id,
    before: { ...valuesOf(old), update_time: old.update_time },
    after: { ...values },
  }))
  const touched = new Set([...wanted.map(({ id }) => id), ...feeding.map(([, old]) => old.id)])
  return {
    added: fresh.length,
    changed: touched.size,
    unchanged: sorted.there.length - touched.size,
    lamps: added.lamps,
    controllers: added.controllers,
    posts: added.posts,
    cabinets: made.newCabinets,
    areas: made.newAreas,
    changes: [...changes, ...connected],
    unfit: [...sorted.unfit, ...[...drivers.unfit].map(([row, reason]) => ({ row, reason }))],
  }
}
