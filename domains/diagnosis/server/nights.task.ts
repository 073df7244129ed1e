import { DAY_MS } from '@lamplight/calendar'
import { DEFAULT_ZONE, type Platform, parseTime, type Task } from '@lamplight/server-kit'
import { dueLightPort, type LitIntervals } from '@lamplight/strategies/model'
import { followAlarms } from './alarms.ts'
import { readChecks } from './checks.ts'
import type { NightInput } from './night-input.ts'

const EVERY_MS = 10 * 60_000
/** The first turn waits, so that it does not slow the start down, ms. */
const FIRST_MS = 30_000
/** Reports that waited for a connection may come this much after the end of the night, ms. */
const AFTER_MS = 3_600_000
/** Nights before the last one that are judged when they are missing: a baseline needs 14. */
const NIGHTS_BACK = 20

type Needs = Pick<Platform, 'system' | 'port' | 'clock' | 'inThread' | 'newId' | 'log'>
const TENANTS = `select t.tenant_id as tenant, coalesce(t.zone, $1) as zone from identity_tenants t
  where not t.is_deleted and exists (select from lighting_controllers c where c.tenant_id = t.tenant_id and not c.is_deleted)`

const localDay = (zone: string, at: number): number =>
  Date.parse(`${new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at)}T00:00:00Z`) / DAY_MS
const noonOf = (zone: string, day: number): number =>
  Date.parse(parseTime(`${new Date(day * DAY_MS).toISOString().slice(0, 10)} 12:00:00`, zone) ?? '')

/** The night that began on `day`, for the thread. */
const inputOf = async (platform: Needs, tenantId: string, zone: string, day: number): Promise<NightInput> => {
  const due = await platform.port(dueLightPort).of(tenantId, day)
  const numbers = new Map<LitIntervals, number>()
  const calendars: Record<string, number> = {}
  for (const [id, intervals] of due) {
    const number = numbers.get(intervals) ?? numbers.size
    numbers.set(intervals, number)
    calendars[id] = number
  }
  return {
    tenantId,
    zone,
    day,
    from: noonOf(zone, day),
    to: noonOf(zone, day + 1),
    now: platform.clock.now(),
    checks: await readChecks(platform.system.query, tenantId),
    intervals: [...numbers.keys()],
    calendars,
  }
}

/** The nights of a tenant that have ended and are not judged, oldest first. A night without any reading before it is none. */
const missingNights = async ({ system, clock }: Needs, tenantId: string, zone: string): Promise<number[]> => {
  const last = localDay(zone, clock.now() - DAY_MS / 2 - AFTER_MS) - 1
  const [first] = await system.query<{ day: string | null }>(
    "select to_char(min(day), 'YYYY-MM-DD') as day from devices_area_days where tenant_id = $1",
    [tenantId],
  )
  if (!first?.day) return []
  const [done] = await system.query<{ day: number | null }>('select max(day)::int as day from diagnosis_night where tenant_id = $1', [
    tenantId,
  ])
  const begin = Math.max(Date.parse(`${first.day}T00:00:00Z`) / DAY_MS, last - NIGHTS_BACK + 1, (done?.day ?? Number.NEGATIVE_INFINITY) + 1)
  return Array.from({ length: Math.max(0, last - begin + 1) }, (_, n) => begin + n)
}

/** Judges the nights of all tenants that are missing, each once. Returns their number. */
export const judgeDue = async (platform: Needs): Promise<number> => {
  let judged = 0
  for (const { tenant, zone } of await platform.system.query<{ tenant: string; zone: string }>(TENANTS, [DEFAULT_ZONE]))
    for (const day of await missingNights(platform, tenant, zone)) {
      const input = await inputOf(platform, tenant, zone, day)
      const result = await platform.inThread(new URL('./night-run.ts', import.meta.url), {
        id: platform.newId(),
        tenantId: tenant,
        input: input as unknown as Record<string, unknown>,
        progress: async () => undefined,
      })
      if (result.done) judged++
    }
  await followAlarms(platform)
  return judged
}

/** After noon, judges the night that ended, in its own thread. */
export const nightsTask: Task = {
  name: 'diagnosis.nights',
  role: 'schedule',
  readsPast: true,
  start: async (platform) => {
    let running: Promise<unknown> = Promise.resolve()
    let busy = false
    const turn = (): void => {
      if (busy) return
      busy = true
      running = judgeDue(platform)
        .catch((why: unknown) => platform.log.error('the night was not diagnosed', { why: String(why) }))
        .finally(() => {
          busy = false
        })
    }
    const first = setTimeout(turn, FIRST_MS)
    const timer = setInterval(turn, EVERY_MS)
    return async () => {
      clearTimeout(first)
      clearInterval(timer)
      await running
    }
  },
}
