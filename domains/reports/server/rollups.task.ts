import { dateOf } from '@lamplight/calendar'
import { DEFAULT_ZONE, type Platform, type Task } from '@lamplight/server-kit'
import { calculateBoxes } from './box-nights.ts'
import { rollCharges } from './charge-days.ts'
import { rollLevels, staleDays } from './levels.ts'
import { calculateNight, lastNight, READINGS } from './light-nights.ts'

const EVERY_MS = 60_000
/** Nights before the last one that are calculated when they are missing, or again when reports arrive late. */
const NIGHTS_BACK = 40
const NIGHTS_AGAIN = 3
/** Their readings are counted again after this time, because that reads all lamp controllers of two days, ms. */
const AGAIN_MS = 30 * 60_000
/** Days whose cost is compared with the rollups in each turn; the first turn compares all. */
const COMPARED_DAYS = 62
const DAY_MS = 86_400_000

/** Rows older than DAILY_DAYS are deleted from these tables: table → period that one row covers. */
const OLD = [
  ['reports_box_night', 'day'],
  ['reports_street_daily', 'day'],
  ['reports_street_monthly', 'month'],
  ['reports_lamp_monthly', 'month'],
  ['reports_lamp_yearly', 'year'],
  ['reports_street_daily_rows', 'day'],
  ['reports_street_monthly_rows', 'month'],
  ['reports_lamp_monthly_rows', 'month'],
  ['reports_lamp_yearly_rows', 'year'],
] as const

type Needs = Pick<Platform, 'system' | 'port' | 'clock' | 'newId' | 'config'>
const TENANTS = `select t.tenant_id as tenant, coalesce(t.zone, $1) as zone from identity_tenants t
  where not t.is_deleted and exists (select from lighting_controllers c where c.tenant_id = t.tenant_id and not c.is_deleted)`

/** Today of a zone, in days since 1970-01-01. */
const dayIn = (zone: string, at: Date): number =>
  Date.parse(`${new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at)}T00:00:00Z`) / DAY_MS

/** Calculates the nights of a tenant that are missing or have new readings. Returns their number. */
const rollNights = async (platform: Needs, tenantId: string, zone: string): Promise<number> => {
  const { system, clock } = platform
  const last = lastNight(zone, clock.now(), dayIn)
  const [first] = await system.query<{ day: string }>(
    "select to_char(min(day), 'YYYY-MM-DD') as day from devices_area_days where tenant_id = $1",
    [tenantId],
  )
  if (!first?.day) return 0
  const begin = Math.max(last - NIGHTS_BACK, Date.parse(`${first.day}T00:00:00Z`) / DAY_MS)
  const known = new Map(
    (
      await system.query<{ day: string; readings: string; at: Date }>(
        "select to_char(day, 'YYYY-MM-DD') as day, readings::text as readings, calculated_at as at from reports_night where tenant_id = $1 and day >= $2",
        [tenantId, dateOf(begin)],
      )
    ).map((row) => [row.day, row]),
  )
  let done = 0
  for (let day = begin; day <= last; day++) {
    const before = known.get(dateOf(day))
    if (before !== undefined) {
      if (day <= last - NIGHTS_AGAIN || clock.now() - before.at.getTime() < AGAIN_MS) continue
      const [now] = await system.query<{ n: string }>(READINGS, [tenantId, dateOf(day)])
      if (now?.n === before.readings) {
        await system.query('update reports_night set calculated_at = $3 where tenant_id = $1 and day = $2', [
          tenantId,
          dateOf(day),
          new Date(clock.now()),
        ])
        continue
      }
    }
    await calculateNight(platform, tenantId, zone, day)
    await calculateBoxes(platform, tenantId, zone, day)
    done++
  }
  return done
}

/** After the coarser sums of a tenant were updated, the next update waits this many times as long as the last one took. */
const LEVELS_REST = 10

/**
 * Brings the sums of the reports up to date, with `whole` also old days. Returns the number of days and nights. `resting`: tenant → time until which its
 * coarser sums are left as they are.
 */
export const rollReports = async (platform: Needs, whole = false, resting = new Map<string, number>()): Promise<number> => {
  const after = whole ? '1000-01-01' : dateOf(Math.floor(platform.clock.now() / DAY_MS) - COMPARED_DAYS)
  let done = 0
  for (const { tenant, zone } of await platform.system.query<{ tenant: string; zone: string }>(TENANTS, [DEFAULT_ZONE])) {
    const yesterday = (): string => dateOf(dayIn(zone, new Date(platform.clock.now())) - 1)
    await staleDays(platform, tenant, after, yesterday())
    done += await rollNights(platform, tenant, zone)
    done += await rollCharges(platform, tenant, zone, after)
    const began = platform.clock.now()
    if (began < (resting.get(tenant) ?? 0)) continue
    done += await rollLevels(platform, tenant, after, yesterday())
    const ended = platform.clock.now()
    resting.set(tenant, ended + LEVELS_REST * (ended - began))
  }
  return done
}

/** Sums up nights and costs from the rollups of the readings, and drops months older than DAILY_DAYS (3660). */
export const reportsTask: Task = {
  name: 'reports.rollups',
  role: 'schedule',
  readsPast: true,
  start: async (platform) => {
    let running: Promise<unknown> = Promise.resolve()
    let busy = false
    let whole = true
    const resting = new Map<string, number>()
    const turn = (): void => {
      if (busy) return
      busy = true
      running = rollReports(platform, whole, resting)
        .then(() => {
          whole = false
          const before = platform.clock.now() - platform.config.number('DAILY_DAYS', 3660) * DAY_MS
          return Promise.all([
            platform.system.query('select reports_drop(to_timestamp($1::float8 / 1000)::date)', [before]),
            ...OLD.map(([table, begin]) =>
              platform.system.query(`delete from ${table} where day < date_trunc('${begin}', to_timestamp($1::float8 / 1000))::date`, [
                before,
              ]),
            ),
          ])
        })
        .catch((why: unknown) => platform.log.error('reports are not up to date', { why: String(why) }))
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
