import { columnOf } from '@lamplight/fields/column'
import { type Field, type ResourceDefinition, snake } from '@lamplight/kit'
import type { User } from '../context-types.ts'
import type { Statement } from '../database/db.ts'
import { pageWindow } from '../http/page-window.ts'
import type { ResourceServer } from '../slice-types.ts'
import { granted } from './grants.ts'
import { indexedColumns } from './list-filters.ts'
import { expressionOf, type ListQuery, userConditions } from './list-query.ts'
import { tableOf, titleColumn, titleField } from './tables.ts'

type Values = Record<string, unknown>
const IDS_AT_ONCE = 20_000
/** Largest offset plus size up to which the lists of granted places are merged. */
const MERGED_AT_MOST = 500
/** Number of rows at the start of a list in which its page is looked for first, if the total needs a scan of all rows. */
const FIRST_ROWS = 200
/** Default order of lists: the newest first. */
const BY_ID = 't.id desc'

/** A position in a list: `skip` rows after the row `id`, which counts as the first. */
export interface ListStart {
  readonly id: string
  readonly skip: number
}
/** Rounds up to 250, 500, 1000, … */
const boundOf = (rows: number): number => 250 * 2 ** Math.max(0, Math.ceil(Math.log2(rows / 250)))

/** Builds the SQL of one resource once: reads with titles and joined values, writes by columns. */
export const createStore = (served: ResourceServer, find: (name: string) => ResourceServer | undefined) => {
  const { resource, implementation } = served
  const { rows } = implementation
  const table = rows ? `(${rows.sql})` : tableOf(resource)
  /** Condition of rows that exist. */
  const present = resource.reads ? 'true' : 'not t.is_deleted'
  const joins = [...(implementation.joined ? [implementation.joined.sql] : []), ...titlesOf(resource, find).joins]
  const selectOf = (isList: boolean, sight?: Sight, expressions: Readonly<Record<string, string>> = {}): string => {
    const columns: string[] = resource.reads
      ? ['t.id']
      : ['t.id', 't.tenant_id', 't.create_user', 't.create_time', 't.update_user', 't.update_time']
    for (const [name, field] of Object.entries(resource.fields)) {
      const own = columnOf(field).columns(name, field.options)
      if (expressions[name] || field.options.from || field.options.english || implementation.shown?.[name])
        columns.push(`${expressions[name] ?? expressionOf(name, field, implementation)} as ${own[0]?.name}`)
      else if (field.kind === 'refs' && !(isList && field.options.alone)) columns.push(seenIds(field, own[0]?.name ?? '', find, sight))
      else if (field.kind !== 'secret' && !(isList && field.options.alone)) columns.push(...own.map((column) => `t.${column.name}`))
    }
    return `select ${[...columns, ...titlesOf(resource, find, isList ? TITLES_IN_LISTS : undefined, sight).columns].join(', ')}`
  }
  const select = selectOf(false)
  const selectListed = selectOf(true)
  /** The columns of answers to a user. Adds to `params`. */
  const shownTo = (user: User, params: unknown[], isList: boolean): string => {
    if (!user.cut.projects && !user.cut.areas) return isList ? selectListed : select
    const seen = Object.entries(implementation.seen ?? {}).map(([name, sqlFor]) => [name, sqlFor(user, params)])
    return selectOf(isList, sightOf(user, params), Object.fromEntries(seen))
  }
  const from = `${table} t ${joins.join(' ')}`

  const indexed = indexedColumns(resource)
  const joinFor = (query: ListQuery): string => (query.joined ? (implementation.joined?.sql ?? '') : '')
  const isKept = (query: ListQuery, user: User): boolean =>
    query.countable !== null && !user.scopes?.tables.has(table) && (resource.scope !== 'global' || user.administrator)
  /** SQL of the stored total or change count of a list; adds its parameters to `params`. */
  const keptOf = (query: ListQuery, user: User, what: 'n' | 'changes', params: unknown[]): string => {
    const add = (value: unknown): string => `$${params.push(value)}`
    const { states } = query
    const conditions = [
      states ? `c.resource in (${states.values.map((value) => `'${table}:${value}'`).join(', ')})` : `c.resource = '${table}'`,
    ]
    // Global rows belong to the platform's tenant. Platform administrators see the `platform` rows of all tenants.
    if (resource.scope === 'global') conditions.push("c.tenant_id = '000000'")
    else if (resource.scope !== 'platform' || !user.administrator) conditions.push(`c.tenant_id = ${add(user.tenantId)}`)
    // Totals are stored by tenant, project and area; -1 means all of them.
    const { projectId, areaId, projects = [] } = query.countable ?? {}
    const [byArea, byProject] = [areaId || query.cut.includes('area'), projectId || projects.length > 0 || query.cut.includes('project')]
    for (const [sql, value] of projects) conditions.push(sql.replaceAll('$', add(value)).replaceAll('t.project_id', 'c.project_id'))
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
  /** SQL of the exact total, with the parameters of the query and its own: the stored totals if they can answer, else a count. */
  const totalOf = (query: ListQuery, user: User): [sql: string, params: unknown[]] => {
    const params = [...query.params]
    if (isKept(query, user)) return [keptOf(query, user, 'n', params), params]
    return [`select count(*)::float8 from ${table} t ${joinFor(query)} where ${query.where.join(' and ')}`, params]
  }
  /** SQL of the ids of one page. */
  const pageOf = (query: ListQuery, params: unknown[], from?: ListStart): string => {
    const { where, order, sorts, lead } = query
    const { limit: size, offset: start } = pageWindow(query)
    const offset = from ? from.skip : start
    const skip = offset > 0 ? `offset $${params.push(offset)}` : ''
    if (lead && order === BY_ID && offset + size <= MERGED_AT_MOST) {
      // Merges the newest rows of each granted place: a scan by id alone would pass through the rows of all other places.
      const own = where.filter((_, at) => at !== lead.at).join(' and ')
      const newest = `select t.id from ${table} t ${joinFor(query)} where ${own} and t.${lead.kind}_id = g.ref_id order by ${order} limit ${size + offset}`
      return `select t.id from identity_grant g cross join lateral (${newest}) t
        where g.user_id = ${lead.user} and g.kind = '${lead.kind}' order by ${order} limit ${size} ${skip}`
    }
    const begin = from ? ` and t.id <= $${params.push(from.id)}` : ''
    const rows = (limit: number, what = 't.id', more = '', by = order): string =>
      `select ${what} from ${table} t ${joinFor(query)} where ${where.join(' and ')}${begin}${more} order by ${by} limit ${limit}`
    // A limit above the offset, equal for many offsets: the planner assumes that an unknown offset skips a tenth of the
    // rows, and would plan each literal offset anew.
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

  /** The parts of a list that is read once: SQL of the found rows with their sort values, and of the page's ids among them. */
  const scanning = (query: ListQuery) => {
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
   * A page with its total, in one pass over the rows. If nearly all rows match, too many to materialise, the page lies among the
   * first rows of the list, and the statement only counts the rest.
   */
  const scanned = (query: ListQuery, user: User): Statement => {
    const { where, order } = query
    const { rows, size, offset, part, found, page, params } = scanning(query)
    const rest = `join ${table} t on t.id = k.id ${joins.join(' ')} order by ${order}`
    const listed = shownTo(user, params, true)
    if (!query.scan?.near || !query.usual || offset + size > FIRST_ROWS)
      return [`with ${found} ${listed}, (select count(*)::float8 from found) as total$ from (${page}) k ${rest}`, params]
    const first = `(select * from ${table} t where ${where.slice(0, query.whose).join(' and ')} order by ${order} limit ${FIRST_ROWS}) t`
    const near = `near as materialized (select array(select t.id from ${first} ${joinFor(query)} where ${where.join(' and ')} order by ${order} ${part}) as ids)`
    const full = `(select cardinality(ids) from near) = ${size}`
    return [
      `with ${near}, ${found} ${listed}, case when ${full} then (select count(*)::float8 ${rows}) else (select count(*)::float8 from found) end as total$
       from unnest(case when ${full} then (select ids from near) else array(${page}) end) k (id) ${rest}`,
      params,
    ]
  }

  return {
    table,
    /** True if the total is stored and the page lies among the first rows of an index: such a list need not wait for a slow connection. */
    isShort: (query: ListQuery, user: User): boolean => isKept(query, user) && !query.states && !query.countable?.projects && query.usual,
    /** True if marks can be used for this list: it is ordered by id, and its change count tells every change. */
    isMarkable: (query: ListQuery, user: User): boolean =>
      query.order === BY_ID && query.cut.length === 0 && !query.states && !query.countable?.projects && isKept(query, user),
    /**
     * A page of rows: selects the ids by a narrow index first, then reads the rows; each row has the exact total of the same snapshot as
     * `total$`. With a mark the page starts at a known row, and `changes$` tells whether the mark is still valid.
     */
    list: (query: ListQuery, user: User, from?: ListStart): Statement => {
      if (query.scan && !from) return scanned(query, user)
      const [total, params] = totalOf(query, user)
      // If the stored total is 0, the page is empty: a scan for its rows would read the whole table.
      const gated = isKept(query, user) && query.countable?.projects ? [`(${keptOf(query, user, 'n', params)}) > 0`] : []
      const changes = from ? `, (${keptOf(query, user, 'changes', params)}) as changes$` : ''
      return [
        `${shownTo(user, params, true)}, (${total}) as total$${changes} from (${pageOf({ ...query, where: [...query.where, ...gated] }, params, from)}) k join ${table} t on t.id = k.id ${joins.join(' ')} order by ${query.order}`,
        params,
      ]
    },
    /** Every `every`th row of a list, from the first, with the change count of the same snapshot. */
    marks: (query: ListQuery, user: User, every: number): Statement => {
      const params = [...query.params]
      const changes = keptOf(query, user, 'changes', params)
      const numbered = `select t.id, row_number() over (order by ${query.order}) - 1 as n from ${table} t where ${query.where.join(' and ')}`
      return [`select k.id, (${changes}) as changes$ from (${numbered}) k where k.n % ${every} = 0 order by k.n`, params]
    },
    /** The total alone, for a page without rows. */
    total: (query: ListQuery, user: User): Statement => {
      const own: unknown[] = []
      if (isKept(query, user) && !query.states) return [`select (${keptOf(query, user, 'n', own)}) as total$`, own]
      const [total, params] = totalOf(query, user)
      return [`select (${total}) as total$`, params]
    },
    ids: (query: ListQuery, limit: number): Statement => {
      return [`select t.id from ${table} t ${joinFor(query)} where ${query.where.join(' and ')} limit ${limit}`, query.params]
    },
    /** The total and the ordered ids of one page, comma-joined, in one snapshot, for pages that are sent in parts. */
    pageIds: (query: ListQuery, user: User): Statement => {
      if (query.scan) {
        const { found, page, params } = scanning(query)
        return [`with ${found} select (select count(*)::float8 from found) as total$, array_to_string(array(${page}), ',') as ids`, params]
      }
      const [total, params] = totalOf(query, user)
      return [`select (${total}) as total$, array_to_string(array(${pageOf(query, params)}), ',') as ids`, params]
    },
    /** The ordered ids of a whole list, comma-joined, some thousands per row. */
    orderedIds: (query: ListQuery): Statement => {
      const numbered = `select t.id, row_number() over (order by ${query.order}) as n from ${table} t ${joinFor(query)} where ${query.where.join(' and ')}`
      return [
        `select string_agg(id::text, ',' order by n) as ids from (${numbered}) k group by (n - 1) / ${IDS_AT_ONCE} order by min(n)`,
        query.params,
      ]
    },
    /** The ids of a whole tree in the order of siblings, each with the id of its parent. */
    parents: (query: ListQuery): Statement => {
      return [
        `select t.id, t.parent_id as "parentId" from ${table} t ${joinFor(query)} where ${query.where.join(' and ')} order by ${query.order}`,
        query.params,
      ]
    },
    /** Rows as they are stored, for the server's own work. */
    byIds: (ids: readonly string[], user: User): Statement => {
      const params: unknown[] = [...(rows?.params ?? [])]
      const wanted = `t.id = any($${params.push(ids)})`
      const cuts = userConditions(resource, implementation, user, params)
      return [`${select} from ${from} where ${[wanted, present, ...cuts].join(' and ')}`, params]
    },
    /** The same rows for an answer: lists of ids have only rows that the user sees. */
    shownByIds: (ids: readonly string[], user: User): Statement => {
      const params: unknown[] = [...(rows?.params ?? [])]
      const wanted = `t.id = any($${params.push(ids)})`
      const cuts = userConditions(resource, implementation, user, params)
      const shown = shownTo(user, params, false)
      return [`${shown} from ${from} where ${[wanted, present, ...cuts].join(' and ')}`, params]
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

/** SQL condition: a user sees the row `o.id` of a resource. Null: the user sees all its rows. */
type Sight = (target: ResourceServer) => string | null
const sightOf =
  (user: User, params: unknown[]): Sight =>
  ({ resource, implementation }) => {
    const cuts = userConditions(resource, implementation, user, params)
    return cuts.length > 0 ? `exists (select from ${tableOf(resource)} t where t.id = o.id and ${cuts.join(' and ')})` : null
  }

/** SQL of a column with ids of rows, without those that the user does not see. */
const seenIds = (field: Field, column: string, find: (name: string) => ResourceServer | undefined, sight?: Sight): string => {
  const target = find((field.options as { to?: string }).to ?? '')
  const seen = target && sight?.(target)
  if (!seen) return `t.${column}`
  const ids = `array(select o.id from unnest(t.${column}) with ordinality o (id, at) where ${seen} order by o.at)`
  return `nullif(${ids}, '{}') as ${column}`
}

/**
 * SQL of the titles of a resource's references, over its table under the alias `t`: columns, and the joins that they need. `most`: ids of a field that get
 * titles. `sight`: which rows of a field with several ids get a title.
 */
export const titlesOf = (
  resource: ResourceDefinition,
  find: (name: string) => ResourceServer | undefined,
  most?: number,
  sight?: Sight,
): { readonly columns: readonly string[]; readonly joins: readonly string[] } => {
  const titled = Object.entries(resource.fields).flatMap(([name, field]) => {
    const title = field.options.alone && most !== undefined ? undefined : titleOf(name, field, find, most, sight)
    return title ? [{ name, ...title }] : []
  })
  return {
    columns: titled.map(({ name, expression }) => `${expression} as "${name}$title"`),
    joins: titled.flatMap(({ join }) => join ?? []),
  }
}

/** A list has the titles of the first ids of a field with several; the page of one row has them all. */
const TITLES_IN_LISTS = 20

const titleOf = (
  name: string,
  field: Field,
  find: (name: string) => ResourceServer | undefined,
  most?: number,
  sight?: Sight,
): { expression: string; join?: string } | undefined => {
  const to = (field.options as { to?: string }).to
  const served = to ? find(to) : undefined
  if (!served || field.options.from) return undefined
  const target = served.resource
  const column = columnOf(field).columns(name, field.options)[0]?.name
  const title = titleColumn(target)
  const english = target.fields[titleField(target)]?.options.english
  const selectOf = (alias: string): string =>
    english === undefined ? `${alias}.${title}` : `ll_said(${alias}.${title}, ${alias}.${snake(english)})`
  if (field.kind === 'ref')
    return { expression: selectOf(`r_${column}`), join: `left join ${tableOf(target)} r_${column} on r_${column}.id = t.${column}` }
  // Among a user's rows, the first `most` are counted after the others have been left out.
  const seen = sight?.(served)
  const ids = seen
    ? `(select o.id, o.at from unnest(t.${column}) with ordinality o (id, at) where ${seen} order by o.at${most === undefined ? '' : ` limit ${most}`}) o`
    : `unnest(t.${column}${most === undefined ? '' : `[1:${most}]`}) with ordinality o (id, at)`
  return {
    expression: `(select string_agg(${selectOf('r')}::text, ',' order by o.at) from ${ids} join ${tableOf(target)} r on r.id = o.id)`,
  }
}
