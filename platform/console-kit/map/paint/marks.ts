import { LAMP_STATE, type LampState } from '@lamplight/lamp-packet'

/** Look of a lamp in four bits: 1-11 on at 0, 10, … 100 %, 12 off, 13 fault, 14 offline, 15 not activated; 0 is never drawn. */
export const LOOK = { none: 0, on: 1, off: 12, fault: 13, offline: 14, inactive: 15 } as const
export const ON_LEVELS = 11

/** Rungs of a command in `LampPoints.run`. */
export const RUN = { none: 0, queued: 1, sent: 2, received: 3, applied: 4, verified: 5, failed: 6 } as const

export const LOOK_BITS = 0x0f
export const SELECTED_BIT = 0x10
const RUN_SHIFT = 5

/** Returns the look of a lamp with `state` (`LAMP_STATE`) at `dim` %. An unknown state is drawn as not activated. */
export const lookOf = (state: number, dim: number): number => {
  if (state === LAMP_STATE.on) return LOOK.on + Math.round(Math.min(100, dim) / 10)
  if (state === LAMP_STATE.off) return LOOK.off
  if (state === LAMP_STATE.fault) return LOOK.fault
  return state === LAMP_STATE.offline ? LOOK.offline : LOOK.inactive
}

/** Returns the state of a look. */
export const stateOfLook = (look: number): LampState => {
  if (look >= LOOK.on && look < LOOK.on + ON_LEVELS) return LAMP_STATE.on
  if (look === LOOK.off) return LAMP_STATE.off
  if (look === LOOK.fault) return LAMP_STATE.fault
  return look === LOOK.offline ? LAMP_STATE.offline : LAMP_STATE.inactive
}

/** Packs the look, the selection and the rung of a lamp into one byte for the painter. */
export const paintByte = (look: number, selected: boolean, run: number): number =>
  look | (selected ? SELECTED_BIT : 0) | (Math.min(run, RUN.failed) << RUN_SHIFT)

export const lookOfByte = (byte: number): number => byte & LOOK_BITS
export const isSelectedByte = (byte: number): boolean => (byte & SELECTED_BIT) !== 0
export const runOfByte = (byte: number): number => byte >> RUN_SHIFT

/** Shape of a state in a box from -1 to 1 (SVG path data, for canvas and legend); `width` and `dash` apply to its outline. */
export type MarkShape = { path: string; fill: boolean; scale: number; width: number; dash: readonly number[] }

const DISC = 'M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0Z'
const TRIANGLE = 'M0-1.05L1.12 .86H-1.12Z'
/** Nine dots on the circle of radius 1. */
const DOTS = (2 * Math.PI) / 18

/** Shape and colour both show the state, so that it is recognisable for colour-blind users and in black-and-white prints. */
export const MARK_SHAPES: Readonly<Record<LampState, MarkShape>> = {
  [LAMP_STATE.on]: { path: DISC, fill: true, scale: 1, width: 0, dash: [] },
  [LAMP_STATE.off]: { path: DISC, fill: true, scale: 0.68, width: 0, dash: [] },
  [LAMP_STATE.fault]: { path: TRIANGLE, fill: true, scale: 1.25, width: 0.3, dash: [] },
  [LAMP_STATE.offline]: { path: DISC, fill: false, scale: 0.8, width: 0.42, dash: [] },
  [LAMP_STATE.inactive]: { path: DISC, fill: false, scale: 0.85, width: 0.38, dash: [DOTS, DOTS] },
}

/** Order of the states in lists. */
export const LAMP_STATES: readonly LampState[] = [LAMP_STATE.on, LAMP_STATE.off, LAMP_STATE.fault, LAMP_STATE.offline, LAMP_STATE.inactive]

const CAPS: readonly [zoom: number, diameter: number][] = [
  [19, 16],
  [18, 14],
  [17, 12],
  [16, 10],
  [15, 8],
  [14, 6],
  [13, 5],
  [12, 4],
]

/**
 * Diameter of a lamp in CSS px at `zoom`, if its neighbour is `gap` px away and `n` lamps are loaded: as large as possible without covering the
 * neighbour, at least one pixel (two in a small city). `scale` enlarges it on video walls.
 */
export const lampDiameter = (zoom: number, gap: number, n: number, scale = 1): number => {
  const cap = Math.round(scale * (CAPS.find(([from]) => zoom >= from)?.[1] ?? 3))
  const least = Math.round(scale * (zoom >= 16 ? 6 : n > 100_000 ? 1 : 2))
  return Math.max(least, Math.min(cap, Math.floor(gap * 0.85)))
}

/**
 * Diameter of a fault in CSS px among lamps of `diameter` px: larger than its neighbours and at least five px, unless `faults` of `n` lamps,
 * `gap` px apart, would then cover more than a third of the city; at least two px.
 */
export const faultDiameter = (diameter: number, gap: number, n: number, faults: number): number => {
  const wanted = Math.max(diameter, 5)
  const room = Math.floor(1.2 * gap * Math.sqrt(n / Math.max(1, faults)))
  return Math.max(Math.min(wanted, Math.max(room, diameter)), 2)
}
