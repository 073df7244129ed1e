import type { CSSProperties, ReactNode } from 'react'
import './level-slider.css'

/** The levels used most, percent. */
const MARKS = [0, 30, 50, 80, 100] as const

/** A dim level of 0 to 100 percent: a slider, and below it buttons for the most used levels. */
export const LevelSlider = ({
  id,
  label,
  value,
  step = 1,
  onChange,
}: {
  readonly id?: string
  readonly label: string
  readonly value: number
  readonly step?: number
  readonly onChange: (level: number) => void
}): ReactNode => (
  <div className="ll-level" style={{ '--level': value / 100 } as CSSProperties}>
    <input
      id={id}
      type="range"
      min={0}
      max={100}
      step={step}
      value={value}
      aria-label={label}
      aria-valuetext={`${value}%`}
      onChange={(event) => onChange(Number(event.target.value))}
    />
    <div className="ll-level__marks">
      {MARKS.map((mark) => (
        <button
          key={mark}
          type="button"
          style={{ '--at': mark / 100 } as CSSProperties}
          aria-label={`${label} ${mark}%`}
          aria-pressed={mark === value}
          onClick={() => onChange(mark)}
        >
          {mark}
        </button>
      ))}
    </div>
  </div>
)
