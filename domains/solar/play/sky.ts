import { hashOf } from '@lamplight/town'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Time zone of the demo city: China. */
const ZONE_MS = 8 * HOUR_MS
/** Hours of the highest sun and from sunrise to sunset. */
const NOON = 12.5
const DAYLIGHT_HOURS = 13
/** Rainy spells: one in so many days, and its length. */
const SPELL_EVERY = 9
const SPELL_DAYS = [2, 3, 4, 5] as const
const SKY = { overcast: 0.08, cloudy: 0.5, clear: 1 } as const

/** A number in [0, 1) that depends on `parts` only. */
const lot = (...parts: readonly (string | number)[]): number => hashOf(...parts) / 2 ** 32

export const hourOf = (at: number): number => ((at + ZONE_MS) % DAY_MS) / HOUR_MS
const dayOf = (at: number): number => Math.floor((at + ZONE_MS) / DAY_MS)

/** Share of the light of a clear day that reaches the panels on a day; all lamps of the city have the same sky. */
export const skyOn = (day: number): number => {
  const block = Math.floor(day / SPELL_EVERY)
  const length = SPELL_DAYS[hashOf('rain', block) % SPELL_DAYS.length] ?? 2
  if (day - block * SPELL_EVERY < length && lot('spell', block) < 0.7) return SKY.overcast
  return lot('cloud', day) < 0.25 ? SKY.cloudy : SKY.clear
}

/** Height of the sun from 0 (night) to 1 (noon). */
export const sunAt = (at: number): number => Math.max(0, Math.cos(((hourOf(at) - NOON) * Math.PI) / DAYLIGHT_HOURS))
/** Light on a panel, from 0 to 1. */
export const lightAt = (at: number): number => sunAt(at) * skyOn(dayOf(at))
/** Air temperature in °C, highest at 15:00. */
export const airAt = (at: number): number => 18 + 6 * Math.cos(((hourOf(at) - 15) * Math.PI) / 12)
