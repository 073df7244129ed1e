import { useT } from '@lamplight/console-kit'
import type { ColumnProps, FieldInputProps } from '@lamplight/console-kit/resource'
import { type Text, unitSymbol } from '@lamplight/kit'
import type { linkageTemplate } from '../model/template.resource.ts'
import { OPERATOR_CHOICES, OPERATOR_NAMES } from '../model/trigger.ts'
import { M } from './linkage.messages.ts'
import { useConditions, useTypes } from './use-linkage.ts'

interface SelectProps {
  readonly id: string
  readonly value: string
  readonly invalid: boolean
  readonly entries: readonly (readonly [value: string, name: string])[]
  readonly onChange: (value: string | null) => void
  readonly empty?: Text
}
export const Select = ({ id, value, invalid, entries, onChange, empty = M.choose }: SelectProps) => {
  const t = useT()
  const isKnown = value === '' || entries.some(([one]) => one === value)
  return (
    <select
      id={id}
      className="ll-f-input"
      aria-invalid={invalid || undefined}
      value={value}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">{t(empty)}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {entries.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  )
}
const textOf = (value: number | string | null | undefined): string => (value === null || value === undefined ? '' : String(value))

interface TypeProps {
  readonly id: string
  readonly value: number | null
  readonly invalid: boolean
  readonly onChange: (value: number | null) => void
  readonly empty?: Text
}
/** Chooses a device type by its name. */
export const TypeInput = ({ id, value, invalid, onChange, empty }: TypeProps) => (
  <Select
    {...{ id, invalid, ...(empty && { empty }) }}
    value={textOf(value)}
    entries={useTypes().map(({ code, name }) => [String(code), name] as const)}
    onChange={(code) => onChange(code === null ? null : Number(code))}
  />
)

/** The name of a device type in lists. */
export const TypeCell = ({ value }: { readonly value: number | null }) => {
  const types = useTypes()
  return <span>{types.find(({ code }) => code === value)?.name ?? textOf(value)}</span>
}

type CellProps<K extends 'property' | 'value'> = ColumnProps<typeof linkageTemplate, K>
/** The label of the property of a template. */
export const PropertyCell = ({ value, row }: CellProps<'property'>) => {
  const t = useT()
  const choice = useConditions(row.toggleDevType).find(({ property }) => property === value)
  return <span>{choice ? t(choice.label) : (value ?? '')}</span>
}
/** The value of a template with its unit or word. */
export const ValueCell = ({ value, row }: CellProps<'value'>) => {
  const t = useT()
  const choice = useConditions(row.toggleDevType).find(({ property }) => property === row.property)
  const word = choice?.values?.[Number(value)] ?? choice?.words?.[String(value)]
  return <span>{word ? t(word) : choice?.unit ? `${value ?? ''} ${unitSymbol(choice.unit)}` : (value ?? '')}</span>
}

type Props<K extends 'property' | 'operator' | 'value'> = FieldInputProps<typeof linkageTemplate, K>

/** Chooses a property that the trigger type offers. */
export const PropertyInput = ({ id, value, invalid, onChange, draft }: Props<'property'>) => {
  const t = useT()
  const choices = useConditions(draft.toggleDevType)
  return (
    <Select
      {...{ id, invalid, onChange }}
      value={textOf(value)}
      empty={draft.toggleDevType ? M.choose : M.chooseType}
      entries={choices.map(({ property, label }) => [property, t(label)] as const)}
    />
  )
}

/** Chooses a comparison that the property allows. */
export const OperatorInput = ({ id, value, invalid, onChange, draft }: Props<'operator'>) => {
  const t = useT()
  const choice = useConditions(draft.toggleDevType).find(({ property }) => property === draft.property)
  const codes = OPERATOR_NAMES.map((name, at) => [at + 1, name] as const).filter(([, name]) => !choice || choice.operators.includes(name))
  return (
    <Select
      {...{ id, invalid }}
      value={textOf(value)}
      entries={codes.map(([code]) => [String(code), t(OPERATOR_CHOICES[code] ?? ['', ''])] as const)}
      onChange={(code) => onChange(code === null ? null : Number(code))}
    />
  )
}

/** The value to compare with: a choice if the property has words, else a text with its unit. */
export const ValueInput = ({ id, value, invalid, onChange, draft }: Props<'value'>) => {
  const t = useT()
  const choice = useConditions(draft.toggleDevType).find(({ property }) => property === draft.property)
  const words = choice?.values ?? choice?.words
  if (words)
    return (
      <Select
        {...{ id, invalid, onChange }}
        value={textOf(value)}
        entries={Object.entries(words).map(([one, label]) => [one, t(label)] as const)}
      />
    )
  return (
    <span className="ll-linkage-line">
      <input
        id={id}
        className="ll-f-input"
        autoComplete="off"
        maxLength={60}
        aria-invalid={invalid || undefined}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
      />
      {choice?.unit && <span>{unitSymbol(choice.unit)}</span>}
    </span>
  )
}
