import { A, type AnswerOf, type Ctx, changedEach, errors, grantedOnly, type Query, treeCte, treeIds } from '@lamplight/server-kit'
import { placesErrors } from '../model/places.errors.ts'
import type { PlaceTable } from './place-tree.ts'
import { UseReturns, usesOf } from './place-use.ts'

const NAME = { places_area: 'area_name', places_project: 'name' } as const
const KIND = { places_area: 'area', places_project: 'project' } as const

const ABOVE = treeCte({
  table: 'places_area',
  from: { id: '$1' },
  up: true,
  deleted: true,
  carry: { area_name: { start: 't.area_name', next: 't.area_name' } },
})
const BELOW = treeCte({
  table: 'places_area',
  from: { id: '$1' },
  carry: {
    full_name: {
      start: "(select string_agg(area_name, '/' order by level desc) from above)",
      next: "w.full_name || '/' || t.area_name",
    },
  },
})
/** Updates the name paths of areas and everything below them, from the top down. */
export const nameFully = async (query: Query, ids: readonly string[]): Promise<void> => {
  for (const id of ids)
    await query(
      `with recursive ${ABOVE}, ${BELOW}
       update places_area a set area_full_name = left(below.full_name, 1000) from below
       where below.id = a.id and a.area_full_name is distinct from left(below.full_name, 1000)`,
      [id],
    )
}

/** Returns places with everything below them. */
const withBelow = async (query: Query, table: PlaceTable, ids: readonly string[]): Promise<string[]> =>
  (await query<{ id: string }>(treeIds({ table, from: { ids: '$1' } }), [ids])).map(({ id }) => id)

/** Schema of the answer of `moveEffects`: number of selected places, and of places below them, and the rows in all of them. */
export const MoveReturns = A.named('Reach', A.of({ chosen: A.int, below: A.int, uses: A.list(UseReturns) }))
type MoveEffects = AnswerOf<typeof MoveReturns>
/** Counts what moving areas or projects affects. */
export const moveEffects = async (ctx: Ctx, query: Query, table: PlaceTable, ids: readonly string[]): Promise<MoveEffects> => {
  const params: unknown[] = [ids]
  const cut = grantedOnly(ctx.user, params, { [KIND[table]]: 't.id' })
  const found = await query(`select 1 from ${table} t where t.id = any($1) and not t.is_deleted${cut}`, params)
  if (found.length !== ids.length) throw errors.notFound()
  const all = await withBelow(query, table, ids)
  return { chosen: ids.length, below: all.length - ids.length, uses: await usesOf(ctx, query, table, all) }
}

/** Moves places, with all below them, to another parent (null: the root); throws if a place would be below itself. */
export const moveUnder = async (
  ctx: Ctx,
  query: Query,
  table: PlaceTable,
  ids: readonly string[],
  parentId: string | null,
): Promise<MoveEffects> => {
  // Serialises moves: two concurrent valid moves could together form a cycle.
  await query(`select pg_advisory_xact_lock(hashtext($1))`, [`${table}:${ctx.tenantId}`])
  const effects = await moveEffects(ctx, query, table, ids)
  if (parentId) {
    await moveEffects(ctx, query, table, [parentId])
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
      detail: { parentId, below: effects.below, ...changedEach(places.map(({ name, above }) => [name, above, under?.name ?? null])) },
    },
    query,
  )
  return effects
}
