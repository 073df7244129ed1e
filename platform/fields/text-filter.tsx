import { useEffect, useRef, useState } from 'react'

/** Delay after the last key before the list reloads, ms. */
const PAUSE = 350

/** Text filter: applied after a short pause, or at once by Enter or leaving the input. */
export const TextFilter = ({
  id,
  value,
  onChange,
  label,
  numeric,
}: {
  id: string
  value: string
  onChange: (value: string) => void
  label?: string
  numeric?: boolean
}) => {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  const send = (next: string): void => {
    const tidy = next.trim()
    if (tidy === sent.current || (numeric && tidy !== '' && !Number.isFinite(Number(tidy)))) return
    sent.current = tidy
    onChange(tidy)
  }
  useEffect(() => {
    const timer = setTimeout(() => send(typed), PAUSE)
    return () => clearTimeout(timer)
  })
  return (
    <input
      id={id}
      className="ll-r-filter-input"
      autoComplete="off"
      inputMode={numeric ? 'decimal' : undefined}
      aria-label={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => send(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(typed)
        if (event.key === 'Escape' && typed !== '') {
          event.stopPropagation()
          setTyped('')
          send('')
        }
      }}
    />
  )
}
