import { gatewaysPort } from '@lamplight/devices/model'
import { removeRegistered, removeUnusedGateways } from '@lamplight/devices/stored'
import { removeUnusedAreas } from '@lamplight/places/stored'
import { A, type AnswerOf, type JobRun, type Platform, type Query } from '@lamplight/server-kit'
import type { Change } from './import-batch.ts'
import { setGateways } from './import-drivers.ts'
import type { LampValues } from './import-known.ts'
import { countChildren } from './import-places.ts'
import { updateLamps } from './import-store.ts'

/** Counts of an undo, before or after it. */
export const UndoReturns = A.of({
  lamps: A.int,
  controllers: A.int,
  posts: A.int,
  cabinets: A.int,
  areas: A.int,
  /** Number of rows restored to their former values. */
  restored: A.int,
  /** Number of rows created by the import and edited, moved or activated since: they stay. */
  edited: A.int,
  /** Number of rows created by the import that have received commands since: they stay. */
  commanded: A.int,
  /** Number of rows changed by the import and again since: they stay as they are. */
  notRestored: A.int,
})
export type UndoFigures = AnswerOf<typeof UndoReturns>
interface Batch {
  readonly lamps: string[]
  readonly controllers: string[]
  readonly posts: string[]
  readonly changes: Change[]
}
type BatchFigures = Omit<UndoFigures, 'cabinets' | 'areas'>

/** Devices of this import that have received a command since. */
const commandedOf = async (query: Query, importId: string): Promise<string[]> =>
  (
    await query<{ id: string }>(
      `with made as (select unnest(controllers) as id, import_id from lighting_import_batch where import_id = $1)
       select distinct i.device_id as id from control_ledger i join made m on m.id = i.device_id
       where i.batch_id in (select b.id from control_batches b join lighting_import n on n.id = $1 and b.tenant_id = n.tenant_id and b.create_time >= n.create_time)`,
      [importId],
    )
  ).map(({ id }) => id)

const STATE_OF_LAMPS = `
  select l.id, l.controller_id, l.controller_id = any($2) as commanded,
    l.update_time <> l.create_time or (c.id = any($3) and c.update_time <> c.create_time) as edited
  from lighting_lamp l left join lighting_controller c on c.id = l.controller_id where l.id = any($1) and not l.is_deleted`

/** Counts what an undo would do, before the user confirms it. */
export const undoEffects = async (query: Query, importId: string): Promise<UndoFigures> => {
  const commanded = await commandedOf(query, importId)
  const [made] = await query<{ lamps: string[]; controllers: string[]; restored: number; places: number }>(
    `select coalesce((select array_agg(x) from lighting_import_batch b, unnest(b.lamps) x where b.import_id = $1 and b.undone is null), '{}') as lamps,
       coalesce((select array_agg(x) from lighting_import_batch b, unnest(b.controllers) x where b.import_id = $1 and b.undone is null), '{}') as controllers,
       coalesce((select sum(jsonb_array_length(b.changes)) from lighting_import_batch b where b.import_id = $1 and b.undone is null), 0)::int as restored`,
    [importId],
  )
  const { lamps = [], controllers = [], restored = 0 } = made ?? {}
  const [figures] = await query<UndoFigures>(
    `with state as (${STATE_OF_LAMPS}),
       going as (select id, controller_id from state where not edited and not coalesce(commanded, false)),
       leaving as (select c.id, c.gateway_id from lighting_controller c where c.id = any($3) and not c.is_deleted and c.update_time = c.create_time
         and not (c.id = any($2)) and not exists (select from lighting_lamp l where l.controller_id = c.id and not l.is_deleted and l.id not in (select id from going)))
     select (select count(*) from going)::int as lamps, (select count(*) from leaving)::int as controllers,
       (select count(*) from state where coalesce(commanded, false))::int as commanded,
       (select count(*) from state where edited and not coalesce(commanded, false))::int as edited,
       (select count(*) from lighting_post p where p.id in (select unnest(posts) from lighting_import_batch where import_id = $4 and undone is null)
          and not p.is_deleted and p.update_time = p.create_time
          and not exists (select from lighting_lamp l where l.post_id = p.id and not l.is_deleted and l.id not in (select id from going)))::int as posts,
       (select count(*) from devices_gateways g where g.id in (select unnest(cabinets) from lighting_import_batch where import_id = $4) and not g.is_deleted
          and g.update_time = g.create_time
          and not exists (select from lighting_controller c where c.gateway_id = g.id and not c.is_deleted and c.id not in (select id from leaving)))::int as cabinets,
       (select coalesce(sum(cardinality(areas)), 0) from lighting_import_batch where import_id = $4)::int as areas`,
    [lamps, commanded, controllers, importId],
  )
  return { ...(figures as UndoFigures), restored, notRestored: 0 }
}

