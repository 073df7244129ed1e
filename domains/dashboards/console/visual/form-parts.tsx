import { useT } from '@lamplight/console-kit'
import { FileButton } from '@lamplight/console-kit/resource'
import { useId } from 'react'
import { V } from './visual.messages.ts'

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly choices: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}
export const Choice = ({ label, value, choices, onChange }: ChoiceProps) => {
  const t = useT()
  const id = useId()
  const isKnown = choices.some(([one]) => one === value)
  return (
    <label htmlFor={id}>
      {label}
      <select id={id} className="ll-f-input" value={isKnown ? value : ''} onChange={(event) => onChange(event.target.value)}>
        {!isKnown && <option value="">{t(V.choose)}</option>}
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
/** A number; a value outside of the limits becomes the nearest one. */
export const Amount = ({ label, value, min, max, step = 1, onChange }: NumberProps) => {
  const id = useId()
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
        value={value}
        onChange={(event) => {
          const next = event.target.valueAsNumber
          if (Number.isFinite(next)) onChange(Math.max(min, Math.min(max, next)))
        }}
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

/** Uploads a picture or video as soon as it is chosen. */
export const Upload = ({
  label,
  accept,
  onFile,
}: {
  readonly label: string
  readonly accept: string
  readonly onFile: (file: File) => void
}) => (
  <FileButton accept={accept} onFiles={([file]) => file && onFile(file)}>
    {label}
  </FileButton>
)
