import type { Item } from '@lamplight/kit/canvas'
import type { KeyboardEvent } from 'react'
import type { CanvasState } from './use-canvas.ts'

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Smallest step of an arrow key, px. */
const STEP = 20
/** Steps by which an arrow key moves with Shift if items have a fixed size. */
const FAST = 8

/** Returns what a key does on an edited canvas; undefined if it means nothing here. */
export const keyAction = <T extends Item>(edit: CanvasState<T>, event: KeyboardEvent): (() => void) | undefined => {
  const { key, code, shiftKey } = event
  const hasControl = event.ctrlKey || event.metaKey
  const hasItems = edit.ids.length > 0
  const arrow = ARROWS[key]
  if (arrow && hasItems) {
    const exact = edit.fine && hasControl
    const far = exact ? 1 : Math.max(edit.stage.step, STEP) * (edit.fixed && shiftKey ? FAST : 1)
    const [dx, dy] = [arrow[0] * far, arrow[1] * far]
    const subject = `${shiftKey ? 'size' : 'move'} ${edit.ids}`
    return () => (shiftKey && !edit.fixed ? edit.resize([1, 1], dx, dy, exact, subject) : edit.move(dx, dy, exact, subject))
  }
  if (hasControl) {
    const letter = key.toLowerCase()
    if (letter === 'a') return () => edit.select(edit.items.map(({ id }) => id))
    if (letter === 'v' && edit.canPaste) return edit.paste
    if (!hasItems) return undefined
    if (letter === 'c') return edit.copy
    if (letter === 'x' && !edit.fixed) return edit.cut
    if (letter === 'd') return edit.duplicate
    if (code === 'BracketRight') return () => edit.order('front')
    if (code === 'BracketLeft') return () => edit.order('back')
    return undefined
  }
  if (key === 'Escape' && hasItems) return () => edit.select([])
  return hasItems && (key === 'Delete' || key === 'Backspace') ? edit.remove : undefined
}
