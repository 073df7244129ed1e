import type { ReportDefinition, ReportMeasure, ReportSource, SourceDimension, SourceLevel } from '@lamplight/kit'
import { Temporal } from 'temporal-polyfill'

// Computes the answer of a report from the rows of its source, without SQL and without the code of the kit.

/** First day of the rows, and the number of days over which they are spread. */
const FIRST = '2024-01-20'
export const DAYS = 500
export const dayAt = (n: number): string => Temporal.PlainDate.from(FIRST).add({ days: n }).toString()

export type Cell = string | number | readonly number[]
export type SourceRow = Readonly<Record<string, Cell>>
/** Data of the model: the rows of each source, and for each area its parent area. */
export interface ReportWorld {
  readonly rowsOf: Map<ReportSource, readonly SourceRow[]>
  readonly parents: Map<string, string>
}
export const refersTo = ({ field }: SourceDimension): string => String((field.options as { to?: string }).to ?? '')

export interface Question {
  readonly from: number
  readonly length: number
  readonly dateType: '2' | '3' | '4'
  readonly compare: '' | '1' | '2'
  readonly by: readonly string[]
  readonly filters: Readonly<Record<string, readonly string[]>>
}
type Plain = Temporal.PlainDate
export const plain = (day: string): Plain => Temporal.PlainDate.from(day)
const bucket = (day: Plain, dateType: string): Plain =>
  dateType === '2' ? day : dateType === '3' ? day.with({ day: 1 }) : day.with({ month: 1, day: 1 })
const within = (day: Plain, [from, to]: readonly [Plain, Plain]): boolean =>
  Temporal.PlainDate.compare(from, day) <= 0 && Temporal.PlainDate.compare(day, to) <= 0

/** Returns the range to compare with, and how much earlier it is than the range of the question. */
const earlier = (
  [from, to]: readonly [Plain, Plain],
  { dateType, compare }: Question,
): { range: readonly [Plain, Plain]; by: Temporal.Duration } => {
  // A range of n months and some days still overlaps itself after a move by n months.
  const { years, months: rest } = from.until(to, { largestUnit: 'years' })
  let months = compare === '2' ? 12 : dateType === '4' ? 12 * (to.year - from.year + 1) : Math.max(1, 12 * years + rest)
  while (compare === '1' && Temporal.PlainDate.compare(to.subtract({ months }), from) >= 0) months++
  const by = Temporal.Duration.from({ months })
  const [begin, end] = [from.subtract(by), to.subtract(by)]
  // With the grain day, only days that both months have are compared.
  if (dateType === '2') return { range: [begin.day < from.day ? begin.add({ days: 1 }) : begin, end], by }
  return { range: [begin, to.day === to.daysInMonth ? end.with({ day: end.daysInMonth }) : end], by }
}

const below = (world: ReportWorld, id: string): string[] => [
  id,
  ...[...world.parents].flatMap(([child, parent]) => (parent === id ? below(world, child) : [])),
]
const isTree = (dimension: SourceDimension): boolean => refersTo(dimension) === 'places.area'

const total = (rows: readonly SourceRow[], column: string): number => rows.reduce((sum, row) => sum + Number(row[column]), 0)
/** Returns the value of a measure over rows, not rounded. */
export const measured = ({ source }: ReportDefinition, measure: ReportMeasure, rows: readonly SourceRow[]): number | null => {
  if (measure.kind === 'count') return new Set(rows.map((row) => row[(source.dimensions[measure.of] as SourceDimension).column])).size
  if (rows.length === 0) return null
  if (measure.kind === 'percentile') {
    const { column, bounds } = source.histograms?.[measure.of] ?? { column: '', bounds: [] }
    // The observations of a bucket divide it evenly; each counts as the end of its part.
    const all = bounds.concat(bounds.at(-1) ?? 0).flatMap((high, at) => {
      const count = rows.reduce((sum, row) => sum + ((row[column] as readonly number[])[at] ?? 0), 0)
      const low = at === 0 ? 0 : (bounds[at - 1] ?? 0)
      return Array.from({ length: count }, (_, n) => ({
        low: low + ((high - low) * n) / count,
        high: low + ((high - low) * (n + 1)) / count,
      }))
    })
    const at = all.length * measure.share
    const one = all[Math.max(0, Math.ceil(at - 1e-9) - 1)]
    return one ? one.high - (one.high - one.low) * (Math.ceil(at - 1e-9) - at) : null
  }
  if (measure.kind === 'min' || measure.kind === 'max')
    return Math[measure.kind](...rows.map((row) => Number(row[source.extremes?.[measure.of] as string])))
  const sum = total(rows, source.sums[measure.of] as string) * (measure.scale ?? 1)
  if (measure.kind === 'sum') return sum
  const per = total(rows, source.sums[measure.per] as string)
  return per === 0 ? null : sum / per
}

