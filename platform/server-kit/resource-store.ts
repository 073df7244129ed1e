import { columnOf } from '@lamplight/fields/column'
import { type Field, type ResourceDefinition, snake } from '@lamplight/kit'
import type { User } from './context-types.ts'
import type { Statement } from './db.ts'
import { granted } from './grants.ts'
import { cutOf, expressionOf, type ListQuery } from './list-query.ts'
import { pageWindow } from './page-window.ts'
import type { ResourceServer } from './slice-types.ts'
import { tableOf, titleColumn, titleField } from './tables.ts'

type Values = Record<string, unknown>
const IDS_AT_ONCE = 20_000
/** Rows up to which the lists of granted places are merged. */
const MERGED_AT_MOST = 500
/** Rows of a list among which a search begins. */
const FIRST_ROWS = 200
/** The order of lists that name no other: the newest first. */
const BY_ID = 't.id desc'

/** A row of a list from which to count, itself included. */
export interface Place {
  readonly id: string
  readonly skip: number
}
/** 250, 500, 1000, … */
const boundOf = (rows: number): number => 250 * 2 ** Math.max(0, Math.ceil(Math.log2(rows / 250)))

/** SQL of one resource, made once: reading with titles and joined values, writing by columns. */
export const createStore = (served: ResourceServer, find: (name: string) => ResourceServer | undefined) => {
  const { resource, implementation } = served
  const table = tableOf(resource)
  const columns: string[] = ['t.id', 't.tenant_id', 't.create_user', 't.create_time', 't.update_user', 't.update_time']
  const joins: string[] = implementation.joined ? [implementation.joined.sql] : []
  for (const [name, field] of Object.entries(resource.fields)) {
    const own = columnOf(field).columns(name, field.options)
    if (field.options.from || field.options.english) columns.push(`${expressionOf(name, field, implementation)} as ${own[0]?.name}`)
    else if (field.kind !== 'secret') columns.push(...own.map((column) => `t.${column.name}`))
  }
  const titles = titlesOf(resource, find)
  columns.push(...titles.columns)
  joins.push(...titles.joins)
  const select = `select ${columns.join(', ')}`
  const from = `${table} t ${joins.join(' ')}`

  /** Columns that an index begins with, after the tenant. */
  const indexed = new Set(
    (resource.indexes ?? []).flatMap(([name = '']) => {
      const field = resource.fields[name]
      return field ? [`t.${columnOf(field).columns(name, field.options)[0]?.name}`] : []
    }),
  )
  const joinFor = (query: ListQuery): string => (query.joined ? (implementation.joined?.sql ?? '') : '')
  const isKept = (query: ListQuery, user: User): boolean =>
    query.countable !== null && !user.scopes?.tables.has(table) && (resource.scope !== 'global' || user.administrator)
  /** The sum of what is kept of the rows of a list; its parameters are added to `params`. */
  const keptOf = (query: ListQuery, user: User, what: 'n' | 'changes', params: unknown[]): string => {
    const add = (value: unknown): string => `$${params.push(value)}`
    const { states } = query
    const conditions = [
      states ? `c.resource in (${states.values.map((value) => `'${table}:${value}'`).join(', ')})` : `c.resource = '${table}'`,
    ]
    // Rows that are everybody's are the platform's own; of some, its administrators see those of all tenants.
    if (resource.scope === 'global') conditions.push("c.tenant_id = '000000'")
    else if (resource.scope !== 'platform' || !user.administrator) conditions.push(`c.tenant_id = ${add(user.tenantId)}`)
    // Kept by tenant, by project and by area: -1 stands for all of them.
    const { projectId, areaId } = query.countable ?? {}
    const [byArea, byProject] = [areaId || query.cut.includes('area'), projectId || query.cut.includes('project')]
    conditions.push(areaId ? `c.area_id = ${add(areaId)}` : byArea ? 'c.area_id >= 0' : 'c.area_id = -1')
    conditions.push(projectId ? `c.project_id = ${add(projectId)}` : byArea || byProject ? 'c.project_id >= 0' : 'c.project_id = -1')
    for (const kind of query.cut) conditions.push(granted(kind, `c.${kind}_id`, add(user.id)))
    const kept = `select coalesce(sum(c.${what}), 0)::float8 from kit_counter c where ${conditions.join(' and ')}`
    const changes = implementation.joined?.kept
    if (!states || !changes) return kept
    const among = (state: string): string => `(f.${state} in (${states.values.join(', ')}))::int`
    const rest = query.where.filter((_, at) => at !== states.at).join(' and ')
    return `select (${kept}) + (select coalesce(sum(${among('state')} - ${among('was')}), 0)::float8
      from ${changes.changes} f join ${table} t on ${changes.on} where ${rest})`
  }
  /** The exact total as an expression, with the parameters of the query and its own: kept totals where they answer, a count where they do not. */
  const totalOf = (query: ListQuery, user: User): [sql: string, params: unknown[]] => {
    const params = [...query.params]
    if (isKept(query, user)) return [keptOf(query, user, 'n', params), params]
    return [`select count(*)::float8 from ${table} t ${joinFor(query)} where ${query.where.join(' and ')}`, params]
  }
  /** The ids of one page. */
  const pageOf = (query: ListQuery, params: unknown[], from?: Place): string => {
    const { where, order, sorts, lead } = query
    const { limit: size, offset: start } = pageWindow(query)
    const offset = from ? from.skip : start
    const skip = offset > 0 ? `offset $${params.push(offset)}` : ''
    if (lead && order === BY_ID && offset + size <= MERGED_AT_MOST) {
      // The newest of each granted place, merged: reading by the id alone would pass by everybody else's rows.
      const own = where.filter((_, at) => at !== lead.at).join(' and ')
      const newest = `select t.id from ${table} t ${joinFor(query)} where ${own} and t.${lead.kind}_id = g.ref_id order by ${order} limit ${size + offset}`
      return `select t.id from identity_grant g cross join lateral (${newest}) t
        where g.user_id = ${lead.user} and g.kind = '${lead.kind}' order by ${order} limit ${size} ${skip}`
    }
    const begin = from ? ` and t.id <= $${params.push(from.id)}` : ''
    const rows = (limit: number, what = 't.id', more = '', by = order): string =>
      `select ${what} from ${table} t ${joinFor(query)} where ${where.join(' and ')}${begin}${more} order by ${by} limit ${limit}`
    // A bound above the offset, the same for many of them: the planner takes an unknown offset for a tenth of the rows below it, and
    // would else plan each page anew.
    const bound = boundOf(offset + size)
    const [first, second] = sorts
    if (first?.direction === 'desc nulls last' && second?.by === 't.id' && indexed.has(first.by)) {
      // A backward index scan begins with nulls. Read the rows with a value first, then the rows without one.
      const full = rows(bound, 't.id', ` and ${first.by} is not null`, `${first.by} desc, t.id desc`)
      const empty = rows(bound, 't.id', ` and ${first.by} is null`, 't.id desc')
      return `select t.id from ((${full}) union all (${empty})) t limit ${size} ${skip}`
    }
    if (offset === 0) return rows(size)
    const keys = sorts.map(({ by }, at) => `${by} as o${at}`).join(', ')
    const again = sorts.map(({ direction }, at) => `o${at} ${direction}`).join(', ')
    return `select t.id from (${rows(bound, `t.id, ${keys}`)}) t order by ${again} limit ${size} ${skip}`
  }

  /** The parts of a search: the rows found with what they are sorted by, and the ids of the page among them. */
  const searching = (query: ListQuery) => {
    const { where, sorts } = query
    const params = [...query.params]
    const rows = `from ${table} t ${joinFor(query)} where ${where.join(' and ')}`
    const { limit: size, offset } = pageWindow(query)
    const part = `limit ${size} offset $${params.push(offset)}`
    const keys = sorts.map(({ by }, at) => `${by} as o${at}`).join(', ')
    const found = `found as materialized (select t.id, ${keys} ${rows})`
    const page = `select id from found order by ${sorts.map(({ direction }, at) => `o${at} ${direction}`).join(', ')} ${part}`
    return { rows, size, offset, part, found, page, params }
  }
  /**
   * A page of a search with its total: every row is looked at once. Where nearly all are found, which are too many to keep, the page is among
   * the first rows of the list already, and what is left is to count.
   */
  const searched = (query: ListQuery): Statement => {
    const { where, order } = query
    const { rows, size, offset, part, found, page, params } = searching(query)
    const rest = `join ${table} t on t.id = k.id ${joins.join(' ')} order by ${order}`
    if (!query.usual || offset + size > FIRST_ROWS)
      return [`with ${found} ${select}, (select count(*)::float8 from found) as total$ from (${page}) k ${rest}`, params]
    const first = `(select * from ${table} t where ${where.slice(0, query.whose).join(' and ')} order by ${order} limit ${FIRST_ROWS}) t`
    const near = `near as materialized (select array(select t.id from ${first} ${joinFor(query)} where ${where.join(' and ')} order by ${order} ${part}) as ids)`
    const full = `(select cardinality(ids) from near) = ${size}`
    return [
      `with ${near}, ${found} ${select}, case when ${full} then (select count(*)::float8 ${rows}) else (select count(*)::float8 from found) end as total$
       from unnest(case when ${full} then (select ids from near) else array(${page}) end) k (id) ${rest}`,
      params,
    ]
  }

  return {
    table,
    /** Is its total kept, and its page among the first rows of an index? Such a list needs no share of the connections for slow ones. */
    isShort: (query: ListQuery, user: User): boolean => isKept(query, user) && !query.states && query.usual,
    /** Can places in this list be remembered? Its order is the ids', and what is kept of it tells every change. */
    isMarkable: (query: ListQuery, user: User): boolean =>
      query.order === BY_ID && query.cut.length === 0 && !query.states && isKept(query, user),
    /**
     * One page of rows, chosen by the narrow index first and widened after; each with the exact total of the same moment as `total$`.
     * From a mark it begins at a known row, and `changes$` tells whether the mark is still good.
     */
    list: (query: ListQuery, user: User, from?: Place): Statement => {
      if (query.searched && !from) return searched(query)
      const [total, params] = totalOf(query, user)
      const changes = from ? `, (${keptOf(query, user, 'changes', params)}) as changes$` : ''
      return [
        `${select}, (${total}) as total$${changes} from (${pageOf(query, params, from)}) k join ${table} t on t.id = k.id ${joins.join(' ')} order by ${query.order}`,
        params,
      ]
    },
    /** Every `every`th row of a list from its first on, with the count of changes at that moment. */
    marks: (query: ListQuery, user: User, every: number): Statement => {
      const params = [...query.params]
      const changes = keptOf(query, user, 'changes', params)
      const numbered = `select t.id, row_number() over (order by ${query.order}) - 1 as n from ${table} t where ${query.where.join(' and ')}`
      return [`select k.id, (${changes}) as changes$ from (${numbered}) k where k.n % ${every} = 0 order by k.n`, params]
    },
    /** The total alone, for a page that has no rows. */
    total: (query: ListQuery, user: User): Statement => {
      const own: unknown[] = []
      if (isKept(query, user) && !query.states) return [`select (${keptOf(query, user, 'n', own)}) as total$`, own]
      const [total, params] = totalOf(query, user)
      return [`select (${total}) as total$`, params]
    },
    ids: (query: ListQuery, limit: number): Statement => {
      return [`select t.id from ${table} t ${joinFor(query)} where ${query.where.join(' and ')} limit ${limit}`, query.params]
    },
    /** The total and the ids of one page in its order, comma-joined, of one moment: for pages that leave in parts. */
    pageIds: (query: ListQuery, user: User): Statement => {
      if (query.searched) {
        const { found, page, params } = searching(query)
        return [`with ${found} select (select count(*)::float8 from found) as total$, array_to_string(array(${page}), ',') as ids`, params]
      }
      const [total, params] = totalOf(query, user)
      return [`select (${total}) as total$, array_to_string(array(${pageOf(query, params)}), ',') as ids`, params]
    },
    /** The ids of a whole list in its order, comma-joined, some thousands to a row. */
    orderedIds: (query: ListQuery): Statement => {
      const numbered = `select t.id, row_number() over (order by ${query.order}) as n from ${table} t ${joinFor(query)} where ${query.where.join(' and ')}`
      return [
        `select string_agg(id::text, ',' order by n) as ids from (${numbered}) k group by (n - 1) / ${IDS_AT_ONCE} order by min(n)`,
        query.params,
      ]
    },
    /** The ids of a whole tree in the order of siblings, each with its parent's. */
    parents: (query: ListQuery): Statement => {
      return [
        `select t.id, t.parent_id as "parentId" from ${table} t ${joinFor(query)} where ${query.where.join(' and ')} order by ${query.order}`,
        query.params,
      ]
    },
    byIds: (ids: readonly string[], user: User): Statement => {
      const params: unknown[] = [ids]
      const cuts = cutOf(resource, implementation, user, params)
      return [`${select} from ${from} where ${['t.id = any($1)', 'not t.is_deleted', ...cuts].join(' and ')}`, params]
    },
    insert: (id: string, tenantId: string, userId: string, values: Values): Statement => {
      const cells = cellsOf(resource, values)
      const names = ['id', 'tenant_id', 'create_user', 'update_user', ...cells.map(([name]) => name)]
      const params = [id, tenantId, userId || null, userId || null, ...cells.map(([, value]) => value)]
      return [`insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`, params]
    },
    update: (id: string, userId: string, values: Values): Statement => {
      const cells = cellsOf(resource, values)
      const sets = cells.map(([name], at) => `${name} = $${at + 3}`)
      return [
        `update ${table} set ${['update_user = $2', 'update_time = now()', ...sets].join(', ')} where id = $1`,
        [id, userId || null, ...cells.map(([, value]) => value)],
      ]
    },
    remove: (ids: readonly string[], userId: string): Statement => [
      `update ${table} set is_deleted = true, update_user = $2, update_time = now() where id = any($1) and not is_deleted returning id`,
      [ids, userId || null],
    ],
  }
}
export type Store = ReturnType<typeof createStore>

