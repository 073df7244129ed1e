import { DAY_MS } from '@lamplight/calendar'
import { optionalPort, type Platform, type Task } from '@lamplight/server-kit'
import { feedersPort } from '../../model/ports.ts'
import { checkNights } from './night-check.ts'
import { storeNight } from './night-store.ts'
import { todayIn } from './program.ts'

const EVERY_MS = 10 * 60_000
/** Reports that waited for a connection may come this much after the end of the night, ms. */
const AFTER_MS = 3_600_000
/** Nights that are checked later, when they were missed: while the server was down, or in the history of a demo. */
const NIGHTS_BACK = 7
/** Changes of level are kept for this long. */
const KEPT_DAYS = 40

/** Tenants with strategies and the zone of their calendars. */
const TENANTS = `select d.tenant_id as tenant, min(c.program ->> 'zone') as zone from strategies_device d join strategies_calendar c on c.id = d.calendar_id group by 1`

/**
 * Nights of a tenant that have ended and were not checked, oldest first: the last one, and those before it since the last checked night, or since
 * the first known change of level. A night older than `NIGHTS_BACK` is not checked any more.
 */
const missingNights = async ({ system, clock }: Pick<Platform, 'system' | 'clock'>, tenant: string, zone: string): Promise<number[]> => {
  const last = todayIn(zone, new Date(clock.now() - DAY_MS / 2 - AFTER_MS)) - 1
  const [found] = await system.query<{ checked: string | null; firstReport: Date | null }>(
    `select (select max(day) from strategies_night where tenant_id = $1) as checked,
       (select min(at) from strategies_switch where tenant_id = $1) as "firstReport"`,
    [tenant],
  )
  const checked = found?.checked ? Date.parse(`${found.checked}T00:00:00Z`) / DAY_MS : null
  // The first change may lie in the middle of its night: the next night is the first whole one.
  const first = checked !== null ? checked + 1 : found?.firstReport ? todayIn(zone, found.firstReport) + 1 : last
  const begin = Math.max(Math.min(first, last), last - NIGHTS_BACK + 1)
  return checked !== null && checked >= last ? [] : Array.from({ length: last - begin + 1 }, (_, n) => begin + n)
}

/** Checks the nights that have ended for each tenant, each once. Returns the number of nights that were checked. */
export const checkDue = async (platform: Pick<Platform, 'system' | 'newId' | 'clock' | 'port'>): Promise<number> => {
  const { system, clock } = platform
  const feeders = optionalPort(platform, feedersPort) ?? null
  let checked = 0
  for (const { tenant, zone } of await system.query<{ tenant: string; zone: string }>(TENANTS)) {
    for (const day of await missingNights(platform, tenant, zone)) {
      await storeNight(platform, { tenantId: tenant, day, zone }, await checkNights(platform, tenant, day), feeders)
      checked++
    }
  }
  await system.query('delete from strategies_switch where at < $1', [new Date(clock.now() - KEPT_DAYS * DAY_MS)])
  return checked
}

/** Each morning compares the last night with the calendars. */
export const nightTask: Task = {
  name: 'strategies.nights',
  role: 'schedule',
  readsPast: true,
  start: async (platform) => {
    let running: Promise<unknown> = Promise.resolve()
    let busy = false
    const turn = (): void => {
      if (busy) return
      busy = true
      running = checkDue(platform)
        .catch((why: unknown) => platform.log.error('the night was not checked', { why: String(why) }))
        .finally(() => {
          busy = false
        })
    }
    turn()
    const timer = setInterval(turn, EVERY_MS)
    return async () => {
      clearInterval(timer)
      await running
    }
  },
}
