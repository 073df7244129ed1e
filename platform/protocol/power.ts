/** Power of a lamp that is off: its driver and controller, W. */
export const STANDBY_POWER = 0.5
export const DEFAULT_MIN_LEVEL = 10
export const DEFAULT_MIN_POWER_SHARE = 0.15

/** What is known of a lamp's driver; null stands for unknown, as in a database row. */
export interface PowerCurve {
  /** Nominal power at 100 %, W. */
  readonly power: number
  /** Lowest level the driver can hold, %; 10 when unknown. */
  readonly minLevel?: number | null
  /** Power at `minLevel`, W; 15 % of `power` when unknown. */
  readonly minPower?: number | null
  /** Permitted deviation, W; the larger of 3 W and 8 % of `power` when unknown. */
  readonly powerTolerance?: number | null
}

/**
 * Power that a healthy lamp draws at dim `level`, W: 0 is off (standby), 1 to `minLevel` is the driver's minimum, above that a straight line up
 * to `power` at 100. Levels outside 0–100 are taken as the nearest end.
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

/** True when `measured` lies within `tolerance` of `expected` (all W), the ends included. */
export const withinTolerance = (measured: number, expected: number, tolerance: number): boolean =>
  Math.abs(measured - expected) <= tolerance
