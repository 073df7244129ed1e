import { type RefOptions, titleName } from '../ref/model.ts'
import { RefPicker } from '../ref-picker.tsx'
import { countRule } from '../rule-hint.ts'
import type { CellProps, FieldView, InputProps } from '../view-type.ts'
import { REFS_MOST } from './model.ts'

/** Titles are comma-joined in the order of the ids; if a title contains a comma, none can be assigned. */
const titlesOf = (ids: readonly string[], titles: unknown): ReadonlyMap<string, string> => {
  const parts = String(titles ?? '').split(',')
  return parts.length === ids.length ? new Map(ids.map((id, at) => [id, parts[at] as string])) : new Map()
}

const Cell = ({ value, name, options, wire }: CellProps<readonly string[], RefOptions>) => {
  if (value === null || value.length === 0) return <span className="ll-f-none">—</span>
  const titles = wire[titleName(name, options)]
  if (!titles) return <>{value.join('、')}</>
  const shown = String(titles).split(',')
  // A list has the titles of the first ids only.
  const more = value.length - shown.length
  return <>{more > 0 ? `${shown.join('、')}… +${more}` : shown.join('、')}</>
}

const Input = ({
  id,
  name,
  value,
  onChange,
  onBlur,
  options,
  wire,
  invalid,
  disabled,
  describedBy,
}: InputProps<readonly string[], RefOptions>) => {
  const own = String(wire[options.wire ?? name] ?? '')
    .split(',')
    .filter(Boolean)
  return (
    <RefPicker
      id={id}
      onBlur={onBlur}
      invalid={invalid}
      disabled={disabled}
      describedBy={describedBy}
      to={options.to}
      anyTenant={options.anyTenant}
      only={options.only}
      label={options.label}
      multiple
      chosen={value ?? []}
      known={titlesOf(own, wire[titleName(name, options)])}
      onChange={(ids) => onChange(ids.length > 0 ? ids : null)}
    />
  )
}

export const refsView: FieldView<readonly string[], RefOptions> = {
  kind: 'refs',
  Cell,
  Input,
  Filter: null,
  rule: (_, value) => countRule(value?.length ?? 0, REFS_MOST),
  width: 180,
}
