import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import './popover.css'

interface Props {
  /** What the button shows. */
  readonly trigger: ReactNode
  readonly label: string
  readonly children: (close: () => void) => ReactNode
  readonly align?: 'start' | 'end'
  /** Where the panel opens: below the button, or at its side (flyouts of the side menu). */
  readonly side?: 'below' | 'beside'
  readonly className?: string
  readonly panelClass?: string
  readonly haspopup?: 'menu' | 'dialog' | 'tree' | 'listbox'
}

const GAP = 4

const place = (button: HTMLElement, panel: HTMLElement, align: 'start' | 'end', side: 'below' | 'beside'): void => {
  const at = button.getBoundingClientRect()
  const { style } = panel
  style.top =
    side === 'below' ? `${at.bottom + GAP}px` : `${Math.min(at.top, Math.max(GAP, window.innerHeight - panel.offsetHeight - GAP))}px`
  style.left = side === 'beside' ? `${at.right + GAP}px` : align === 'start' ? `${at.left}px` : 'auto'
  style.right = side === 'below' && align === 'end' ? `${window.innerWidth - at.right}px` : 'auto'
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
        aria-label={label}
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
