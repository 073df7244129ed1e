import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Tool } from './draw-tool.ts'
import type { SelectMode } from './selection.ts'

export type MapKeys = { onTool: (tool: Tool) => void; onView: (mode: SelectMode) => void; onEscape: () => void }

const isOurs = (event: KeyboardEvent, root: HTMLElement | null): boolean => {
  const target = event.target
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !root || root.offsetParent === null) return false
  if (target === document.body) return true
  return target instanceof HTMLElement && root.contains(target) && !target.closest('input, textarea, select, [contenteditable]')
}

/**
 * Keys of the map: R rectangle, L lasso, A selects all visible lamps (Shift+A adds them), Esc clears; while the map or
 * nothing has the focus, and the map is visible.
 */
export const useMapKeys = (root: RefObject<HTMLElement | null>, { onTool, onView, onEscape }: MapKeys): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOurs(event, root.current)) return
    const key = event.key.toLowerCase()
    if (key === 'r') onTool('rectangle')
    else if (key === 'l') onTool('lasso')
    else if (key === 'a') onView(event.shiftKey ? 'add' : 'replace')
    else if (key === 'escape') onEscape()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
