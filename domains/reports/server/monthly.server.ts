import { buffer } from 'node:stream/consumers'
import { exampleId, pick } from '@lamplight/kit'
import {
  A,
  actingPort,
  type Ctx,
  changed,
  errors,
  fieldError,
  formatTime,
  type JobRun,
  onServer,
  PDF_TYPE,
  printBook,
  printPdf,
  type Route,
  refuseUnseen,
  route,
  rowJobs,
  T,
  type Task,
  XLSX_TYPE,
} from '@lamplight/server-kit'
import { MONTHLY, MONTHLY_FORMATS, monthly } from '../model/monthly.resource.ts'
import { MONTHLY_STEPS, type MonthlyQuestion, monthlyDocument, rangeOfMonth } from './monthly-content.ts'
import { TEXTS } from './monthly-words.ts'
import { untilSummed } from './sums-ready.ts'

const JOB = 'reports.monthly'
const LANGS = ['zh', 'en'] as const
type Format = (typeof MONTHLY_FORMATS)[number]
const NO_RIGHT = 'The account that asked for the report is disabled or has lost the right to make it'
const REASON_AT_MOST = 255

/** Starts the job that makes the report of a month (`yyyy-MM`) for an area, or for all if it is null. Returns the ids of the row and of the job. */
export const startMonthly = (ctx: Ctx, month: string, area: string | null): Promise<{ readonly id: string; readonly jobId: string }> =>
  ctx.tx(async (query) => {
    // One row for each month and area: making it again replaces its files.
    await query("select pg_advisory_xact_lock(hashtext('reports.monthly ' || $1))", [ctx.tenantId])
    const [old] = await query<{ id: string; state: number }>(
      'select id::text as id, state::int as state from reports_monthly where month = $1 and area_id is not distinct from $2::bigint and not is_deleted for update',
      [month, area],
    )
    const id = old?.id ?? ctx.platform.newId()
    if (old)
      await query(
        'update reports_monthly set state = $2, reason = null, made_by = $3, update_user = $4, update_time = now() where id = $1',
        [id, MONTHLY.waiting, ctx.user.account, ctx.user.id],
      )
    else
      await query(
        'insert into reports_monthly (id, tenant_id, create_user, update_user, month, area_id, state, files, made_by) values ($1, $2, $3, $3, $4, $5, $6, 0, $7)',
        [id, ctx.tenantId, ctx.user.id, month, area, MONTHLY.waiting, ctx.user.account],
      )
    const jobId = await ctx.platform.jobs.start(query, {
      kind: JOB,
      tenantId: ctx.tenantId,
      userId: ctx.user.id,
      title: [`月报 ${month}`, `Monthly report ${month}`],
      input: { id, userId: ctx.user.id, month, areaId: area },
    })
    await ctx.audit(
      {
        what: 'reports.monthly.make',
        target: id,
        detail: changed(old ? { state: old.state } : null, { state: MONTHLY.waiting, month, areaId: area }),
      },
      query,
    )
    return { id, jobId }
  })

export const monthlyServer = onServer(monthly, {
  returns: { make: A.of({ id: A.id, jobId: A.id }) },
  beforeRemove: async ({ query, rows }) => {
    await query('delete from reports_monthly_file where report_id = any($1::bigint[])', [rows.map(({ id }) => id)])
  },
  actions: {
    make: async ({ ctx, input: { month, areaId } }) => {
      if (month > formatTime(ctx.now(), ctx.zone).slice(0, 7))
        throw fieldError('month', ['不能晚于本月', 'must not be later than this month'], ctx.lang)
      const area = areaId || null
      if (area) await refuseUnseen(ctx, ctx.query, 'places.area', [area], 'areaId')
      return startMonthly(ctx, month, area)
    },
  },
})

