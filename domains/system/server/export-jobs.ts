import { changed, EXPORT_JOB, type JobSource, type JobStatus } from '@lamplight/server-kit'

interface ExportJob {
  readonly title_zh: string
  readonly title_en: string
  readonly status: number
  readonly broken: boolean
  readonly done: string
  readonly total: string
  readonly input: { readonly path?: string; readonly query?: Record<string, unknown>; readonly name?: string }
}

/** Lists exports in the list of jobs. The file is not stored: fetching it again repeats the query. */
export const exportJobs: JobSource = {
  name: EXPORT_JOB,
  kind: 'export',
  permissions: ['jobs_view'],
  from: 'kit_job t',
  where: `t.kind = '${EXPORT_JOB}'`,
  columns: 't.title_zh, t.title_en, t.status, t.done, t.total, t.input, t.status = 1 and t.lease_until < now() as broken',
  author: 't.user_id',
  endTime: 't.end_time',
  open: 't.status = 1 and t.lease_until > now()',
  summarize: (raw, { own }) => {
    const row = raw as unknown as ExportJob
    const status = (row.broken ? 4 : row.status) as JobStatus
    const { path, query = {}, name = 'export.csv' } = row.input
    return {
      title: [`导出${row.title_zh}`, `Export: ${row.title_en}`],
      status,
      done: Number(row.done),
      total: Number(row.total),
      ...(status === 4 ? { note: ['中断，文件不完整', 'Interrupted: the file is incomplete'] as const } : {}),
      // Only the user who started the export can fetch it again: another user would get other rows.
      results: path && own && status >= 2 ? [{ label: ['重新下载', 'Fetch again'], file: path, query, name }] : [],
      stoppable: status === 1,
    }
  },
  stop: {
    permission: 'jobs_view',
    about: [
      '下载随即中断，浏览器会提示失败；数据不受影响。',
      'The download stops at once and the browser reports a failure; data are not affected.',
    ],
    run: async (ctx, id) => {
      await ctx.tx(async (query) => {
        const [row] = await query<{ title_zh: string }>(
          'update kit_job set status = 5, end_time = now(), lease_until = null where id = $1 and kind = $2 and status = 1 returning title_zh',
          [id, EXPORT_JOB],
        )
        if (row)
          await ctx.audit(
            { what: 'system.export.stop', target: id, detail: { title: row.title_zh, ...changed({ status: 1 }, { status: 5 }) } },
            query,
          )
      })
    },
  },
}
