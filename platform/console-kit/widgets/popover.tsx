import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import './popover.css'

interface Props {
  /** What the button shows. */
  readonly trigger: ReactNode
  readonly label: string
  /** The trigger's own text names it; `label` is only its hint. */
  readonly named?: boolean
  readonly children: (close: () => void) => ReactNode
  readonly align?: 'start' | 'end'
  /** Where the panel opens: below the button, or at its side (flyouts of the side menu). */
  readonly side?: 'below' | 'beside'
  readonly className?: string
  readonly panelClass?: string
  readonly haspopup?: 'menu' | 'dialog' | 'tree' | 'listbox'
}

const GAP = 4

/** Below the button, above it where there is no room; or beside it, as high as fits. */
const place = (button: HTMLElement, panel: HTMLElement, align: 'start' | 'end', side: 'below' | 'beside'): void => {
  const at = button.getBoundingClientRect()
  const room = window.innerHeight - panel.offsetHeight - GAP
  const below = at.bottom + GAP
  const above = Math.max(GAP, at.top - GAP - panel.offsetHeight)
  const { style } = panel
  style.top = `${side === 'beside' ? Math.min(at.top, Math.max(GAP, room)) : below > room && at.top > window.innerHeight / 2 ? above : below}px`
  const left = side === 'beside' ? at.right + GAP : align === 'end' ? at.right - panel.offsetWidth : at.left
  style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - panel.offsetWidth - GAP))}px`
}

/** A button and the panel it opens, above everything; Esc and a press elsewhere close it. The panel's content exists while it is open. */
export const Popover = ({
  trigger,
  label,
  children,
  align = 'start',
  side = 'below',
  className = '',
  panelClass = '',
  haspopup = 'dialog',
  named = false,
}: Props): ReactNode => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const close = (): void => {
    panel.current?.hidePopover()
    button.current?.focus()
  }
  const follow = (event: ToggleEvent<HTMLDivElement>): void => {
    const opened = event.newState === 'open'
    setOpen(opened)
    if (!opened || !button.current || !panel.current) return
    const [at, floating] = [button.current, panel.current]
    place(at, floating, align, side)
    requestAnimationFrame(() => {
      place(at, floating, align, side)
      floating.querySelector<HTMLElement>('[data-autofocus], [role="menuitem"], [role="menuitemradio"], a, input')?.focus()
    })
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup={haspopup}
        aria-expanded={open}
        aria-label={named ? undefined : label}
        title={label}
        popoverTarget={id}
      >
        {trigger}
      </button>
      <div ref={panel} id={id} popover="auto" className={`ll-popover ${panelClass}`} onToggle={follow}>
        {open && children(close)}
      </div>
    </>
  )
}
