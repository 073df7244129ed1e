import { Popover } from '@base-ui/react/popover'
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { useFieldHost } from '../view-type.ts'
import { Calendar } from './calendar.tsx'
import { Clock } from './clock.tsx'
import { namesOf } from './month.ts'
import type { Span } from './typed-time.ts'
import './calendar.css'

const WORDS = {
  zh: { panel: '选择时间', time: '时间', now: '此刻', clear: '清除', done: '确定' },
  en: { panel: 'Choose a time', time: 'Time', now: 'Now', clear: 'Clear', done: 'Done' },
} as const

export interface CalendarProps {
  /** The frame of the input, and the input, which gets the focus back. */
  readonly frame: RefObject<HTMLElement | null>
  readonly input: RefObject<HTMLInputElement | null>
  readonly popup: RefObject<HTMLDivElement | null>
  /** Wire time that is edited; null for none. */
  readonly value: string | null
  /** Time of a day that is chosen first. */
  readonly clock: string
  /** The whole range, if `value` is one of its ends. */
  readonly span?: Span
  /** True: the focus goes to the day at once. */
  readonly enters: boolean
  readonly head?: ReactNode
  readonly onChange: (value: string | null) => void
  readonly onClose: () => void
}

/** Calendar and time of day below a date input. Esc closes only it. Open while it is rendered. */
export const CalendarPanel = ({ frame, input, popup, value, clock, span, enters, head, onChange, onClose }: CalendarProps) => {
  const { lang, now } = useFieldHost()
  const words = WORDS[lang]
  const names = useMemo(() => namesOf(lang), [lang])
  const [today] = useState(() => now().slice(0, 10))
  const day = value?.slice(0, 10) ?? ''
  const [moved, setMoved] = useState({ from: day, to: day || today })
  // A day chosen or typed elsewhere moves the cursor.
  const cursor = moved.from === day ? moved.to : day || moved.to
  /** Time set before the day; it belongs to the end of a range for which it was set. */
  const [held, setHeld] = useState({ clock, time: clock })
  const time = value?.slice(11) || (held.clock === clock ? held.time : clock)
  const stop = useRef<HTMLButtonElement>(null)
  const choose = (next: string): void => {
    setMoved({ from: next, to: next })
    onChange(`${next} ${time}`)
  }
  return (
    <Popover.Root
      open
      onOpenChange={(open, { reason, event, cancel }) => {
        if (open) return
        const to = reason === 'focus-out' ? (event as FocusEvent).relatedTarget : event.target
        if (frame.current?.contains(to as Node | null)) cancel()
        else onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className="ll-layer"
          anchor={() => frame.current?.closest('[data-frame]') ?? frame.current}
          align="start"
          sideOffset={4}
          collisionPadding={8}
        >
          <Popover.Popup
            ref={popup}
            className="ll-f-pick-list ll-f-cal-panel"
            aria-label={words.panel}
            initialFocus={enters ? stop : false}
            finalFocus={input}
          >
            {head}
            <Calendar
              lang={lang}
              names={names}
              today={today}
              cursor={cursor}
              from={span?.from.slice(0, 10) ?? day}
              to={span?.to.slice(0, 10) ?? day}
              stop={stop}
              onMove={(next) => setMoved({ from: day, to: next })}
              onChoose={choose}
            />
            <div className="ll-f-cal-foot">
              <Clock
                lang={lang}
                label={words.time}
                value={time}
                onChange={(next) => {
                  setHeld({ clock, time: next })
                  if (value) onChange(`${day} ${next}`)
                }}
              />
              {!span && (
                <button type="button" className="ll-f-cal-link" onClick={() => onChange(now())}>
                  {words.now}
                </button>
              )}
              <button type="button" className="ll-f-cal-link" disabled={!value} onClick={() => onChange(null)}>
                {words.clear}
              </button>
              <button type="button" className="ll-button ll-button--primary" onClick={onClose}>
                {words.done}
              </button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
