import { DAY_MS, dayOf, monthDayOf, weekdayOf } from './day.ts'
import {
  clockMinutes,
  type Entry,
  isSensorTrigger,
  isSunTrigger,
  type Program,
  rangeOf,
  type Site,
  type Special,
  type SunTrigger,
} from './program.ts'
import { altitudeOfLight, CIVIL_ALTITUDE, passing, SUNSET_ALTITUDE, sunAltitude, transitOf } from './sun.ts'
import { type Zone, zoneOf } from './zone.ts'

/** A change of level. Steps that keep the level are steps as well. */
export interface Step {
  /** Epoch ms, whole seconds. */
  readonly at: number
  readonly level: number
  /** Index of the entry in the list in force; -1: the night is held at one level (`Night.hold`). */
  readonly entry: number
  readonly ramp: number
}

/** One night, from local noon to local noon. At noon the level is 0 until the first step. */
export interface Night {
  /** Day on which it begins (see day.ts). */
  readonly day: number
  readonly start: number
  readonly end: number
  readonly steps: readonly Step[]
  /** Instant of each entry that acts, in the order of the list, also outside of the night and where another wins. */
  readonly instants: readonly Step[]
  /** Index of the special in force; -1: the normal entries. */
  readonly special: number
  /** The sun stays down and `polar` holds one level. */
  readonly hold: boolean
  /** Indexes of entries whose sun event does not exist in this night. */
  readonly missing: readonly number[]
  /** A dusk entry that turns on has no event because the sun stays below the altitude. */
  readonly polar: boolean
}

/** Answers of a light sensor: the instant at which it acted in a window, or undefined if it did not. */
export type Sensed = (entry: Entry, from: number, to: number) => number | undefined

type Sun = number | 'up' | 'down'
const ALTITUDES: Readonly<Record<SunTrigger, number>> = {
  sunset: SUNSET_ALTITUDE,
  sunrise: SUNSET_ALTITUDE,
  civilDusk: CIVIL_ALTITUDE,
  civilDawn: CIVIL_ALTITUDE,
}
const isDusk = (trigger: SunTrigger): boolean => trigger === 'sunset' || trigger === 'civilDusk'

/** Sun events of one site by day; each is computed once. */
export interface SunTimes {
  /** Epoch ms; `up` or `down` if the sun stays above or below. */
  eventOf(trigger: SunTrigger, day: number): Sun
  /** Passing of any altitude after (`set`) or before (`rise`) the highest sun of the day. */
  passingOf(which: 'rise' | 'set', altitude: number, day: number): Sun
  altitudeAt(ms: number): number
}

const KEPT = 4000
export const createSun = ({ lat, lng }: Pick<Site, 'lat' | 'lng'>, zone: Zone): SunTimes => {
  const transits = new Map<number, number>()
  const events = new Map<number, Sun>()
  const transit = (day: number): number => {
    let known = transits.get(day)
    if (known === undefined) {
      if (transits.size > KEPT) transits.clear()
      known = transitOf(day, lng, zone)
      transits.set(day, known)
    }
    return known
  }
  const passingOf = (which: 'rise' | 'set', altitude: number, day: number): Sun => passing(transit(day), which, altitude, lat, lng)
  const eventOf = (trigger: SunTrigger, day: number): Sun => {
    const dusk = isDusk(trigger)
    const key = day * 4 + (dusk ? 2 : 0) + (ALTITUDES[trigger] === CIVIL_ALTITUDE ? 1 : 0)
    let known = events.get(key)
    if (known === undefined) {
      if (events.size > KEPT * 4) events.clear()
      known = passingOf(dusk ? 'set' : 'rise', ALTITUDES[trigger], day)
      events.set(key, known)
    }
    return known
  }
  return { eventOf, passingOf, altitudeAt: (ms) => sunAltitude(ms, lat, lng) }
}

interface Point {
  readonly entry: Entry
  readonly index: number
  /** Bits 1 to 7: weekdays. */
  readonly days: number
  readonly clock: number | undefined
  readonly sun: SunTrigger | undefined
  readonly offset: number
}
interface Covered extends Pick<Special, 'priority'> {
  readonly points: readonly Point[]
  readonly covers: (day: number) => boolean
}

