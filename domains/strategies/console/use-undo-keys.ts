import { useTab } from '@lamplight/console-kit'
import { useEffect, useRef } from 'react'

interface Editor {
  readonly undo: () => void
  readonly redo: () => void
}

/** Handles Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z for the editor in the shown tab. Inputs of text keep the undo of the browser. */
export const useUndoKeys = (editor: Editor): void => {
  const { active } = useTab()
  const latest = useRef(editor)
  useEffect(() => {
    latest.current = editor
  })
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase()
      const isText =
        event.target instanceof HTMLElement && event.target.matches('input:not([type="range"]), textarea, select, [role=dialog] *')
      if (isText || !(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [active])
}
