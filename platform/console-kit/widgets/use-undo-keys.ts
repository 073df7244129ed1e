import { useEffect, useRef } from 'react'
import { useTab } from '../tabs/use-tab.ts'

interface Editor {
  readonly undo: () => void
  readonly redo: () => void
}

/** Text inputs and dialogs, in which Ctrl+Z is the undo of the browser. A slider has none of its own. */
const OWN_UNDO = 'input:not([type=range]), textarea, select, dialog *, [role=dialog] *'

/** Handles Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z for the editor in the shown tab. */
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
      const isText = event.target instanceof HTMLElement && event.target.matches(OWN_UNDO)
      if (isText || !(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [active])
}
