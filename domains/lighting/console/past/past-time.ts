import { getTimes } from 'suncalc'

export const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A night from noon to noon of the tenant's zone, epoch ms. `date`: day on which it begins, `yyyy-MM-dd`. */
export interface PastNight {
  readonly date: string
  readonly start: number
  readonly end: number
}
/** Reads a wire time of the tenant's zone; null if it is none. */
export type Instant = (wire: string) => number | null

/** Moves a day `yyyy-MM-dd` by days. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The night that begins on a day. With a change of clocks it has 23 or 25 hours. */
export const nightFrom = (date: string, instant: Instant): PastNight => {
  const start = instant(`${date} 12:00:00`) ?? 0
  return { date, start, end: instant(`${dayAfter(date, 1)} 12:00:00`) ?? start + DAY_MS }
}
/** The night of an instant. `dateOf`: its day in the tenant's zone. */
export const nightOf = (at: number, instant: Instant, dateOf: (at: number) => string): PastNight => {
  const own = nightFrom(dateOf(at), instant)
  return at >= own.start ? own : nightFrom(dayAfter(own.date, -1), instant)
}

/** The same clock time in another night; within it. */
export const sameTimeIn = (at: number, from: PastNight, to: PastNight): number => Math.min(to.end - MINUTE_MS, to.start + (at - from.start))

export const wholeMinute = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS

/** The instant of an address (`2026-05-03T21:10`), not after now; now if it is none. */
export const instantFrom = (text: string | undefined, instant: Instant, now: number): number =>
  wholeMinute(Math.min((text && instant(text)) || now, now))

/** The minute in the address. `minuteText`: `yyyy-MM-dd HH:mm`. */
export const addressOf = (minuteText: string): string => minuteText.replace(' ', 'T')

/** Position of an instant in a night, 0 to 1. */
export const partOf = (at: number, { start, end }: PastNight): number => Math.min(1, Math.max(0, (at - start) / (end - start)))

export interface SunMarks {
  readonly sunset: number
  readonly dusk: number
  readonly dawn: number
  readonly sunrise: number
}
/** Sun of a night at a place; null where the sun does not set or rise. */
export const sunOf = ({ start, end }: PastNight, lat: number, lng: number): SunMarks | null => {
  // suncalc answers for the sun's day around an instant: those around both noons.
  const [evening, morning] = [getTimes(new Date(start), lat, lng), getTimes(new Date(end), lat, lng)]
  const [sunset, dusk, dawn, sunrise] = [evening.sunset, evening.dusk, morning.dawn, morning.sunrise].map(Number) as [
    number,
    number,
    number,
    number,
  ]
  // In summer of high latitudes the sun does not set: the answers are then no dates.
  return sunset > start && sunset < dusk && dusk < dawn && dawn < sunrise && sunrise < end ? { sunset, dusk, dawn, sunrise } : null
}

/** Full hours of a night at which a label stands, every `hours`. */
export const hoursOf = ({ start, end }: PastNight, hours: number): number[] => {
  const step = hours * 3_600_000
  return Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, n) => start + n * step)
}