interface LampNow extends LampValues {
  id: string
}
interface ControllerNow {
  id: string
  gateway_id: string | null
  activated: boolean
}
const same = (now: object | undefined, after: Change['after']): boolean =>
  now !== undefined && Object.entries(after).every(([name, value]) => (now as Record<string, unknown>)[name] === value)

/** Returns the former lamp numbers that are free: a number may have been given to another lamp since. */
const freeNumbers = async (query: Query, changes: readonly Change[]) => {
  const numbers = changes.flatMap(({ before, after }) => (typeof before.sn === 'string' && before.sn !== after.sn ? [before.sn] : []))
  const rows = await query<{ sn: string }>('select sn from lighting_lamp where sn = any($1) and not is_deleted', [numbers])
  const taken = new Set(rows.map(({ sn }) => sn))
  return ({ before, after }: Change): boolean => before.sn === after.sn || !taken.has(String(before.sn))
}

/** Restores rows that are unchanged since the import; returns their number. */
const setBack = async (query: Query, changes: readonly Change[]): Promise<number> => {
  const of = (table: Change['table']): readonly Change[] => changes.filter((change) => change.table === table)
  const lamps = await query<LampNow>(
    'select id, sn, name, power, min_power, lamp_type, lng, lat, area_id from lighting_lamp where id = any($1) and not is_deleted for update',
    [of('lamp').map(({ id }) => id)],
  )
  const controllers = await query<ControllerNow>(
    'select id, gateway_id, activated from lighting_controller where id = any($1) and not is_deleted for update',
    [of('controller').map(({ id }) => id)],
  )
  const now = new Map<string, object>([...lamps, ...controllers].map((row) => [row.id, row]))
  const free = await freeNumbers(query, changes)
  const still = changes.filter((change) => same(now.get(change.id), change.after) && free(change))
  await updateLamps(
    query,
    still
      .filter(({ table }) => table === 'lamp')
      .map(({ id, before }) => ({ id, ...(before as unknown as LampValues & { update_time: string }) })),
  )
  await setGateways(
    query,
    still
      .filter(({ table }) => table === 'controller')
      .map(({ id, before }) => ({ id, gateway: null, activated: before.activated === true, update_time: String(before.update_time) })),
  )
  return still.length
}

const removeControllers = async (query: Query, ids: readonly string[], commanded: readonly string[]): Promise<string[]> => {
  const gone = await query<{ id: string }>(
    `update lighting_controller c set is_deleted = true, update_time = now()
     where c.id = any($1) and not c.is_deleted and c.update_time = c.create_time and not (c.id = any($2))
       and not exists (select from lighting_lamp l where l.controller_id = c.id and not l.is_deleted) returning id`,
    [ids, commanded],
  )
  const removed = gone.map(({ id }) => id)
  await removeRegistered(query, removed)
  return removed
}

/** Undoes one batch in the caller's transaction; does nothing if it is undone already. */
const undoBatch = async (query: Query, importId: string, at: number, commanded: readonly string[]): Promise<void> => {
  const [batch] = await query<Batch>(
    'select lamps, controllers, posts, changes from lighting_import_batch where import_id = $1 and at = $2 and undone is null for update',
    [importId, at],
  )
  if (!batch) return
  const restored = await setBack(query, batch.changes)
  const state = await query<{ id: string; commanded: boolean | null; edited: boolean }>(STATE_OF_LAMPS, [
    batch.lamps,
    commanded,
    batch.controllers,
  ])
  const going = state.filter((lamp) => !lamp.commanded && !lamp.edited).map(({ id }) => id)
  await query('update lighting_lamp set is_deleted = true, update_time = now() where id = any($1)', [going])
  const controllers = await removeControllers(query, batch.controllers, commanded)
  const posts = await query(
    `update lighting_post p set is_deleted = true, update_time = now() where p.id = any($1) and not p.is_deleted and p.update_time = p.create_time
       and not exists (select from lighting_lamp l where l.post_id = p.id and not l.is_deleted) returning id`,
    [batch.posts],
  )
  const figures: BatchFigures = {
    lamps: going.length,
    controllers: controllers.length,
    posts: posts.length,
    restored,
    edited: state.filter((lamp) => lamp.edited && !lamp.commanded).length,
    commanded: state.filter((lamp) => lamp.commanded).length,
    notRestored: batch.changes.length - restored,
  }
  await query('update lighting_import_batch set undone = $3 where import_id = $1 and at = $2', [importId, at, JSON.stringify(figures)])
}

