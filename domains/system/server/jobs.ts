import { pick } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, errors, formatTime, type JobSource, registryPort, type User } from '@lamplight/server-kit'
import { directoryPort } from '../model/ports.ts'

/** Permission to see the jobs of all users of the tenant. */
const ALL = 'jobs_all'
/** Largest number of jobs per kind in the list; the newest are listed. */
export const JOBS_AT_MOST = 1000

export interface JobFilter {
  readonly kind?: string
  readonly state?: 'open' | 'ended'
  readonly own?: boolean
  /** Only jobs started from the first time until before the second. */
  readonly started?: readonly [from: Date, to: Date]
  /** Without kinds that have an indicator of their own: commands. */
  readonly withoutSigned?: boolean
}
type Values = Record<string, unknown>

/**
 * Returns true if the user sees jobs of other users. Users limited to places or by data scopes do not:
 * those jobs may name rows that they may not see.
 */
const seesAll = ({ permissions, cut, scopes }: User): boolean => permissions.has(ALL) && !cut.projects && !cut.areas && !scopes?.tables.size

/**
 * Returns true if a push about the job `{id, by, right?}` is for this user: the one who started it, or one who sees all
 * jobs; if `right` is set, only with that permission.
 */
export const seesJobPush = (user: User, { by, right }: Readonly<Values>): boolean =>
  (by === user.id || seesAll(user)) && (typeof right !== 'string' || user.permissions.has(right))

/** Returns the kinds of work that the user may do. */
export const sourcesFor = ({ user, platform }: Ctx): readonly JobSource[] =>
  platform.port(registryPort).jobs.filter(({ permissions }) => permissions.some((code) => user.permissions.has(code)))

const conditions = (source: JobSource, ctx: Ctx, { state, own, started }: JobFilter, params: unknown[]): string => {
  const where = [`t.tenant_id = $${params.push(ctx.tenantId)}`, source.where ?? 'true']
  if (own || !seesAll(ctx.user)) where.push(`${source.author} = $${params.push(ctx.user.id)}`)
  if (started) where.push(`t.create_time >= $${params.push(started[0])}`, `t.create_time < $${params.push(started[1])}`)
  if (state) where.push(state === 'open' ? `(${source.open})` : `(${source.open}) is not true`)
  return where.join(' and ')
}
const columnsOf = (source: JobSource): string =>
  `t.id, t.create_time as "at$", ${source.endTime} as "end$", ${source.author}::text as "by$", ${source.columns}`

/** The order is that of the index: without it the planner collects all rows of the tenant before it takes the first. */
const countSql = ({ from }: JobSource, where: string): string =>
  `select count(*)::int as n from (select from ${from} where ${where} order by t.id desc limit ${JOBS_AT_MOST}) k`

/** A job of the list of jobs. */
export const JobReturns = A.named(
  'Job',
  A.of({
    id: A.id,
    source: A.text,
    kind: A.text,
    title: A.text,
    status: A.int,
    done: A.int,
    /** 0: unknown. */
    total: A.int,
    unit: A.text,
    note: A.text,
    createUser: A.text,
    createUserName: A.text,
    createTime: A.time,
    endTime: A.time,
    /** Text that explains what stopping does; empty: the job cannot be stopped. */
    stopAbout: A.text,
    results: A.list(A.open),
  }),
)
type JobRow = Values & { readonly id: string; readonly at$: Date; readonly end$: Date | null; readonly by$: string | null }
/** Wire form of a job. */
const jobOf = (source: JobSource, row: JobRow, ctx: Ctx, names: ReadonlyMap<string, string>): AnswerOf<typeof JobReturns> => {
  const summary = source.summarize(row, { user: ctx.user, own: row.by$ === ctx.user.id })
  const stop = summary.stoppable && source.stop && ctx.user.permissions.has(source.stop.permission) ? source.stop : undefined
  return {
    id: row.id,
    source: source.name,
    kind: source.kind,
    title: pick(summary.title, ctx.lang),
    status: summary.status,
    done: summary.done,
    total: summary.total,
    unit: summary.unit ?? '',
    note: summary.note ? pick(summary.note, ctx.lang) : '',
    createUser: row.by$ ?? '',
    createUserName: names.get(row.by$ ?? '') ?? '',
    createTime: formatTime(row.at$, ctx.zone),
    endTime: row.end$ ? formatTime(row.end$, ctx.zone) : '',
    results: summary.results.map((result) => ({ ...result, label: pick(result.label, ctx.lang) })),
    stopAbout: stop ? pick(stop.about, ctx.lang) : '',
  }
}

