import { DAY_MS } from '@lamplight/calendar'
import { optionalPort, type Platform, type Task } from '@lamplight/server-kit'
import { feedersPort } from '../model/ports.ts'
import { checkNights } from './night-check.ts'
import { storeNight } from './night-store.ts'
import { todayIn } from './program.ts'

const EVERY_MS = 10 * 60_000
/** Reports that waited for a connection may come this much after the end of the night, ms. */
const AFTER_MS = 3_600_000
/** Changes of level are kept for this long. */
const KEPT_DAYS = 40

/** Tenants with strategies and the zone of their calendars. */
const TENANTS = `select d.tenant_id as tenant, min(c.program ->> 'zone') as zone from strategies_device d join strategies_calendar c on c.id = d.calendar_id group by 1`

/** Checks the night that ended last for each tenant, once. Returns the number of nights that were checked. */
export const checkDue = async (platform: Pick<Platform, 'system' | 'newId' | 'clock' | 'port'>): Promise<number> => {
  const { system, clock } = platform
  const feeders = optionalPort(platform, feedersPort) ?? null
  let checked = 0
  for (const { tenant, zone } of await system.query<{ tenant: string; zone: string }>(TENANTS)) {
    const day = todayIn(zone, new Date(clock.now() - DAY_MS / 2 - AFTER_MS)) - 1
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
    const [known] = await system.query('select 1 from strategies_night where tenant_id = $1 and day = $2', [tenant, date])
    if (known) continue
    await storeNight(platform, { tenantId: tenant, day, zone }, await checkNights(platform, tenant, day), feeders)
    checked++
  }
  await system.query('delete from strategies_switch where at < $1', [new Date(clock.now() - KEPT_DAYS * DAY_MS)])
  return checked
}

/** Each morning compares the last night with the calendars. */
export const nightTask: Task = {
  name: 'strategies.nights',
  role: 'schedule',
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
