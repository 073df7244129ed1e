import { addDays, addMonths, type DayRange, PERIOD, type ReportDefinition } from '@lamplight/kit'
import type { Ctx } from './context-types.ts'
import type { ReportQuery } from './report-query.ts'
import type { ReportReader } from './report-reader.ts'
import { isSingle, rowsByPeriodSql } from './report-sql.ts'

/** Some of the ordered groups of a range of days. */
export interface GroupWindow {
  readonly range: DayRange
  readonly limit: number
  readonly offset: number
  /** Number of groups in the range, where it is known. */
  readonly groups?: number
}

const overlap = (a: DayRange, b: DayRange): DayRange => ({
  from: [a.from, b.from].sort()[1] as string,
  to: [a.to, b.to].sort()[0] as string,
})

/** Finds the periods, in their order, in which the groups from `offset` on lie. `skipped`: number of groups before them; `groups`: number of groups in them. */
const periodsOf = (counts: readonly (readonly [period: string, groups: number])[], { limit, offset }: GroupWindow) => {
  const held: string[] = []
  let [before, skipped, within] = [0, 0, 0]
  for (const [period, groups] of counts) {
    if (before >= offset + limit) break
    if (before + groups > offset) {
      held.push(period)
      within += groups
    } else skipped = before + groups
    before += groups
  }
  return { held: held.sort(), skipped, groups: within }
}

/**
 * Finds the days that hold the wanted groups of a report, so that a far page does not read the rows before it. It counts the rows of each month by the levels of
 * the source, chooses the months, and does the same with their days. Returns these days, the number of their groups, and the offset within them. It returns the
 * window unchanged if a group may have several rows, or if the order is not that of time.
 */
export const narrowed = async (
  report: ReportDefinition,
  query: ReportQuery,
  reader: ReportReader,
  window: GroupWindow,
  ctx: Ctx,
): Promise<GroupWindow> => {
  const { order } = query
  if (!isSingle(report, query) || (order[0]?.name ?? PERIOD) !== PERIOD) return window
  let found = window
  for (const grain of ['month', 'day'] as const) {
    const rows = await ctx.query<{ k0: string; m0: number }>(...rowsByPeriodSql(report, { ...query, range: found.range }, grain, reader))
    const counts = rows.map(({ k0, m0 }) => [k0, Number(m0)] as const)
    const { held, skipped, groups } = periodsOf((order[0]?.descending ?? true) ? counts.reverse() : counts, found)
    const [first, last] = [held[0], held.at(-1)]
    if (first === undefined || last === undefined) return { ...found, limit: 0 }
    const periods = { from: first, to: grain === 'month' ? addDays(addMonths(last, 1), -1) : last }
    found = { range: overlap(found.range, periods), limit: found.limit, offset: found.offset - skipped, groups }
  }
  return found
}

/**
 * PostgreSQL reads every group that an offset skips. If fewer groups follow the wanted ones than precede them, this returns the opposite order and the offset
 * from the end. Otherwise it returns undefined, also if a measure is part of the order.
 */
export const fromEnd = (
  query: ReportQuery,
  { limit, offset, groups }: GroupWindow,
): (Pick<ReportQuery, 'order'> & Pick<GroupWindow, 'limit' | 'offset'>) | undefined => {
  const behind = (groups ?? 0) - offset - limit
  if (groups === undefined || offset <= Math.max(0, behind) || !query.order.every(({ name }) => query.by.includes(name))) return undefined
  const order = query.order.length > 0 ? query.order : [{ name: PERIOD, descending: true }]
  return {
    order: order.map(({ name, descending }) => ({ name, descending: !descending })),
    limit: Math.max(0, Math.min(limit, groups - offset)),
    offset: Math.max(0, behind),
  }
}
