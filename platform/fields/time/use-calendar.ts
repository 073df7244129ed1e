import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

export const loadPanel = () => import('./calendar-panel.tsx')

/** What the user did with the input before its code was loaded. */
export type Begun = '' | 'focused' | 'pressed'

/**
 * State of a calendar below an input: a click opens it and leaves the focus in the input, the down arrow opens it and enters it; Esc, the end of the
 * focus and the end of the page close it.
 */
export const useCalendar = (input: RefObject<HTMLInputElement | null>, begun: Begun, onLeave?: () => void) => {
  const frame = useRef<HTMLSpanElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<'beside' | 'inside' | null>(null)
  const resume = useEffectEvent(() => {
    if (begun !== '') input.current?.focus()
    if (begun === 'pressed') setOpen('beside')
  })
  useEffect(() => resume(), [])
  // A page that is left stays mounted, but hidden.
  useEffect(() => () => setOpen(null), [])
  const close = (): void => setOpen(null)
  return {
    frame,
    popup,
    open: open !== null,
    enters: open === 'inside',
    show: () => setOpen((before) => before ?? 'beside'),
    close,
    /** Handlers of the frame; events of the calendar, which is elsewhere in the page, reach them too. */
    handlers: {
      onFocus: () => void loadPanel().catch(() => undefined),
      onBlur: ({ relatedTarget }: FocusEvent) => {
        const to = relatedTarget as Node | null
        if (frame.current?.contains(to) || popup.current?.closest('[data-base-ui-portal]')?.contains(to)) return
        // The focus stays if only the window is left.
        if (to === null && !document.hasFocus()) return
        // A press on the calendar where nothing takes the focus.
        if (to === null && popup.current?.matches(':hover')) return
        close()
        onLeave?.()
      },
      onKeyDown: (event: KeyboardEvent) => {
        const inPopup = popup.current?.contains(event.target as Node) ?? false
        if (event.key === 'Escape' && open !== null) {
          event.stopPropagation()
          close()
        }
        if (inPopup) return
        if (event.key === 'Tab') close()
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        if (open === null) setOpen('inside')
        else popup.current?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus()
      },
    },
  }
}
