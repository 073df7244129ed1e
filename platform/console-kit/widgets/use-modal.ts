import { type RefObject, useLayoutEffect } from 'react'

const CONTROL = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/**
 * A modal dialog while it is rendered: the focus goes to what is marked `data-autofocus`, else to the first control,
 * and back to what had it before. Closed while it still stands in the page: of one that was removed the browser forgets what it came from.
 */
export const useModal = (element: RefObject<HTMLDialogElement | null>): void => {
  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]')
    // A browser may take the part that scrolls for the first control.
    if (first || !document.activeElement?.matches(CONTROL)) (first ?? dialog.querySelector<HTMLElement>(CONTROL))?.focus()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body) before.focus()
    }
  }, [element])
}
