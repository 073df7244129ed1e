import { type Item, moved, resized, type Stage } from '@lamplight/kit/canvas'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import './canvas.css'
import { C } from './canvas.messages.ts'

/** Selection and changes of the items of an edited canvas. Distances are in px of the stage. */
export interface CanvasEdit<T extends Item> {
  readonly selected: string | null
  readonly onSelect: (id: string | null) => void
  /** `exact`: by these pixels, off the grid (Ctrl with an arrow key, if `fine`). */
  readonly onMove: (id: string, dx: number, dy: number, exact?: boolean) => void
  readonly onRemove: (id: string) => void
  /** Absent if items have a fixed size. */
  readonly onResize?: (id: string, w: number, h: number, exact?: boolean) => void
  /** True: Shift with an arrow key resizes the item, Ctrl moves or resizes it by 1 px. Otherwise Shift moves it faster. */
  readonly fine?: true
  /** Pixels by which an arrow key moves an item; default: a step of the grid. */
  readonly keyStep?: number
  readonly nameOf: (item: T) => string
  /** Ids of items that are marked as faulty. */
  readonly faulty?: readonly string[]
}
interface Drag {
  readonly id: string
  readonly kind: 'move' | 'size'
  readonly from: { readonly x: number; readonly y: number }
  readonly dx: number
  readonly dy: number
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Grid steps by which an arrow key moves an item with Shift; one step without. */
const FAST = 8

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`
const boxOf = ({ width, height }: Stage, { x, y, w, h }: Item): CSSProperties =>
  ({
    '--ll-x': percent(x, width),
    '--ll-y': percent(y, height),
    '--ll-w': percent(w, width),
    '--ll-h': percent(h, height),
  }) as CSSProperties
/** Items in reading order. The Tab key and the list on phones follow it. */
const inOrder = <T extends Item>(items: readonly T[]): readonly T[] => [...items].sort((a, b) => a.y - b.y || a.x - b.x)

/** Drag state of an edited canvas. The dragged item follows the pointer; it is changed once, when the user releases the pointer. */
const useDrag = <T extends Item>(stage: Stage, edit: CanvasEdit<T> | undefined) => {
  const canvas = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const scale = (): number => stage.width / (canvas.current?.getBoundingClientRect().width || stage.width)
  const start = (event: PointerEvent, id: string, kind: Drag['kind']): void => {
    if (!edit || event.button !== 0) return
    event.stopPropagation()
    // The arrow keys need the focus, and not all browsers give it to a pressed button.
    ;(event.currentTarget as HTMLElement).focus()
    event.currentTarget.setPointerCapture(event.pointerId)
    edit.onSelect(id)
    setDrag({ id, kind, from: { x: event.clientX, y: event.clientY }, dx: 0, dy: 0 })
  }
  const move = (event: PointerEvent): void => {
    if (drag) setDrag({ ...drag, dx: (event.clientX - drag.from.x) * scale(), dy: (event.clientY - drag.from.y) * scale() })
  }
  const end = (item: T): void => {
    if (!drag || !edit) return
    setDrag(null)
    if (Math.abs(drag.dx) + Math.abs(drag.dy) < stage.step / 2) return
    if (drag.kind === 'move') edit.onMove(drag.id, drag.dx, drag.dy)
    else edit.onResize?.(drag.id, item.w + drag.dx, item.h + drag.dy)
  }
  const shown = (item: T): T => {
    if (drag?.id !== item.id) return item
    const { dx, dy } = drag
    const [made = item] =
      drag.kind === 'move' ? moved(stage, [item], item.id, dx, dy) : resized(stage, [item], item.id, item.w + dx, item.h + dy)
    return made
  }
  return { canvas, drag, start, move, end, cancel: () => setDrag(null), shown }
}

/**
 * A canvas with items at fixed places, scaled to the width of its container. With `edit` the user drags items, and moves and deletes them by keys.
 * Without `edit` phones show the items one below the other.
 */
export const Canvas = <T extends Item>({
  stage,
  items,
  label,
  edit,
  children,
}: {
  readonly stage: Stage
  readonly items: readonly T[]
  readonly label: string
  readonly edit?: CanvasEdit<T>
  readonly children: (item: T) => ReactNode
}) => {
  const t = useT()
  const { canvas, drag, start, move, end, cancel, shown } = useDrag(stage, edit)
  const onKey = (event: KeyboardEvent, item: T): void => {
    if (!edit) return
    const arrow = ARROWS[event.key]
    if (arrow) step(edit, item, arrow, event)
    else if (event.key === 'Delete' || event.key === 'Backspace') edit.onRemove(item.id)
    else if (event.key === 'Escape') edit.onSelect(null)
    else return
    event.preventDefault()
  }
  const step = (into: CanvasEdit<T>, item: T, [x, y]: readonly [number, number], { shiftKey, ctrlKey, metaKey }: KeyboardEvent): void => {
    const exact = into.fine === true && (ctrlKey || metaKey)
    const far = exact ? 1 : (into.keyStep ?? stage.step) * (shiftKey && !into.fine ? FAST : 1)
    if (into.fine && shiftKey) into.onResize?.(item.id, item.w + x * far, item.h + y * far, exact)
    else into.onMove(item.id, x * far, y * far, exact)
  }
  const style = {
    '--ll-stage-w': stage.width,
    '--ll-stage-h': stage.height,
    '--ll-stage-step': stage.step,
    '--ll-stage-font': stage.font,
  } as CSSProperties
  return (
    <div className="ll-canvas-frame" data-edit={edit ? true : undefined}>
      <div
        ref={canvas}
        role="presentation"
        className="ll-canvas"
        style={style}
        data-dragging={drag ? true : undefined}
        onPointerDown={() => edit?.onSelect(null)}
      >
        <ul aria-label={label}>
          {inOrder(items).map((item) => (
            <li key={item.id} style={boxOf(stage, shown(item))} data-item={item.id}>
              {edit ? (
                <div
                  className="ll-canvas-item"
                  data-selected={edit.selected === item.id || undefined}
                  data-faulty={edit.faulty?.includes(item.id) || undefined}
                >
                  <div inert>{children(item)}</div>
                  <button
                    type="button"
                    className="ll-canvas-handle"
                    aria-pressed={edit.selected === item.id}
                    aria-label={edit.nameOf(item)}
                    onFocus={() => edit.onSelect(item.id)}
                    onKeyDown={(event) => onKey(event, item)}
                    onPointerDown={(event) => start(event, item.id, 'move')}
                    onPointerMove={move}
                    onPointerUp={() => end(item)}
                    onPointerCancel={cancel}
                  />
                  {edit.onResize && edit.selected === item.id && (
                    <button
                      type="button"
                      tabIndex={-1}
                      className="ll-canvas-grip"
                      aria-label={t(C.size)}
                      onPointerDown={(event) => start(event, item.id, 'size')}
                      onPointerMove={move}
                      onPointerUp={() => end(item)}
                      onPointerCancel={cancel}
                    />
                  )}
                </div>
              ) : (
                children(item)
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
