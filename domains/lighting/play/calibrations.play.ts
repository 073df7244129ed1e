import type { Calibrations } from '@lamplight/virtual-city'

/** Largest tilt of a post when its controller is calibrated, degrees in either direction. */
const TILT = 3

/** Values that controllers of the virtual city measure when a parameter family is calibrated. */
export const calibrations: Calibrations = {
  lampBarAngle: (share) => ({ zero: Math.round((2 * share - 1) * TILT * 10) / 10 }),
}
