import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { alone } from '../database/migrate.ts'
import { seedVault } from '../database/vault.ts'
import type { Platform, Role } from '../platform-types.ts'
import type { ServerSlice } from '../slice-types.ts'
import type { createJobs } from './jobs.ts'
import { keepLease, type Lease } from './lease.ts'
import { foundedAt, isPastOpen, PAST_JOB, pastRunner, releasePast } from './past.ts'
import type { Relay } from './relay.ts'

export const ALL_ROLES: readonly Role[] = ['api', 'ingest', 'dispatch', 'schedule']

/** Parses `ROLES=api,ingest`; empty or undefined means all roles. Throws if a word is not a role. */
export const rolesFrom = (text: string | undefined): readonly Role[] => {
  const words = (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  const wrong = words.filter((word) => !(ALL_ROLES as readonly string[]).includes(word))
  if (wrong.length > 0) throw new Error(`ROLES=${text}: there is no ${wrong.join(', ')}; roles are ${ALL_ROLES.join(', ')}`)
  return words.length > 0 ? ALL_ROLES.filter((role) => words.includes(role)) : ALL_ROLES
}

type Stop = () => Promise<void>
/** A process looks this often whether the past of the demo is complete, ms. */
const PAST_LOOK_MS = 250

/**
 * The background parts of a process: seeds, the tasks of its roles, jobs. If other processes exist, scheduled
 * tasks run only while this process holds the lease.
 */
export const createParts = (options: {
  platform: Platform
  slices: readonly ServerSlice[]
  roles: ReadonlySet<Role>
  jobs: ReturnType<typeof createJobs>
  relay?: Relay
  url: string
}) => {
  const { platform, roles, relay } = options
  const { log } = platform
  const ordered = [...options.slices].sort((a, b) => a.domain.level - b.domain.level)
  const tasks = ordered.flatMap((slice) => slice.tasks ?? []).filter(({ role }) => roles.has(role))
  const stops: Stop[] = []
  let lease: Lease | undefined
  let scheduling = false

  const stopAll = async (running: readonly Stop[]): Promise<void> => {
    for (const stop of running.toReversed()) await stop().catch((thrown: unknown) => log.error('stopping failed', { why: String(thrown) }))
  }
  /** Resolves when the past of the demo is complete, or at `signal`. */
  const past = async (signal?: AbortSignal): Promise<void> => {
    while (await isPastOpen(platform).catch(() => true)) {
      if (signal?.aborted) return
      await sleep(PAST_LOOK_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const schedule = async (): Promise<Stop> => {
    const running: Stop[] = []
    const begin = async (withPast: boolean): Promise<void> => {
      for (const task of tasks)
        if (task.role === 'schedule' && (task.readsPast ?? false) === withPast) running.push(await task.start(platform))
    }
    const leaving = new AbortController()
    await begin(false)
    const rest = past(leaving.signal).then(async () => {
      if (!leaving.signal.aborted) await begin(true)
    })
    if (!(await isPastOpen(platform))) await rest
    rest.catch((thrown: unknown) => log.error('scheduled tasks did not start', { why: String(thrown) }))
    scheduling = true
    return async () => {
      scheduling = false
      leaving.abort()
      await rest.catch(() => undefined)
      await stopAll(running)
    }
  }
  const seed = async (): Promise<void> => {
    await seedVault(platform)
    const at = await foundedAt(platform)
    for (const slice of ordered) await slice.seed?.(platform, at)
    await releasePast(platform)
  }
  options.jobs.define(PAST_JOB, pastRunner(ordered), { yields: true })

  return {
    /** True while this process runs the scheduled tasks. */
    schedules: () => scheduling,
    past,
    start: async (): Promise<void> => {
      await relay?.start()
      await (relay ? alone(options.url, seed) : seed())
      for (const task of tasks) if (task.role !== 'schedule') stops.push(await task.start(platform))
      if (!roles.has('schedule')) return
      if (relay) {
        lease = keepLease({ query: platform.system.query, log, name: 'schedule', owner: randomUUID(), gain: schedule })
        stops.push(lease.stop)
      } else stops.push(await schedule())
      stops.push(options.jobs.run())
    },
    stop: async (): Promise<void> => {
      await stopAll(stops.splice(0))
      await relay?.stop()
    },
  }
}
