import { type ChoiceOptions, titleName } from '@lamplight/fields/model'
import {
  bucketsOf,
  type Lang,
  PERIOD,
  percentileOf,
  pick,
  type ReportDefinition,
  type ReportMeasure,
  type SourceDimension,
  type Text,
} from '@lamplight/kit'
import type { TSchema } from 'typebox'
import { A } from './answer-schema.ts'
import type { Ctx } from './context-types.ts'
import { pageWindow } from './page-window.ts'
import { CompletenessReturns, readCompleteness } from './report-complete.ts'
import { fromEnd, narrowed } from './report-part.ts'
import { REPORT_ROWS, type ReportQuery, refersTo } from './report-query.ts'
import type { ReportReader } from './report-reader.ts'
import { countSql, groupsOfPage, splitSql, totalsSql } from './report-sql.ts'
import { tableOf, titleColumn } from './tables.ts'
import { page } from './wire.ts'

type Row = Readonly<Record<string, unknown>>
type Values = Record<string, unknown>
/** Resource → id → title of the row. */
type Titles = ReadonlyMap<string, ReadonlyMap<string, string>>
const NONE: Text = ['未设置', 'None']
const SERIES_AT_MOST = 8

/** Wire names of a dimension: that of its value and that of its label. */
export const wireNames = (name: string, { field }: SourceDimension): readonly [value: string, label: string] => [
  name,
  field.kind === 'ref' ? titleName(name, field.options) : `${name}Name`,
]
/** Wire names of a compared measure: the earlier value, the difference, and the difference in per cent of the earlier value. */
export const compared = (name: string) => ({ before: `${name}Before`, change: `${name}Change`, rate: `${name}Rate` })

const rounded = (value: number | null, decimals: number): number | null =>
  value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals

/** Returns the rounded value of a measure in a result row. `key`: its column, `m0` now or `b0` before. */
const measureOf = ({ source }: ReportDefinition, measure: ReportMeasure, row: Row, key: string): number | null => {
  const number = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))
  const decimals = measure.decimals ?? 0
  if (measure.kind === 'percentile') {
    const counts = ((row[key] ?? []) as readonly (number | null)[]).map((count) => Number(count ?? 0))
    return rounded(percentileOf(counts, source.histograms?.[measure.of]?.bounds ?? [], measure.share), decimals)
  }
  const value = number(row[key])
  if (measure.kind === 'count') return value
  if (measure.kind === 'min' || measure.kind === 'max') return rounded(value, decimals)
  const scale = measure.scale ?? 1
  if (measure.kind === 'sum') return value === null ? null : rounded(value * scale, decimals)
  const per = number(row[`${key}_1`])
  return value === null || per === null || per === 0 ? null : rounded((value / per) * scale, decimals)
}

/** Returns the measures of a row, with the earlier values if the call compares. */
export const measuresOf = (report: ReportDefinition, query: Pick<ReportQuery, 'comparison'>, row: Row): Values => {
  const values: Values = {}
  for (const [at, [name, measure]] of Object.entries(report.measures).entries()) {
    const value = measureOf(report, measure, row, `m${at}`)
    values[name] = value
    if (!query.comparison) continue
    const before = measureOf(report, measure, row, `b${at}`)
    const { before: then, change, rate } = compared(name)
    const difference = value === null || before === null ? null : rounded(value - before, measure.decimals ?? 0)
    Object.assign(values, {
      [then]: before,
      [change]: difference,
      [rate]: difference === null || !before ? null : rounded((100 * difference) / before, 1),
    })
  }
  return values
}

/** Reads the titles of the rows to which the keys `k{at}` refer. A removed row keeps its title. */
const titlesOf = async (report: ReportDefinition, by: readonly string[], rows: readonly Row[], ctx: Ctx, find: ReportReader['find']) => {
  const wanted = by.flatMap((name, at) => {
    const dimension = report.source.dimensions[name]
    const resource = dimension && find(refersTo(dimension) ?? '')?.resource
    const ids = [...new Set(rows.map((row) => String(row[`k${at}`] ?? '0')))].filter((id) => id !== '0')
    return resource && ids.length > 0 ? [{ name, resource, ids }] : []
  })
  const found = await ctx.queries(
    wanted.map(({ resource, ids }) => [
      `select id::text as id, ${titleColumn(resource)} as title from ${tableOf(resource)} where id = any($1::bigint[])`,
      [ids],
    ]),
  )
  return new Map(
    wanted.map(({ name }, at) => [name, new Map((found[at] ?? []).map(({ id, title }) => [String(id), String(title ?? '')]))]),
  ) satisfies Titles
}

