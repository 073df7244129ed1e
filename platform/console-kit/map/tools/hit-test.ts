import { type GridIndex, visitRuns } from '../grid-index.ts'

/** Condition for slots that can be clicked; hidden lamps cannot. */
export type SlotFilter = (slot: number) => boolean

/**
 * Returns the slot of the lamp nearest to (x, y) within `radius`, all in world units; -1 if there is none. Of equally near slots one that
 * `prefer` accepts wins (a fault drawn above others).
 */
export const nearestSlot = (grid: GridIndex, x: number, y: number, radius: number, accept: SlotFilter, prefer?: SlotFilter): number => {
  let best = -1
  let bestDistance = radius * radius
  visitRuns(grid, { minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius }, (from, to) => {
    for (let k = from; k < to; k++) {
      const dx = grid.x[k]! - x
      const dy = grid.y[k]! - y
      const distance = dx * dx + dy * dy
      if (distance > bestDistance || !accept(k)) continue
      if (distance < bestDistance || best < 0 || (prefer?.(k) && !prefer(best))) {
        best = k
        bestDistance = distance
      }
    }
  })
  return best
}

/** Returns the slots within `radius` world units of `slot`, itself first: the heads of one post. */
export const slotsOnSpot = (grid: GridIndex, slot: number, radius: number, accept: SlotFilter): number[] => {
  const x = grid.x[slot]!
  const y = grid.y[slot]!
  const others: number[] = []
  visitRuns(grid, { minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius }, (from, to) => {
    for (let k = from; k < to; k++) {
      if (k !== slot && Math.hypot(grid.x[k]! - x, grid.y[k]! - y) <= radius && accept(k)) others.push(k)
    }
  })
  return [slot, ...others]
}
