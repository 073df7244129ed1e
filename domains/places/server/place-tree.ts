import { type Ctx, nest } from '@lamplight/server-kit'

/** A row of a tree of places. `parentId` is `0` for a root. */
export interface PlaceRow {
  readonly id: string
  readonly parentId: string
  readonly title: string
}
export type PlaceTable = 'places_area' | 'places_project'
const TITLE: Readonly<Record<PlaceTable, string>> = { places_area: 'area_name', places_project: 'name' }
const KIND: Readonly<Record<PlaceTable, 'area' | 'project'>> = { places_area: 'area', places_project: 'project' }

/** Returns the tenant's places in order. */
export const readPlaces = (ctx: Ctx, table: PlaceTable): Promise<PlaceRow[]> =>
  ctx.query<PlaceRow>(
    `select id, coalesce(parent_id, 0)::text as "parentId", ${TITLE[table]} as title from ${table} where not is_deleted order by sort, id`,
  )

/** Returns the places granted to the user with their ancestors; all if the user is not limited. */
export const authorized = async (ctx: Ctx, table: PlaceTable): Promise<{ places: PlaceRow[]; own: ReadonlySet<string> }> => {
  const places = await readPlaces(ctx, table)
  const cut = table === 'places_area' ? ctx.user.cut.areas : ctx.user.cut.projects
  if (!cut) return { places, own: new Set(places.map(({ id }) => id)) }
  const grants = await ctx.query<{ id: string }>('select ref_id as id from identity_grants where user_id = $1 and kind = $2', [
    ctx.user.id,
    KIND[table],
  ])
  const own = new Set(grants.map(({ id }) => id))
  const byId = new Map(places.map((place) => [place.id, place]))
  const shown = new Set<string>()
  for (const id of own) for (let at = byId.get(id); at && !shown.has(at.id); at = byId.get(at.parentId)) shown.add(at.id)
  return { places: places.filter(({ id }) => shown.has(id)), own }
}

/** Returns the descendants of `parentId` (`0`: all places). */
export const under = <P extends PlaceRow>(parentId: string, places: readonly P[]): P[] => {
  if (parentId === '0') return [...places]
  const children = Map.groupBy(places, (place) => place.parentId)
  const found: P[] = []
  const seen = new Set([parentId])
  for (const id of seen)
    for (const child of children.get(id) ?? []) {
      if (seen.has(child.id)) continue
      seen.add(child.id)
      found.push(child)
    }
  return found
}

/** TreeNodes of wire-contract.md 4.1. */
export const treeOf = (places: readonly PlaceRow[]) =>
  nest(places.map(({ id, parentId, title }) => ({ id, parentId, title, key: id, value: id, hasChildren: false })))
