import type { Platform } from '@lamplight/server-kit'

const DAY_MS = 86_400_000
const known = new WeakMap<object, Set<number>>()

const dayOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Creates the telemetry partitions for the times `at` (epoch ms). Partitions known to exist need no query. */
export const ensurePartitions = async ({ system }: Pick<Platform, 'system'>, times: Iterable<number>): Promise<void> => {
  const days = known.get(system) ?? new Set<number>()
  known.set(system, days)
  for (const at of times) {
    const day = Math.floor(at / DAY_MS)
    if (days.has(day)) continue
    await system.query('select devices_telemetry_partition($1::date)', [dayOf(day)])
    days.add(day)
  }
}

/** Clears the cache of existing partitions, because another process may have dropped some. */
export const forgetPartitions = ({ system }: Pick<Platform, 'system'>): boolean => known.delete(system)

/** Drops partitions of days before `at` (epoch ms); returns their number. */
export const dropPartitions = async ({ system }: Pick<Platform, 'system'>, at: number): Promise<number> => {
  const first = Math.floor(at / DAY_MS)
  for (const day of known.get(system) ?? []) if (day < first) known.get(system)?.delete(day)
  const [row] = await system.query<{ dropped: number }>('select devices_telemetry_drop($1::date) as dropped', [dayOf(first)])
  return row?.dropped ?? 0
}
