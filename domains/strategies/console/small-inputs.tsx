import { useT } from '@lamplight/console-kit'
import { useState } from 'react'
import { between } from './night/night-scale.ts'

/** A whole number in a cell of a form. What is typed applies as soon as it is a number; leaving the field shows the value that applies. */
export const SmallNumber = ({
  id,
  label,
  value,
  min,
  max,
  step = 1,
  unit,
  describedBy,
  onChange,
  onBlur,
}: {
  readonly id?: string
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step?: number | 'any'
  readonly unit?: string
  /** Id of the element with the limits. */
  readonly describedBy?: string
  readonly onChange: (value: number) => void
  readonly onBlur?: () => void
}) => {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <span className="ll-st-number">
      <input
        id={id}
        type="number"
        className="ll-f-input"
        aria-label={label}
        aria-describedby={describedBy}
        min={min}
        max={max}
        step={step}
        value={typed ?? String(value)}
        onChange={({ target }) => {
          setTyped(target.value)
          const number = step === 'any' ? Number(target.value) : Math.round(Number(target.value))
          if (target.value !== '' && Number.isFinite(number)) onChange(between(number, min, max))
        }}
        onBlur={() => {
          setTyped(null)
          onBlur?.()
        }}
      />
      {unit && <span className="ll-f-unit">{unit}</span>}
    </span>
  )
}

const CLOCK = /^([01]?\d|2[0-3]):?([0-5]\d)$/

/** A time of the day, always with 24 hours: the browser's own input follows the language of the system. */
export const SmallTime = ({
  label,
  value,
  onChange,
  onBlur,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
}) => {
  const t = useT()
  const [typed, setTyped] = useState<string | null>(null)
  const found = typed === null ? null : CLOCK.exec(typed.trim())
  return (
    <input
      type="text"
      inputMode="numeric"
      className="ll-f-input"
      aria-label={label}
      aria-invalid={typed !== null && !found ? true : undefined}
      placeholder={t(['时:分', 'HH:mm'])}
      maxLength={5}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        const [, hour, minute] = CLOCK.exec(target.value.trim()) ?? []
        if (hour && minute) onChange(`${hour.padStart(2, '0')}:${minute}`)
      }}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
    />
  )
}

const DAYS = [
  ['一', 'Mo'],
  ['二', 'Tu'],
  ['三', 'We'],
  ['四', 'Th'],
  ['五', 'Fr'],
  ['六', 'Sa'],
  ['日', 'Su'],
] as const
const ALL = [1, 2, 3, 4, 5, 6, 7]

/** Weekdays of a switch point: none named means all. */
export const Weekdays = ({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string | null | undefined
  readonly onChange: (value: string | null) => void
}) => {
  const t = useT()
  const chosen = value ? value.split(',').map(Number) : ALL
  const flip = (day: number): void => {
    const next = chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day].sort()
    // The last weekday cannot be removed: without weekdays a switch point applies every day.
    if (next.length > 0) onChange(next.length === ALL.length ? null : next.join())
  }
  return (
    <fieldset className="ll-st-weekdays" aria-label={label}>
      {ALL.map((day) => (
        <button key={day} type="button" aria-pressed={chosen.includes(day)} onClick={() => flip(day)}>
          {t(DAYS[day - 1] ?? DAYS[0])}
        </button>
      ))}
    </fieldset>
  )
}
