import type { DayRange } from '@lamplight/kit'
import type { Platform } from '@lamplight/server-kit'

/** Longest wait for sums that are not made yet, ms: those of a city of 100,000 lamps and 30 days take less. */
const WAIT_MS = 180_000
const LOOK_MS = 1_000
/** True if a day of the range has readings and no sum of costs, which are the last sums of a day that the task makes. */
const BEHIND = `select exists(select from generate_series($2::date, least($3::date, ($4::timestamptz at time zone $5)::date - 1), interval '1 day') g (day)
  where exists (select from devices_days y where y.tenant_id = $1 and y.day = g.day::date)
    and not exists (select from reports_charge_daily c where c.tenant_id = $1 and c.day = g.day::date)) as behind`

/**
 * Waits until the sums of a range contain all days with readings: after the start of a demo or an import they are minutes behind. While the process
 * stops it does not return: the next start continues the job.
 */
export const untilSummed = async (
  { system, clock }: Pick<Platform, 'system' | 'clock'>,
  tenantId: string,
  { from, to }: DayRange,
  zone: string,
  isStopping: () => boolean,
): Promise<void> => {
  const until = clock.now() + WAIT_MS
  while (clock.now() < until) {
    const [row] = await system.query<{ behind: boolean }>(BEHIND, [tenantId, from, to, new Date(clock.now()), zone])
    if (!row?.behind) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    if (isStopping()) await new Promise(() => undefined)
  }
}
