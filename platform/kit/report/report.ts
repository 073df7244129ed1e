import { checkReport, checkReportSource } from '#checks'
import type { Field } from '../field.ts'
import type { MatrixRow } from '../roles.ts'
import type { Text } from '../text.ts'

/** A column by which reports group and filter. */
export interface SourceDimension {
  readonly column: string
  /** A reference, choice or text. Its label is the head of columns and filters. A filter by a tree reference includes the rows below. */
  readonly field: Field
  /** Label for rows without a value (0 or an empty text). */
  readonly none?: Text
}

/** A filter by which no row is grouped: it selects values of a dimension by another view, such as devices by their group. */
export interface SourceFilter {
  /** A reference or choice; its label is that of the filter. */
  readonly field: Field
  /** Dimension whose values the view contains. */
  readonly dimension: string
  /** View that a slice offers. */
  readonly from: string
  /** Column with values of the dimension. */
  readonly key: string
  /** Column that is compared with the values of the filter. */
  readonly match: string
  /** Value of the filter to which rows without a value of the dimension belong. */
  readonly none?: string
}

/** Number of observations by size: an integer array with one element per bound, and one for larger values. */
export interface SourceHistogram {
  readonly column: string
  /** Upper bounds, ascending. */
  readonly bounds: readonly number[]
}

/** Coarser sums of a source's rows, in columns of the same names: reports read the coarsest level that has what they need. */
export interface SourceLevel {
  /** Table or view. */
  readonly from: string
  /** A month and a year are stored under their first day. */
  readonly grain: Grain
  /** Dimensions over which it sums. */
  readonly without: readonly string[]
  /** Table with `tenant_id` and `day`: the last day that the level holds. Without it the level holds all days. */
  readonly through?: string
  /** The sum `single.count` of its rows equals the number of rows of the source. */
  readonly counts?: true
  readonly groups?: LevelGroups
}

/**
 * Stored numbers of the rows of a level, so that a report by period and one dimension need not count its groups: the level has one row for each period, value
 * of `by` and place. Rows that share period and value with another row, because a device moved, have `several` true.
 */
export interface LevelGroups {
  readonly by: string
  /** Table with the columns of the level but those of the dimensions `without`, and the number of rows in the column `count`. */
  readonly rows: string
  readonly without: readonly string[]
  readonly count: string
}

/**
 * Rows that a slice offers to reports: either sums by day, which the slice keeps up to date in a table or view, or single facts (`rows`).
 * `sourceOfRows` and `sourceOfHistory` of `@lamplight/fields/report-source` create sources from resources and from histories of lifecycles.
 */
export interface ReportSource {
  /** `slice.rows` */
  readonly name: `${string}.${string}`
  /** Table or view with a column `tenant_id`. */
  readonly from: string
  /** Column with the day (date) in the tenant's time zone; with `rows` the time of the fact (timestamptz). */
  readonly day: string
  /**
   * Set if each row is one fact with a time instead of a sum of a day. Such a source has no levels,
   * and its only sum may be `*`, the number of rows.
   */
  readonly rows?: true
  /** Condition of the source: column → required value. */
  readonly only?: Readonly<Record<string, string | number | boolean>>
  /**
   * Columns that limit users with granted places: project and area of a row, or its author (they see their
   * own rows only). Without it they see all rows.
   */
  readonly place?: { readonly project: string; readonly area: string } | { readonly author: string }
  readonly dimensions: Readonly<Record<string, SourceDimension>>
  readonly filters?: Readonly<Record<string, SourceFilter>>
  /** Columns that can be added; `*` is the number of rows. */
  readonly sums: Readonly<Record<string, string>>
  /** Columns with the smallest or largest of some values; measures take the minimum or maximum of them. */
  readonly extremes?: Readonly<Record<string, string>>
  readonly histograms?: Readonly<Record<string, SourceHistogram>>
  /** Coarsest first. */
  readonly levels?: readonly SourceLevel[]
  /** The source has one row for each day and value of the dimension `by`, and the sum `count` is 1 in it. So the groups by day and `by` are counted by summing `count`. */
  readonly single?: { readonly by: string; readonly count: string }
}

interface MeasureLook {
  readonly label: Text
  readonly unit?: string
  readonly decimals?: number
  /** Which change is an improvement; undefined: neither. */
  readonly better?: 'more' | 'less'
  /** Value that should be reached; the chart draws a line at it. */
  readonly goal?: number
}
export type ReportMeasure = MeasureLook &
  (
    | { readonly kind: 'sum'; readonly of: string; readonly scale?: number }
    /** A sum divided by another sum; null if the divisor is 0. */
    | { readonly kind: 'ratio'; readonly of: string; readonly per: string; readonly scale?: number }
    /** The smallest or largest value of a column of `extremes`. */
    | { readonly kind: 'min'; readonly of: string }
    | { readonly kind: 'max'; readonly of: string }
    /** Number of distinct values of a dimension. */
    | { readonly kind: 'count'; readonly of: string }
    /** The value that `share` (0 to 1) of the observations of a histogram do not exceed, interpolated between bounds. */
    | { readonly kind: 'percentile'; readonly of: string; readonly share: number }
  )

