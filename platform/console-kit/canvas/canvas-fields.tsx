import { useId, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { C } from './canvas.messages.ts'

interface ChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly choices: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}
/** Fields of the settings of an item or a canvas. */
export const Choice = ({ label, value, choices, onChange }: ChoiceProps) => {
  const t = useT()
  const id = useId()
  const isKnown = choices.some(([one]) => one === value)
  return (
    <label htmlFor={id}>
      {label}
      <select id={id} className="ll-f-input" value={isKnown ? value : ''} onChange={(event) => onChange(event.target.value)}>
        {!isKnown && <option value="">{t(C.choose)}</option>}
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

export const Words = ({
  label,
  value,
  most,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly most: number
  readonly onChange: (value: string) => void
}) => {
  const id = useId()
  return (
    <label htmlFor={id}>
      {label}
      <input id={id} className="ll-f-input" maxLength={most} value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  )
}

interface NumberProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step?: number
  readonly onChange: (value: number) => void
}
/** A number. While it is typed it counts only within the limits and steps; when the field is left, the nearest such number replaces it. */
export const Amount = ({ label, value, min, max, step = 1, onChange }: NumberProps) => {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const take = ({ valueAsNumber: typed }: HTMLInputElement): void => {
    if (Number.isFinite(typed)) onChange(Math.max(min, Math.min(max, typed)))
  }
  const leave = (input: HTMLInputElement): void => {
    if (draft !== null && !input.validity.valid) take(input)
    setDraft(null)
  }
  return (
    <label htmlFor={id}>
      {label}
      <input
        id={id}
        className="ll-f-input"
        type="number"
        min={min}
        max={max}
        step={step}
        value={draft ?? value}
        onChange={({ target }) => {
          setDraft(target.value)
          if (target.validity.valid) take(target)
        }}
        onBlur={({ target }) => leave(target)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && leave(currentTarget)}
      />
    </label>
  )
}

export const Check = ({
  label,
  checked,
  onChange,
}: {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) => (
  <label>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
)
