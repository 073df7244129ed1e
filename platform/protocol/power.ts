/** Standby power of a lamp that is off: its driver and controller, W. */
export const STANDBY_POWER = 0.5
/** A lamp that is switched on and draws no more than this is dark, W: its luminaire or driver has failed. */
export const DARK_POWER = 2 * STANDBY_POWER
export const DEFAULT_MIN_LEVEL = 10
export const DEFAULT_MIN_POWER_SHARE = 0.15

/** Data of a lamp's driver; null means unknown, as in a database row. */
export interface PowerCurve {
  /** Nominal power at 100 %, W. */
  readonly power: number
  /** Lowest level of the driver, %; 10 if unknown. */
  readonly minLevel?: number | null
  /** Power at `minLevel`, W; 15 % of `power` if unknown. */
  readonly minPower?: number | null
  /** Permitted deviation, W; the larger of 3 W and 8 % of `power` if unknown. */
  readonly powerTolerance?: number | null
}

/**
 * Power that a healthy lamp draws at dim `level`, W: standby at 0, the driver's minimum from 1 to `minLevel`, then linear up to
 * `power` at 100. Levels outside 0–100 are clamped.
 */
export const expectedPower = (lamp: PowerCurve, level: number): number => {
  if (!(level > 0)) return STANDBY_POWER
  const minLevel = lamp.minLevel ?? DEFAULT_MIN_LEVEL
  const minPower = lamp.minPower ?? lamp.power * DEFAULT_MIN_POWER_SHARE
  if (level >= 100 || minLevel >= 100) return lamp.power
  if (level <= minLevel) return minPower
  return minPower + ((lamp.power - minPower) * (level - minLevel)) / (100 - minLevel)
}

/** Permitted deviation of the measured from the expected power of `lamp`, W. */
export const powerTolerance = (lamp: PowerCurve): number => lamp.powerTolerance ?? Math.max(3, lamp.power * 0.08)

/** True if `measured` lies within `tolerance` of `expected` (all W), limits included. */
export const withinTolerance = (measured: number, expected: number, tolerance: number): boolean =>
  Math.abs(measured - expected) <= tolerance
