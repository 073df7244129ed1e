import {
  addDays,
  bucketOf,
  type DayRange,
  type Earlier,
  earlierOf,
  type Grain,
  PERIOD,
  type ReportDefinition,
  type ReportMeasure,
  type ReportSource,
  type SourceDimension,
} from '@lamplight/kit'
import type { Statement } from './db.ts'
import { grantedSums } from './grants.ts'
import { neededOf, piecesOf } from './report-pieces.ts'
import { type ReportFilter, type ReportQuery, type ReportSelection, refersTo } from './report-query.ts'
import type { ReportReader } from './report-reader.ts'
import { tableOf } from './tables.ts'
import { treeIds } from './tree-sql.ts'

/** Name of a column that is 1 in each row, for sums of `*`. */
const COUNTED = 'counted'
const NOTHING: Readonly<Record<string, string>> = { ref: '0', choice: '-1', text: "''" }
const DIMENSION_TYPES: Readonly<Record<string, string>> = { ref: 'bigint[]', choice: 'integer[]', text: 'text[]' }

/** Condition of a filter. In a tree it includes all rows below the given ones. */
const filterSql = ({ dimension, values }: ReportFilter, params: unknown[], find: ReportReader['find']): string => {
  const { column, field } = dimension
  const list = `$${params.push(values)}`
  const resource = find(refersTo(dimension) ?? '')?.resource
  if (!resource?.list?.tree) return `t.${column} = any(${list}::${DIMENSION_TYPES[field.kind]})`
  return `t.${column} = any(array(${treeIds({ table: tableOf(resource), from: { ids: list } })}))`
}

/** Condition of a filter by another view; the view shows what the user may see of the tenant. */
const selectionSql = ({ dimensions }: ReportSource, { filter, values }: ReportSelection, params: unknown[]): string => {
  const { dimension, from, key, match, field, none } = filter
  const column = `t.${(dimensions[dimension] as SourceDimension).column}`
  const list = `$${params.push(values)}::${DIMENSION_TYPES[field.kind]}`
  const among = `${column} = any(array(select f.${key} from ${from} f where f.${match} = any(${list})))`
  return none !== undefined && values.includes(none) ? `(${column} = 0 or ${among})` : among
}

/**
 * Conditions for the rows that the user may see. Row-level security limits them to the tenant as
 * well; the condition helps the planner to estimate.
 */
const visibleSql = (source: ReportSource, { tenantId, user }: ReportReader, params: unknown[]): string => {
  const only = Object.entries(source.only ?? {}).map(([column, value]) => ` and t.${column} = $${params.push(value)}`)
  const tenant = `t.tenant_id = $${params.push(tenantId)}${only.join('')}`
  const { place } = source
  if (!place) return tenant
  if (!('author' in place)) return `${tenant}${grantedSums(user, params, { project: `t.${place.project}`, area: `t.${place.area}` })}`
  return user.cut.projects || user.cut.areas ? `${tenant} and t.${place.author} = $${params.push(user.id)}` : tenant
}

/** SQL of a row's day; for a row with a time, the day in the tenant's time zone. */
const daySql = ({ day, rows }: ReportSource, { zone }: ReportReader, params: unknown[]): string =>
  rows ? `(t.${day} at time zone $${params.push(zone)})::date` : `t.${day}`
/** SQL condition for a range of days. For rows with a time it compares with the bounds of the days, so that an index can be used. */
const daysSql = ({ day, rows }: ReportSource, { zone }: ReportReader, { from, to }: DayRange, params: unknown[]): string => {
  // With an equality the planner knows that an index on day and dimension returns the rows in the order of the dimension.
  if (!rows && from === to) return `t.${day} = $${params.push(from)}::date`
  if (!rows) return `t.${day} between $${params.push(from)}::date and $${params.push(to)}::date`
  const at = `at time zone $${params.push(zone)}`
  return `t.${day} >= $${params.push(from)}::date::timestamp ${at} and t.${day} < ($${params.push(to)}::date + 1)::timestamp ${at}`
}
/** SQL of a column with its name. Keys of groups must not be null: null becomes 0, -1 for a choice, or the empty text. */
const selected = (source: ReportSource, column: string): string => {
  if (column === '*') return `1 as ${COUNTED}`
  const kind = source.rows && Object.values(source.dimensions).find((dimension) => dimension.column === column)?.field.kind
  return kind ? `coalesce(t.${column}, ${NOTHING[kind]}) as ${column}` : `t.${column}`
}