/** Length of a period of the report, by its number on the wire (`dateType`). */
export const GRAINS = { 2: 'day', 3: 'month', 4: 'year' } as const
export type Grain = (typeof GRAINS)[keyof typeof GRAINS]
export const GRAIN_LABELS: Readonly<Record<Grain, Text>> = {
  day: ['按日', 'By day'],
  month: ['按月', 'By month'],
  year: ['按年', 'By year'],
}

/** The earlier time with which a report compares, by its number on the wire (`compare`). */
export const COMPARISONS = { 1: 'previous', 2: 'year' } as const
export type Comparison = (typeof COMPARISONS)[keyof typeof COMPARISONS]
export const COMPARISON_LABELS: Readonly<Record<Comparison, Text>> = {
  previous: ['上月同期', 'Previous month'],
  year: ['去年同期', 'Same time last year'],
}

/**
 * A call of a report at an address of the catalogue. page: a page of groups with totals · chart: series over time · comparison: totals beside
 * both earlier times · export: the groups as a file
 */
export interface ReportCall {
  /** Path below `/api/`. */
  readonly path: string
  readonly answers: 'page' | 'chart' | 'comparison' | 'export'
  readonly method?: 'GET' | 'POST'
  /** Dimensions by which this call groups instead of the report's. */
  readonly by?: readonly string[]
  /** Parameter names that differ: `{ parentId: 'areaId' }`. */
  readonly names?: Readonly<Record<string, string>>
  /** Parameters that the caller cannot choose: `{ dateType: '2' }`. */
  readonly fixed?: Readonly<Record<string, string>>
}

export interface ReportDefinition {
  /** `slice.report` */
  readonly name: `${string}.${string}`
  readonly label: Text
  readonly about: Text
  /** Name of its files; of a report with a page also the code of its menu and the prefix of its rights (`{code}_view`, `{code}_export`). */
  readonly code: string
  /** Rows of the permission matrix of the rights of its page. */
  readonly roles?: { readonly read: MatrixRow; readonly export: MatrixRow }
  /** Rights of other pages that its calls need, if it has no page: a figure that only dashboards and other pages show. */
  readonly rights?: { readonly view: string; readonly export: string }
  readonly source: ReportSource
  /** Base of the calls `base/page`, `base/chart`, `base/export`. */
  readonly base: string
  /** Further calls. */
  readonly calls?: readonly ReportCall[]
  /** Dimensions of the source that filter, in the order of the filters; the report can also group by them. */
  readonly dimensions: readonly string[]
  /** Filters of the source that the calls take, in the order of the filters. */
  readonly filters?: readonly string[]
  /** Dimensions from coarse to fine: a row of one leads to its rows by the next. */
  readonly drill?: readonly string[]
  /** Two sums of the source whose ratio says how complete the data of a day are. Days for which `per` is 0 or missing are gaps. */
  readonly complete?: { readonly of: string; readonly per: string }
  /** Dimension whose values have units of their own: totals and chart are shown for one value only. */
  readonly apart?: string
  /** Default grouping: `period` and dimensions. */
  readonly by: readonly string[]
  readonly measures: Readonly<Record<string, ReportMeasure>>
  readonly grains: readonly Grain[]
  /** `split`: one series of the first measure per value of this dimension; without it one series per measure. */
  readonly chart: { readonly kind: 'line' | 'bar'; readonly measures: readonly string[]; readonly split?: string }
  readonly page?: { readonly path: string; readonly parent: string; readonly icon: string; readonly sort: number }
}

/** Declares rows that a slice offers to reports. Throws if the declaration has a fault; browsers load no checks. */
export const defineReportSource = <const S extends ReportSource>(source: S): S => {
  checkReportSource(source)
  return source
}

/** Declares a report. Throws if the declaration has a fault; browsers load no checks. */
export const defineReport = <const D extends ReportDefinition>(report: D): D => {
  checkReport(report)
  return report
}

/** All calls of a report. */
export const reportCalls = ({ base, calls = [] }: Pick<ReportDefinition, 'base' | 'calls'>): ReportCall[] => [
  ...(['page', 'chart', 'export'] as const).map((answers): ReportCall => ({ path: `${base}/${answers}`, answers })),
  ...calls,
]

/** Rights of a report. */
export const reportRights = ({ code, rights }: Pick<ReportDefinition, 'code' | 'rights'>): NonNullable<ReportDefinition['rights']> =>
  rights ?? { view: `${code}_view`, export: `${code}_export` }