/** Returns the label of a key. */
const labelOf = (name: string, dimension: SourceDimension, value: unknown, titles: Titles, lang: Lang): string => {
  const { field, none } = dimension
  if (field.kind === 'choice') {
    const words = (field.options as unknown as ChoiceOptions).values[Number(value)]
    return words ? pick(words, lang) : value === null || Number(value) < 0 ? pick(none ?? NONE, lang) : String(value)
  }
  const text = String(value ?? '')
  if (text === '' || (field.kind === 'ref' && text === '0')) return pick(none ?? NONE, lang)
  return field.kind === 'ref' ? (titles.get(name)?.get(text) ?? text) : text
}

const keysOf = (report: ReportDefinition, by: readonly string[], row: Row, titles: Titles, lang: Lang): Values => {
  const keys: Values = {}
  for (const [at, name] of by.entries()) {
    const value = row[`k${at}`]
    const dimension = report.source.dimensions[name]
    if (!dimension) keys[PERIOD] = String(value)
    else {
      const [wire, label] = wireNames(name, dimension)
      keys[wire] =
        dimension.field.kind === 'choice'
          ? Number(value)
          : value === null || (dimension.field.kind === 'ref' && String(value) === '0')
            ? ''
            : String(value)
      keys[label] = labelOf(name, dimension, value, titles, lang)
    }
  }
  return keys
}

/** Converts result rows into wire records. */
const recordsOf = async (
  report: ReportDefinition,
  query: ReportQuery,
  rows: readonly Row[],
  ctx: Ctx,
  find: ReportReader['find'],
): Promise<Values[]> => {
  const titles = await titlesOf(report, query.by, rows, ctx, find)
  return rows.map((row) => ({ ...keysOf(report, query.by, row, titles, ctx.lang), ...measuresOf(report, query, row) }))
}

const readerOf = async ({ source }: ReportDefinition, ctx: Ctx, find: ReportReader['find']): Promise<ReportReader> => {
  const { tenantId, user, zone } = ctx
  const tables = [...new Set((source.levels ?? []).flatMap(({ through }) => (through ? [through] : [])))]
  const found = await ctx.queries(
    tables.map((table) => [`select to_char(max(day), 'YYYY-MM-DD') as day from ${table} where tenant_id = $1`, [tenantId]]),
  )
  const held = tables.flatMap((table, at) => (found[at]?.[0]?.day ? [[table, String(found[at][0].day)] as const] : []))
  return { tenantId, user, zone, find, held: new Map(held) }
}

/** Returns some of the ordered groups. */
const groupsIn = async (
  report: ReportDefinition,
  query: ReportQuery,
  reader: ReportReader,
  window: { readonly limit: number; readonly offset?: number },
  read: (sql: string, params: readonly unknown[]) => Promise<Row[]>,
  ctx: Ctx,
): Promise<Row[]> => {
  const found = await narrowed(report, query, reader, { offset: 0, ...window, range: query.range }, ctx)
  const turned = fromEnd(query, found)
  const [sql, params = []] = groupsOfPage(
    report,
    { ...query, range: found.range, ...(turned && { order: turned.order }) },
    reader,
    turned ?? found,
  )
  const rows = await read(sql, params)
  return turned ? rows.reverse() : rows
}

/** Returns a page of groups, with the totals over all groups. */
export const reportPage = async (report: ReportDefinition, query: ReportQuery, ctx: Ctx, find: ReportReader['find']): Promise<Values> => {
  const reader = await readerOf(report, ctx, find)
  const { current, size } = query
  // Other connections read the totals and count the groups at the same time.
  const [rows, [totals = {}], [count], complete] = await Promise.all([
    groupsIn(report, query, reader, pageWindow(query, REPORT_ROWS), (sql, params) => ctx.query<Row>(sql, params), ctx),
    ctx.query<Row>(...totalsSql(report, query, reader)),
    ctx.query<Row>(...countSql(report, query, reader)),
    readCompleteness(report, query, reader, ctx),
  ])
  const records = await recordsOf(report, query, rows, ctx, find)
  return {
    ...page(records, Number(count?.n ?? 0), current, size),
    totals: measuresOf(report, query, totals),
    ...(complete && { complete }),
  }
}

/** Returns all groups as records, at most `most`. */
export const reportRecords = async (
  report: ReportDefinition,
  query: ReportQuery,
  most: number,
  ctx: Ctx,
  find: ReportReader['find'],
): Promise<Values[]> => {
  const reader = await readerOf(report, ctx, find)
  const read = (sql: string, params: readonly unknown[]): Promise<Row[]> => ctx.slowly(sql, () => ctx.query<Row>(sql, params))
  return recordsOf(report, query, await groupsIn(report, query, reader, { limit: most }, read, ctx), ctx, find)
}

interface ChartSeries {
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly values: readonly (number | null)[]
}

/** Returns the totals of a range, with those of the earlier range if the call compares. */
const totalsOf = async (report: ReportDefinition, query: ReportQuery, ctx: Ctx, find: ReportReader['find']): Promise<Values> => {
  const [row] = await ctx.query<Row>(...totalsSql(report, query, await readerOf(report, ctx, find)))
  return measuresOf(report, query, row ?? {})
}

