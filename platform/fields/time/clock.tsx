import { type KeyboardEvent, useState } from 'react'

const PARTS = [
  { zh: '时', en: 'Hours', most: 23 },
  { zh: '分', en: 'Minutes', most: 59 },
  { zh: '秒', en: 'Seconds', most: 59 },
] as const
const two = (value: number): string => String(value).padStart(2, '0')

/** Number of a time: typed, or stepped by arrow keys, which go round at its ends. */
const Part = ({
  label,
  value,
  most,
  onChange,
}: {
  readonly label: string
  readonly value: number
  readonly most: number
  readonly onChange: (value: number) => void
}) => {
  const [typed, setTyped] = useState<string | null>(null)
  const step = (event: KeyboardEvent, by: number): void => {
    event.preventDefault()
    setTyped(null)
    onChange((value + by + most + 1) % (most + 1))
  }
  return (
    <input
      className="ll-f-input"
      role="spinbutton"
      inputMode="numeric"
      autoComplete="off"
      maxLength={2}
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={most}
      value={typed ?? two(value)}
      onFocus={({ target }) => target.select()}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        const text = target.value.replace(/\D/g, '')
        setTyped(text)
        if (text !== '' && Number(text) <= most) onChange(Number(text))
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') step(event, 1)
        if (event.key === 'ArrowDown') step(event, -1)
      }}
    />
  )
}

/** Input of a time of day, `HH:mm:ss`. */
export const Clock = ({
  lang,
  label,
  value,
  onChange,
}: {
  readonly lang: 'zh' | 'en'
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) => {
  const numbers = value.split(':').map(Number)
  return (
    <fieldset className="ll-f-clock" aria-label={label}>
      {PARTS.map((part, at) => (
        <span key={part.en}>
          {at > 0 && <span aria-hidden>:</span>}
          <Part
            label={part[lang]}
            value={numbers[at] ?? 0}
            most={part.most}
            onChange={(next) => onChange(numbers.with(at, next).map(two).join(':'))}
          />
        </span>
      ))}
    </fieldset>
  )
}
