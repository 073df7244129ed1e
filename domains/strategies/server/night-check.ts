import {
  CAUSES,
  checkNight,
  DAY_MS,
  type Diagnosis,
  dateOf,
  diagnose,
  type Floors,
  floorTurns,
  type Night,
  type Seen,
} from '@lamplight/calendar'
import { arrayOf, type Platform } from '@lamplight/server-kit'
import { CLASS_COLUMNS, type ClassRow, floorsOf } from './lint.ts'
import { calendarDevices, DEVICES_AT_ONCE, nightCalendars } from './night-calendars.ts'
import { classedLamps } from './road-floor.ts'

/** Nights that a diagnosis looks at. */
const NIGHTS = 7
/** If a report arrives later than this after its own time, it waited for a connection; then the time of the device's clock is used. */
const LIVE_MS = 30 * 60_000
/** A lamp that switches within this time of its calendar keeps it, s. */
const TOLERATED = 120

interface SwitchRow {
  readonly id: string
  readonly at: number
  readonly seen: number
  readonly level: number
  readonly overridden: boolean
}
const SWITCHES = `select s.device_id::text as id, (extract(epoch from s.at) * 1000)::float8 as at, (extract(epoch from s.seen_at) * 1000)::float8 as seen, s.level, s.overridden
  from strategies_switch s where s.device_id = any($1::bigint[]) and s.at >= $2 and s.at < $3 order by s.device_id, s.at`

/** Changes of level with the time at which the server received them, or with the device's own time if the report waited. Leaves out repeated levels. */
export const trusted = (rows: readonly Pick<SwitchRow, 'at' | 'seen' | 'level'>[]): Seen[] => {
  const seen: Seen[] = []
  for (const { at, seen: heard, level } of rows) {
    if (seen.at(-1)?.level === level) continue
    seen.push({ at: heard - at > LIVE_MS ? at : heard, level })
  }
  return seen
}

interface Found {
  readonly id: string
  readonly diagnosis: Diagnosis | undefined
  readonly expected: number
  readonly missing: number
  readonly late: number
}
export interface Summary {
  lamps: number
  kept: number
  silent: number
  overridden: number
  belowMinutes: number
  readonly deviating: Found[]
}

/** Minutes of a night in which a lit lamp was below the floor of the time. `turns`: floors by the instants from which on they count. */
const below = (seen: readonly Seen[], { start, end }: Pick<Night, 'start' | 'end'>, turns: ReturnType<typeof floorTurns>): number => {
  const inside = ({ at }: { readonly at: number }): boolean => at > start && at < end
  const bounds = [start, ...[...seen, ...turns].filter(inside).map(({ at }) => at), end].sort((a, b) => a - b)
  let ms = 0
  for (const [n, from] of bounds.entries()) {
    const level = seen.findLast(({ at }) => at <= from)?.level ?? 0
    const floor = turns.findLast(({ at }) => at <= from)?.floor ?? 0
    if (level > 0 && level < floor) ms += (bounds[n + 1] ?? end) - from
  }
  return Math.round(ms / 60_000)
}

const CLASSES = `select c.id::text as id, ${CLASS_COLUMNS} from strategies_road_class c where c.tenant_id = $1 and not c.is_deleted`
/** Floors of the road classes of a tenant, as they are now, by the id of the class. */
const floorsByClass = async ({ system }: Pick<Platform, 'system'>, tenantId: string): Promise<ReadonlyMap<string, Floors>> => {
  const rows = await system.query<ClassRow & { id: string }>(CLASSES, [tenantId])
  return new Map(rows.map((row) => [row.id, floorsOf(row)]))
}
const CLASSED = `select k.device_id::text as id, k.class_id::text as class from (${classedLamps(
  'select device_id, street_id, area_id from strategies_device where tenant_id = $1 and device_id = any($2::bigint[])',
  'tenant_id = $1',
)}) k where k.class_id is not null`

