import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** A child is on a new line if it is at least this far below the first child, px. */
const LOWER = 8

/** Returns true if the children of a wrapping row need more than one line. */
export const wraps = ({ children }: { readonly children: ArrayLike<Element> }): boolean => {
  const [first, ...others] = Array.from(children, (child) => (child as HTMLElement).offsetTop)
  return first !== undefined && others.some((top) => top > first + LOWER)
}

/**
 * Keeps a wrapping row on one line: `hidden` is the number of buttons (of `count`) that must leave the row so that the others fit. It is
 * determined again when the width changes.
 */
export const useOneLine = (count: number): { readonly line: RefObject<HTMLDivElement | null>; readonly hidden: number } => {
  const line = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState(0)
  const width = useRef(0)
  useLayoutEffect(() => {
    const row = line.current
    if (!row || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      if (row.clientWidth === width.current) return
      width.current = row.clientWidth
      setHidden(0)
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [])
  // Without dependencies: a button becomes wider when its text contains a count.
  useLayoutEffect(() => {
    if (line.current && hidden < count && wraps(line.current)) setHidden(hidden + 1)
  })
  return { line, hidden: Math.min(hidden, count) }
}
