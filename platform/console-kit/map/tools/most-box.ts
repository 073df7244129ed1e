import { coreBox, type GridIndex } from '../grid-index.ts'
import type { WorldBox } from '../mercator.ts'

/** Number of tiles along the longer side of the lamps' box. */
const TILES = 48
/** Tiles with lamps that are at most this many tiles apart belong to the same part of the city. */
const NEAR = 2
/** Number of tiles in a row; the last row and column contain lamps on the edge of the box. */
const ROW = TILES + 1
/** A part with the share `s` of the lamps is added to the view if the view grows to at most `1 + WORTH * s` times its size. */
const WORTH = 4
/** The view contains at least this share of the lamps. */
const LEAST = 0.6

interface Part {
  readonly n: number
  readonly box: WorldBox
}

const union = (a: WorldBox, b: WorldBox): WorldBox => ({
  minX: Math.min(a.minX, b.minX),
  minY: Math.min(a.minY, b.minY),
  maxX: Math.max(a.maxX, b.maxX),
  maxY: Math.max(a.maxY, b.maxY),
})
const sizeOf = ({ minX, minY, maxX, maxY }: WorldBox): number => Math.max(1, Math.hypot(maxX - minX, maxY - minY))

/** Returns the number and the box of the lamps of each tile, by `row * ROW + column`; tiles without lamps are missing. */
const tilesOf = ({ n, x, y }: GridIndex, core: WorldBox): Map<number, Part> => {
  const tile = Math.max(1, Math.max(core.maxX - core.minX, core.maxY - core.minY) / TILES)
  const cells = ROW * ROW
  const [count, minX, minY] = [new Uint32Array(cells), new Uint32Array(cells).fill(0xffffffff), new Uint32Array(cells).fill(0xffffffff)]
  const [maxX, maxY] = [new Uint32Array(cells), new Uint32Array(cells)]
  for (let slot = 0; slot < n; slot++) {
    const [px, py] = [x[slot]!, y[slot]!]
    if (px < core.minX || px > core.maxX || py < core.minY || py > core.maxY) continue
    const at = Math.floor((py - core.minY) / tile) * ROW + Math.floor((px - core.minX) / tile)
    count[at]!++
    if (px < minX[at]!) minX[at] = px
    if (py < minY[at]!) minY[at] = py
    if (px > maxX[at]!) maxX[at] = px
    if (py > maxY[at]!) maxY[at] = py
  }
  const tiles = new Map<number, Part>()
  for (const [at, own] of count.entries())
    if (own > 0) tiles.set(at, { n: own, box: { minX: minX[at]!, minY: minY[at]!, maxX: maxX[at]!, maxY: maxY[at]! } })
  return tiles
}

/** Returns the parts of the city, the one with the most lamps first. */
const partsOf = (grid: GridIndex, core: WorldBox): readonly Part[] => {
  const tiles = tilesOf(grid, core)
  const parts: Part[] = []
  for (const first of tiles.keys()) {
    const queue = [first]
    let part: Part | undefined
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      const own = tiles.get(at)
      if (!own) continue
      tiles.delete(at)
      part = part ? { n: part.n + own.n, box: union(part.box, own.box) } : own
      const [row, column] = [Math.floor(at / ROW), at % ROW]
      for (let r = Math.max(0, row - NEAR); r <= row + NEAR; r++)
        for (let c = Math.max(0, column - NEAR); c <= Math.min(TILES, column + NEAR); c++)
          if (tiles.has(r * ROW + c)) queue.push(r * ROW + c)
    }
    if (part) parts.push(part)
  }
  return parts.toSorted((a, b) => b.n - a.n)
}

/**
 * Returns the box of the first view: the area with most lamps. A few lamps far away from the others, such as a test installation, are left
 * out, because they would shrink the city on the screen. A second district with a large share of the lamps is included.
 */
export const mostBox = (grid: GridIndex): WorldBox => {
  const core = coreBox(grid)
  const [first, ...others] = partsOf(grid, core)
  if (!first) return core
  let { n, box } = first
  const left = new Set(others)
  for (;;) {
    const growth = (part: Part): number => sizeOf(union(box, part.box)) / sizeOf(box)
    const next =
      [...left].find((part) => growth(part) <= 1 + (WORTH * part.n) / grid.n) ??
      (n < LEAST * grid.n ? [...left].toSorted((a, b) => growth(a) / a.n - growth(b) / b.n)[0] : undefined)
    if (!next) return box
    left.delete(next)
    n += next.n
    box = union(box, next.box)
  }
}