const bucketSql = (day: string, grain: Grain): string => (grain === 'day' ? day : `date_trunc('${grain}', ${day}::timestamp)::date`)
const laterSql = (day: string, { months }: Earlier, params: unknown[]): string =>
  `(${day} + make_interval(months => $${params.push(months)}::int))::date`

/** Columns of the source that a measure sums or counts. */
const columnsOf = (source: ReportSource, measure: ReportMeasure): string[] => {
  if (measure.kind === 'sum') return [source.sums[measure.of] as string]
  if (measure.kind === 'min' || measure.kind === 'max') return [source.extremes?.[measure.of] as string]
  if (measure.kind === 'ratio') return [source.sums[measure.of] as string, source.sums[measure.per] as string]
  return [(measure.kind === 'count' ? source.dimensions : (source.histograms ?? {}))[measure.of]?.column as string]
}

/**
 * Returns the SQL aggregates of a measure: two for a ratio, an array for a percentile. With `single` each group has one row, so that its columns are
 * returned without aggregates. Columns are summed as float8, which is exact up to 2^53 and takes half the time of numeric.
 */
const aggregatesOf = (source: ReportSource, measure: ReportMeasure, when: string, single = false): string[] => {
  const columns = columnsOf(source, measure)
  if (single) return columns.map((column) => `r.${column}::float8`)
  if (measure.kind === 'count') return [`count(distinct r.${columns[0]})${when}::int`]
  if (measure.kind === 'min' || measure.kind === 'max') return [`${measure.kind}(r.${columns[0]})${when}::float8`]
  if (measure.kind !== 'percentile') return columns.map((column) => `sum(r.${column === '*' ? COUNTED : column}::float8)${when}`)
  const size = (source.histograms?.[measure.of]?.bounds.length ?? 0) + 1
  return [`array[${Array.from({ length: size }, (_, at) => `sum(r.${columns[0]}[${at + 1}])${when}::float8`).join(', ')}]`]
}

const columnOfKey = ({ source }: ReportDefinition, name: string): string =>
  name === PERIOD ? 'r.period' : `r.${(source.dimensions[name] as SourceDimension).column}`

const conditionsSql = ({ source }: ReportDefinition, query: ReportQuery, reader: ReportReader, params: unknown[]): string =>
  [
    visibleSql(source, reader, params),
    ...query.filters.map((filter) => filterSql(filter, params, reader.find)),
    ...query.selections.map((selection) => selectionSql(source, selection, params)),
  ].join(' and ')

/**
 * SQL of the source rows in the range. With a comparison it includes the rows of the earlier range (`now` false),
 * each with the period that it is compared with. `counting`: only from levels that count the rows of the source.
 */
const rowsSql = (report: ReportDefinition, query: ReportQuery, reader: ReportReader, params: unknown[], counting = false): string => {
  const { source } = report
  const conditions = conditionsSql(report, query, reader, params)
  const columns = new Set([
    ...query.by.filter((name) => name !== PERIOD).map((name) => (source.dimensions[name] as SourceDimension).column),
    ...Object.values(report.measures).flatMap((measure) => columnsOf(source, measure)),
  ])
  const select = (range: DayRange, dayOf: () => string, now: boolean): string[] =>
    piecesOf(report, query, reader, range, counting).map(
      ({
        table,
        grain,
        groups: _,
        ...days
      }) => `select ${query.comparison ? `${now} as now, ` : ''}${grain === query.grain ? dayOf() : bucketSql(dayOf(), query.grain)} as period,
       ${[...columns].map((column) => selected(source, column)).join(', ')}
     from ${table} t where ${conditions} and ${daysSql(source, reader, days, params)}`,
    )
  const day = (): string => daySql(source, reader, params)
  const current = select(query.range, day, true)
  if (!query.comparison) return current.join(' union all ')
  const earlier = earlierOf(query.range, query.grain, query.comparison)
  return [...current, ...select(earlier, () => laterSql(day(), earlier, params), false)].join(' union all ')
}

