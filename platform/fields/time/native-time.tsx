/** Converts a wire time (`yyyy-MM-dd HH:mm:ss`) to the value of the browser's input, and back; seconds may be missing there. */
const toBox = (value: string | null): string => value?.replace(' ', 'T') ?? ''
export const fromBox = (typed: string): string | null => {
  if (typed === '') return null
  const whole = typed.replace('T', ' ')
  return whole.length === 16 ? `${whole}:00` : whole.slice(0, 19)
}

/** Returns true if the window is too narrow for the calendar; the browser's own input is used instead. */
export const isNarrow = (): boolean => window.matchMedia('(max-width: 767.9px)').matches

/** The browser's own input for a date and time. */
export const NativeTime = ({
  value,
  onChange,
  invalid,
  label,
  describedBy,
  ...rest
}: {
  readonly id?: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly onBlur?: () => void
  readonly invalid?: boolean
  readonly disabled?: boolean
  readonly label?: string
  readonly describedBy?: string
}) => (
  <input
    {...rest}
    type="datetime-local"
    step={1}
    className="ll-f-input ll-f-time-native"
    aria-label={label}
    aria-describedby={describedBy}
    aria-invalid={invalid || undefined}
    value={toBox(value)}
    onChange={(event) => onChange(fromBox(event.target.value))}
  />
)