const make = async (job: JobRun, isStopping: () => boolean): Promise<Record<string, unknown>> => {
  const { id, userId, month, areaId } = job.input as unknown as MonthlyQuestion & { readonly id: string; readonly userId: string }
  const { system, port, log, clock } = job.platform
  let began = clock.now()
  const total = LANGS.length * (MONTHLY_STEPS + MONTHLY_FORMATS.length)
  let done = 0
  const step = async (): Promise<void> => {
    done += 1
    await job.progress(done, total)
  }
  const fail = async (reason: string): Promise<Record<string, unknown>> => {
    await system.query('update reports_monthly set state = $2, reason = $3, update_time = now() where id = $1', [
      id,
      MONTHLY.failed,
      reason.slice(0, REASON_AT_MOST),
    ])
    return { status: 4, error: reason }
  }
  await job.progress(0, total)
  try {
    const asker = await port(actingPort).as(userId, 'zh')
    if (asker) await untilSummed(job.platform, job.tenantId, rangeOfMonth(month), asker.zone, isStopping)
    began = clock.now()
    await system.query('update reports_monthly set state = $2 where id = $1', [id, MONTHLY.running])
    const files: { lang: string; format: Format; bytes: Buffer }[] = []
    for (const lang of LANGS) {
      const ctx = await port(actingPort).as(userId, lang)
      if (!ctx || ctx.tenantId !== job.tenantId || !ctx.user.permissions.has('report_monthly_make')) return await fail(NO_RIGHT)
      const document = await monthlyDocument(ctx, { month, areaId }, step)
      files.push({ lang, format: 'pdf', bytes: await printPdf(document) })
      await step()
      files.push({ lang, format: 'xlsx', bytes: await buffer(printBook(document)) })
      await step()
    }
    await system.tx(async (query) => {
      await query('delete from reports_monthly_file where report_id = $1', [id])
      for (const { lang, format, bytes } of files)
        await query('insert into reports_monthly_file (tenant_id, report_id, lang, format, bytes) values ($1, $2, $3, $4, $5)', [
          job.tenantId,
          id,
          lang,
          format,
          bytes,
        ])
      await query('update reports_monthly set state = $2, files = $3, made_at = $4, seconds = $5, update_time = now() where id = $1', [
        id,
        MONTHLY.done,
        files.length,
        new Date(clock.now()),
        Math.round((clock.now() - began) / 100) / 10,
      ])
    })
    return { status: 2 }
  } catch (thrown) {
    log.error('monthly report not made', { id, why: String(thrown) })
    return await fail(String(thrown))
  }
}

/** Makes monthly reports; a restart continues them. */
export const monthlyTask: Task = {
  name: JOB,
  role: 'schedule',
  start: async (platform) => {
    let stopping = false
    platform.jobs.define(JOB, (job) => make(job, () => stopping))
    return async () => {
      stopping = true
    }
  },
}

/** Shows monthly reports in the list of jobs. */
export const monthlyJobs = rowJobs({
  name: JOB,
  kind: 'export',
  permissions: ['report_monthly_make'],
  results: [{ label: ['月报', 'Monthly reports'], page: '/report/monthly' }],
})

/** The stored file. Written by hand: a file of bytes is no field of a row. */
const file = route({
  method: 'GET',
  path: '/api/blade-report/monthly/file',
  summary: ['下载月报', 'A stored file of a monthly report'],
  permission: 'report_monthly_view',
  query: T.Object({
    id: T.String({ pattern: '^\\d{1,19}$' }),
    lang: T.String({ pattern: '^(zh|en)$' }),
    format: T.String({ pattern: '^(pdf|xlsx)$' }),
  }),
  example: { query: { id: exampleId('reports.monthly'), lang: 'zh', format: 'pdf' } },
  answers: 'raw',
  returns: A.file(PDF_TYPE, XLSX_TYPE),
  handler: async ({ ctx, query: { id, lang, format }, reply }) => {
    const [row] = await ctx.query<{ month: string; userId: string; bytes: Buffer }>(
      `select r.month, r.update_user::text as "userId", f.bytes from reports_monthly r join reports_monthly_file f on f.report_id = r.id
       where r.id = $1 and not r.is_deleted and f.lang = $2 and f.format = $3`,
      [id, lang, format],
    )
    // A file has the figures of the user who made it: users who see only some places get only what they made.
    if (!row || ((ctx.user.cut.areas || ctx.user.cut.projects) && row.userId !== ctx.user.id)) throw errors.notFound()
    const name = `${pick(TEXTS.title, lang as 'zh' | 'en')}_${row.month}.${format}`
    reply.header('content-type', format === 'pdf' ? PDF_TYPE : XLSX_TYPE)
    reply.header(
      'content-disposition',
      `attachment; filename="monthly-${row.month}-${lang}.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    return row.bytes
  },
})
export const monthlyRoutes: readonly Route[] = [file]
