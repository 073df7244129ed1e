import { addDays, addMonths, bucketOf, type DayRange, type Grain, PERIOD, type ReportDefinition, type SourceLevel } from '@lamplight/kit'
import type { ReportQuery } from './report-query.ts'
import type { ReportReader } from './report-sql.ts'

/** Dimensions that a level must contain for this call. */
const neededOf = (
  { source, measures }: ReportDefinition,
  { by, filters, selections }: ReportQuery,
  { user }: ReportReader,
): Set<string> => {
  const { place } = source
  const limits = !place || 'author' in place ? [] : [...(user.cut.areas ? [place.area] : []), ...(user.cut.projects ? [place.project] : [])]
  const columns = new Set([...filters.map(({ dimension }) => dimension.column), ...limits])
  const counted = Object.values(measures).flatMap((measure) => (measure.kind === 'count' ? [measure.of] : []))
  const named = Object.entries(source.dimensions).flatMap(([name, { column }]) => (columns.has(column) ? [name] : []))
  return new Set([...by, ...counted, ...named, ...selections.map(({ filter }) => filter.dimension)])
}

/** Days of a range that are read from one table, whose rows are periods of `grain`. */
interface Piece extends DayRange {
  readonly table: string
  readonly grain: Grain
}
const GRAIN_MONTHS = { day: 0, month: 1, year: 12 } as const

/** The whole periods of a level in a range; undefined if it holds none of them. The last period that a level holds ends with its last day. */
const wholeOf = ({ from, to }: DayRange, { grain, through }: SourceLevel, { held }: ReportReader): DayRange | undefined => {
  const last = through ? held.get(through) : undefined
  if (through && !last) return undefined
  const months = GRAIN_MONTHS[grain]
  const first = bucketOf(from, grain) === from ? from : addMonths(bucketOf(from, grain), months)
  const end = last && last <= to ? last : months ? addDays(bucketOf(addDays(to, 1), grain), -1) : to
  return first <= end ? { from: first, to: end } : undefined
}

/** Covers a range by the first level as far as it goes, and what is left by the others, at last by the source itself. */
const cover = (range: DayRange, levels: readonly SourceLevel[], source: string, reader: ReportReader): Piece[] => {
  const [level, ...finer] = levels
  if (!level) return [{ ...range, table: source, grain: 'day' }]
  const whole = wholeOf(range, level, reader)
  if (!whole) return cover(range, finer, source, reader)
  return [
    ...(range.from < whole.from ? cover({ from: range.from, to: addDays(whole.from, -1) }, finer, source, reader) : []),
    // One period is the day under which it is stored.
    { from: whole.from, to: bucketOf(whole.to, level.grain) === whole.from ? whole.from : whole.to, table: level.from, grain: level.grain },
    ...(whole.to < range.to ? cover({ from: addDays(whole.to, 1), to: range.to }, finer, source, reader) : []),
  ]
}

/**
 * Returns the tables that together cover the days of a range: the levels of the source in their order, each as far as it goes, without those of longer
 * periods than the call asks for. `counting`: only levels whose count is the number of rows of the source.
 */
export const piecesOf = (
  report: ReportDefinition,
  query: ReportQuery,
  reader: ReportReader,
  range: DayRange,
  counting: boolean,
): Piece[] => {
  const needed = neededOf(report, query, reader)
  const finest = query.by.includes(PERIOD) ? query.grain : 'year'
  const levels = (report.source.levels ?? []).filter(
    ({ grain, without, counts }) =>
      GRAIN_MONTHS[grain] <= GRAIN_MONTHS[finest] && !without.some((name) => needed.has(name)) && (counts || !counting),
  )
  return cover(range, levels, report.source.from, reader)
}
