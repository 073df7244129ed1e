import { type Calendar, createCalendar, type Night, type Program, rampedLevelAt, zoneOf } from '@lamplight/calendar'

/** What a calendar says at an instant. */
export interface Planned {
  readonly level: number
  /** Index of the entry (-1: none has acted yet), and of the special in force (-1: the normal entries). */
  readonly entry: number
  readonly special: number
  /** The ramp to `level`: its first level, its start, and its length in ms. */
  readonly ramp?: Ramp
}
export interface Ramp {
  readonly from: number
  readonly since: number
  readonly ms: number
}
/** A calendar at one place, as the devices there follow it. Times are epoch ms of their clock. */
export interface Nights {
  at(ms: number): Planned
  /** The next instant after `ms` at which the calendar acts, or the end of the night. */
  next(ms: number): number
}
export interface Place {
  readonly lat: number
  readonly lng: number
  readonly zone: string
}

/** Nights of a place that are kept, and places. */
const NIGHTS_KEPT = 20
const PLACES_KEPT = 20_000
/** Devices nearer than this share their nights: 0.01° of longitude are 2.4 s of the sun. */
const GRID = 100
/** The main head: a controller reports one level. */
export const HEAD = 1

const nightsOf = (calendar: Calendar): Nights => {
  const kept = new Map<number, Night>()
  const nightAt = (ms: number): Night => {
    const day = calendar.nightOf(ms)
    let night = kept.get(day)
    if (!night) {
      if (kept.size >= NIGHTS_KEPT) kept.clear()
      night = calendar.night(day)
      kept.set(day, night)
    }
    return night
  }
  return {
    at: (ms) => {
      const { steps, special } = nightAt(ms)
      const index = steps.findLastIndex(({ at }) => at <= ms)
      const step = steps[index]
      if (!step) return { level: 0, entry: -1, special }
      const { level, entry, at, ramp } = step
      if (ramp <= 0) return { level, entry, special }
      return { level, entry, special, ramp: { from: rampedLevelAt({ steps: steps.slice(0, index) }, at), since: at, ms: ramp * 1000 } }
    },
    next: (ms) => {
      const { steps, end } = nightAt(ms)
      return steps.find(({ at }) => at > ms)?.at ?? end
    },
  }
}

/** Calendars by program and rounded position. `key` names the program: its hash. */
export const createNights = (): ((key: string, program: Program, place: Place) => Nights) => {
  const known = new Map<string, Nights>()
  return (key, program, { lat, lng, zone }) => {
    const [north, east] = [Math.round(lat * GRID), Math.round(lng * GRID)]
    const name = `${key} ${zone} ${north} ${east}`
    let nights = known.get(name)
    if (!nights) {
      if (known.size >= PLACES_KEPT) known.clear()
      nights = nightsOf(createCalendar(program, { lat: north / GRID, lng: east / GRID, zone }, HEAD))
      known.set(name, nights)
    }
    return nights
  }
}

/** The zone of a device that ignores daylight saving: the smaller offset of the year, without shifts. */
export const withoutDst = (zone: string, ms: number): string => {
  const year = new Date(ms).getUTCFullYear()
  const offsets = [0, 6].map((month) => zoneOf(zone).offsetAt(Date.UTC(year, month, 1)))
  const minutes = Math.round(Math.min(...offsets) / 60_000)
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) => String(part).padStart(2, '0'))
  return `${minutes < 0 ? '-' : '+'}${hour}:${minute}`
}

export const isZone = (name: string): boolean => {
  try {
    zoneOf(name)
    return true
  } catch {
    return false
  }
}
