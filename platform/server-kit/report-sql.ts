import {
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
import { grantedOnly } from './grants.ts'
import { type Asked, type ReportFilter, refersTo } from './report-query.ts'
import { tableOf } from './tables.ts'
import type { ResourceServer, User } from './types.ts'

/** Who asks, for which tenant; `find` finds the resources that dimensions refer to. */
export interface Asker {
  readonly tenantId: string
  readonly user: Pick<User, 'id' | 'cut'>
  readonly find: (name: string) => ResourceServer | undefined
}

const DIMENSION_TYPES: Readonly<Record<string, string>> = { ref: 'bigint[]', choice: 'smallint[]', text: 'text[]' }

/** Rows of a tree are meant with the rows below them. */
const filterSql = ({ dimension, values }: ReportFilter, params: unknown[], find: Asker['find']): string => {
  const { column, field } = dimension
  const given = `$${params.push(values)}::${DIMENSION_TYPES[field.kind]}`
  const resource = find(refersTo(dimension) ?? '')?.resource
  if (!resource?.list?.tree) return `t.${column} = any(${given})`
  const table = tableOf(resource)
  return `t.${column} in (with recursive below as (select unnest(${given}) as id
    union select c.id from ${table} c join below b on c.parent_id = b.id where not c.is_deleted) select id from below)`
}

/** Rows that the asker may see. Row-level security cuts to the tenant as well; the condition lets the planner estimate. */
const visibleSql = (source: ReportSource, { tenantId, user }: Asker, params: unknown[]): string => {
  const tenant = `t.tenant_id = $${params.push(tenantId)}`
  const { place } = source
  if (!('author' in place)) return `${tenant}${grantedOnly(user, params, { project: `t.${place.project}`, area: `t.${place.area}` })}`
  return user.cut.projects || user.cut.areas ? `${tenant} and t.${place.author} = $${params.push(user.id)}` : tenant
}

const bucketSql = (day: string, grain: Grain): string => (grain === 'day' ? day : `date_trunc('${grain}', ${day}::timestamp)::date`)
const laterSql = (day: string, { days, months }: Earlier, params: unknown[]): string =>
  days > 0 ? `(${day} + $${params.push(days)}::int)` : `(${day} + make_interval(months => $${params.push(months)}::int))::date`

/** Columns of the source that a measure adds up or counts. */
const columnsOf = (source: ReportSource, measure: ReportMeasure): string[] => {
  if (measure.kind === 'sum') return [source.sums[measure.of] as string]
  if (measure.kind === 'ratio') return [source.sums[measure.of] as string, source.sums[measure.per] as string]
  return [(measure.kind === 'count' ? source.dimensions : (source.histograms ?? {}))[measure.of]?.column as string]
}

/** Aggregates of a measure: two for a ratio, an array for a percentile. */
const aggregatesOf = (source: ReportSource, measure: ReportMeasure, when: string): string[] => {
  const columns = columnsOf(source, measure)
  if (measure.kind === 'count') return [`count(distinct r.${columns[0]})${when}::int`]
  if (measure.kind !== 'percentile') return columns.map((column) => `sum(r.${column})${when}::float8`)
  const size = (source.histograms?.[measure.of]?.bounds.length ?? 0) + 1
  return [`array[${Array.from({ length: size }, (_, at) => `sum(r.${columns[0]}[${at + 1}])${when}::float8`).join(', ')}]`]
}

const columnOfKey = ({ source }: ReportDefinition, name: string): string =>
  name === PERIOD ? 'r.period' : `r.${(source.dimensions[name] as SourceDimension).column}`

interface Grouped {
  readonly sql: string
  readonly params: unknown[]
}

/** The rows of the source in the range; with a comparison also those of the earlier range (`now` false), with the period that they are compared with. */
const rowsSql = (report: ReportDefinition, asked: Asked, asker: Asker, params: unknown[]): string => {
  const { source } = report
  const conditions = [visibleSql(source, asker, params), ...asked.filters.map((filter) => filterSql(filter, params, asker.find))]
  const columns = new Set([
    ...asked.by.filter((name) => name !== PERIOD).map((name) => (source.dimensions[name] as SourceDimension).column),
    ...Object.values(report.measures).flatMap((measure) => columnsOf(source, measure)),
  ])
  const select = (range: DayRange, day: string, now: boolean): string =>
    `select ${now} as now, ${bucketSql(day, asked.grain)} as period, ${[...columns].map((column) => `t.${column}`).join(', ')}
     from ${source.from} t where ${conditions.join(' and ')}
       and t.${source.day} between $${params.push(range.from)}::date and $${params.push(range.to)}::date`
  const day = `t.${source.day}`
  const current = select(asked.range, day, true)
  if (!asked.comparison) return current
  const earlier = earlierOf(asked.range, asked.grain, asked.comparison)
  return `${current} union all ${select(earlier, laterSql(day, earlier, params), false)}`
}

/** Groups with their measures `m0`, `m0_1` (second part of a ratio), `b0` (before); keys are `k0`, `k1`. `totals`: a further row with `total` true. */
const groupsSql = (report: ReportDefinition, asked: Asked, asker: Asker, totals: boolean): Grouped => {
  const params: unknown[] = []
  const rows = rowsSql(report, asked, asker, params)
  const keys = asked.by.map((name) => columnOfKey(report, name))
  const parts = (prefix: string, when: string): string[] =>
    Object.values(report.measures).flatMap((measure, at) =>
      aggregatesOf(report.source, measure, when).map((sql, part) => `${sql} as ${prefix}${at}${part > 0 ? `_${part}` : ''}`),
    )
  const measures = asked.comparison ? [...parts('m', ' filter (where r.now)'), ...parts('b', ' filter (where not r.now)')] : parts('m', '')
  const by = keys.join(', ')
  const sql = `select ${asked.by.map((name, at) => `${keys[at]}${name === PERIOD ? '::text' : ''} as k${at}`).join(', ')}, ${totals ? `grouping(${keys[0]}) = 1` : 'false'} as total, ${measures.join(', ')}
    from (${rows}) r group by ${totals ? `grouping sets ((${by}), ())` : by}`
  return { sql, params }
}

const orderSql = (report: ReportDefinition, asked: Asked): string => {
  const names = Object.keys(report.measures)
  const sortKey = (name: string): string => {
    const key = asked.by.indexOf(name)
    if (key >= 0) return `k${key}`
    const at = names.indexOf(name)
    return report.measures[name]?.kind === 'ratio' ? `m${at} / nullif(m${at}_1, 0)` : `m${at}`
  }
  const chosen = asked.order.length > 0 ? asked.order : asked.by.includes(PERIOD) ? [{ name: PERIOD, descending: true }] : []
  const sorted = new Set(chosen.map(({ name }) => name))
  return [
    ...chosen.map(({ name, descending }) => `${sortKey(name)} ${descending ? 'desc' : 'asc'} nulls last`),
    // Groups with equal values keep one order, so that pages neither repeat nor lose a group.
    ...asked.by.flatMap((name, at) => (sorted.has(name) ? [] : [`k${at}`])),
  ].join(', ')
}

/** One page of groups, preceded by the row of totals; `count` is the number of groups. */
export const pageSql = (report: ReportDefinition, asked: Asked, asker: Asker): Statement => {
  const { sql, params } = groupsSql(report, asked, asker, true)
  return [
    `with g as materialized (${sql})
     (select g.*, (select count(*) - 1 from g)::int as count from g where total)
     union all (select g.*, null from g where not total order by ${orderSql(report, asked)} limit $${params.push(asked.size)} offset $${params.push((asked.current - 1) * asked.size)})`,
    params,
  ]
}

/** All groups in the order of the page, `most` at most. */
export const allSql = (report: ReportDefinition, asked: Asked, asker: Asker, most: number): Statement => {
  const { sql, params } = groupsSql(report, asked, asker, false)
  return [`with g as (${sql}) select * from g order by ${orderSql(report, asked)} limit $${params.push(most)}`, params]
}

/** Groups by period and `split`, for the values of `split` with the largest first measure. */
export const splitSql = (report: ReportDefinition, asked: Asked, split: string, asker: Asker, most: number): Statement => {
  const { sql, params } = groupsSql(report, { ...asked, by: [PERIOD, split], comparison: null }, asker, false)
  return [
    `with g as materialized (${sql}), top as (select k1, sum(m0) as size from g group by k1 order by size desc nulls last, k1 limit ${most})
     select g.* from g join top on top.k1 is not distinct from g.k1 order by top.size desc nulls last, g.k1, g.k0`,
    params,
  ]
}
