import { useLayoutEffect, useState } from 'react'

const open: symbol[] = []
const used = new WeakSet<Event>()

/**
 * Registers an overlay as the topmost one while it is rendered. Returns a function that decides whether an event may close it: only the topmost
 * overlay closes, and one event closes one overlay. The library keeps this order only for overlays nested in React; a question of `confirm`
 * and the search dialog are not nested in the dialog below them.
 */
export const useLayer = (): ((event: Event) => boolean) => {
  const [layer] = useState(() => Symbol('layer'))
  useLayoutEffect(() => {
    open.push(layer)
    return () => void open.splice(open.indexOf(layer), 1)
  }, [layer])
  return (event) => {
    if (open.at(-1) !== layer || used.has(event)) return false
    used.add(event)
    return true
  }
}

/** True if a dialog, panel or menu is open: then the page behind it ignores its keys. */
export const hasLayer = (): boolean => open.length > 0
