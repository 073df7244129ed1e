import { Empty, useT } from '@lamplight/console-kit'
import { StateMark, viewOf } from '@lamplight/fields/view'
import type { Field, Text } from '@lamplight/kit'
import { useId } from 'react'
import { M } from './equipment.messages.ts'

/** Text filter of a list. It takes effect on Enter or when the field loses the focus. */
export const FindFilter = ({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) => {
  const t = useT()
  const id = useId()
  return (
    <div className="ll-r-filter" data-frame>
      <label htmlFor={id}>{t(M.find)}</label>
      <input
        id={id}
        key={value}
        type="search"
        className="ll-f-input"
        maxLength={80}
        defaultValue={value}
        onBlur={(event) => event.target.value.trim() !== value && onChange(event.target.value.trim())}
        onKeyDown={(event) => event.key === 'Enter' && onChange(event.currentTarget.value.trim())}
      />
    </div>
  )
}

/** Filter of a list by a row of another resource. */
export const RefFilter = ({
  field,
  value,
  onChange,
}: {
  readonly field: Field
  readonly value: string
  readonly onChange: (value: string) => void
}) => {
  const t = useT()
  const id = useId()
  const { Input } = viewOf(field)
  return (
    <div className="ll-r-filter" data-frame>
      <label htmlFor={id}>{t(field.options.label)}</label>
      <Input
        id={id}
        name={id}
        options={field.options}
        value={value || null}
        wire={{}}
        invalid={false}
        onChange={(chosen: unknown) => onChange((chosen as string | null) ?? '')}
      />
    </div>
  )
}

/** Text of an empty list: how to add the first row, or that no row matches the filter. */
export const Nothing = ({
  isFiltered,
  first,
  onClear,
}: {
  readonly isFiltered: boolean
  readonly first: Text
  readonly onClear: () => void
}) => {
  const t = useT()
  if (!isFiltered) return <Empty text={t(first)} />
  return (
    <Empty text={t(M.noMatch)}>
      <button type="button" className="ll-button" onClick={onClear}>
        {t(M.clear)}
      </button>
    </Empty>
  )
}

const STATES = {
  1: ['good', M.online],
  2: ['good', M.online],
  3: ['bad', M.fault],
  4: ['warn', M.offline],
  5: ['neutral', M.inactive],
} as const
/** State of a device (decisions.md B2). */
export const DeviceState = ({ state }: { readonly state: number }) => {
  const t = useT()
  const [tone, text] = STATES[state as keyof typeof STATES] ?? STATES[5]
  return <StateMark tone={tone}>{t(text)}</StateMark>
}
