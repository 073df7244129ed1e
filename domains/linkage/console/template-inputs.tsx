import { useT } from '@lamplight/console-kit'
import type { ColumnProps, FieldInputProps } from '@lamplight/console-kit/resource'
import { PropertyName, PropertySelect, Select, useConditions } from '@lamplight/devices/console'
import { unitSymbol } from '@lamplight/kit'
import type { linkageTemplate } from '../model/template.resource.ts'
import { OPERATOR_CHOICES, OPERATOR_NAMES } from '../model/trigger.ts'

const textOf = (value: number | string | null | undefined): string => (value === null || value === undefined ? '' : String(value))

type CellProps<K extends 'property' | 'value'> = ColumnProps<typeof linkageTemplate, K>
/** The label of the property of a template. */
export const PropertyCell = ({ value, row }: CellProps<'property'>) => <PropertyName devType={row.toggleDevType} value={value} />
/** The value of a template with its unit or word. */
export const ValueCell = ({ value, row }: CellProps<'value'>) => {
  const t = useT()
  const choice = useConditions(row.toggleDevType).find(({ property }) => property === row.property)
  const word = choice?.values?.[Number(value)] ?? choice?.words?.[String(value)]
  return <span>{word ? t(word) : choice?.unit ? `${value ?? ''} ${unitSymbol(choice.unit)}` : (value ?? '')}</span>
}

type Props<K extends 'property' | 'operator' | 'value'> = FieldInputProps<typeof linkageTemplate, K>

/** Chooses a property that the trigger type offers. */
export const PropertyInput = ({ id, value, invalid, onChange, draft }: Props<'property'>) => (
  <PropertySelect id={id} value={value} invalid={invalid} onChange={onChange} devType={draft.toggleDevType} />
)

/** Chooses a comparison that the property allows. */
export const OperatorInput = ({ id, value, invalid, onChange, draft }: Props<'operator'>) => {
  const t = useT()
  const choice = useConditions(draft.toggleDevType).find(({ property }) => property === draft.property)
  const codes = OPERATOR_NAMES.map((name, at) => [at + 1, name] as const).filter(([, name]) => !choice || choice.operators.includes(name))
  return (
    <Select
      id={id}
      invalid={invalid}
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
        id={id}
        invalid={invalid}
        onChange={onChange}
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
