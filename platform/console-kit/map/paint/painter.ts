import { type GridIndex, visitRuns } from '../grid-index.ts'
import type { WorldBox } from '../mercator.ts'
import { isSelectedByte, LOOK, lookOfByte, ON_LEVELS, runOfByte } from './marks.ts'
import { layStamp, type Stamp } from './stamp.ts'

/** Pixels of a frame, ABGR; `gutter` px on every side are not shown, so that stamps need no clipping. */
export type Frame = { readonly pixels: Uint32Array; readonly width: number; readonly height: number; readonly gutter: number }

/** View of the frame: device px = world · scale - origin. */
export type FrameView = { readonly scale: number; readonly originX: number; readonly originY: number }

/** Stamps of each look and mark; `looks[look]` is undefined if that state is hidden. */
export type StampSet = {
  /** Diameter of a plain lamp, device px; 1 and 2 are written as squares without a stamp. */
  readonly diameter: number
  readonly looks: readonly (Stamp | undefined)[]
  /** ABGR by look, 0 if hidden. */
  readonly flat: Uint32Array
  /** By look; only for lamps that are on. */
  readonly halos: readonly (Stamp | undefined)[]
  readonly selected: Stamp
  readonly runs: readonly (Stamp | undefined)[]
}

/** Slots that are painted at the end of the frame, in a reused array: marked lamps from the front, faults from the back. */
export type Deferred = { slots: Uint32Array }

/** Largest number of pixels blended for halos in a frame; with more, halos are left out, because they are only decoration. */
const HALO_BUDGET = 1_500_000
/** Marks a lamp that the second pass paints: a fault, selected or running. */
const DEFER = 1

const boxOfFrame = ({ width, height }: Frame, { scale, originX, originY }: FrameView): WorldBox => ({
  minX: Math.floor(originX / scale),
  minY: Math.floor(originY / scale),
  maxX: Math.ceil((originX + width) / scale),
  maxY: Math.ceil((originY + height) / scale),
})

/** Action of the first pass for each of the 256 paint bytes: a colour, 0 (nothing) or DEFER. */
const firstPass = (set: StampSet): Uint32Array => {
  const table = new Uint32Array(256)
  for (let byte = 0; byte < 256; byte++) {
    const look = lookOfByte(byte)
    if (set.flat[look] === 0) continue
    table[byte] = look === LOOK.fault || isSelectedByte(byte) || runOfByte(byte) > 0 ? DEFER : set.flat[look]!
  }
  return table
}

const paintHalos = (frame: Frame, grid: GridIndex, paint: Uint8Array, view: FrameView, set: StampSet, box: WorldBox): void => {
  const costliest = set.halos[LOOK.on + ON_LEVELS - 1]
  if (!costliest) return
  let count = 0
  visitRuns(grid, box, (from, to) => {
    count += to - from
  })
  if (count * costliest.soft.length > HALO_BUDGET) return
  const { pixels, width, height, gutter } = frame
  visitRuns(grid, box, (from, to) => {
    for (let k = from; k < to; k++) {
      const stamp = set.halos[lookOfByte(paint[k]!)]
      if (!stamp) continue
      const px = Math.floor(grid.x[k]! * view.scale - view.originX)
      const py = Math.floor(grid.y[k]! * view.scale - view.originY)
      if (px >= gutter && py >= gutter && px < width - gutter && py < height - gutter) layStamp(pixels, py * width + px, stamp)
    }
  })
}

/**
 * Paints every lamp in the frame: halos, plain lamps, marked lamps (selected, command running), and faults last, so that nothing hides them.
 * `paint[slot]` is the lamp's paint byte. The frame must be blank. @returns the number of painted lamps
 */
export const paintLamps = (
  frame: Frame,
  grid: GridIndex,
  paint: Uint8Array,
  view: FrameView,
  set: StampSet,
  deferred: Deferred,
): number => {
  const { pixels, width, height, gutter } = frame
  const { scale, originX, originY } = view
  const { x, y } = grid
  const box = boxOfFrame(frame, view)
  const right = width - gutter
  const bottom = height - gutter
  if (deferred.slots.length < grid.n) deferred.slots = new Uint32Array(grid.n)
  const later = deferred.slots
  const table = firstPass(set)
  let marked = 0
  let faults = later.length
  let painted = 0

  paintHalos(frame, grid, paint, view, set, box)

  const run = (from: number, to: number): void => {
    for (let k = from; k < to; k++) {
      const byte = paint[k]!
      const colour = table[byte]!
      if (colour === 0) continue
      const px = (x[k]! * scale - originX) | 0
      const py = (y[k]! * scale - originY) | 0
      if (px < gutter || py < gutter || px >= right || py >= bottom) continue
      painted++
      if (colour === DEFER) {
        if (lookOfByte(byte) === LOOK.fault) later[--faults] = k
        else later[marked++] = k
        continue
      }
      const at = py * width + px
      if (set.diameter > 2) layStamp(pixels, at, set.looks[byte & 15]!)
      else {
        pixels[at] = colour
        if (set.diameter === 2) {
          pixels[at + 1] = colour
          pixels[at + width] = colour
          pixels[at + width + 1] = colour
        }
      }
    }
  }
  visitRuns(grid, box, run)

  const layMarked = (k: number): void => {
    const byte = paint[k]!
    const at = ((y[k]! * scale - originY) | 0) * width + ((x[k]! * scale - originX) | 0)
    const lamp = set.looks[lookOfByte(byte)]
    const rung = set.runs[runOfByte(byte)]
    if (lamp) layStamp(pixels, at, lamp)
    // The mark of a running command replaces the selection ring: together they are not readable.
    if (rung) layStamp(pixels, at, rung)
    else if (isSelectedByte(byte)) layStamp(pixels, at, set.selected)
  }
  for (let i = 0; i < marked; i++) layMarked(later[i]!)
  for (let i = later.length - 1; i >= faults; i--) layMarked(later[i]!)
  return painted
}
