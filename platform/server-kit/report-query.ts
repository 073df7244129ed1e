import { type ChoiceOptions, isId, type RefOptions } from '@lamplight/fields/model'
import {
  addDays,
  COMPARISONS,
  type Comparison,
  type DayRange,
  daysIn,
  GRAINS,
  type Grain,
  PERIOD,
  type ReportCall,
  type ReportDefinition,
  type SourceDimension,
  type SourceFilter,
} from '@lamplight/kit'
import { dayIn } from './call-input.ts'
import type { Ctx } from './context-types.ts'
import { SEARCH_TEXT_AT_MOST } from './list-filters.ts'
import { pageIn } from './list-query.ts'
import { boundedPage } from './page-window.ts'
import { errors, fieldError } from './refuse.ts'
import { formatTime } from './times.ts'

type QueryValues = Readonly<Record<string, unknown>>
/** Longest range, days: ten years. */
const LONGEST_DAYS = 3660
const DEFAULT_DAYS = 30
const VALUES_AT_MOST = 1000
/** Rows of a page, and of an answer with all rows. */
export const REPORT_ROWS = 1000

export interface ReportFilter {
  readonly dimension: SourceDimension
  /** Ids, numbers of choices, or texts, depending on the dimension. */
  readonly values: readonly string[]
}
/** A filter that selects values of a dimension by another view. */
export interface ReportSelection {
  readonly filter: SourceFilter
  readonly values: readonly string[]
}
/** A parsed call of a report. */
export interface ReportQuery {
  readonly range: DayRange
  readonly grain: Grain
  readonly comparison: Comparison | null
  readonly by: readonly string[]
  readonly filters: readonly ReportFilter[]
  readonly selections: readonly ReportSelection[]
  readonly order: readonly { readonly name: string; readonly descending: boolean }[]
  readonly current: number
  /** -1: all rows, at most REPORT_ROWS. */
  readonly size: number
}

const textIn = (query: QueryValues, name: string): string => {
  const value = query[name]
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') throw errors.badParameter({ field: name }, name)
  return String(value).trim()
}

const rangeIn = (query: QueryValues, ctx: Ctx, nameOf: (name: string) => string): DayRange => {
  const [start, end] = [nameOf('startDate'), nameOf('endDate')]
  const to = dayIn(query[end], end) ?? formatTime(ctx.now(), ctx.zone).slice(0, 10)
  const from = dayIn(query[start], start) ?? addDays(to, 1 - DEFAULT_DAYS)
  if (from > to) throw fieldError(end, ['不能早于开始日期', 'must not be before the first day'], ctx.lang)
  if (daysIn({ from, to }) > LONGEST_DAYS)
    throw fieldError(end, [`时间范围最多 ${LONGEST_DAYS} 天`, `the range may cover at most ${LONGEST_DAYS} days`], ctx.lang)
  return { from, to }
}

const choiceIn = <T extends string>(query: QueryValues, name: string, choices: Readonly<Record<number, T>>): T | null => {
  const text = textIn(query, name)
  if (text === '' || text === '0') return null
  const found = Object.hasOwn(choices, text) ? choices[Number(text)] : undefined
  if (found === undefined) throw errors.badParameter({ field: name }, name)
  return found
}

const valuesIn = (query: QueryValues, name: string, { field }: Pick<SourceDimension, 'field'>): string[] => {
  const text = textIn(query, name)
  if (text === '') return []
  if (field.kind === 'text') {
    if (text.length > SEARCH_TEXT_AT_MOST || !text.isWellFormed()) throw errors.badParameter({ field: name }, name)
    return [text]
  }
  const values = [...new Set(text.split(',').map((part) => part.trim()))]
  const choices = (field.options as Partial<ChoiceOptions>).values
  const fits = (value: string): boolean => (field.kind === 'choice' ? Object.hasOwn(choices ?? {}, value) : isId(value))
  if (values.length > VALUES_AT_MOST || !values.every(fits)) throw errors.badParameter({ field: name }, name)
  return values
}

const namesIn = (query: QueryValues, name: string, known: ReadonlySet<string>): string[] => {
  const names = textIn(query, name).split(',').filter(Boolean)
  if (names.some((one) => !known.has(one)) || new Set(names).size !== names.length) throw errors.badParameter({ field: name }, name)
  return names
}

/** Reads the parameters of a call. Throws a 400 that names a parameter with a wrong value; unknown parameters are ignored. */
export const readReportQuery = (report: ReportDefinition, call: ReportCall, sent: QueryValues, ctx: Ctx): ReportQuery => {
  const { source, dimensions, measures, grains } = report
  const query = { ...sent, ...call.fixed }
  const renamed = new Map(Object.entries(call.names ?? {}).map(([wire, name]) => [name, wire]))
  const nameOf = (name: string): string => renamed.get(name) ?? name
  const grain = choiceIn(query, nameOf('dateType'), GRAINS) ?? (grains[0] as Grain)
  if (!grains.includes(grain)) throw errors.badParameter({ field: nameOf('dateType') }, nameOf('dateType'))
  const dimensionNames = call.by ? [] : namesIn(query, 'by', new Set([PERIOD, ...dimensions]))
  const by = call.by ?? (dimensionNames.length > 0 ? dimensionNames : report.by)
  const sortable = new Set([...by, ...Object.keys(measures).filter((name) => measures[name]?.kind !== 'percentile')])
  return {
    range: rangeIn(query, ctx, nameOf),
    grain,
    comparison: choiceIn(query, nameOf('compare'), COMPARISONS),
    by,
    filters: dimensions.flatMap((name) => {
      const dimension = source.dimensions[name] as SourceDimension
      const values = valuesIn(query, nameOf(name), dimension)
      return values.length > 0 ? [{ dimension, values }] : []
    }),
    selections: (report.filters ?? []).flatMap((name) => {
      const filter = source.filters?.[name] as SourceFilter
      const values = valuesIn(query, nameOf(name), filter)
      return values.length > 0 ? [{ filter, values }] : []
    }),
    order: (['descs', 'ascs'] as const).flatMap((key) =>
      namesIn(query, key, sortable).map((name) => ({ name, descending: key === 'descs' })),
    ),
    ...boundedPage(pageIn(query), REPORT_ROWS),
  }
}

/** Name of the resource to which a dimension refers; undefined for choices and texts. */
export const refersTo = ({ field }: Pick<SourceDimension, 'field'>): string | undefined => (field.options as Partial<RefOptions>).to
