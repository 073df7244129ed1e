import type { Box, Item, Stage } from '@lamplight/kit/canvas'
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import './canvas.css'
import { C } from './canvas.messages.ts'
import { keyAction } from './canvas-keys.ts'
import type { Grip } from './items.ts'
import type { CanvasState } from './use-canvas.ts'
import { useGestures } from './use-gestures.ts'

const GRIPS: readonly Grip[] = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
]

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`
const boxOf = ({ width, height }: Stage, { x, y, w, h }: Box): CSSProperties =>
  ({
    '--ll-x': percent(x, width),
    '--ll-y': percent(y, height),
    '--ll-w': percent(w, width),
    '--ll-h': percent(h, height),
  }) as CSSProperties
/** Items in reading order. The Tab key and the list on phones follow it. */
const inOrder = <T extends Item>(items: readonly T[]): readonly T[] => [...items].sort((a, b) => a.y - b.y || a.x - b.x)

/**
 * A canvas with items at fixed places, scaled to the width of its container; later items cover earlier ones. With `edit` the items are selected, moved
 * and resized by pointer and keys. Without `edit` phones show the items one below the other.
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
  readonly label?: string
  readonly edit?: CanvasState<T>
  readonly children: (item: T) => ReactNode
}) => {
  const t = useT()
  const { gesture, presses, frame, onItemDown, onGripDown, onRootDown, onMove, onUp, cancel } = useGestures(edit)
  const isDragged = edit && gesture?.kind === 'items'
  const shown = isDragged ? edit.dragged(gesture.grip, gesture.dx, gesture.dy, gesture.exact) : items
  const places = new Map(shown.map((item, at) => [item.id, { ...boxOf(stage, item), zIndex: at }]))
  const onKey = (event: KeyboardEvent): void => {
    if (!edit) return
    const action = gesture && event.key === 'Escape' ? cancel : keyAction(edit, event)
    if (!action) return
    event.preventDefault()
    action()
  }
  const onClick = ({ detail, shiftKey }: MouseEvent, { id }: T): void => {
    if (detail > 0 || !edit) return
    const others = edit.ids.filter((one) => one !== id)
    edit.select(!shiftKey ? [id] : others.length < edit.ids.length ? others : [...others, id])
  }
  const style = {
    '--ll-stage-w': stage.width,
    '--ll-stage-h': stage.height,
    '--ll-stage-step': stage.step,
    '--ll-stage-font': stage.font,
  } as CSSProperties
  const editing = edit && {
    ref: edit.root,
    tabIndex: -1,
    'data-dragging': isDragged || undefined,
    onPointerDown: onRootDown,
    onPointerMove: onMove,
    onPointerUp: onUp,
    onPointerCancel: cancel,
    onKeyDown: onKey,
  }
  return (
    <div className="ll-canvas-frame" data-edit={edit ? true : undefined}>
      <div role="presentation" className="ll-canvas" style={style} {...editing}>
        <ul aria-label={label ?? t(C.canvas)}>
          {inOrder(items).map((item) => (
            <li key={item.id} style={places.get(item.id)} data-item={item.id}>
              {edit ? (
                <div className="ll-canvas-item" data-faulty={edit.faulty.includes(item.id) || undefined}>
                  <div inert>{children(item)}</div>
                  <button
                    type="button"
                    className="ll-canvas-handle"
                    aria-pressed={edit.ids.includes(item.id)}
                    aria-label={edit.nameOf(item)}
                    ref={(element) => {
                      if (!element || edit.focusNext.current !== item.id) return
                      edit.focusNext.current = null
                      element.focus({ preventScroll: true })
                    }}
                    onFocus={() => presses.current || edit.ids.includes(item.id) || edit.select([item.id])}
                    onClick={(event) => onClick(event, item)}
                    onPointerDown={(event) => onItemDown(event, item)}
                  />
                </div>
              ) : (
                children(item)
              )}
            </li>
          ))}
        </ul>
        {edit &&
          shown.map(
            (item) =>
              edit.ids.includes(item.id) && (
                <div key={item.id} className="ll-canvas-chosen" style={boxOf(stage, item)}>
                  {edit.item === undefined || edit.fixed
                    ? null
                    : GRIPS.map((grip) => (
                        <button
                          key={`${grip}`}
                          type="button"
                          tabIndex={-1}
                          aria-keyshortcuts="Shift+ArrowRight Shift+ArrowDown"
                          data-grip={grip.join(' ')}
                          style={{ '--ll-gx': grip[0], '--ll-gy': grip[1] } as CSSProperties}
                          aria-label={t(C.size)}
                          onPointerDown={(event) => onGripDown(event, grip)}
                        />
                      ))}
                </div>
              ),
          )}
        {edit?.ghost && <div className="ll-canvas-ghost" style={boxOf(stage, edit.ghost)} />}
        {frame && <div className="ll-canvas-ghost" style={boxOf(stage, frame)} />}
      </div>
    </div>
  )
}
