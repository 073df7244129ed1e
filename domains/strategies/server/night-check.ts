import {
  checkNight,
  DAY_MS,
  type Diagnosis,
  darkParts,
  diagnoseNights,
  type Floors,
  floorTurns,
  type NightCheck,
  type Seen,
  type Shortfall,
  sensedIn,
  shortfalls,
  skyOf,
} from '@lamplight/calendar'
import { arrayOf, type Platform } from '@lamplight/server-kit'
import { CLASS_COLUMNS, type ClassRow, floorsOf } from './lint.ts'
import { type CalendarDevice, calendarDevices, nightCalendars } from './night-calendars.ts'
import { classedLamps } from './road-floor.ts'

/** Nights that a diagnosis looks at. */
const NIGHTS = 7
/** If a report arrives later than this after its own time, it waited for a connection; then the time of the device's clock is used. */
const LIVE_MS = 30 * 60_000
/** A lamp that switches at most this many seconds before or after its calendar keeps the calendar. A shorter time below the floor of a road class does not count either. */
const TOLERATED = 120
/** If the message of a change is lost, the next regular report shows the new level, at most this many seconds later. */
const REPORTED_WITHIN = 960

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
  for (const { at, seen: received, level } of rows) {
    if (seen.at(-1)?.level === level) continue
    seen.push({ at: received - at > LIVE_MS ? at : received, level })
  }
  return seen
}

/** A lamp of a night. `late`: largest distance of a change from the calendar, s; null if the lamp made none of the changes. */
export interface CheckedLamp {
  readonly id: string
  readonly gateway: string | null
  readonly street: string | null
  readonly area: string | null
  readonly project: string | null
  readonly late: number | null
  /** Null: it kept its calendar. */
  readonly deviation: { readonly diagnosis: Diagnosis | undefined; readonly expected: number; readonly missing: number } | null
  /** Road class of the lamp and the stretches of the night below its floor. Null: the lamp has no class, or was never below the floor. */
  readonly below: { readonly classId: string; readonly parts: readonly Shortfall[] } | null
}
interface Counts {
  lamps: number
  silent: number
  overridden: number
}
/** Counts of the lamps of a project and area. */
export interface PlaceCounts extends Counts {
  readonly project: string | null
  readonly area: string | null
}
export interface Summary extends Counts {
  readonly checked: CheckedLamp[]
  /** By `placeKey`. */
  readonly places: Map<string, PlaceCounts>
}
type Place = Pick<CheckedLamp, 'project' | 'area'>
export const placeKey = ({ project, area }: Place): string => `${project ?? ''} ${area ?? ''}`

/** Counts a lamp in the whole and in its place. */
const countIn = (summary: Summary, { project, area }: Place, what: keyof Counts): void => {
  const key = placeKey({ project, area })
  const place = summary.places.get(key) ?? { project, area, lamps: 0, silent: 0, overridden: 0 }
  summary.places.set(key, place)
  place[what]++
  summary[what]++
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

const furthest = ({ delays }: NightCheck): number => delays.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0)
const lateIn = ({ delays }: NightCheck): number[] => delays.filter((one) => Math.abs(one) > TOLERATED)

/** Compares the night that began on `day` with the calendars of a tenant's lamps. Leaves out lamps to which a strategy was published in this night, and counts those that did not report until its end as silent. */
export const checkNights = async (platform: Pick<Platform, 'system'>, tenantId: string, day: number): Promise<Summary> => {
  const { system } = platform
  const { programOf, calendarOf } = nightCalendars(platform)
  const floorsIn = await floorsByClass(platform, tenantId)
  const summary: Summary = { lamps: 0, silent: 0, overridden: 0, checked: [], places: new Map() }
  const check = async (device: CalendarDevice, own: readonly SwitchRow[], classId: string | undefined): Promise<void> => {
    const program = await programOf(device.calendar)
    const calendar = calendarOf(device.calendar, program, device.lat, device.lng)
    const seen = trusted(own)
    const sensed = sensedIn(seen)
    const night = calendar.night(day, sensed)
    // The server does not know what a lamp did after its last report, so it does not judge this night.
    if (device.lastReport !== null && device.lastReport < (night.steps.at(-1)?.at ?? night.end)) {
      countIn(summary, device, 'silent')
      return
    }
    if (own.some(({ overridden, at }) => overridden && at >= night.start - 3_600_000 && at < night.end)) {
      countIn(summary, device, 'overridden')
      return
    }
    const floors = floorsIn.get(classId ?? '')
    const all = floors ? shortfalls(seen, night, floorTurns(calendar, day, floors), darkParts(skyOf(calendar, night), night)) : []
    const parts = all.filter(({ from, to }) => to - from > TOLERATED * 1000)
    const { id, gateway, street, area, project } = device
    const lamp = {
      id,
      gateway,
      street,
      area,
      project,
      below: classId !== undefined && parts.length > 0 ? { classId, parts } : null,
    }
    const found = checkNight(night, seen)
    const first = seen[0]?.at ?? night.start
    // A night counts only if the server was already watching the lamp at its first change.
    const begins = (one: number): number => calendar.night(one, sensed).steps[0]?.at ?? calendar.night(one).start
    const days = Array.from({ length: NIGHTS }, (_, n) => day - NIGHTS + 1 + n).filter(
      (one) => one === day || begins(one) >= first - DAY_MS / 24,
    )
    /** One change in three nights that was heard of late, by no more than a regular report, may be a lost message. */
    const isLost = (): boolean => {
      const late = lateIn(found)
      if (found.missing > 0 || late.length !== 1 || late[0]! < 0 || late[0]! > REPORTED_WITHIN) return false
      return days.slice(-3, -1).every((one) => lateIn(checkNight(calendar.night(one, sensed), seen)).length === 0)
    }
    const late = furthest(found)
    const isKept = found.missing === 0 && Math.abs(late) <= TOLERATED
    if (!isKept && isLost()) {
      summary.checked.push({ ...lamp, late: 0, deviation: null })
      return
    }
    const stale = device.stale ? await programOf(device.stale) : undefined
    // A clock that drifts is named before its changes are late.
    const diagnosis = diagnoseNights({ program, site: calendar.site, ...(stale && { stale }) }, days, seen)
    const isDeviating = !isKept || diagnosis?.cause === 'clockDrift'
    summary.checked.push({
      ...lamp,
      late: found.expected > 0 && found.missing === found.expected ? null : late,
      deviation: isDeviating ? { diagnosis, expected: found.expected, missing: found.missing } : null,
    })
  }
  for await (const devices of calendarDevices(platform, tenantId, day)) {
    const ids = arrayOf(devices.map(({ id }) => id))
    const rows = await system.query<SwitchRow>(SWITCHES, [ids, new Date((day - NIGHTS) * DAY_MS), new Date((day + 2) * DAY_MS)])
    const byDevice = Map.groupBy(rows, ({ id }) => id)
    const classed = await system.query<{ id: string; class: string }>(CLASSED, [tenantId, ids])
    const classOf = new Map(classed.map((row) => [row.id, row.class]))
    for (const device of devices) {
      countIn(summary, device, 'lamps')
      const own = byDevice.get(device.id)
      if (own) await check(device, own, classOf.get(device.id))
      else countIn(summary, device, 'silent')
    }
  }
  return summary
}
