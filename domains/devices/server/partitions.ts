import type { Platform } from '@lamplight/server-kit'

const DAY_MS = 86_400_000
const known = new WeakMap<object, Set<number>>()

const dayOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Makes the partitions of telemetry that the times `at` (epoch ms) need; those it knows cost nothing. */
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

/** Another process may have dropped what was known. */
export const forgetPartitions = ({ system }: Pick<Platform, 'system'>): boolean => known.delete(system)

/** Drops the days before `at` (epoch ms); answers how many. */
export const dropPartitions = async ({ system }: Pick<Platform, 'system'>, at: number): Promise<number> => {
  const first = Math.floor(at / DAY_MS)
  for (const day of known.get(system) ?? []) if (day < first) known.get(system)?.delete(day)
  const [row] = await system.query<{ dropped: number }>('select devices_telemetry_drop($1::date) as dropped', [dayOf(first)])
  return row?.dropped ?? 0
}