export interface Group {
  readonly keys: Readonly<Record<string, string>>
  readonly now: readonly SourceRow[]
  readonly before: readonly SourceRow[]
}
/** Returns the groups of a question by the model, without the rows for which `sees` is false. */
export const groupsOf = (
  world: ReportWorld,
  report: ReportDefinition,
  question: Question,
  sees: (row: SourceRow) => boolean = () => true,
): Group[] => {
  const { source } = report
  const range = [plain(dayAt(question.from)), plain(dayAt(question.from + question.length - 1))] as const
  const past = question.compare ? earlier(range, question) : null
  const fits = (row: SourceRow): boolean =>
    Object.entries(question.filters).every(([name, values]) => {
      const dimension = source.dimensions[name] as SourceDimension
      const meant = isTree(dimension) ? values.flatMap((id) => below(world, id)) : values
      return meant.includes(String(row[dimension.column]))
    })
  const groups = new Map<string, { keys: Record<string, string>; now: SourceRow[]; before: SourceRow[] }>()
  const put = (row: SourceRow, period: Plain, when: 'now' | 'before'): void => {
    const keys = Object.fromEntries(
      question.by.map((name) => [name, name === 'period' ? period.toString() : String(row[source.dimensions[name]?.column ?? ''])]),
    )
    const name = JSON.stringify(keys)
    const group = groups.get(name) ?? { keys, now: [], before: [] }
    group[when].push(row)
    groups.set(name, group)
  }
  for (const row of (world.rowsOf.get(source) ?? []).filter((one) => fits(one) && sees(one))) {
    const day = plain(String(row[source.day]))
    if (within(day, range)) put(row, bucket(day, question.dateType), 'now')
    if (past && within(day, past.range)) put(row, bucket(day.add(past.by), question.dateType), 'before')
  }
  return [...groups.values()]
}

/** Last day that the levels of sources hold which do not hold all days; in the middle of a month. */
export const HELD = dayAt(DAYS - 70)
const PERIOD_LENGTHS = { day: 10, month: 7, year: 4 } as const
/** Returns the rows of a coarser level of a source. */
export const coarser = (
  { day, dimensions, sums }: ReportSource,
  { grain, without, through, groups }: SourceLevel,
  rows: readonly SourceRow[],
): SourceRow[] => {
  const keys = [day, ...Object.entries(dimensions).flatMap(([name, { column }]) => (without.includes(name) ? [] : [column]))]
  const keyed = rows
    .filter((row) => !through || String(row[day]) <= HELD)
    .map((row) => ({ ...row, [day]: `${String(row[day]).slice(0, PERIOD_LENGTHS[grain])}-01-01`.slice(0, 10) }))
  const summed: SourceRow[] = [...Map.groupBy(keyed, (row) => keys.map((key) => row[key]).join()).values()].map((group) => ({
    ...Object.fromEntries(keys.map((key) => [key, group[0]?.[key] as Cell])),
    ...Object.fromEntries(Object.values(sums).map((column) => [column, group.reduce((total, row) => total + Number(row[column]), 0)])),
  }))
  if (!groups) return summed
  const groupOf = (row: SourceRow): string => `${row[day]} ${row[dimensions[groups.by]?.column ?? '']}`
  const size = new Map([...Map.groupBy(summed, groupOf)].map(([group, all]) => [group, all.length]))
  return summed.map((row) => ({ ...row, several: (size.get(groupOf(row)) ?? 0) > 1 ? 'true' : 'false' }))
}

/** Columns of the place by which the rows of a level are counted, and the numbers of its rows by period and place. */
export const rowsByPlace = (
  { day, dimensions }: ReportSource,
  { without, groups }: SourceLevel,
  rows: readonly SourceRow[],
): { readonly places: readonly string[]; readonly counts: readonly SourceRow[] } => {
  const places = Object.entries(dimensions).flatMap(([name, { column }]) =>
    without.includes(name) || groups?.without.includes(name) ? [] : [column],
  )
  const keys = [day, ...places]
  const counts = [...Map.groupBy(rows, (row) => keys.map((key) => row[key]).join()).values()].map((all) => ({
    ...Object.fromEntries(keys.map((key) => [key, all[0]?.[key] as Cell])),
    n: all.length,
  }))
  return { places, counts }
}
