import { useT } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import { useConditionQuery, useConditions, useTypes } from './use-types.ts'

const CHOOSE: Text = ['请选择', 'Choose']
const CHOOSE_TYPE: Text = ['请先选择设备类型', 'Choose the device type first']

interface SelectProps {
  readonly id: string
  readonly value: string
  readonly invalid: boolean
  readonly entries: readonly (readonly [value: string, name: string])[]
  readonly onChange: (value: string | null) => void
  readonly empty?: Text
}
/** A list of choices. A stored value that is no longer a choice can still be selected. */
export const Select = ({ id, value, invalid, entries, onChange, empty = CHOOSE }: SelectProps) => {
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
    id={id}
    invalid={invalid}
    {...(empty && { empty })}
    value={textOf(value)}
    entries={(useTypes().data ?? []).map(({ code, name }) => [String(code), name] as const)}
    onChange={(code) => onChange(code === null ? null : Number(code))}
  />
)

/** Stands for a name until the definitions are loaded, instead of its code. */
const Coming = () => <span className="ll-r-shimmer" style={{ display: 'inline-block', width: '5em', height: '1em' }} aria-hidden />

/** The name of a device type in lists. */
export const TypeCell = ({ value }: { readonly value: number | null }) => {
  const { data, isLoading } = useTypes()
  if (isLoading && value !== null) return <Coming />
  return <span>{data?.find(({ code }) => code === value)?.name ?? textOf(value)}</span>
}

/** Chooses a property of a device type. */
export const PropertySelect = ({
  devType,
  ...props
}: Omit<SelectProps, 'entries' | 'empty' | 'value'> & { readonly devType: number | null | undefined; readonly value: string | null }) => {
  const t = useT()
  const choices = useConditions(devType)
  return (
    <Select
      {...props}
      value={textOf(props.value)}
      empty={devType ? CHOOSE : CHOOSE_TYPE}
      entries={choices.map(({ property, label }) => [property, t(label)] as const)}
    />
  )
}

/** The label of a property of a device type. */
export const PropertyName = ({ devType, value }: { readonly devType: number | null | undefined; readonly value: string | null }) => {
  const t = useT()
  const { data, isLoading } = useConditionQuery(devType)
  if (isLoading && value) return <Coming />
  const choice = data?.find(({ property }) => property === value)
  return <span>{choice ? t(choice.label) : (value ?? '')}</span>
}
