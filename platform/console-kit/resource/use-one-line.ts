import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** A child is on a new line if it is at least this far below the first child, px. */
const LOWER = 8

/** Returns true if the children of a wrapping row need more than one line. Children outside of the flow (the reasons of buttons that are off) do not count. */
export const wraps = ({ children }: { readonly children: ArrayLike<Element> }): boolean => {
  const inFlow = (Array.from(children) as HTMLElement[]).filter(({ offsetParent }) => offsetParent !== null)
  const [first, ...others] = inFlow.map(({ offsetTop }) => offsetTop)
  return first !== undefined && others.some((top) => top > first + LOWER)
}

/** The number of buttons that left the row, determined for the row with this content. */
interface Fit {
  readonly content: string
  readonly hidden: number
}
/** Number of buttons to hide. Other content may need less room: the row is then measured again with all its buttons. */
export const hiddenFor = (fit: Fit, content: string): number => (fit.content === content ? fit.hidden : 0)

/**
 * Keeps a wrapping row on one line: `hidden` is the number of buttons (of `count`) that must leave the row so that the others fit. It is
 * determined again when the width changes, and when `content` (the texts of the row) does.
 */
export const useOneLine = (
  count: number,
  content: string,
): { readonly line: RefObject<HTMLDivElement | null>; readonly hidden: number } => {
  const line = useRef<HTMLDivElement>(null)
  const [fit, setFit] = useState<Fit>({ content, hidden: 0 })
  const hidden = hiddenFor(fit, content)
  const width = useRef(0)
  useLayoutEffect(() => {
    const row = line.current
    if (!row || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      // Buttons that a page adds later (`children` of the toolbar) make the row higher without drawing this component again.
      const same = row.clientWidth === width.current
      width.current = row.clientWidth
      setFit((last) => ({ ...last, hidden: same ? last.hidden : 0 }))
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [])
  // Without dependencies: buttons that load later need room as well.
  useLayoutEffect(() => {
    if (line.current && hidden < count && wraps(line.current)) setFit({ content, hidden: hidden + 1 })
  })
  return { line, hidden: Math.min(hidden, count) }
}