/** SQL of the measure columns: `m0`, `m0_1` (second part of a ratio), and with a comparison `b0` (earlier value). */
const measuresSql = (report: ReportDefinition, { comparison }: ReportQuery, single = false): string => {
  const parts = (prefix: string, when: string): string[] =>
    Object.values(report.measures).flatMap((measure, at) =>
      aggregatesOf(report.source, measure, when, single).map((sql, part) => `${sql} as ${prefix}${at}${part > 0 ? `_${part}` : ''}`),
    )
  return (comparison ? [...parts('m', ' filter (where r.now)'), ...parts('b', ' filter (where not r.now)')] : parts('m', '')).join(', ')
}

/** SQL of the groups with their keys `k0`, `k1` and measures, without order and limit. */
const groupsSql = (
  report: ReportDefinition,
  query: ReportQuery,
  reader: ReportReader,
  params: unknown[] = [],
  counting = false,
): { readonly sql: string; readonly params: unknown[] } => {
  const rows = rowsSql(report, query, reader, params, counting)
  const keys = query.by.map((name) => columnOfKey(report, name))
  const named = query.by.map((name, at) => `${keys[at]}${name === PERIOD ? '::text' : ''} as k${at}`).join(', ')
  const single = isSingle(report, query)
  return {
    sql: `select ${named}, ${measuresSql(report, query, single)} from (${rows}) r${single ? '' : ` group by ${keys.join(', ')}`}`,
    params,
  }
}

/** Statement for the totals over all groups. */
export const totalsSql = (report: ReportDefinition, query: ReportQuery, reader: ReportReader): Statement => {
  const params: unknown[] = []
  // Without keys the coarsest level is used.
  const rows = rowsSql(report, { ...query, by: [] }, reader, params)
  return [`select ${measuresSql(report, query)} from (${rows}) r`, params]
}

/** Statement for the two sums of `complete` by day. */
export const completeSql = (
  report: ReportDefinition,
  { of, per }: { readonly of: string; readonly per: string },
  query: ReportQuery,
  reader: ReportReader,
): Statement => {
  const params: unknown[] = []
  const sum = (name: string): ReportMeasure => ({ kind: 'sum', of: name, label: ['', ''] })
  const measured = { ...report, measures: { of: sum(of), per: sum(per) } }
  const { sql } = groupsSql(measured, { ...query, by: [PERIOD], grain: 'day', comparison: null }, reader, params)
  return [`${sql} order by 1`, params]
}

/** Returns true if each row of the source is one group of the call: the call groups by day and by the dimension of which the source has one row a day. */
export const isSingle = ({ source: { single }, measures }: ReportDefinition, { by, grain, comparison }: ReportQuery): boolean =>
  single !== undefined &&
  Object.values(measures).every(({ kind }) => kind === 'sum' || kind === 'ratio') &&
  comparison === null &&
  grain === 'day' &&
  by.length === 2 &&
  by.includes(PERIOD) &&
  by.includes(single.by)

/** Returns a statement that counts the rows of the source by period. Its rows have the period in `k0` and the number in `m0`, in ascending order of the period. */
export const rowsByPeriodSql = (report: ReportDefinition, query: ReportQuery, grain: 'day' | 'month', reader: ReportReader): Statement => {
  const params: unknown[] = []
  const { sql } = groupsSql(counted(report), { ...query, by: [PERIOD], grain }, reader, params, true)
  return [`${sql} order by 1`, params]
}
const counted = (report: ReportDefinition): ReportDefinition => ({
  ...report,
  measures: { rows: { kind: 'sum', of: report.source.single?.count ?? '', label: ['', ''] } },
})

/** SQL that reads the rows of `query`, groups them and counts the groups. */
const countedSql = (report: ReportDefinition, query: ReportQuery, reader: ReportReader, params: unknown[]): string =>
  `(select count(*) from (select from (${rowsSql(report, query, reader, params)}) r group by ${query.by.map((name) => columnOfKey(report, name)).join(', ')}) g)`

/**
 * SQL that counts groups by the numbers of rows that a level stores. It groups the rows only of the days before and after that level. Undefined if no level
 * stores numbers that fit this call.
 */
