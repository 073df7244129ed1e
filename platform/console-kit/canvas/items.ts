/** Changes of items on a canvas, as editors make them. */
import { type Box, type Item, overlap, type Stage } from '@lamplight/kit/canvas'

const between = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))
/** Returns the multiple of `step` from 0 to `most` that is nearest to `value`. */
const snapped = (value: number, step: number, most: number): number =>
  between(Math.round(value / step) * step, 0, Math.max(0, Math.floor(most / step) * step))

/** Returns the box with its size rounded to the grid, at the nearest place of the grid inside the canvas. */
export const placed = <T extends Box>(stage: Stage, box: T): T => {
  const { step } = stage
  const w = between(Math.round(box.w / step) * step, step, Math.floor(stage.width / step) * step)
  const h = between(Math.round(box.h / step) * step, step, Math.floor(stage.height / step) * step)
  return { ...box, w, h, x: snapped(box.x, step, stage.width - w), y: snapped(box.y, step, stage.height - h) }
}

/** Returns the smallest box around boxes. */
const around = (boxes: readonly Box[]): Box => {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return { x, y, w: Math.max(...boxes.map((box) => box.x + box.w)) - x, h: Math.max(...boxes.map((box) => box.y + box.h)) - y }
}

/**
 * Returns the items with those of `ids` moved together by `dx`, `dy` px: the box around them comes to a place of the grid inside the canvas. A direction
 * without a move, and the sizes, stay as they are.
 */
export const moved = <T extends Item>(stage: Stage, items: readonly T[], ids: readonly string[], dx: number, dy: number): readonly T[] => {
  const group = items.filter(({ id }) => ids.includes(id))
  if (group.length === 0) return items
  const box = around(group)
  const right = dx === 0 ? 0 : snapped(box.x + dx, stage.step, stage.width - box.w) - box.x
  const down = dy === 0 ? 0 : snapped(box.y + dy, stage.step, stage.height - box.h) - box.y
  return right === 0 && down === 0
    ? items
    : items.map((item) => (group.includes(item) ? { ...item, x: item.x + right, y: item.y + down } : item))
}

/** The edges of a box that a change of its size moves: -1 left or top, 1 right or bottom, 0 none. */
export type Grip = readonly [x: -1 | 0 | 1, y: -1 | 0 | 1]
/** Moves one edge of a side by `by` px to the grid; returns the new place and length. */
const stretched = (at: number, length: number, edge: -1 | 0 | 1, by: number, step: number, whole: number): readonly [number, number] => {
  if (edge === 0 || by === 0) return [at, length]
  if (edge === 1) return [at, Math.max(step, snapped(length + by, step, whole - at))]
  const to = snapped(at + by, step, Math.max(0, at + length - step))
  return [to, at + length - to]
}

/** Returns the items with the edges of those of `ids` moved by `dx`, `dy` px to the grid inside the canvas. */
export const resized = <T extends Item>(
  { step, width, height }: Stage,
  items: readonly T[],
  ids: readonly string[],
  [gx, gy]: Grip,
  dx: number,
  dy: number,
): readonly T[] =>
  items.map((item) => {
    if (!ids.includes(item.id)) return item
    const [x, w] = stretched(item.x, item.w, gx, dx, step, width)
    const [y, h] = stretched(item.y, item.h, gy, dy, step, height)
    return { ...item, x, y, w, h }
  })

/** Returns the items with those of `ids` drawn before (`back`) or after (`front`) all others. Later items cover earlier ones. */
export const ordered = <T extends Item>(items: readonly T[], ids: readonly string[], to: 'front' | 'back'): readonly T[] => {
  const [chosen, others] = [items.filter(({ id }) => ids.includes(id)), items.filter(({ id }) => !ids.includes(id))]
  return to === 'front' ? [...others, ...chosen] : [...chosen, ...others]
}

/** Returns an id that no item has. */
export const nextId = (items: readonly Item[]): string => {
  let n = items.length + 1
  while (items.some(({ id }) => id === `w${n}`)) n += 1
  return `w${n}`
}

/** Returns copies of `sources` with ids of their own, one step of the grid below and to the right, where the canvas has room. */
export const copies = <T extends Item>(stage: Stage, items: readonly T[], sources: readonly T[]): readonly T[] => {
  const made: T[] = []
  for (const source of sources) made.push({ ...source, id: nextId([...items, ...made]) })
  const beside = Math.max(stage.step, PASTE_STEP)
  return moved(
    stage,
    made,
    made.map(({ id }) => id),
    beside,
    beside,
  )
}
/** Smallest distance of a copy from its source, px. */
const PASTE_STEP = 20

/** Returns the first free place for an item of this size, row by row from the top left; null if there is none. */
export const firstFree = (stage: Stage, items: readonly Box[], { w, h }: { w: number; h: number }): Box | null => {
  for (let y = 0; y + h <= stage.height; y += stage.step)
    for (let x = 0; x + w <= stage.width; x += stage.step) {
      const box = { x, y, w, h }
      if (!items.some((item) => overlap(item, box))) return box
    }
  return null
}

/** Returns the other items that overlap the item `id`. */
export const overlapping = <T extends Item>(items: readonly T[], id: string): readonly T[] => {
  const one = items.find((item) => item.id === id)
  return one ? items.filter((item) => item.id !== id && overlap(item, one)) : []
}
