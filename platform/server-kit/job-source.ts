import type { Text } from '@lamplight/kit'
import type { Ctx, User } from './context-types.ts'

/** What a kind of long work is shown under. */
export type JobKind = 'import' | 'export' | 'mission' | 'backup'
/** As decisions.md C12: 0 waiting, 1 running, 2 done, 3 partly done, 4 failed; besides, 5 stopped by a person. */
export type JobStatus = 0 | 1 | 2 | 3 | 4 | 5

/** Where the outcome of a job is: a page of the console, or a call that answers a file. */
export type JobResult =
  | { readonly label: Text; readonly page: string }
  | { readonly label: Text; readonly file: string; readonly query: Readonly<Record<string, unknown>>; readonly name: string }

/** A job in words. */
export interface JobTold {
  readonly title: Text
  readonly status: JobStatus
  readonly done: number
  /** 0: not known. */
  readonly total: number
  /** What `done` and `total` count in: a share is told as one. */
  readonly unit?: '%'
  /** What went wrong, or what there is to know. */
  readonly note?: Text
  readonly results: readonly JobResult[]
  /** It can be stopped now. */
  readonly stoppable?: boolean
}

/** A kind of long work as the list of jobs reads it: SQL over the table alias `t`, which has `id`, `tenant_id` and `create_time`. */
export interface JobSource {
  /** Name in the house: `control.batch`. */
  readonly name: string
  readonly kind: JobKind
  /** Rights to do such work: with one of them one's own jobs are told. */
  readonly permissions: readonly string[]
  /** `control_batch t`, with what else `columns` need. */
  readonly from: string
  /** Which of its rows are jobs; all of them unless told. */
  readonly where?: string
  /** Columns for `tell`. */
  readonly columns: string
  /** Who began it, and when it ended; null while it runs. */
  readonly author: string
  readonly endTime: string
  /** Condition: it waits or runs. */
  readonly open: string
  /** The header has a sign of its own for these: the count of running jobs leaves them out. */
  readonly ownSign?: true
  readonly tell: (row: Readonly<Record<string, unknown>>, asked: { readonly user: User; readonly own: boolean }) => JobTold
  /** Stops a job that `tell` says can be stopped. */
  readonly stop?: { readonly permission: string; readonly about: Text; readonly run: (ctx: Ctx, id: string) => Promise<void> }
}
