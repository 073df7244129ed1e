import type { Text } from '@lamplight/kit'
import type { Ctx, User } from './context-types.ts'

/** Category of long work in the list of jobs. */
export type JobKind = 'import' | 'export' | 'mission' | 'backup'
/** Status as in decisions.md C12 (0 waiting, 1 running, 2 done, 3 partly done, 4 failed), and 5 stopped by a person. */
export type JobStatus = 0 | 1 | 2 | 3 | 4 | 5

/** Where to find the result of a job: a page of the console, or a call that returns a file. */
export type JobResult =
  | { readonly label: Text; readonly page: string }
  | { readonly label: Text; readonly file: string; readonly query: Readonly<Record<string, unknown>>; readonly name: string }

/** A job as the list of jobs shows it. */
export interface JobSummary {
  readonly title: Text
  readonly status: JobStatus
  readonly done: number
  /** 0: unknown. */
  readonly total: number
  /** Unit of `done` and `total`, if they do not count items. */
  readonly unit?: '%'
  /** Text about what failed, or other information. */
  readonly note?: Text
  readonly results: readonly JobResult[]
  /** True if the job can be stopped now. */
  readonly stoppable?: boolean
}

/** Describes how the list of jobs reads one kind of long work: SQL over the table alias `t`, which has `id`, `tenant_id` and `create_time`. */
export interface JobSource {
  /** Unique name, such as `control.batch`. */
  readonly name: string
  readonly kind: JobKind
  /** Permissions for this work; a user with one of them sees their own jobs. */
  readonly permissions: readonly string[]
  /** SQL of the FROM clause: `control_batch t` and the joins that `columns` need. */
  readonly from: string
  /** SQL condition for the rows that are jobs; default: all rows. */
  readonly where?: string
  /** SQL of the columns that `summarize` reads. */
  readonly columns: string
  /** SQL of the user who started the job, and of its end time (null while it runs). */
  readonly author: string
  readonly endTime: string
  /** SQL condition: the job waits or runs. */
  readonly open: string
  /** True if the header shows an indicator of its own for these jobs: the count of running jobs leaves them out. */
  readonly ownSign?: true
  readonly summarize: (row: Readonly<Record<string, unknown>>, viewer: { readonly user: User; readonly own: boolean }) => JobSummary
  /** Stops a job that `summarize` marks as stoppable. */
  readonly stop?: { readonly permission: string; readonly about: Text; readonly run: (ctx: Ctx, id: string) => Promise<void> }
}

/** Returns the source of a kind of jobs whose rows in `kit_job` say all: their title, status and progress. `results`: the same for each job. */
export const rowJobs = ({
  name,
  kind,
  permissions,
  results = [],
}: Pick<JobSource, 'name' | 'kind' | 'permissions'> & { readonly results?: readonly JobResult[] }): JobSource => ({
  name,
  kind,
  permissions,
  from: 'kit_job t',
  where: `t.kind = '${name}'`,
  columns: 't.title_zh, t.title_en, t.status, t.done, t.total',
  author: 't.user_id',
  endTime: 't.end_time',
  open: 't.status in (0, 1)',
  summarize: (row) => ({
    title: [String(row.title_zh), String(row.title_en)],
    status: Number(row.status) as JobStatus,
    done: Number(row.done),
    total: Number(row.total),
    results,
  }),
})
