import { A, type Ctx, changedEach, errors, grantedOnly, type Query } from '@lamplight/server-kit'
import { placesErrors } from '../model/places.errors.ts'
import type { PlaceTable } from './place-tree.ts'
import { type Use, usesOf } from './place-use.ts'

const NAME = { places_area: 'area_name', places_project: 'name' } as const
const KIND = { places_area: 'area', places_project: 'project' } as const

/** Writes the path of names of areas and of everything below them, from the top down. */
export const nameFully = async (query: Query, ids: readonly string[]): Promise<void> => {
  for (const id of ids)
    await query(
      `with recursive above as (
         select id, parent_id, area_name, 1 as level from places_area where id = $1
         union all select a.id, a.parent_id, a.area_name, level + 1 from places_area a join above on a.id = above.parent_id where level < 100),
       below as (
         select id, (select string_agg(area_name, '/' order by level desc) from above) as full_name from places_area where id = $1
         union all select a.id, below.full_name || '/' || a.area_name from places_area a join below on a.parent_id = below.id where not a.is_deleted)
       update places_area a set area_full_name = left(below.full_name, 1000) from below
       where below.id = a.id and a.area_full_name is distinct from left(below.full_name, 1000)`,
      [id],
    )
}

/** Places with everything below them. */
const withBelow = async (query: Query, table: PlaceTable, ids: readonly string[]): Promise<string[]> =>
  (
    await query<{ id: string }>(
      `with recursive below as (select id from ${table} where id = any($1) and not is_deleted
         union select t.id from ${table} t join below on t.parent_id = below.id where not t.is_deleted) select id from below`,
      [ids],
    )
  ).map(({ id }) => id)

export interface Reach {
  /** Places chosen, and places below them. */
  readonly chosen: number
  readonly below: number
  /** What stands in all of them. */
  readonly uses: readonly Use[]
}
/** Effects of moving areas or projects. */
export const reachOf = async (ctx: Ctx, query: Query, table: PlaceTable, ids: readonly string[]): Promise<Reach> => {
  const params: unknown[] = [ids]
  const cut = grantedOnly(ctx.user, params, { [KIND[table]]: 't.id' })
  const found = await query(`select 1 from ${table} t where t.id = any($1) and not t.is_deleted${cut}`, params)
  if (found.length !== ids.length) throw errors.notFound()
  const all = await withBelow(query, table, ids)
  return { chosen: ids.length, below: all.length - ids.length, uses: await usesOf(ctx, query, table, all) }
}

/** Hangs places, with all below them, under another one (null: at the top); refuses what would stand below itself. */
export const moveUnder = async (
  ctx: Ctx,
  query: Query,
  table: PlaceTable,
  ids: readonly string[],
  parentId: string | null,
): Promise<Reach> => {
  // Two moves at a time could each be right and together close a ring.
  await query(`select pg_advisory_xact_lock(hashtext($1))`, [`${table}:${ctx.tenantId}`])
  const reach = await reachOf(ctx, query, table, ids)
  if (parentId) {
    await reachOf(ctx, query, table, [parentId])
    if ((await withBelow(query, table, ids)).includes(parentId)) throw placesErrors.belowItself({}, 'parentId')
  }
  const places = await query<{ name: string; above: string | null }>(
    `select t.${NAME[table]} as name, p.${NAME[table]} as above from ${table} t left join ${table} p on p.id = t.parent_id
     where t.id = any($1) order by t.sort, t.id`,
    [ids],
  )
  const [under] = await query<{ name: string }>(`select ${NAME[table]} as name from ${table} where id = $1`, [parentId])
  await query(`update ${table} set parent_id = $2, update_user = $3, update_time = now() where id = any($1)`, [ids, parentId, ctx.user.id])
  if (table === 'places_area') await nameFully(query, ids)
  await ctx.audit(
    {
      what: `${table.replace('_', '.')}.move`,
      target: ids.slice(0, 50).join(','),
      count: ids.length,
      detail: { parentId, below: reach.below, ...changedEach(places.map(({ name, above }) => [name, above, under?.name ?? null])) },
    },
    query,
  )
  return reach
}

/** What `reachOf` answers. */
export const ReachReturns = A.named(
  'Reach',
  A.of({ chosen: A.int, below: A.int, uses: A.list(A.of({ resource: A.text, label: A.text, count: A.int })) }),
)