const storedCountSql = (report: ReportDefinition, query: ReportQuery, reader: ReportReader, params: unknown[]): string | undefined => {
  const { range, grain, by } = query
  const byPeriod = by.includes(PERIOD)
  const [key, ...keys] = by.filter((name) => name !== PERIOD)
  const pieces = piecesOf(report, query, reader, range, false)
  const at = pieces.findIndex(
    (piece) => piece.groups && (byPeriod ? piece.grain === grain : pieces.length === 1 && piece.from === piece.to),
  )
  const [piece, next] = [pieces[at], pieces[at + 1]]
  if (!piece?.groups || query.comparison || keys.length > 0) return undefined
  const { table, from, groups } = piece
  // The days after the level may belong to its last period: that period is counted with them.
  const to = next ? addDays(bucketOf(next.from, grain), -1) : piece.to
  const needed = neededOf(report, { ...query, by: [] }, reader)
  if (key !== groups.by || to < from || groups.without.some((name) => needed.has(name))) return undefined
  const where = `${conditionsSql(report, query, reader, params)} and ${daysSql(report.source, reader, { from, to }, params)}`
  const column = (report.source.dimensions[key] as SourceDimension).column
  const counted = (days: DayRange): string => countedSql(report, { ...query, range: days }, reader, params)
  const before = at > 0 ? [counted({ from: range.from, to: addDays(from, -1) })] : []
  const after = next ? [counted({ from: addDays(to, 1), to: range.to })] : []
  return [
    `(select coalesce(sum(t.${groups.count}), 0) from ${groups.rows} t where ${where})
     - (select count(*) - count(distinct (t.${report.source.day}, t.${column})) from ${table} t where t.several and ${where})`,
    ...before,
    ...after,
  ].join(' + ')
}

/** Statement for the number of groups. */
export const countSql = (report: ReportDefinition, query: ReportQuery, reader: ReportReader): Statement => {
  const params: unknown[] = []
  if (isSingle(report, query)) {
    const rows = rowsSql(counted(report), { ...query, by: [] }, reader, params, true)
    return [`select coalesce(sum(r.${report.source.sums[report.source.single?.count ?? '']}), 0)::int as n from (${rows}) r`, params]
  }
  return [`select (${storedCountSql(report, query, reader, params) ?? countedSql(report, query, reader, params)})::int as n`, params]
}

const orderSql = (report: ReportDefinition, query: ReportQuery): string => {
  const names = Object.keys(report.measures)
  const sortKey = (name: string): string => {
    if (query.by.includes(name)) return columnOfKey(report, name)
    const [first = '', second] = aggregatesOf(
      report.source,
      report.measures[name] as ReportMeasure,
      query.comparison ? ' filter (where r.now)' : '',
      isSingle(report, query),
    )
    return second ? `${first} / nullif(${second}, 0)` : first
  }
  const chosen = query.order.length > 0 ? query.order : query.by.includes(PERIOD) ? [{ name: PERIOD, descending: true }] : []
  const sorted = new Set(chosen.map(({ name }) => name))
  const last = chosen.at(-1)?.descending ? ' desc' : ''
  return [
    // Keys are never null; without `nulls last` an index can serve the order.
    ...chosen.map(({ name, descending }) => `${sortKey(name)}${descending ? ' desc' : ''}${names.includes(name) ? ' nulls last' : ''}`),
    // The keys break ties, so that pages neither repeat nor lose a group. They have the same direction, so
    // that an index serves the order without a sort.
    ...query.by.flatMap((name) => (sorted.has(name) ? [] : [`${columnOfKey(report, name)}${last}`])),
  ].join(', ')
}

/** Statement for some of the ordered groups. */
export const groupsOfPage = (
  report: ReportDefinition,
  query: ReportQuery,
  reader: ReportReader,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Statement => {
  const { sql, params } = groupsSql(report, query, reader)
  return [`${sql} order by ${orderSql(report, query)} limit $${params.push(limit)} offset $${params.push(offset)}`, params]
}

/** Statement for groups by period and `split`, for the `split` values with the largest first measure. */
export const splitSql = (report: ReportDefinition, query: ReportQuery, split: string, reader: ReportReader, most: number): Statement => {
  const { sql, params } = groupsSql(report, { ...query, by: [PERIOD, split], comparison: null }, reader)
  return [
    `with g as materialized (${sql}), top as (select k1, sum(m0) as size from g group by k1 order by size desc nulls last, k1 limit ${most})
     select g.* from g join top on top.k1 is not distinct from g.k1 order by top.size desc nulls last, g.k1, g.k0`,
    params,
  ]
}
