import { type Calendar, levelAt } from '@lamplight/calendar'
import type { Planned, PlannedLevel } from '@lamplight/control/model'
import type { Ctx, Platform } from '@lamplight/server-kit'
import { CELLS_PER_DEGREE } from '../publish/preview.ts'
import { nightCalendars } from './night-calendars.ts'

const cell = (column: string): string => `round(${column} * ${CELLS_PER_DEGREE})::int`
/** The calendar of each device at $1, grouped by calendar and cell of the map: lamps of a group have the same night. */
const GROUPS = `select h.calendar_id::text as calendar, ${cell('h.lat')} as y, ${cell('h.lng')} as x, string_agg(int8send(h.device_id), '') as devices
  from (select distinct on (device_id) device_id, calendar_id, lat, lng from strategies_held where at <= $1 order by device_id, at desc) h
  where h.calendar_id is not null and h.lat is not null and h.lng is not null group by 1, 2, 3`
const ONE = `select h.calendar_id::text as calendar, h.lat, h.lng, h.at, coalesce(s.name, '') as strategy
  from strategies_held h left join strategies_strategy s on s.id = h.normal_id
  where h.device_id = $2 and h.at <= $1 order by h.at desc limit 1`

interface Group {
  readonly calendar: string
  readonly y: number
  readonly x: number
  readonly devices: Buffer
}
interface One {
  readonly calendar: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly at: Date
  readonly strategy: string
}

const levelOf = (calendar: Calendar, at: number): number => levelAt(calendar.night(calendar.nightOf(at)), at)

/** Between two publications devices keep their calendars: the groups of this many such times are kept in memory, of all tenants together. */
const KEPT = 24
/** Publications of the last minutes may not be committed yet, so groups after them are not kept, ms. */
const SETTLED_MS = 600_000
interface Grouped {
  readonly calendar: Calendar
  readonly devices: Buffer
}

/** Port `control.planned`: what the calendars that were published before an instant say for it. */
export const createPlanned = (platform: Pick<Platform, 'system'>): Planned => {
  const kept = new Map<string, readonly Grouped[]>()
  const groupsAt = async (ctx: Ctx, at: number): Promise<readonly Grouped[]> => {
    const [latest] = await ctx.query<{ at: Date | null; n: number }>(
      'select max(at) as at, count(*)::int as n from strategies_held where at = (select max(at) from strategies_held where at <= $1)',
      [new Date(at)],
    )
    if (!latest?.at) return []
    const key = `${ctx.tenantId} ${latest.at.getTime()} ${latest.n}`
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const { programOf, calendarOf } = nightCalendars(platform)
    const rows = await ctx.query<Group>(GROUPS, [new Date(at)])
    const groups: Grouped[] = []
    for (const { calendar, y, x, devices } of rows)
      groups.push({ calendar: calendarOf(calendar, await programOf(calendar), y / CELLS_PER_DEGREE, x / CELLS_PER_DEGREE), devices })
    if (latest.at.getTime() < ctx.now().getTime() - SETTLED_MS) kept.set(key, groups)
    for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest)
    return groups
  }
  return {
    levelsAt: async (ctx, at) =>
      (await groupsAt(ctx, at)).map(({ calendar, devices }): PlannedLevel => ({ level: levelOf(calendar, at), devices })),
    ofDevice: async (ctx, deviceId, at) => {
      const [held] = await ctx.query<One>(ONE, [new Date(at), deviceId])
      if (!held?.calendar || held.lat === null || held.lng === null) return null
      const { programOf, calendarOf } = nightCalendars(platform)
      const calendar = calendarOf(held.calendar, await programOf(held.calendar), held.lat, held.lng)
      return { level: levelOf(calendar, at), strategy: held.strategy, publishedAt: held.at.getTime() }
    },
  }
}
