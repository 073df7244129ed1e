import { type ButtonHTMLAttributes, type FocusEvent, type PointerEvent, useId, useRef } from 'react'

/** Distance of the reason from its button, and from the edge of the window, px. */
const GAP = 4

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'type'> {
  /** Why the button is off; undefined if it is on. */
  readonly why: string | undefined
}

/** Where the reason stands: below its button, or above it where the window ends, and inside the window. */
export const placeOf = (
  button: { readonly left: number; readonly top: number; readonly bottom: number },
  reason: { readonly width: number; readonly height: number },
  window: { readonly width: number; readonly height: number },
): { readonly left: number; readonly top: number } => {
  const below = button.bottom + GAP
  return {
    left: Math.max(GAP, Math.min(button.left, window.width - reason.width - GAP)),
    top: below + reason.height + GAP > window.height ? Math.max(GAP, button.top - reason.height - GAP) : below,
  }
}

/** A button that is off for a reason: the keyboard reaches it, a press does nothing, and the reason appears on hover, focus and press. */
const OffButton = ({ why, ...props }: Omit<Props, 'onClick'>) => {
  const id = useId()
  const reason = useRef<HTMLSpanElement>(null)
  const hide = (): void => void reason.current?.togglePopover(false)
  const show = (button: HTMLElement): void => {
    const shown = reason.current
    if (!shown) return
    shown.togglePopover(true)
    const { left, top } = placeOf(button.getBoundingClientRect(), shown.getBoundingClientRect(), {
      width: document.documentElement.clientWidth,
      height: document.documentElement.clientHeight,
    })
    shown.style.left = `${left}px`
    shown.style.top = `${top}px`
  }
  return (
    <>
      <button
        {...props}
        type="button"
        aria-disabled="true"
        aria-describedby={id}
        onFocus={(event: FocusEvent<HTMLElement>) => show(event.currentTarget)}
        onBlur={hide}
        onPointerEnter={(event: PointerEvent<HTMLElement>) => event.pointerType === 'mouse' && show(event.currentTarget)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && hide()}
        // Safari does not focus a pressed button, and the end of the focus hides the reason.
        onClick={({ currentTarget }) => {
          currentTarget.focus()
          show(currentTarget)
        }}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
      />
      <span ref={reason} id={id} role="tooltip" popover="manual" className="ll-r-reason">
        {why}
      </span>
    </>
  )
}

/** A button that can be off for a reason. */
export const ReasonButton = ({ why, onClick, ...props }: Props) =>
  why === undefined ? <button {...props} type="button" onClick={onClick} /> : <OffButton {...props} why={why} />
