import { type DragEvent, useEffect, useRef, useState } from 'react'
import { type Gap, gapAt, type TreeNode, type TreeRow } from './tree-model.ts'

/** What dragging does in a tree. */
export interface Dragging<N extends TreeNode> {
  /** True if nodes can be dropped into this one. */
  readonly takes: (node: N) => boolean
  readonly onDrop: (moved: string, target: string, gap: Gap) => void
}

/** Time above a collapsed branch after which it expands, ms. */
const WAIT_MS = 600

/** Drags rows of a tree by the browser's own drag and drop; shows where a row would be dropped. */
export const useDrag = <N extends TreeNode>({
  drag,
  rows,
  indexOf,
  onWait,
}: {
  readonly drag: Dragging<N> | undefined
  readonly rows: readonly TreeRow<N>[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly onWait: (key: string) => void
}) => {
  const [moved, setMoved] = useState<string | null>(null)
  const [place, setPlace] = useState<{ readonly key: string; readonly gap: Gap } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const rowAt = (target: EventTarget): { element: HTMLElement; row: TreeRow<N> } | null => {
    const element = (target as HTMLElement).closest<HTMLElement>('[data-key]')
    const row = rows[indexOf.get(element?.dataset.key ?? '') ?? -1]
    return element && row ? { element, row } : null
  }
  /** True if the row is the dragged node or lies below it. */
  const isWithin = (row: TreeRow<N>, key: string | null): boolean => {
    for (let at: TreeRow<N> | undefined = row; at; at = rows[indexOf.get(at.parent ?? '') ?? -1]) if (at.node.key === key) return true
    return false
  }
  const end = (): void => {
    clearTimeout(timer.current)
    setMoved(null)
    setPlace(null)
  }
  const over = (event: DragEvent): void => {
    const found = moved === null ? null : rowAt(event.target)
    if (!found || !drag) return
    const { element, row } = found
    const { top, height } = element.getBoundingClientRect()
    const gap = isWithin(row, moved) ? undefined : gapAt(row, (event.clientY - top) / height, drag.takes(row.node))
    if (gap !== undefined) event.preventDefault()
    if (place?.key !== row.node.key) {
      clearTimeout(timer.current)
      if (row.isBranch && !row.isOpen && row.node.key !== moved) timer.current = setTimeout(() => onWait(row.node.key), WAIT_MS)
    }
    setPlace((before) =>
      gap === undefined ? null : before?.key === row.node.key && before.gap === gap ? before : { key: row.node.key, gap },
    )
  }
  return {
    dropOf: (key: string): string | undefined => (place?.key === key ? (place.gap ?? 'into') : undefined),
    handlers: drag && {
      onDragStart: (event: DragEvent) => {
        const found = rowAt(event.target)
        if (!found) return
        event.dataTransfer.effectAllowed = 'move'
        // Firefox drags only with data.
        event.dataTransfer.setData('text/plain', found.row.node.title)
        setMoved(found.row.node.key)
      },
      onDragOver: over,
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (moved !== null && place) drag.onDrop(moved, place.key, place.gap)
        end()
      },
      onDragEnd: end,
    },
  }
}
