import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { TreeNode, TreeRow } from './tree-model.ts'

/** Rows that are rendered together. */
const SIZE = 100
/** Distance from the window at which rows are rendered, px. */
const NEAR = 800
/** Estimated height of a row that was not rendered yet, px. */
const ROW = 28

export const blocksOf = <N extends TreeNode>(
  rows: readonly TreeRow<N>[],
): readonly { readonly from: number; readonly rows: readonly TreeRow<N>[]; readonly isOnly: boolean }[] => {
  if (rows.length <= 2 * SIZE) return [{ from: 0, rows, isOnly: true }]
  return Array.from({ length: Math.ceil(rows.length / SIZE) }, (_, at) => ({
    from: at * SIZE,
    rows: rows.slice(at * SIZE, (at + 1) * SIZE),
    isOnly: false,
  }))
}

/**
 * Renders its rows only near the visible part of whatever scrolls the tree; otherwise an empty element of the same height. `holds`: it contains the
 * tab stop, which must exist.
 */
export const Block = ({
  size,
  isWhole,
  holds,
  children,
}: {
  readonly size: number
  readonly isWhole: boolean
  readonly holds: boolean
  readonly children: () => ReactNode
}): ReactNode => {
  const box = useRef<HTMLDivElement>(null)
  const height = useRef<number>(undefined)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (isWhole || !box.current) return
    // `rootMargin` enlarges the window only. `scrollMargin` enlarges scrolling elements in between; a browser without it renders a block when it becomes visible.
    const options: IntersectionObserverInit & { scrollMargin: string } = { rootMargin: `${NEAR}px`, scrollMargin: `${NEAR}px` }
    const watch = new IntersectionObserver((entries) => {
      const last = entries.at(-1)
      if (!last) return
      if (!last.isIntersecting && last.boundingClientRect.height > 0) height.current = last.boundingClientRect.height
      setNear(last.isIntersecting)
    }, options)
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [isWhole])
  const shown = isWhole || near || holds
  return (
    <div ref={box} role="none" style={shown ? undefined : { height: height.current ?? size * ROW }}>
      {shown && children()}
    </div>
  )
}
