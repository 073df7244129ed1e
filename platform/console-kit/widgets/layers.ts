import { useLayoutEffect, useState } from 'react'

const open: symbol[] = []
const used = new WeakSet<Event>()

/**
 * Registers an overlay as the topmost one while it is rendered. The answer decides whether an event may close it: only the topmost overlay
 * closes, and one event closes one overlay. The library keeps this order among overlays that are nested in React; a question of `confirm`
 * and the palette stand beside the dialog they open over.
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

/** Some dialog, panel or menu is open: keys of the page behind it rest. */
export const hasLayer = (): boolean => open.length > 0
