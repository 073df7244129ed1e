import { SUMMARY_COLUMNS, SummaryReturns, summaryOf } from '@lamplight/control/server'
import { A, type Ctx, errors, formatTime, route, T, timeIn } from '@lamplight/server-kit'
import { listJobs } from '@lamplight/system/server'
import type { Handover, HandoverJob } from '../model/index.ts'
import { AttentionReturns, readAttention } from './attention.handler.ts'
import { readableSources } from './finding-sources.ts'
import { lampsWhere } from './totals.ts'

/** Largest number of rows of each list, so that the page fits on one or two sheets of paper. */
const ROWS = 30
const HOUR_MS = 3_600_000
/** Length of a shift without a given start. */
const SHIFT_MS = 12 * HOUR_MS
const LONGEST_MS = 7 * 24 * HOUR_MS

/** The shift ends at `to`, else now, and begins at `from`, else 12 hours before its end. */
const shiftOf = (ctx: Ctx, query: { readonly from?: string; readonly to?: string }): { readonly from: Date; readonly to: Date } => {
  const to = new Date(timeIn(query.to, 'to', ctx.zone) ?? ctx.now())
  const from = new Date(timeIn(query.from, 'from', ctx.zone) ?? to.getTime() - SHIFT_MS)
  if (from >= to || to.getTime() - from.getTime() > LONGEST_MS) throw errors.badParameter({ field: 'from' }, 'from')
  return { from, to }
}

/** Commands of the user in the shift. `$1`: tenant, `$2`: user, `$3`, `$4`: the shift. */
const MINE = `select ${SUMMARY_COLUMNS}, count(*) over ()::int as all from control_batches
  where tenant_id = $1 and create_user = $2 and create_time >= $3 and create_time < $4 and not is_deleted order by create_time, id limit ${ROWS}`
/** Running commands. Users who are limited to projects or areas see only their own. */
const RUNNING = (isCut: boolean): string =>
  `select ${SUMMARY_COLUMNS}, count(*) over ()::int as all from control_batches
   where tenant_id = $1 and state in (0, 1) and not is_deleted${isCut ? ' and create_user = $2' : ''} order by create_time desc, id desc limit ${ROWS}`
/** Lamps that follow a command instead of their calendar, by the minute at which they return to it. */
const OVERRIDES = (where: string, at: number): string =>
  `select date_trunc('minute', s.override_until) as until, count(*)::int as lamps, count(*) over ()::int as all
   from lighting_lamps l join devices_states s on s.device_id = l.controller_id where not l.is_deleted and s.override_until > $${at}${where}
   group by 1 order by 1 limit ${ROWS}`

/** A job without the query that repeats its export. */
const jobIn = ({ id, source, title, status, note, createTime }: Readonly<Record<string, unknown>>): HandoverJob =>
  ({ id, source, title, status, note, createTime }) as HandoverJob

const totalOf = (rows: readonly Record<string, unknown>[]): number => Number(rows[0]?.all ?? 0)

/** What the next shift must know: open findings, what the user did, running commands. Written by hand: it joins rows of several slices. */
export const handover = route({
  method: 'GET',
  path: '/api/blade-report/dashboard/handover',
  summary: ['交接班', 'Hand-over of a shift'],
  example: { query: {} },
  permission: 'dashboard_view',
  query: T.Object({
    from: T.Optional(
      T.String({ maxLength: 19, description: 'yyyy-MM-dd HH:mm[:ss], zone of the tenant; default: 12 hours before the end' }),
    ),
    to: T.Optional(T.String({ maxLength: 19, description: 'yyyy-MM-dd HH:mm[:ss]; default: now' })),
    projectId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })),
  }),
  returns: A.of({
    from: A.time,
    to: A.time,
    by: A.text,
    open: AttentionReturns,
    mine: A.of({ total: A.int, rows: A.list(SummaryReturns) }),
    handled: A.of({
      total: A.int,
      rows: A.list(A.of({ id: A.id, at: A.time, what: A.text, act: A.text, place: A.text, href: A.text })),
    }),
    jobs: A.of({
      total: A.int,
      rows: A.list(A.of({ id: A.id, source: A.text, title: A.text, status: A.int, note: A.text, createTime: A.time })),
    }),
    running: A.of({ total: A.int, rows: A.list(SummaryReturns) }),
    overrides: A.of({ total: A.int, rows: A.list(A.of({ until: A.time, lamps: A.int })) }),
  }),
  handler: async ({ ctx, query }): Promise<Handover> => {
    const shift = shiftOf(ctx, query)
    const places = { projectId: query.projectId ?? '', areaId: '' }
    const isCut = ctx.user.cut.projects || ctx.user.cut.areas
    const lamps: unknown[] = []
    const where = lampsWhere(ctx, places, lamps)
    const [open, [mine = [], running = [], overrides = []], handled, [jobs, jobsTotal]] = await Promise.all([
      readAttention(ctx, places, ROWS),
      ctx.queries([
        [MINE, [ctx.tenantId, ctx.user.id, shift.from, shift.to]],
        [RUNNING(isCut), isCut ? [ctx.tenantId, ctx.user.id] : [ctx.tenantId]],
        [OVERRIDES(where, lamps.length + 1), [...lamps, ctx.now()]],
      ]),
      Promise.all(readableSources(ctx).map(({ handled }) => handled?.(ctx, { ...shift, limit: ROWS }) ?? { total: 0, found: [] })),
      listJobs(ctx, { own: true, withoutSigned: true, started: [shift.from, shift.to] }, 1, ROWS),
    ])
    return {
      from: formatTime(shift.from, ctx.zone),
      to: formatTime(shift.to, ctx.zone),
      by: ctx.user.name || ctx.user.account,
      open,
      mine: { total: totalOf(mine), rows: mine.map((row) => summaryOf(row, ctx)) },
      handled: {
        total: handled.reduce((sum, { total }) => sum + total, 0),
        rows: handled
          .flatMap(({ found }) => found)
          .toSorted((a, b) => a.at.getTime() - b.at.getTime())
          .slice(0, ROWS)
          .map(({ at, ...one }) => ({ ...one, at: formatTime(at, ctx.zone) })),
      },
      jobs: { total: jobsTotal, rows: jobs.map(jobIn) },
      running: { total: totalOf(running), rows: running.map((row) => summaryOf(row, ctx)) },
      overrides: {
        total: totalOf(overrides),
        rows: overrides.map(({ until, lamps: n }) => ({ until: formatTime(until as Date, ctx.zone), lamps: Number(n) })),
      },
    }
  },
})
