import { type JobSource, type JobStatus, PAST_JOB } from '@lamplight/server-kit'

/** Lists the past of a demo, which a job writes after the first start, in the list of jobs. */
export const pastJobs: JobSource = {
  name: PAST_JOB,
  kind: 'mission',
  permissions: ['jobs_view'],
  from: 'kit_job t',
  where: `t.kind = '${PAST_JOB}'`,
  columns: 't.title_zh, t.title_en, t.status, t.done, t.total',
  author: 't.user_id',
  endTime: 't.end_time',
  open: 't.status in (0, 1)',
  summarize: (row) => ({
    title: [String(row.title_zh), String(row.title_en)],
    status: Number(row.status) as JobStatus,
    done: Number(row.done),
    total: Number(row.total),
    results: [],
  }),
}
