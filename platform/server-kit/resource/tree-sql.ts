/** Deepest level that a walk with carried values follows, so that a cycle of rows ends. */
const LEVELS = 100
const NAME = /^[a-z_][a-z0-9_]*$/
/** A bound parameter (`$3`) or a column of an outer query (`a.id`). */
const VALUE = /^(\$[1-9]\d*|[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*)$/

/** The start rows of a walk, given by a bound parameter or a column of an outer query. `ids` and `idsOrAll` take an array. */
export type Roots =
  | { readonly id: string }
  | { readonly ids: string }
  /** Null means every row. */
  | { readonly idsOrAll: string }
  /** The rows directly below this row. */
  | { readonly parent: string }
  | 'all'

export interface TreeWalk {
  /** Table with the columns `id`, `parent_id` and `is_deleted`. */
  readonly table: string
  readonly from: Roots
  /** Name of the common table expression; `below` or `above` by default. */
  readonly name?: string
  /** Follows parents instead of children. */
  readonly up?: true
  /** Walks through deleted rows too. */
  readonly deleted?: true
  /** Columns of the table to select beside `id`. */
  readonly columns?: readonly string[]
  /** Values passed from row to row: SQL for a start row, and SQL over `w` (previous row) and `t` (next row). Constant texts of the program only. */
  readonly carry?: Readonly<Record<string, { readonly start: string; readonly next: string }>>
}

const checked = (name: string, form: RegExp): string => {
  if (!form.test(name)) throw new Error(`tree walk: ${name} is no name`)
  return name
}

const rootsOf = (from: Roots): string => {
  if (from === 'all') return 'true'
  const value = checked(Object.values(from)[0] as string, VALUE)
  if ('ids' in from) return `t.id = any(${value}::bigint[])`
  if ('idsOrAll' in from) return `(${value}::bigint[] is null or t.id = any(${value}::bigint[]))`
  return 'parent' in from ? `t.parent_id = ${value}` : `t.id = ${value}`
}

/**
 * A common table expression, for `with recursive …`, with the ids of the start rows and of all rows below (or above) them. A cycle of rows ends:
 * `union` drops a row that was found before; a walk with carried values, whose rows differ, ends at 100 levels.
 */
export const treeCte = ({ table, from, up, name = up ? 'above' : 'below', deleted, columns = [], carry = {} }: TreeWalk): string => {
  const cte = checked(name, NAME)
  const carried = Object.entries(carry)
  const own = ['id', ...(up ? ['parent_id'] : []), ...columns].map((column) => `t.${checked(column, NAME)}`)
  const alive = deleted ? [] : ['not t.is_deleted']
  const first = [
    ...own,
    ...carried.map(([column, { start }]) => `${start} as ${checked(column, NAME)}`),
    ...(carried[0] ? ['1 as level'] : []),
  ]
  const next = [...own, ...carried.map(([, { next }]) => next), ...(carried[0] ? ['w.level + 1'] : [])]
  const follows = [...(carried[0] ? [`w.level < ${LEVELS}`] : []), ...alive]
  return `${cte} as (select ${first.join(', ')} from ${checked(table, NAME)} t where ${[rootsOf(from), ...alive].join(' and ')}
    union${carried[0] ? ' all' : ''} select ${next.join(', ')} from ${table} t join ${cte} w on ${up ? 't.id = w.parent_id' : 't.parent_id = w.id'}${follows[0] ? ` where ${follows.join(' and ')}` : ''})`
}

/** A query for the ids of the start rows and of all rows below (or above) them. */
export const treeIds = (walk: TreeWalk): string =>
  `with recursive ${treeCte(walk)} select id from ${walk.name ?? (walk.up ? 'above' : 'below')}`
