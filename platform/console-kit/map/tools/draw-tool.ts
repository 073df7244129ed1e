import type { SelectMode } from './selection.ts'

export type Tool = 'rectangle' | 'lasso'

export type DrawTool = {
  setTool: (tool: Tool | undefined) => void
  /** Discards the present drawing; returns true if there was one. */
  cancel: () => boolean
  remove: () => void
}

export type DrawToolOptions = {
  element: HTMLElement
  /** Called with the path while it grows, CSS px from the element's corner [x0, y0, …]; empty when drawing ended. */
  onDraft: (path: readonly number[]) => void
  onDone: (path: readonly number[], mode: SelectMode) => void
}

/** Shorter strokes count as clicks, px. */
const LEAST_PX = 5

/** Shift adds to the selection, Alt removes from it. */
export const modeOf = (event: { shiftKey: boolean; altKey: boolean }): SelectMode => {
  if (event.shiftKey) return 'add'
  return event.altKey ? 'subtract' : 'replace'
}

/** Returns the corners of the rectangle between two points. */
export const rectanglePath = (x0: number, y0: number, x1: number, y1: number): number[] => [x0, y0, x1, y0, x1, y1, x0, y1]

/** Draws a rectangle or lasso with mouse, pen or one finger on `element` while a tool is set; a second finger cancels. */
export const createDrawTool = ({ element, onDraft, onDone }: DrawToolOptions): DrawTool => {
  let tool: Tool | undefined
  let pointer: number | undefined
  let path: number[] = []
  let drew = false

  const place = (event: PointerEvent): [number, number] => {
    const box = element.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }
  const follow = (event: PointerEvent): void => {
    const [x, y] = place(event)
    if (tool === 'rectangle') path = rectanglePath(path[0]!, path[1]!, x, y)
    else if (Math.hypot(x - path[path.length - 2]!, y - path[path.length - 1]!) >= 2) path = [...path, x, y]
  }
  const reach = (): number => {
    let most = 0
    for (let i = 2; i < path.length; i += 2) most = Math.max(most, Math.hypot(path[i]! - path[0]!, path[i + 1]! - path[1]!))
    return most
  }
  const end = (): void => {
    pointer = undefined
    path = []
    onDraft(path)
  }

  const onDown = (event: PointerEvent): void => {
    drew = false
    if (!tool || event.button !== 0) return
    if (pointer !== undefined) {
      end()
      return
    }
    pointer = event.pointerId
    path = place(event)
    element.setPointerCapture(event.pointerId)
  }
  const onMove = (event: PointerEvent): void => {
    if (event.pointerId !== pointer) return
    // A slow machine bundles pointer moves; the full path is in the bundle.
    const bundled = event.getCoalescedEvents?.() ?? []
    for (const move of bundled.length > 0 ? bundled : [event]) follow(move)
    if (reach() >= LEAST_PX) onDraft(path)
  }
  const onUp = (event: PointerEvent): void => {
    if (event.pointerId !== pointer) return
    const drawn = path
    drew = reach() >= LEAST_PX
    end()
    if (drew && drawn.length >= 6) onDone(drawn, modeOf(event))
  }
  const onCancel = (event: PointerEvent): void => {
    if (event.pointerId === pointer) end()
  }
  /** Suppresses the click that ends a stroke, so that it selects no lamp. */
  const onClick = (event: MouseEvent): void => {
    if (drew) event.stopPropagation()
    drew = false
  }

  element.addEventListener('pointerdown', onDown)
  element.addEventListener('pointermove', onMove)
  element.addEventListener('pointerup', onUp)
  element.addEventListener('pointercancel', onCancel)
  element.addEventListener('click', onClick, true)

  return {
    setTool: (next) => {
      tool = next
      if (pointer !== undefined) end()
    },
    cancel: () => {
      const drawing = pointer !== undefined
      if (drawing) end()
      return drawing
    },
    remove: () => {
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerup', onUp)
      element.removeEventListener('pointercancel', onCancel)
      element.removeEventListener('click', onClick, true)
    },
  }
}