const cellsOf = (resource: ResourceDefinition, values: Values): [string, unknown][] =>
  Object.entries(resource.fields).flatMap(([name, field]): [string, unknown][] => {
    if (field.options.from || values[name] === undefined) return []
    const column = columnOf(field)
    const written = column.write(values[name])
    return column.columns(name, field.options).map((part, at) => [part.name, written[at]])
  })

/** SQL of the titles that stand beside the references of a resource, over its table under the alias `t`: columns, and the joins that they need. */
export const titlesOf = (
  resource: ResourceDefinition,
  find: (name: string) => ResourceServer | undefined,
): { readonly columns: readonly string[]; readonly joins: readonly string[] } => {
  const titled = Object.entries(resource.fields).flatMap(([name, field]) => {
    const title = titleOf(name, field, find)
    return title ? [{ name, ...title }] : []
  })
  return {
    columns: titled.map(({ name, expression }) => `${expression} as "${name}$title"`),
    joins: titled.flatMap(({ join }) => join ?? []),
  }
}

const titleOf = (
  name: string,
  field: Field,
  find: (name: string) => ResourceServer | undefined,
): { expression: string; join?: string } | undefined => {
  const to = (field.options as { to?: string }).to
  const target = to ? find(to)?.resource : undefined
  if (!target || field.options.from) return undefined
  const column = columnOf(field).columns(name, field.options)[0]?.name
  const title = titleColumn(target)
  const english = target.fields[titleField(target)]?.options.english
  const said = (alias: string): string =>
    english === undefined ? `${alias}.${title}` : `ll_said(${alias}.${title}, ${alias}.${snake(english)})`
  if (field.kind === 'ref')
    return { expression: said(`r_${column}`), join: `left join ${tableOf(target)} r_${column} on r_${column}.id = t.${column}` }
  return {
    expression: `(select string_agg(${said('r')}::text, ',' order by array_position(t.${column}, r.id)) from ${tableOf(target)} r where r.id = any(t.${column}))`,
  }
}
