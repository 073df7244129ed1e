import { type ReactNode, useId } from 'react'
import './segments.css'

/** Choice of one value among a few, side by side: radio buttons that look like one bar. */
export const Segments = <V extends string | number>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: ReactNode }[]
  readonly onChange: (value: V) => void
}): ReactNode => {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="ll-segments">
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
