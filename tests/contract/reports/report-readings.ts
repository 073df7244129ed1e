import { getTimes } from 'suncalc'

// Generated readings of lamps in one time zone, and sums of them computed without SQL.

export const OFFSET = 8 * 3_600_000
export const HOUR = 3_600_000
export const DAY = 24 * HOUR
const HOLD = HOUR / 2
export const DAYS = 6
/** Local midnight of the first day with readings. */
export const START = Math.floor((Date.now() + OFFSET) / DAY) * DAY - OFFSET - (DAYS + 1) * DAY
export interface Lamp {
  readonly id: string
  readonly area: string
  readonly lat: number
  readonly lng: number
}
export interface Reading {
  readonly at: number
  readonly on: boolean
  /** Wh */
  readonly energy: number
}
/** Readings of a lamp: every 15 minutes with losses; it may be dark, burn by day, fall silent, or get a new meter. */
export const made = (lamp: Lamp, n: number, random: () => number): Reading[] => {
  const kind = ['whole', 'dark', 'day', 'silent', 'reset', 'lossy'][n % 6]
  const found: Reading[] = []
  let energy = Math.round(random() * 1e6) / 10
  for (let at = START + Math.floor(random() * 600_000); at < START + DAYS * DAY; at += 15 * 60_000) {
    if (kind === 'silent' && at > START + 2 * DAY) break
    if (random() < (kind === 'lossy' ? 0.4 : 0.02)) continue
    const { sunset, sunrise } = getTimes(new Date(at), lamp.lat, lamp.lng)
    const night = at > Number(sunset) || at < Number(sunrise)
    const on = kind === 'day' || (night && !(kind === 'dark' && at % DAY < 15 * HOUR))
    if (on) energy += Math.round(200 + 100 * random()) / 10
    if (kind === 'reset' && at > START + 3 * DAY && at - START - 3 * DAY < 16 * 60_000) energy = Math.round(random() * 50) / 10
    found.push({ at, on, energy: Math.round(energy * 10) / 10 })
  }
  return found
}

export const localDay = (at: number): number => Math.floor((at - START) / DAY)
/** Energy of each increase of the meter with its time, just before it was reported, Wh. */
export const increases = (own: readonly Reading[]): { at: number; wh: number }[] =>
  own.slice(1).map(({ at, energy }, n) => {
    const before = own[n]?.energy ?? 0
    return { at: at - 1, wh: energy >= before ? energy - before : energy }
  })
/** Time in which the last reading is valid, cut to a span. */
export const validity = (own: readonly Reading[], from: number, to: number): { on: boolean; ms: number }[] =>
  own.map(({ at, on }, n) => ({ on, ms: Math.max(0, Math.min(own[n + 1]?.at ?? Infinity, at + HOLD, to) - Math.max(at, from)) }))
export const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)
