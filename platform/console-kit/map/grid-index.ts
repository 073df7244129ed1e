import type { Placed } from './display-crs.ts'
import type { WorldBox } from './mercator.ts'

/**
 * Lamps sorted into the cells of a square grid, row by row. Slot `k` is the k-th lamp in that order, at `x[k]`, `y[k]`, with the store index
 * `order[k]`. The slots of a cell, and of neighbouring cells of a row, are adjacent.
 */
export type GridIndex = {
  readonly n: number
  readonly x: Uint32Array
  readonly y: Uint32Array
  readonly order: Uint32Array
  /** Maps store indexes to slots; `NO_SLOT` for a lamp without a position. */
  readonly slotOf: Uint32Array
  readonly side: number
  readonly cell: number
  readonly box: WorldBox
  /** First slot of each cell, and as last entry the number of slots. */
  readonly starts: Uint32Array
}

export const NO_SLOT = 0xffffffff
const MAX_SIDE = 1024

const boxOf = ({ x, y }: Placed): WorldBox => {
  const box = { minX: Number.POSITIVE_INFINITY, minY: Number.POSITIVE_INFINITY, maxX: 0, maxY: 0 }
  for (let k = 0; k < x.length; k++) {
    const px = x[k]!
    const py = y[k]!
    if (px < box.minX) box.minX = px
    if (px > box.maxX) box.maxX = px
    if (py < box.minY) box.minY = py
    if (py > box.maxY) box.maxY = py
  }
  return x.length > 0 ? box : { minX: 0, minY: 0, maxX: 0, maxY: 0 }
}

/** Sorts positioned lamps (of a store of `total` lamps) into a grid: a counting sort, about 60 ms for a million. */
export const createGridIndex = (points: Placed, total: number): GridIndex => {
  const n = points.x.length
  const box = boxOf(points)
  const side = Math.min(MAX_SIDE, Math.max(1, Math.ceil(Math.sqrt(n / 2))))
  const cell = Math.max(1, Math.max(box.maxX - box.minX, box.maxY - box.minY) + 1) / side
  const cellOf = (k: number): number => Math.floor((points.y[k]! - box.minY) / cell) * side + Math.floor((points.x[k]! - box.minX) / cell)

  const starts = new Uint32Array(side * side + 1)
  for (let k = 0; k < n; k++) starts[cellOf(k) + 1]!++
  for (let c = 0; c < side * side; c++) starts[c + 1]! += starts[c]!

  const next = starts.slice(0, side * side)
  const x = new Uint32Array(n)
  const y = new Uint32Array(n)
  const order = new Uint32Array(n)
  const slotOf = new Uint32Array(total).fill(NO_SLOT)
  for (let k = 0; k < n; k++) {
    const slot = next[cellOf(k)]!++
    x[slot] = points.x[k]!
    y[slot] = points.y[k]!
    order[slot] = points.placed[k]!
    slotOf[points.placed[k]!] = slot
  }
  return { n, x, y, order, slotOf, side, cell, box, starts }
}

/** A block of grid cells, both ends inclusive; empty if `toColumn < fromColumn`. */
export type CellRange = { fromColumn: number; toColumn: number; fromRow: number; toRow: number }

/** Returns the cells that intersect `box`. */
export const cellsOf = (grid: GridIndex, box: WorldBox): CellRange => {
  const last = grid.side - 1
  const at = (value: number, origin: number): number => Math.floor((value - origin) / grid.cell)
  return {
    fromColumn: Math.max(0, at(box.minX, grid.box.minX)),
    toColumn: Math.min(last, at(box.maxX, grid.box.minX)),
    fromRow: Math.max(0, at(box.minY, grid.box.minY)),
    toRow: Math.min(last, at(box.maxY, grid.box.minY)),
  }
}

/** Calls `visit(from, to)` for the slots [from, to) of every grid row that intersects `box`; some slots may be up to a cell outside of it. */
export const visitRuns = (grid: GridIndex, box: WorldBox, visit: (from: number, to: number) => void): void => {
  const cells = cellsOf(grid, box)
  if (grid.n === 0 || cells.toColumn < cells.fromColumn) return
  for (let row = cells.fromRow; row <= cells.toRow; row++) {
    const from = grid.starts[row * grid.side + cells.fromColumn]!
    const to = grid.starts[row * grid.side + cells.toColumn + 1]!
    if (to > from) visit(from, to)
  }
}

/** Returns the slots of the lamps inside `box`, ascending. */
export const slotsInBox = (grid: GridIndex, box: WorldBox): number[] => {
  const found: number[] = []
  visitRuns(grid, box, (from, to) => {
    for (let k = from; k < to; k++) {
      const x = grid.x[k]!
      const y = grid.y[k]!
      if (x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY) found.push(k)
    }
  })
  return found
}

/** Distance from `slot` to the nearest lamp farther away than `least`, searched up to 4096 cells; Infinity if there is none. */
const gapOf = (grid: GridIndex, slot: number, least: number): number => {
  const x = grid.x[slot]!
  const y = grid.y[slot]!
  for (let reach = grid.cell; reach <= grid.cell * 4096; reach *= 2) {
    let nearest = Number.POSITIVE_INFINITY
    visitRuns(grid, { minX: x - reach, minY: y - reach, maxX: x + reach, maxY: y + reach }, (from, to) => {
      for (let k = from; k < to; k++) {
        const distance = Math.hypot(grid.x[k]! - x, grid.y[k]! - y)
        if (distance > least && distance < nearest) nearest = distance
      }
    })
    if (nearest <= reach) return nearest
  }
  return Number.POSITIVE_INFINITY
}

/**
 * Typical distance between neighbouring lamps in world units: the median of a sample, without heads of one post (within `least`); Infinity for a
 * single lamp. The drawn size of lamps depends on it.
 */
export const typicalGap = (grid: GridIndex, least: number): number => {
  const step = Math.max(1, Math.floor(grid.n / 200))
  const gaps: number[] = []
  for (let slot = 0; slot < grid.n; slot += step) gaps.push(gapOf(grid, slot, least))
  gaps.sort((a, b) => a - b)
  return gaps[gaps.length >> 1] ?? Number.POSITIVE_INFINITY
}

/** Box of the lamps without the outermost `share` on each side, so that one misplaced lamp does not shrink the city's view. */
export const coreBox = (grid: GridIndex, share = 0.002): WorldBox => {
  const step = Math.max(1, Math.floor(grid.n / 20_000))
  const edges = (values: Uint32Array): [number, number] => {
    const sample = values.filter((_, k) => k % step === 0).sort()
    const cut = Math.floor(sample.length * share)
    return [sample[cut] ?? 0, sample[sample.length - 1 - cut] ?? 0]
  }
  const [minX, maxX] = edges(grid.x)
  const [minY, maxY] = edges(grid.y)
  return { minX, minY, maxX, maxY }
}