/** Removes cabinets, areas and streets created by the import that are no longer used. */
const removePlaces = async (platform: Platform, query: Query, importId: string): Promise<{ cabinets: number; areas: number }> => {
  const idsOf = async (sql: string): Promise<string[]> => (await query<{ id: string }>(sql, [importId])).map(({ id }) => id)
  const cabinets = await idsOf(
    `select g.id::text as id from (select distinct unnest(cabinets) as id from lighting_import_batch where import_id = $1) g
     where not exists (select from lighting_controller c where c.gateway_id = g.id and not c.is_deleted)`,
  )
  await removeUnusedGateways(query, cabinets)
  const added = await idsOf(
    `select a.id::text as id from (select distinct unnest(areas) as id from lighting_import_batch where import_id = $1) a
     where not exists (select from lighting_lamp l where l.area_id = a.id and not l.is_deleted)
       and not exists (select from lighting_controller c where c.area_id = a.id and not c.is_deleted)
       and not exists (select from lighting_post p where p.area_id = a.id and not p.is_deleted)
       and not exists (select from devices_gateways g where g.area_id = a.id and not g.is_deleted)`,
  )
  await removeUnusedAreas(query, added)
  await query(
    `update lighting_street s set is_deleted = true, update_time = now()
     where s.id in (select p.street_id from lighting_post p where p.is_deleted
         and p.id in (select unnest(posts) from lighting_import_batch where import_id = $1))
       and not s.is_deleted and s.create_user is null and s.update_time = s.create_time
       and not exists (select from lighting_post p where p.tenant_id = s.tenant_id and p.street_id = s.id and not p.is_deleted)`,
    [importId],
  )
  const gateways = await query<{ sn: string }>(
    'select sn from devices_gateways where is_deleted and id in (select unnest(cabinets) from lighting_import_batch where import_id = $1)',
    [importId],
  )
  const [areas] = await query<{ n: number }>(
    'select count(*)::int as n from places_areas where is_deleted and id in (select unnest(areas) from lighting_import_batch where import_id = $1)',
    [importId],
  )
  for (const { sn } of gateways) platform.mqtt.disconnect(sn)
  return { cabinets: gateways.length, areas: areas?.n ?? 0 }
}

export const UNDO_JOB = 'lighting.import.undo'

/** The job that undoes an import, last batch first; each batch in its own transaction, so that a restart continues where it stopped. */
export const runUndo = async ({ input, tenantId, platform, progress }: JobRun): Promise<Record<string, unknown>> => {
  const importId = String(input.importId)
  const tenant = platform.asTenant(tenantId)
  const commanded = await commandedOf(tenant.query, importId)
  const batches = await tenant.query<{ at: number }>('select at from lighting_import_batch where import_id = $1 order by at desc', [
    importId,
  ])
  for (const [done, { at }] of batches.entries()) {
    await tenant.tx((query) => undoBatch(query, importId, at, commanded))
    await progress(done + 1, batches.length)
  }
  await tenant.tx(async (query) => {
    const [row] = await query<{ project_id: string | null }>('select project_id from lighting_import where id = $1', [importId])
    const places = await removePlaces(platform, query, importId)
    if (row?.project_id) await countChildren(query, row.project_id)
    const done = await query<{ undone: BatchFigures | null }>('select undone from lighting_import_batch where import_id = $1', [importId])
    const sum = (name: keyof BatchFigures): number => done.reduce((total, { undone }) => total + (undone?.[name] ?? 0), 0)
    const figures: UndoFigures = {
      lamps: sum('lamps'),
      controllers: sum('controllers'),
      posts: sum('posts'),
      ...places,
      restored: sum('restored'),
      edited: sum('edited'),
      commanded: sum('commanded'),
      notRestored: sum('notRestored'),
    }
    await query("update lighting_import set phase = 'undone', undo = $2 where id = $1", [importId, JSON.stringify(figures)])
  })
  platform.port(gatewaysPort).forget()
  return { status: 2 }
}
