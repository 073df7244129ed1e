import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

/** Puts a floating box by the button that opened it, inside the window. */
const place = (button: HTMLElement, box: HTMLElement): void => {
  const at = button.getBoundingClientRect()
  const below = window.innerHeight - at.bottom
  box.style.maxHeight = `${Math.max(below, at.top) - 16}px`
  box.style.left = `${Math.max(8, Math.min(at.right - box.offsetWidth, window.innerWidth - box.offsetWidth - 8))}px`
  box.style.top = below >= box.offsetHeight + 8 || below >= at.top ? `${at.bottom + 4}px` : `${at.top - box.offsetHeight - 4}px`
}

/** A button with a box of further things; it closes on Esc, on a click elsewhere, and when `children` call `close`. */
export const Menu = ({
  label,
  button,
  look = 'plain',
  children,
}: {
  label: string
  button: ReactNode
  look?: 'plain' | 'quiet'
  children: (close: () => void) => ReactNode
}) => {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const [from, to] = [anchor.current, box.current]
    if (!open || !from || !to) return
    to.showPopover()
    place(from, to)
    to.querySelector<HTMLElement>('button,input')?.focus()
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !to.contains(event.target) && !from.contains(event.target)) setOpen(false)
    }
    document.addEventListener('mousedown', outside)
    window.addEventListener('resize', outside)
    window.addEventListener('scroll', outside, true)
    return () => {
      document.removeEventListener('mousedown', outside)
      window.removeEventListener('resize', outside)
      window.removeEventListener('scroll', outside, true)
      if (to.matches(':popover-open')) to.hidePopover()
    }
  }, [open])
  const close = (): void => {
    setOpen(false)
    anchor.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const all = [...(box.current?.querySelectorAll<HTMLElement>('button:not([disabled]),input:not([disabled])') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[(at + (event.key === 'ArrowDown' ? 1 : -1) + all.length) % all.length]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the button and its box
    <span className="ll-menu" onKeyDown={onKeyDown}>
      <button
        ref={anchor}
        type="button"
        className="ll-button"
        data-look={look}
        aria-label={label}
        title={label}
        aria-haspopup="true"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      <div ref={box} id={id} popover="manual" className="ll-menu-box">
        {open && children(close)}
      </div>
    </span>
  )
}
