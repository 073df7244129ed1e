/** Functions for items on a canvas, in pixels from the top left corner, and undo. Editors and servers of layouts and boards use them. */

export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}
export interface Item extends Box {
  readonly id: string
}
/** Size of a canvas. Positions of items are multiples of `step`; the editors also round their sizes to it. */
export interface Stage {
  readonly width: number
  readonly height: number
  readonly step: number
  /** Size of texts, px. */
  readonly font: number
}

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

export const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
export const isInside = ({ width, height }: Stage, { x, y, w, h }: Box): boolean =>
  x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= width && y + h <= height
export const isSnapped = ({ step }: Stage, { x, y }: Box): boolean => x % step === 0 && y % step === 0

/** Returns the items with the item `id` moved by `dx`, `dy` px to a place of the grid inside the canvas. A direction without a move, and the size, stay as they are. */
export const moved = <T extends Item>(stage: Stage, items: readonly T[], id: string, dx: number, dy: number): readonly T[] =>
  items.map((item) => {
    if (item.id !== id) return item
    const x = dx === 0 ? item.x : snapped(item.x + dx, stage.step, stage.width - item.w)
    return { ...item, x, y: dy === 0 ? item.y : snapped(item.y + dy, stage.step, stage.height - item.h) }
  })

/** Returns the items with the item `id` resized to a size of the grid inside the canvas. Its place, and a side without a change, stay as they are. */
export const resized = <T extends Item>(stage: Stage, items: readonly T[], id: string, w: number, h: number): readonly T[] =>
  items.map((item) => {
    if (item.id !== id) return item
    const side = (value: number, most: number): number => Math.max(stage.step, snapped(value, stage.step, most))
    return {
      ...item,
      w: w === item.w ? w : side(w, stage.width - item.x),
      h: h === item.h ? h : side(h, stage.height - item.y),
    }
  })

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

/** States of an edited value, for undo and redo. */
export interface History<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
}
/** Largest number of states that undo keeps. */
const UNDO_MOST = 100
export const begun = <T>(now: T): History<T> => ({ past: [], now, future: [] })
export const changedTo = <T>(history: History<T>, now: T): History<T> =>
  now === history.now ? history : { past: [...history.past, history.now].slice(-UNDO_MOST), now, future: [] }
export const undone = <T>(history: History<T>): History<T> => {
  const { past, now, future } = history
  const before = past.at(-1)
  return before === undefined ? history : { past: past.slice(0, -1), now: before, future: [now, ...future] }
}
export const redone = <T>(history: History<T>): History<T> => {
  const { past, now, future } = history
  const [next, ...rest] = future
  return next === undefined ? history : { past: [...past, now], now: next, future: rest }
}
