import { type RefObject, useRef, useState } from 'react'
import { loadOverlays } from './load-overlays.ts'

interface Trigger {
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly open: boolean
  readonly close: () => void
  /** Properties of the button: a press opens and closes; the code of the panels is loaded when the pointer or the focus reaches the button. */
  readonly button: object
}

/** State of a button that opens a panel. `opensByArrow`: the down arrow key opens it too, as in menus. */
export const useTrigger = (haspopup: string, opensByArrow = false): Trigger => {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const button = {
    ref: anchor,
    type: 'button',
    'aria-haspopup': haspopup,
    'aria-expanded': open,
    onPointerEnter: () => void loadOverlays().catch(() => undefined),
    onFocus: () => void loadOverlays().catch(() => undefined),
    onClick: () => {
      // Safari does not focus a pressed button: the panel would not know where to return the focus.
      anchor.current?.focus()
      setOpen(!open)
    },
    ...(opensByArrow && {
      onKeyDown: (event: { key: string; preventDefault: () => void }) => {
        if (event.key !== 'ArrowDown' || open) return
        event.preventDefault()
        setOpen(true)
      },
    }),
  }
  return { anchor, open, close: () => setOpen(false), button }
}
