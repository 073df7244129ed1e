import type { Hit } from './hit.ts'
import type { Limits } from './limits.ts'
import { medianOf } from './statistics.ts'

/** A day of a cabinet (noon to noon): mean power of its meter and of its lamps, W, over the hours in which both are known. */
export interface CabinetDay {
  readonly day: number
  /** Hours of darkness and of daylight that were compared. */
  readonly litHours: number
  readonly dayHours: number
  readonly litMeter: number
  readonly litLamps: number
  readonly dayMeter: number
  readonly dayLamps: number
}
/** Days that must be known, because one day has weather and works of its own. */
export const LEAK_DAYS = 7
const HOURS_LEAST = 2
/** Loss in cables, share of the lamps' power. */
const CABLE_LOSS = 0.02
/** Largest difference between night and day of a load that never switches off, share of it. */
const ALIKE = 0.35

/** Power that neither lamps nor cables explain, W. */
const missing = (meter: number, lamps: number): number => meter - lamps * (1 + CABLE_LOSS)

/**
 * Suspects leakage if the meter of a cabinet shows power that its lamps do not explain, about equally by night and by day, over seven days. A rest at night
 * only is an unregistered lamp or a wrong nominal power, which the comparison of meters and inventory reports. Readings never prove leakage.
 */
export const suspectLeakage = (
  days: readonly CabinetDay[],
  { leakShare, leakWatts }: Pick<Limits, 'leakShare' | 'leakWatts'>,
): { readonly hit: Hit | null; readonly isJudged: boolean } => {
  const known = days.filter(({ litHours, dayHours }) => litHours >= HOURS_LEAST && dayHours >= HOURS_LEAST).slice(-LEAK_DAYS)
  if (known.length < LEAK_DAYS) return { hit: null, isJudged: false }
  const [night, day] = [
    medianOf(known.map((one) => missing(one.litMeter, one.litLamps))),
    medianOf(known.map((one) => missing(one.dayMeter, one.dayLamps))),
  ]
  const limit = Math.max(leakWatts, leakShare * medianOf(known.map(({ litLamps }) => litLamps)))
  const least = Math.min(night, day)
  const isConstant = Math.abs(night - day) <= Math.max(ALIKE * Math.max(night, day), leakWatts / 2)
  return { hit: least > limit && isConstant ? { kind: 'leakage', value: least, limit } : null, isJudged: true }
}
