import { addDays, daysIn, type ReportDefinition } from '@lamplight/kit'
import type { TSchema } from 'typebox'
import { A } from './answer-schema.ts'
import type { Ctx } from './context-types.ts'
import type { ReportQuery } from './report-query.ts'
import type { ReportReader } from './report-reader.ts'
import { completeSql } from './report-sql.ts'
import { formatTime } from './times.ts'

/** Intervals in an answer; longer lists of gaps are cut, `gapDays` counts all. */
const GAPS_AT_MOST = 50

/** How complete the data of a range are. */
export interface Completeness {
  /** Share of the data that were due, 0 to 1; null if none were due. */
  readonly share: number | null
  /** Days of the range that have ended. */
  readonly days: number
  readonly gapDays: number
  /** Intervals of days without any data, both days included. */
  readonly gaps: readonly { readonly from: string; readonly to: string }[]
}
interface DayRow {
  readonly k0: string
  readonly m0: number | null
  readonly m1: number | null
}

/** Finds the days without data and the share of the data. `last`: last day that has ended. */
export const completenessOf = (rows: readonly DayRow[], range: ReportQuery['range'], last: string): Completeness => {
  const to = range.to < last ? range.to : last
  const days = range.from <= to ? daysIn({ from: range.from, to }) : 0
  const byDay = new Map(rows.map((row) => [row.k0, row]))
  const gaps: { from: string; to: string }[] = []
  let [of, per, gapDays] = [0, 0, 0]
  for (let n = 0, day = range.from; n < days; n++, day = addDays(day, 1)) {
    const row = byDay.get(day)
    of += Number(row?.m0 ?? 0)
    per += Number(row?.m1 ?? 0)
    if (Number(row?.m0 ?? 0) > 0) continue
    gapDays++
    const open = gaps.at(-1)
    if (open && addDays(open.to, 1) === day) open.to = day
    else gaps.push({ from: day, to: day })
  }
  return { share: per > 0 ? Math.round((10_000 * of) / per) / 10_000 : null, days, gapDays, gaps: gaps.slice(0, GAPS_AT_MOST) }
}

export const CompletenessReturns: TSchema = A.of({
  share: A.nullable(A.number),
  days: A.int,
  gapDays: A.int,
  gaps: A.list(A.of({ from: A.text, to: A.text })),
})

/** Reads the completeness of the range of a call; undefined if the report declares none. */
export const readCompleteness = async (
  report: ReportDefinition,
  query: ReportQuery,
  reader: ReportReader,
  ctx: Ctx,
): Promise<Completeness | undefined> => {
  if (!report.complete) return undefined
  const today = formatTime(ctx.now(), ctx.zone).slice(0, 10)
  const rows = await ctx.query<DayRow>(...completeSql(report, report.complete, query, reader))
  const found = completenessOf(rows, query.range, addDays(today, -1))
  // Where both sums are the same, their ratio is always 100 %. Such a report tells only the days without data.
  return report.complete.of === report.complete.per ? { ...found, share: null } : found
}
