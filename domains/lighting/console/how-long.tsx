import { useFormat, useT } from '@lamplight/console-kit'
import { type CommandBody, spanWords } from '@lamplight/control/console'
import { useId } from 'react'
import { M } from './map/map.messages.ts'

/** Duration of a command: minutes from now, 0 until changed, -1 until the next `clock` (HH:mm in the tenant's zone). */
export interface Lasting {
  readonly minutes: number
  readonly clock: string
}
const CHOICES = [10, 30, 60, 180, -1, 0] as const
const DAY_MS = 86_400_000

/** Returns the part of an order that says when it ends. `time` formats an instant in the tenant's zone (`yyyy-MM-dd HH:mm:ss`). */
export const lastingOrder = (
  { minutes, clock }: Lasting,
  time: (at: number) => string,
  now = Date.now(),
): Pick<CommandBody, 'duration' | 'until'> => {
  if (minutes > 0) return { duration: minutes * 60 }
  if (minutes === 0 || !clock) return {}
  const wall = time(now)
  const today = clock > wall.slice(11, 16)
  return { until: `${(today ? wall : time(now + DAY_MS)).slice(0, 10)} ${clock}:00` }
}

/** Input of the duration: a time span, a time of day, or until the next change. */
export const HowLong = ({ value, onChange }: { readonly value: Lasting; readonly onChange: (value: Lasting) => void }) => {
  const t = useT()
  const { zone } = useFormat()
  const name = useId()
  const words = (minutes: number): string => {
    if (minutes === 0) return t(M.permanent)
    if (minutes < 0) return t(M.untilClock)
    return spanWords(minutes * 60, t)
  }
  return (
    <fieldset className="ll-city-chips">
      <legend className="ll-city-label">{t(M.until)}</legend>
      {CHOICES.map((minutes) => (
        <label key={minutes}>
          <input type="radio" name={name} checked={value.minutes === minutes} onChange={() => onChange({ ...value, minutes })} />
          <span>{words(minutes)}</span>
        </label>
      ))}
      {value.minutes < 0 && (
        <label className="ll-city-clock">
          <span>{t(M.clock)}</span>
          <input type="time" required value={value.clock} onChange={(event) => onChange({ ...value, clock: event.target.value })} />
          <small>{zone}</small>
        </label>
      )}
    </fieldset>
  )
}