const EVERY_DAY = 0b11111110
const pointsOf = (entries: readonly Entry[], head: number | undefined): readonly Point[] =>
  entries.flatMap((entry, index) => {
    if (head !== undefined && entry.head !== undefined && entry.head !== head) return []
    const days = entry.weekdays ? entry.weekdays.reduce((bits, day) => bits | (1 << day), 0) : EVERY_DAY
    const sun = isSunTrigger(entry.trigger) ? entry.trigger : undefined
    return [{ entry, index, days, clock: clockMinutes(entry.trigger), sun, offset: (entry.offset ?? 0) * 60_000 }]
  })

/** Returns whether a special covers the nights that begin on a day. */
export const coverOf = ({ range, days }: Pick<Special, 'range' | 'days'>): ((day: number) => boolean) => {
  const listed = new Set((days ?? []).map(dayOf))
  const ends = range === undefined ? undefined : rangeOf(range)
  if (!ends) return (day) => listed.has(day)
  if ('dates' in ends) {
    const [from, to] = ends.dates.map(dayOf) as [number, number]
    return (day) => (day >= from && day <= to) || listed.has(day)
  }
  const [from, to] = ends.yearly
  return (day) => {
    const here = monthDayOf(day)
    return (from <= to ? here >= from && here <= to : here >= from || here <= to) || listed.has(day)
  }
}

export interface Calendar {
  readonly site: Site
  readonly sun: SunTimes
  readonly zone: Zone
  /** The night that begins on a day. `sensed`: what the light sensor said; default: the clear sky. */
  night(day: number, sensed?: Sensed): Night
  /** The day on which the night of an instant begins. */
  nightOf(ms: number): number
}

const MINUTE = 60_000
/**
 * Prepares a program for a site and one head of the lamp (default: entries of all heads). The position may be unknown (null) if no entry needs
 * the sun: such entries then have no event.
 * @throws RangeError for an unknown zone
 */
export const createCalendar = (
  program: Program,
  site: Omit<Site, 'lat' | 'lng'> & { lat: number | null; lng: number | null },
  head?: number,
): Calendar => {
  const zone = zoneOf(site.zone)
  const known = site.lat !== null && site.lng !== null
  const place = { lat: site.lat ?? 0, lng: site.lng ?? 0, zone: site.zone }
  const sun = createSun(place, zone)
  const normal = pointsOf(program.entries, head)
  const specials: readonly Covered[] = (program.specials ?? []).map((special) => ({
    priority: special.priority,
    points: pointsOf(special.entries, head),
    covers: coverOf(special),
  }))
  const minBurn = (program.minBurn ?? 0) * MINUTE

  const specialOf = (day: number): number => {
    let best = -1
    for (let n = 0; n < specials.length; n++)
      if (specials[n]!.covers(day) && (best < 0 || specials[n]!.priority > specials[best]!.priority)) best = n
    return best
  }
  const sunEvent = (trigger: SunTrigger, day: number): Sun => (known ? sun.eventOf(trigger, isDusk(trigger) ? day : day + 1) : 'up')

  const sensorInstant = ({ entry }: Point, day: number, sensed: Sensed | undefined): number | undefined => {
    const dusk = entry.trigger === 'duskSensor'
    const anchor = sunEvent(dusk ? 'sunset' : 'sunrise', day)
    if (typeof anchor !== 'number') return undefined
    const [earliest, latest] = entry.window ?? [-30, 30]
    const [from, to] = [anchor + earliest * MINUTE, anchor + latest * MINUTE]
    if (sensed) return sensed(entry, from, to) ?? to
    const clear = sun.passingOf(dusk ? 'set' : 'rise', altitudeOfLight(entry.lux ?? 30), dusk ? day : day + 1)
    return typeof clear === 'number' ? Math.min(to, Math.max(from, clear)) : to
  }

  const night = (day: number, sensed?: Sensed): Night => {
    const start = zone.instantOf(day * DAY_MS + DAY_MS / 2)
    const end = zone.instantOf((day + 1) * DAY_MS + DAY_MS / 2)
    const special = specials.length > 0 ? specialOf(day) : -1
    const weekday = 1 << weekdayOf(day)
    const found: Step[] = []
    const missing: number[] = []
    const later: Point[] = []
    let polar = false
    let firstSun: Point | undefined
    for (const point of special < 0 ? normal : specials[special]!.points) {
      if (!(point.days & weekday)) continue
      const { entry, index, clock } = point
      const ramp = entry.ramp ?? 0
      if (clock !== undefined) {
        const local = (clock >= 720 ? day : day + 1) * DAY_MS + clock * MINUTE
        found.push({ at: zone.instantOf(local), level: entry.level, entry: index, ramp })
        continue
      }
      if (entry.trigger === 'afterOn') {
        later.push(point)
        continue
      }
      if (point.sun) firstSun ??= point
      const at = point.sun ? sunEvent(point.sun, day) : isSensorTrigger(entry.trigger) ? sensorInstant(point, day, sensed) : undefined
      if (typeof at === 'number') {
        const own = entry.offsets ? (entry.offsets[monthDayOf(day)] ?? 0) * MINUTE : point.offset
        found.push({ at: Math.round((at + (point.sun ? own : 0)) / 1000) * 1000, level: entry.level, entry: index, ramp })
        continue
      }
      missing.push(index)
      if (at === 'down' && point.sun && isDusk(point.sun) && entry.level > 0) polar = true
    }
    if (polar && program.polar && program.polar !== 'skip') {
      const level = program.polar === 'holdOn' ? (firstSun?.entry.level ?? 0) : 0
      const steps = [{ at: start, level, entry: -1, ramp: 0 }]
      return { day, start, end, special, hold: true, missing, polar, steps, instants: [] }
    }
    if (later.length > 0) found.push(...afterOn(inOrder(found, start, end), later))
    const steps = inOrder(found, start, end)
    return {
      day,
      start,
      end,
      special,
      hold: false,
      missing,
      polar,
      instants: found,
      steps: minBurn > 0 ? withoutShort(steps, minBurn, end) : steps,
    }
  }
  const nightOf = (ms: number): number => Math.floor((ms + zone.offsetAt(ms) - DAY_MS / 2) / DAY_MS)
  return {
    site: place,
    sun,
    zone,
    night,
    // A shift of the clock at noon could put the instant into a neighbouring night.
    nightOf: (ms) => {
      const day = nightOf(ms)
      if (ms < zone.instantOf(day * DAY_MS + DAY_MS / 2)) return day - 1
      return ms >= zone.instantOf((day + 1) * DAY_MS + DAY_MS / 2) ? day + 1 : day
    },
  }
}