/** Compares the night that began on `day` with the calendars of a tenant's lamps. Leaves out lamps to which a strategy was published in this night. */
export const checkNights = async (platform: Pick<Platform, 'system'>, tenantId: string, day: number): Promise<Summary> => {
  const { system } = platform
  const { programOf, calendarOf } = nightCalendars(platform)
  const floorsIn = await floorsByClass(platform, tenantId)
  const summary: Summary = { lamps: 0, kept: 0, silent: 0, overridden: 0, belowMinutes: 0, deviating: [] }
  for await (const devices of calendarDevices(platform, tenantId, day)) {
    const rows = await system.query<SwitchRow & Record<string, unknown>>(SWITCHES, [
      arrayOf(devices.map(({ id }) => id)),
      new Date((day - NIGHTS) * DAY_MS),
      new Date((day + 2) * DAY_MS),
    ])
    const byDevice = Map.groupBy(rows, ({ id }) => id)
    const classed = await system.query<{ id: string; class: string }>(CLASSED, [tenantId, arrayOf(devices.map(({ id }) => id))])
    const classOf = new Map(classed.map((row) => [row.id, row.class]))
    for (const device of devices) {
      const program = await programOf(device.calendar)
      const calendar = calendarOf(device.calendar, program, device.lat, device.lng)
      const night = calendar.night(day)
      const own = byDevice.get(device.id) ?? []
      summary.lamps++
      if (own.length === 0) {
        summary.silent++
        continue
      }
      if (own.some(({ overridden, at }) => overridden && at >= night.start - 3_600_000 && at < night.end)) {
        summary.overridden++
        continue
      }
      const seen = trusted(own)
      const floors = floorsIn.get(classOf.get(device.id) ?? '')
      if (floors) summary.belowMinutes += below(seen, night, floorTurns(calendar, day, floors))
      const check = checkNight(night, seen)
      const late = check.delays.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0)
      if (check.missing === 0 && Math.abs(late) <= TOLERATED) {
        summary.kept++
        continue
      }
      const first = seen[0]!.at
      const days = Array.from({ length: NIGHTS }, (_, n) => day - NIGHTS + 1 + n).filter(
        (one) => calendar.night(one).start >= first - DAY_MS / 24 || one === day,
      )
      const stale = device.stale ? await programOf(device.stale) : undefined
      const diagnosis = diagnose({ program, site: calendar.site, ...(stale && { stale }) }, days, seen)
      summary.deviating.push({ id: device.id, diagnosis, expected: check.expected, missing: check.missing, late })
    }
  }
  return summary
}

/** Writes a summary once: a night that was checked is not checked again. */
export const storeNight = async (
  { system, newId }: Pick<Platform, 'system' | 'newId'>,
  tenantId: string,
  day: number,
  summary: Summary,
): Promise<void> => {
  const { lamps, kept, silent, overridden, belowMinutes, deviating } = summary
  await system.tx(async (query) => {
    const made = await query(
      `insert into strategies_night (id, tenant_id, day, lamps, kept, deviating, silent, overridden, below_minutes) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict do nothing returning id`,
      [newId(), tenantId, dateOf(day), lamps, kept, deviating.length, silent, overridden, belowMinutes],
    )
    if (made.length === 0) return
    for (let from = 0; from < deviating.length; from += DEVICES_AT_ONCE) {
      const part = deviating.slice(from, from + DEVICES_AT_ONCE)
      await query(
        `insert into strategies_deviation (id, tenant_id, day, controller_id, cause, amount, expected, missing, late, project_id, area_id)
         select u.id, $1, $2, u.device, u.cause, u.amount, u.expected, u.missing, u.late, d.project_id, d.area_id
         from unnest($3::bigint[], $4::bigint[], $5::smallint[], $6::int[], $7::int[], $8::int[], $9::int[]) as u (id, device, cause, amount, expected, missing, late)
         left join strategies_device d on d.device_id = u.device`,
        [
          ...[tenantId, dateOf(day), arrayOf(part.map(() => newId())), arrayOf(part.map(({ id }) => id))],
          arrayOf(part.map(({ diagnosis }) => (diagnosis ? CAUSES.indexOf(diagnosis.cause) + 1 : 0))),
          arrayOf(part.map(({ diagnosis }) => Math.round(diagnosis?.amount ?? 0))),
          arrayOf(part.map(({ expected }) => expected)),
          arrayOf(part.map(({ missing }) => missing)),
          arrayOf(part.map(({ late }) => late)),
        ],
      )
    }
  })
}
