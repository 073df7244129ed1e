import type { Item } from '@lamplight/kit/canvas'
import { type PointerEvent, useRef } from 'react'
import type { CanvasState, NewItem } from './use-canvas.ts'
import { pointOf } from './use-gestures.ts'

/** A kind of item that can be added. `make` returns a new item without a place. */
export interface PaletteEntry<T extends Item> {
  readonly key: string
  readonly label: string
  readonly make: () => NewItem<T>
}
/** Moves of the pointer from which a press is a drag, px. */
const DRAG_FROM = 4

/** Buttons that add items: a click at the first free place, a drag where the pointer is released. */
export const Palette = <T extends Item>({
  edit,
  entries,
}: {
  readonly edit: CanvasState<T>
  readonly entries: readonly PaletteEntry<T>[]
}) => {
  const press = useRef<{ readonly x: number; readonly y: number; dragged: boolean } | null>(null)
  const boxAt = (event: PointerEvent, made: NewItem<T>) => {
    const point = pointOf(edit.root.current, edit.stage.width, event)
    return point && edit.placeAt(made, point)
  }
  const onMove = (event: PointerEvent, { make }: PaletteEntry<T>): void => {
    const begun = press.current
    if (!begun || event.buttons === 0) return
    begun.dragged ||= Math.hypot(event.clientX - begun.x, event.clientY - begun.y) >= DRAG_FROM
    if (begun.dragged) edit.setGhost(boxAt(event, make()))
  }
  const onUp = (event: PointerEvent, { make }: PaletteEntry<T>): void => {
    edit.setGhost(null)
    if (!press.current?.dragged) return
    const made = make()
    const box = boxAt(event, made)
    if (box) edit.add(made, box)
  }
  return (
    <div className="ll-canvas-palette">
      {entries.map((entry) => (
        <button
          key={entry.key}
          type="button"
          className="ll-button"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            press.current = { x: event.clientX, y: event.clientY, dragged: false }
          }}
          onPointerMove={(event) => onMove(event, entry)}
          onPointerUp={(event) => onUp(event, entry)}
          onPointerCancel={() => {
            press.current = null
            edit.setGhost(null)
          }}
          onClick={() => {
            // The release of a drag is a click too.
            if (!press.current?.dragged) edit.add(entry.make())
            press.current = null
          }}
        >
          {entry.label}
        </button>
      ))}
    </div>
  )
}