/** Returns a page of jobs, newest first, and their number (at most JOBS_AT_MOST per kind). */
export const listJobs = async (
  ctx: Ctx,
  filter: JobFilter,
  current: number,
  size: number,
): Promise<[AnswerOf<typeof JobReturns>[], number]> => {
  const sources = sourcesFor(ctx).filter(
    ({ kind, ownSign }) => (!filter.kind || kind === filter.kind) && !(filter.withoutSigned && ownSign),
  )
  const upTo = Math.min(current * size, JOBS_AT_MOST)
  const answers = await ctx.queries<readonly (JobRow & { readonly n?: number })[]>(
    sources.flatMap((source) => {
      const params: unknown[] = []
      const where = conditions(source, ctx, filter, params)
      return [
        [
          `select ${columnsOf(source)} from ${source.from} where ${where} order by t.id desc limit $${params.length + 1}`,
          [...params, upTo],
        ],
        [countSql(source, where), params],
      ] as const
    }),
  )
  const rows = sources.flatMap((source, at) => (answers[2 * at] ?? []).map((row) => ({ source, row })))
  const total = sources.reduce((sum, _, at) => sum + Number(answers[2 * at + 1]?.[0]?.n ?? 0), 0)
  rows.sort((a, b) => b.row.at$.getTime() - a.row.at$.getTime())
  const shown = rows.slice((current - 1) * size, upTo)
  const authors = [...new Set(shown.flatMap(({ row }) => (row.by$ ? [row.by$] : [])))]
  const names = authors.length > 0 ? await ctx.platform.port(directoryPort).userNames(ctx.query, authors) : new Map<string, string>()
  return [shown.map(({ source, row }) => jobOf(source, row, ctx, names)), Math.min(total, JOBS_AT_MOST)]
}

/** Number of the user's own jobs that wait or run, without kinds that have an indicator of their own. */
export const countOpen = async (ctx: Ctx): Promise<number> => {
  const sources = sourcesFor(ctx).filter(({ ownSign }) => !ownSign)
  const answers = await ctx.queries(
    sources.map((source) => {
      const params: unknown[] = []
      const where = conditions(source, ctx, { state: 'open', own: true }, params)
      return [countSql(source, where), params] as const
    }),
  )
  return answers.reduce((sum, [row]) => sum + Number(row?.n ?? 0), 0)
}

/** Stops a job. @throws if the user does not see it, may not stop it, or it cannot be stopped any more */
export const stopJob = async (ctx: Ctx, name: string, id: string): Promise<boolean> => {
  const source = sourcesFor(ctx).find((one) => one.name === name)
  if (!source) throw errors.notFound()
  const params: unknown[] = []
  const where = conditions(source, ctx, {}, params)
  const [row] = await ctx.query(`select ${columnsOf(source)} from ${source.from} where ${where} and t.id = $${params.push(id)}`, params)
  if (!row) throw errors.notFound()
  if (!source.stop || !source.summarize(row, { user: ctx.user, own: row.by$ === ctx.user.id }).stoppable) return false
  if (!ctx.user.permissions.has(source.stop.permission)) throw errors.noRight()
  await source.stop.run(ctx, id)
  return true
}
