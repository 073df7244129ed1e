import { columnsOf } from '@lamplight/fields/column'
import type { RefOptions } from '@lamplight/fields/model'
import { A, type AnswerOf, type Ctx, errors, type Query, registryPort, tableOf } from '@lamplight/server-kit'
import type { PlaceTable } from './place-tree.ts'

type Target = 'places.area' | 'places.project'
const TARGET: Readonly<Record<PlaceTable, Target>> = { places_area: 'places.area', places_project: 'places.project' }

/** `resource`: name of the resource of the rows. */
export const UseReturns = A.of({ resource: A.text, label: A.text, count: A.int })
type Use = AnswerOf<typeof UseReturns>

/** Returns the tables with a column that refers to places of a kind, of all slices. */
const referring = (ctx: Ctx, target: Target): { resource: string; label: string; table: string; conditions: string[] }[] =>
  [...ctx.platform.port(registryPort).resources.values()].flatMap(({ resource }) => {
    const conditions = Object.entries(resource.fields).flatMap(([name, field]) => {
      const { to, from } = field.options as Partial<RefOptions>
      // Subordinate places are counted separately from rows in a place.
      if (to !== target || from || resource.name === target) return []
      const column = columnsOf(name, field)[0]?.name
      return field.kind === 'refs' ? [`t.${column} && $1::bigint[]`] : [`t.${column} = any($1::bigint[])`]
    })
    const label = resource.label[ctx.lang === 'zh' ? 0 : 1]
    return conditions.length > 0 ? [{ resource: resource.name, label, table: tableOf(resource), conditions }] : []
  })

/** Returns the number of rows of each kind in exactly the places `ids`. Counts all rows of the tenant, whether or not the user sees them. */
export const usesOf = async (ctx: Ctx, query: Query, table: PlaceTable, ids: readonly string[]): Promise<Use[]> => {
  const uses: Use[] = []
  for (const { resource, label, table: referrer, conditions } of referring(ctx, TARGET[table])) {
    const [row] = await query<{ n: number }>(
      `select count(*)::int as n from ${referrer} t where not t.is_deleted and (${conditions.join(' or ')})`,
      [ids],
    )
    if (row && row.n > 0) uses.push({ resource, label, count: row.n })
  }
  return uses.sort((a, b) => b.count - a.count)
}

/** Throws if a place to be deleted contains rows or is granted to users; the refusal names them. */
export const refuseUsed = async (ctx: Ctx, query: Query, table: PlaceTable, ids: readonly string[]): Promise<void> => {
  const uses = await usesOf(ctx, query, table, ids)
  const [cut] = await query<{ n: number }>(
    'select count(distinct user_id)::int as n from identity_grants where kind = $1 and ref_id = any($2) and (named or managed)',
    [table === 'places_area' ? 'area' : 'project', ids],
  )
  const parts = uses.map(({ label, count }) => `${label} ${count}`)
  if (cut && cut.n > 0) parts.push(ctx.lang === 'zh' ? `授权用户 ${cut.n}` : `users cut to it ${cut.n}`)
  if (parts.length > 0) throw errors.inUse({ by: parts.join(ctx.lang === 'zh' ? '，' : ', ') })
}
