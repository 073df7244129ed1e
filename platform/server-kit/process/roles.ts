import { randomUUID } from 'node:crypto'
import { alone } from '../database/migrate.ts'
import { seedVault } from '../database/vault.ts'
import type { Platform, Role } from '../platform-types.ts'
import type { ServerSlice } from '../slice-types.ts'
import type { createJobs } from './jobs.ts'
import { keepLease, type Lease } from './lease.ts'
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
  const schedule = async (): Promise<Stop> => {
    const running: Stop[] = []
    for (const task of tasks) if (task.role === 'schedule') running.push(await task.start(platform))
    scheduling = true
    return async () => {
      scheduling = false
      await stopAll(running)
    }
  }
  const seed = async (): Promise<void> => {
    await seedVault(platform)
    for (const slice of ordered) await slice.seed?.(platform)
  }

  return {
    /** True while this process runs the scheduled tasks. */
    schedules: () => scheduling,
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