/** Returns series over the periods of the range: one per measure of the chart, or one per value of its `split` for the first measure. */
export const reportChart = async (report: ReportDefinition, query: ReportQuery, ctx: Ctx, find: ReportReader['find']): Promise<Values> => {
  const times = bucketsOf(query.range, query.grain)
  const reader = await readerOf(report, ctx, find)
  const { measures: names, split } = report.chart
  const definitionOf = (name: string): ReportMeasure => report.measures[name] as ReportMeasure
  const at = (name: string): number => Object.keys(report.measures).indexOf(name)
  const series: ChartSeries[] = []
  const add = (code: string, name: string, measure: ReportMeasure, rows: readonly Row[], key: string): void => {
    const byTime = new Map(rows.map((row) => [String(row.k0), measureOf(report, measure, row, key)]))
    series.push({ code, name, unit: measure.unit ?? '', values: times.map((time) => byTime.get(time) ?? null) })
  }
  if (split) {
    const rows = await ctx.query<Row>(...splitSql(report, query, split, reader, SERIES_AT_MOST))
    const titles = await titlesOf(report, [PERIOD, split], rows, ctx, find)
    const [first = ''] = names
    for (const [value, own] of Map.groupBy(rows, (row) => row.k1)) {
      const label = labelOf(split, report.source.dimensions[split] as SourceDimension, value, titles, ctx.lang)
      add(String(value ?? ''), label, definitionOf(first), own, `m${at(first)}`)
    }
  } else {
    const rows = await ctx.query<Row>(...groupsOfPage(report, { ...query, by: [PERIOD], order: [] }, reader, { limit: times.length }))
    for (const name of names) {
      const measure = definitionOf(name)
      add(name, pick(measure.label, ctx.lang), measure, rows, `m${at(name)}`)
      if (query.comparison)
        add(compared(name).before, `${pick(measure.label, ctx.lang)}${pick(EARLIER, ctx.lang)}`, measure, rows, `b${at(name)}`)
    }
  }
  return { times, series }
}
const EARLIER: Text = ['（对比）', ' (earlier)']

/** Returns the totals, compared with the previous range and with the same range a year before. */
export const reportComparison = async (
  report: ReportDefinition,
  query: ReportQuery,
  ctx: Ctx,
  find: ReportReader['find'],
): Promise<Values> => {
  const [previous, year] = await Promise.all(
    (['previous', 'year'] as const).map((comparison) => totalsOf(report, { ...query, comparison }, ctx, find)),
  )
  return {
    startDate: query.range.from,
    endDate: query.range.to,
    measures: Object.entries(report.measures).map(([name, measure]) => {
      const { before, change, rate } = compared(name)
      return {
        code: name,
        name: pick(measure.label, ctx.lang),
        unit: measure.unit ?? '',
        value: previous?.[name] ?? null,
        previous: previous?.[before] ?? null,
        previousChange: previous?.[change] ?? null,
        previousRate: previous?.[rate] ?? null,
        year: year?.[before] ?? null,
        yearChange: year?.[change] ?? null,
        yearRate: year?.[rate] ?? null,
      }
    }),
  }
}

const number = A.nullable(A.number)
/** Schemas of the answers of a report's calls. */
export const reportReturns = (report: ReportDefinition): Readonly<Record<'page' | 'chart' | 'comparison', TSchema>> => {
  const measures = Object.fromEntries(
    Object.keys(report.measures).flatMap((name) => [
      [name, number],
      ...Object.values(compared(name)).map((wire) => [wire, A.maybe(number)]),
    ]),
  )
  const keys = Object.fromEntries(
    report.dimensions.flatMap((name) => {
      const dimension = report.source.dimensions[name] as SourceDimension
      const [value, label] = wireNames(name, dimension)
      return [
        [value, A.maybe(dimension.field.kind === 'choice' ? A.int : dimension.field.kind === 'ref' ? A.id : A.text)],
        [label, A.maybe(A.text)],
      ]
    }),
  )
  const listed = A.page(A.of({ [PERIOD]: A.maybe(A.text), ...keys, ...measures })) as TSchema & { properties: Record<string, TSchema> }
  const series = A.of({ code: A.text, name: A.text, unit: A.text, values: A.list(number) })
  return {
    page: A.of({ ...listed.properties, totals: A.of(measures), ...(report.complete && { complete: CompletenessReturns }) }),
    chart: A.of({ times: A.list(A.text), series: A.list(series) }),
    comparison: A.of({
      startDate: A.text,
      endDate: A.text,
      measures: A.list(
        A.of({
          code: A.text,
          name: A.text,
          unit: A.text,
          value: number,
          previous: number,
          previousChange: number,
          previousRate: number,
          year: number,
          yearChange: number,
          yearRate: number,
        }),
      ),
    }),
  }
}
