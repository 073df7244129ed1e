import type { Query } from '../database/query.ts'
import type { JobRun, Platform } from '../platform-types.ts'

/** Kind of the row of `kit_job` for the past of a demo. */
export const PAST_JOB = 'kit.past'
const TITLE = ['演示数据：过去的夜晚', 'Demo: past nights'] as const

/** The past of a demo: `nights` nights before `at`, the time at which its city was made, epoch ms. */
export interface PastSpan {
  readonly at: number
  readonly nights: number
}
/** A part of the past. It runs once; what it writes by `query` is committed together with the progress of the job. */
export type PastStep = (query: Query) => Promise<void>

export interface WithPast {
  /**
   * Returns the steps of the past of a demo (`announcePast`): a job runs them after the server answers, in the order of the slices. A process that
   * continues the job calls it again, and must get as many steps in the same order.
   */
  readonly past?: (platform: Platform, span: PastSpan) => Promise<readonly PastStep[]>
}

interface OpenRow {
  readonly at: number
}
const openPast = async ({ system }: Platform): Promise<OpenRow | undefined> => {
  const [row] = await system.query<OpenRow>(
    `select (input->>'at')::float8 as at from kit_job where kind = $1 and status in (0, 1) order by id limit 1`,
    [PAST_JOB],
  )
  return row
}

/** Time at which the demo city is made, epoch ms: now, or that of a past which an earlier process began. */
export const foundedAt = async (platform: Platform): Promise<number> => (await openPast(platform))?.at ?? platform.clock.now()

/** True while the past of the demo is incomplete. */
export const isPastOpen = async (platform: Platform): Promise<boolean> => (await openPast(platform)) !== undefined

/**
 * Inserts the job that writes the past of a demo. A seed calls it in the transaction that makes the city. Does nothing if the job exists or `nights` is 0.
 * No process takes the job before `releasePast`, which runs after all seeds.
 */
export const announcePast = async (
  platform: Platform,
  query: Query,
  { tenantId, userId, at, nights }: PastSpan & { readonly tenantId: string; readonly userId: string | null },
): Promise<void> => {
  if (nights === 0) return
  await query(
    `insert into kit_job (id, tenant_id, user_id, kind, title_zh, title_en, input, lease_until)
     select $1, $2, $3, $4, $5, $6, $7, 'infinity' where not exists (select from kit_job where kind = $4 and status in (0, 1))`,
    [platform.newId(), tenantId, userId, PAST_JOB, ...TITLE, JSON.stringify({ at, nights } satisfies PastSpan)],
  )
}

/** Lets the announced job begin. */
export const releasePast = ({ system }: Platform): Promise<unknown> =>
  system.query(`update kit_job set lease_until = null where kind = $1 and lease_until = 'infinity'`, [PAST_JOB])

/** Returns the runner of the job. Each call runs one step; the steps are those of the slices, in the order of `slices`. */
export const pastRunner = (slices: readonly WithPast[]): ((job: JobRun) => Promise<Record<string, unknown>>) => {
  let made: { readonly id: string; readonly steps: Promise<readonly PastStep[]> } | undefined
  const stepsOf = async (platform: Platform, span: PastSpan): Promise<readonly PastStep[]> => {
    const steps: PastStep[] = []
    for (const slice of slices) steps.push(...((await slice.past?.(platform, span)) ?? []))
    return steps
  }
  return async ({ id, input, done, progress, platform }) => {
    if (made?.id !== id) made = { id, steps: stepsOf(platform, input as unknown as PastSpan) }
    const steps = await made.steps.catch((thrown: unknown) => {
      made = undefined
      throw thrown
    })
    const step = steps[done]
    if (step)
      await platform.system.tx(async (query) => {
        await step(query)
        await progress(done + 1, steps.length, query)
      })
    if (done + 1 < steps.length) return { again: true }
    made = undefined
    return {}
  }
}
