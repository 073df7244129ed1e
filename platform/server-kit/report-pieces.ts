import {
  addDays,
  addMonths,
  bucketOf,
  type DayRange,
  type Grain,
  type LevelGroups,
  PERIOD,
  type ReportDefinition,
  type SourceLevel,
} from '@lamplight/kit'
import type { ReportQuery } from './report-query.ts'
import type { ReportReader } from './report-reader.ts'

/** Dimensions that a level must contain for this call. */
export const neededOf = (
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
  readonly groups?: LevelGroups | undefined
}
const GRAIN_MONTHS = { day: 0, month: 1, year: 12 } as const

/** Returns the part of a range that a level can answer: its whole periods. The last period of a level ends with the last day that the level holds. Undefined if there is no such part. */
const wholeOf = ({ from, to }: DayRange, { grain, through }: SourceLevel, { held }: ReportReader): DayRange | undefined => {
  const last = through ? held.get(through) : undefined
  if (through && !last) return undefined
  const months = GRAIN_MONTHS[grain]
  const first = bucketOf(from, grain) === from ? from : addMonths(bucketOf(from, grain), months)
  const end = last && last <= to ? last : months ? addDays(bucketOf(addDays(to, 1), grain), -1) : to
  return first <= end ? { from: first, to: end } : undefined
}

/** Reads the first level for the part of a range that it can answer, the next levels for the rest, and the source for what no level can answer. */
const cover = (range: DayRange, levels: readonly SourceLevel[], source: string, reader: ReportReader): Piece[] => {
  const [level, ...finer] = levels
  if (!level) return [{ ...range, table: source, grain: 'day' }]
  const whole = wholeOf(range, level, reader)
  if (!whole) return cover(range, finer, source, reader)
  return [
    ...(range.from < whole.from ? cover({ from: range.from, to: addDays(whole.from, -1) }, finer, source, reader) : []),
    // A single period is stored under its first day, so that the condition becomes an equality.
    {
      from: whole.from,
      to: bucketOf(whole.to, level.grain) === whole.from ? whole.from : whole.to,
      table: level.from,
      grain: level.grain,
      groups: level.groups,
    },
    ...(whole.to < range.to ? cover({ from: addDays(whole.to, 1), to: range.to }, finer, source, reader) : []),
  ]
}

/**
 * Returns the tables that together cover the days of a range. It tries the levels of the source in their order, and skips those whose periods are longer
 * than the call asks for. `counting`: only levels whose count is the number of rows of the source.
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