/** Sorts by instant; at equal instants the later entry stays. A step before the night counts from its start; one at or after its end is left out. */
const inOrder = (found: readonly Step[], start: number, end: number): Step[] => {
  const steps: Step[] = []
  let before: Step | undefined
  for (const step of found.toSorted((a, b) => a.at - b.at || a.entry - b.entry)) {
    if (step.at >= end) continue
    if (step.at <= start) {
      before = step
      continue
    }
    if (steps.at(-1)?.at === step.at) steps.pop()
    steps.push(step)
  }
  if (before) steps.unshift({ ...before, at: start })
  return steps
}

/** Steps that count from the first light of the night. */
const afterOn = (steps: readonly Step[], later: readonly Point[]): Step[] => {
  const on = steps.find(({ level }) => level > 0)
  if (!on) return []
  return later.map(({ entry, index, offset }) => ({ at: on.at + offset, level: entry.level, entry: index, ramp: entry.ramp ?? 0 }))
}

/** Leaves out stretches of light shorter than `least` ms. */
const withoutShort = (steps: readonly Step[], least: number, end: number): Step[] => {
  const kept: Step[] = []
  for (let n = 0; n < steps.length; ) {
    const step = steps[n]!
    let until = n + 1
    if (step.level > 0 && (kept.at(-1)?.level ?? 0) === 0) {
      while (until < steps.length && steps[until]!.level > 0) until++
      if ((steps[until]?.at ?? end) - step.at < least) {
        n = until
        continue
      }
    }
    kept.push(...steps.slice(n, until))
    n = until
  }
  return kept
}

/** Level at an instant of a night, on its way while a step has a ramp. A step that comes before the ramp of the last one has ended starts at the level that was reached. */
export const rampedLevelAt = ({ steps }: Pick<Night, 'steps'>, ms: number): number => {
  let level = 0
  for (const [n, step] of steps.entries()) {
    if (step.at > ms) break
    const until = Math.min(ms, steps[n + 1]?.at ?? ms)
    const isReached = step.ramp <= 0 || until - step.at >= step.ramp * 1000
    level = isReached ? step.level : level + ((step.level - level) * (until - step.at)) / (step.ramp * 1000)
  }
  return level
}

/** Level at an instant of a night, without ramps. */
export const levelAt = ({ steps }: Pick<Night, 'steps'>, ms: number): number => {
  let level = 0
  for (const step of steps) {
    if (step.at > ms) break
    level = step.level
  }
  return level
}
