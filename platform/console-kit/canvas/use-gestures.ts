import { type Box, type Item, overlap } from '@lamplight/kit/canvas'
import { type PointerEvent, useRef, useState } from 'react'
import type { Grip } from './items.ts'
import type { CanvasState } from './use-canvas.ts'

/** A pointer that moves or resizes the selected items, or draws a frame around items to select them. Distances are in px of the canvas. */
interface Gesture {
  readonly kind: 'items' | 'frame'
  /** Moved edges; null: the items move. */
  readonly grip: Grip | null
  readonly from: { readonly x: number; readonly y: number }
  readonly dx: number
  readonly dy: number
  readonly exact: boolean
  /** Ids that are selected if the pointer is released without a move; null: the selection stays. */
  readonly still: readonly string[] | null
  /** Ids to which a frame adds. */
  readonly kept: readonly string[]
}
/** Pointer moves below this distance are a click, px of the screen. */
const SLACK = 3

/** Point of a canvas, in its own px, at a point of the window; null outside of it. */
export const pointOf = (root: HTMLElement | null, width: number, { clientX, clientY }: { clientX: number; clientY: number }) => {
  const box = root?.getBoundingClientRect()
  if (!box || clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) return null
  const scale = width / box.width
  return { x: (clientX - box.left) * scale, y: (clientY - box.top) * scale }
}

const frameOf = ({ from, dx, dy }: Gesture): Box => ({
  x: Math.min(from.x, from.x + dx),
  y: Math.min(from.y, from.y + dy),
  w: Math.abs(dx),
  h: Math.abs(dy),
})

/** Pointer events of an edited canvas. The items follow the pointer; they are changed once, when the user releases it. */
export const useGestures = <T extends Item>(edit: CanvasState<T> | undefined) => {
  const [gesture, setGesture] = useState<Gesture | null>(null)
  /** True while a press gives the focus, which then selects nothing by itself. */
  const presses = useRef(false)
  const begin = (event: PointerEvent, next: Partial<Gesture>): void => {
    const from = edit && pointOf(edit.root.current, edit.stage.width, event)
    if (!from) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setGesture({ kind: 'items', grip: null, from, dx: 0, dy: 0, exact: false, still: null, kept: [], ...next })
  }
  const focus = (element: HTMLElement): void => {
    presses.current = true
    element.focus({ preventScroll: true })
    presses.current = false
  }
  const scale = (): number => (edit ? edit.stage.width / (edit.root.current?.getBoundingClientRect().width || 1) : 1)
  const followed = ({ clientX, clientY, ctrlKey, metaKey }: PointerEvent): Gesture | null => {
    const box = edit?.root.current?.getBoundingClientRect()
    if (!box || !gesture) return null
    const [x, y] = [(clientX - box.left) * scale(), (clientY - box.top) * scale()]
    return { ...gesture, dx: x - gesture.from.x, dy: y - gesture.from.y, exact: ctrlKey || metaKey }
  }
  return {
    gesture,
    presses,
    frame: gesture?.kind === 'frame' ? frameOf(gesture) : null,
    onItemDown: (event: PointerEvent<HTMLElement>, { id }: T): void => {
      if (!edit || event.button !== 0) return
      event.stopPropagation()
      // The keys need the focus, and not all browsers give it to a pressed button.
      focus(event.currentTarget)
      const { ids } = edit
      const isChosen = ids.includes(id)
      if (event.shiftKey && isChosen) {
        edit.select(ids.filter((one) => one !== id))
        return
      }
      if (!isChosen) edit.select(event.shiftKey ? [...ids, id] : [id])
      begin(event, { still: event.shiftKey ? null : [id] })
    },
    onGripDown: (event: PointerEvent<HTMLElement>, grip: Grip): void => {
      if (event.button !== 0) return
      event.stopPropagation()
      event.preventDefault()
      begin(event, { grip })
    },
    /** A finger on the background scrolls the page. */
    onRootDown: (event: PointerEvent<HTMLElement>): void => {
      if (!edit || event.button !== 0) return
      const kept = event.shiftKey ? edit.ids : []
      edit.select(kept)
      focus(event.currentTarget)
      if (event.pointerType !== 'touch') begin(event, { kind: 'frame', kept })
    },
    onMove: (event: PointerEvent): void => {
      const next = followed(event)
      if (!edit || !next) return
      setGesture(next)
      if (next.kind !== 'frame') return
      const frame = frameOf(next)
      edit.select([...new Set([...next.kept, ...edit.items.flatMap((item) => (overlap(item, frame) ? item.id : []))])])
    },
    onUp: (event: PointerEvent): void => {
      // The last move may not have been drawn.
      const ended = followed(event)
      setGesture(null)
      if (!edit || !ended || ended.kind === 'frame') return
      const { grip, dx, dy, exact, still } = ended
      if (Math.max(Math.abs(dx), Math.abs(dy)) < SLACK * scale()) {
        if (still) edit.select(still)
      } else if (grip) edit.resize(grip, dx, dy, exact)
      else edit.move(dx, dy, exact)
    },
    cancel: (): void => setGesture(null),
  }
}
