import { cellsOf, type GridIndex } from '../grid-index.ts'
import type { WorldBox } from '../mercator.ts'

/** A ring [x0, y0, x1, y1, …] in world units (or any plane); the last point is joined to the first. */
export type Ring = ArrayLike<number>

/** Returns true if (x, y) is inside `ring` by the even-odd rule. */
export const insideRing = (ring: Ring, x: number, y: number): boolean => {
  let inside = false
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const yi = ring[i + 1]!
    const yj = ring[j + 1]!
    if (yi > y !== yj > y && x < ((ring[j]! - ring[i]!) * (y - yi)) / (yj - yi) + ring[i]!) inside = !inside
  }
  return inside
}

export const boxOfRing = (ring: Ring): WorldBox => {
  const box = {
    minX: Number.POSITIVE_INFINITY,
    minY: Number.POSITIVE_INFINITY,
    maxX: Number.NEGATIVE_INFINITY,
    maxY: Number.NEGATIVE_INFINITY,
  }
  for (let i = 0; i < ring.length; i += 2) {
    box.minX = Math.min(box.minX, ring[i]!)
    box.maxX = Math.max(box.maxX, ring[i]!)
    box.minY = Math.min(box.minY, ring[i + 1]!)
    box.maxY = Math.max(box.maxY, ring[i + 1]!)
  }
  return box
}

/** Removes points of a drawn path that are closer than `tolerance` to their predecessor. */
export const thinned = (path: readonly number[], tolerance: number): number[] => {
  const kept = path.slice(0, 2)
  for (let i = 2; i < path.length; i += 2) {
    const far = Math.hypot(path[i]! - kept[kept.length - 2]!, path[i + 1]! - kept[kept.length - 1]!) >= tolerance
    if (far) kept.push(path[i]!, path[i + 1]!)
  }
  return kept
}

/** Marks the cells (of the block `cells`, row by row) that an edge of the ring may cross. */
const crossedCells = (grid: GridIndex, ring: Ring, cells: ReturnType<typeof cellsOf>): Uint8Array => {
  const columns = cells.toColumn - cells.fromColumn + 1
  const rows = cells.toRow - cells.fromRow + 1
  const crossed = new Uint8Array(columns * rows)
  const column = (x: number): number => Math.floor((x - grid.box.minX) / grid.cell) - cells.fromColumn
  const row = (y: number): number => Math.floor((y - grid.box.minY) / grid.cell) - cells.fromRow
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!]
    const slope = by === ay ? 0 : (bx - ax) / (by - ay)
    for (let r = Math.max(0, row(Math.min(ay, by))); r <= Math.min(rows - 1, row(Math.max(ay, by))); r++) {
      const top = grid.box.minY + (r + cells.fromRow) * grid.cell
      const atTop = ax + slope * (Math.min(Math.max(top, Math.min(ay, by)), Math.max(ay, by)) - ay)
      const atBottom = ax + slope * (Math.min(Math.max(top + grid.cell, Math.min(ay, by)), Math.max(ay, by)) - ay)
      const [left, right] = by === ay ? [Math.min(ax, bx), Math.max(ax, bx)] : [Math.min(atTop, atBottom), Math.max(atTop, atBottom)]
      // Includes one more column on each side: rounding may cross a border.
      for (let c = Math.max(0, column(left) - 1); c <= Math.min(columns - 1, column(right) + 1); c++) crossed[r * columns + c] = 1
    }
  }
  return crossed
}

/**
 * Calls `visit(slot)` for every lamp inside `ring` (world units). Cells that no edge crosses are tested only once, so that the cost of a lasso
 * around a million lamps depends only on its outline.
 */
export const visitInRing = (grid: GridIndex, ring: Ring, visit: (slot: number) => void): void => {
  if (ring.length < 6 || grid.n === 0) return
  const cells = cellsOf(grid, boxOfRing(ring))
  if (cells.toColumn < cells.fromColumn || cells.toRow < cells.fromRow) return
  const columns = cells.toColumn - cells.fromColumn + 1
  const crossed = crossedCells(grid, ring, cells)
  for (let row = cells.fromRow; row <= cells.toRow; row++) {
    for (let column = cells.fromColumn; column <= cells.toColumn; column++) {
      const cell = row * grid.side + column
      const from = grid.starts[cell]!
      const to = grid.starts[cell + 1]!
      if (from === to) continue
      const whole = crossed[(row - cells.fromRow) * columns + column - cells.fromColumn] === 0
      if (whole && !insideRing(ring, grid.box.minX + (column + 0.5) * grid.cell, grid.box.minY + (row + 0.5) * grid.cell)) continue
      for (let k = from; k < to; k++) if (whole || insideRing(ring, grid.x[k]!, grid.y[k]!)) visit(k)
    }
  }
}
