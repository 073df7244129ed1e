import type { DayRange } from '@lamplight/kit'
import type { Platform } from '@lamplight/server-kit'

/** Longest wait for the sums, ms. After it the report is made from the sums that exist, and names the days without data. */
const WAIT_MS = 180_000
const LOOK_MS = 1_000
/** Selects whether a day of the range has readings and no row of costs. The task of the sums writes the costs of a day last. */
const BEHIND = `select exists(select from generate_series($2::date, least($3::date, ($4::timestamptz at time zone $5)::date - 1), interval '1 day') g (day)
  where exists (select from devices_days y where y.tenant_id = $1 and y.day = g.day::date)
    and not exists (select from reports_charge_daily c where c.tenant_id = $1 and c.day = g.day::date)) as behind`

/**
 * Waits until every day of a range that has readings also has its sums. After the start of a demo or an import the task that writes the sums is minutes
 * behind. If the process stops meanwhile, the promise stays open, so that the job keeps its state and the next start continues it.
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
