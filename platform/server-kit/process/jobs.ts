import { setTimeout as sleep } from 'node:timers/promises'
import type { JobRun, Jobs, Log, Platform } from '../platform-types.ts'

type Runner = (job: JobRun) => Promise<Record<string, unknown>>
interface JobRow {
  id: string
  tenant_id: string
  user_id: string | null
  kind: string
  input: Record<string, unknown>
  done: string
  attempts: number
}
const LEASE_SECONDS = 60
/** The loop looks for new jobs of other processes this often, ms. */
const POLL_MS = 1000
const ATTEMPTS = 5
/** When the process stops, a running job has this long to end, ms; after that another process may take it over. */
const LAST_MS = 10_000

/**
 * Runs long work as rows of `kit_job`. A process holds a job by a lease, so that another process continues the jobs of a crashed one. Statuses
 * as in decisions.md C12 (0 waiting, 1 processing, 2 done, 3 partly, 4 failed). A runner must be able to repeat the same work without harm.
 */
export const createJobs = (options: {
  system: Platform['system']
  platform: () => Platform
  log: Log
  newId: () => string
  /** True if a request arrived after this time, of `performance.now()`. */
  isAskedSince: (time: number) => boolean
}): Jobs & { run: () => () => Promise<void>; state: () => 'up' | 'down' } => {
  const runners = new Map<string, Runner>()
  const yielding = new Set<string>()
  let resume: () => void = () => undefined
  // A wake while the loop takes a row counts for the next pause.
  let woken = false
  let reachable = true
  let inHand: string | undefined

  const take = async (): Promise<JobRow | undefined> => {
    if (runners.size === 0) return undefined
    const [row] = await options.system.query<JobRow>(
      `update kit_job set status = 1, attempts = attempts + 1, lease_until = now() + make_interval(secs => $2)
       where id = (select id from kit_job where status in (0, 1) and (lease_until is null or lease_until < now()) and kind = any($1)
                   order by kind = any($3), create_time limit 1 for update skip locked)
       returning id, tenant_id, user_id, kind, input, done, attempts`,
      [[...runners.keys()], LEASE_SECONDS, [...yielding]],
    )
    return row
  }
  /** Resolves after this time or at the next `wake`. */
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      resume = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const wake = (): void => {
    woken = true
    resume()
  }
  const end = (id: string, status: number, result: Record<string, unknown>) =>
    options.system.query(`update kit_job set status = $2, result = $3, end_time = now(), lease_until = null where id = $1`, [
      id,
      status,
      JSON.stringify(result),
    ])

  /** Returns how long to wait before the next job, ms. */
  const work = async (row: JobRow): Promise<number> => {
    const began = performance.now()
    const keep = setInterval(
      () => {
        options.system
          .query(`update kit_job set lease_until = now() + make_interval(secs => $2) where id = $1`, [row.id, LEASE_SECONDS])
          .catch(() => undefined)
      },
      (LEASE_SECONDS * 1000) / 3,
    )
    const progress: JobRun['progress'] = async (done, total, query = options.system.query) => {
      await query(`update kit_job set done = $2, total = $3 where id = $1`, [row.id, done, total])
      options.platform().live.push(row.tenant_id, 'jobs', { id: row.id, by: row.user_id, done, total })
    }
    try {
      const runner = runners.get(row.kind) as Runner
      const { id, tenant_id: tenantId, input } = row
      const result = await runner({ id, tenantId, input, done: Number(row.done), progress, platform: options.platform() })
      if (result.again === true) {
        await options.system.query(`update kit_job set attempts = 0, lease_until = null where id = $1 and status = 1`, [id])
        return options.isAskedSince(began) ? (performance.now() - began) / 2 : 0
      }
      await end(row.id, typeof result.status === 'number' ? result.status : 2, result)
    } catch (thrown) {
      options.log.error('job failed', { id: row.id, kind: row.kind, why: String(thrown) })
      if (row.attempts >= ATTEMPTS) await end(row.id, 4, { error: String(thrown) })
      else
        await options.system.query(`update kit_job set lease_until = now() + make_interval(secs => $2) where id = $1`, [
          row.id,
          5 * row.attempts,
        ])
    } finally {
      clearInterval(keep)
    }
    options.platform().live.push(row.tenant_id, 'jobs', { id: row.id, by: row.user_id, ended: true })
    return 0
  }

  return {
    define: (kind, run, { yields = false } = {}) => {
      runners.set(kind, run)
      if (yields) yielding.add(kind)
    },
    start: async (query, job) => {
      const id = options.newId()
      await query(`insert into kit_job (id, tenant_id, user_id, kind, title_zh, title_en, input) values ($1, $2, $3, $4, $5, $6, $7)`, [
        id,
        job.tenantId,
        job.userId ?? null,
        job.kind,
        job.title[0],
        job.title[1],
        JSON.stringify(job.input),
      ])
      setTimeout(() => wake(), 20)
      return id
    },
    ended: async (id) => {
      for (;;) {
        const [row] = await options.system.query<{ status: number; result: Record<string, unknown> }>(
          'select status, result from kit_job where id = $1',
          [id],
        )
        if (row && row.status >= 2) return row
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    state: () => (reachable ? 'up' : 'down'),
    run: () => {
      let stopped = false
      const loop = (async () => {
        while (!stopped) {
          const row = await take().then(
            (taken) => {
              reachable = true
              return taken
            },
            () => {
              reachable = false
              return undefined
            },
          )
          if (row) {
            inHand = row.id
            const wait = await work(row).catch(() => 0)
            inHand = undefined
            if (wait > 0 && !woken) await pause(wait)
          } else if (!woken) await pause(POLL_MS)
          woken = false
        }
      })()
      return async () => {
        stopped = true
        wake()
        await Promise.race([loop, sleep(LAST_MS, undefined, { ref: false })])
        if (inHand)
          await options.system.query('update kit_job set lease_until = now() where id = $1 and status = 1', [inHand]).catch(() => undefined)
      }
    },
  }
}
