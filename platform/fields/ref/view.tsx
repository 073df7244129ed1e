import { useMemo } from 'react'
import { RefPicker } from '../ref-picker.tsx'
import { type CellProps, type FieldView, type FilterProps, type InputProps, useFieldHost } from '../view-type.ts'
import { type RefOptions, titleName } from './model.ts'

/** Link to a row whose title is loaded: items contain only the id of the row. */
const Named = ({ value, to }: { readonly value: string; readonly to: string }) => {
  const { Link, useTitles } = useFieldHost()
  const ids = useMemo(() => [value], [value])
  return (
    <Link resource={to} id={value}>
      {useTitles(to, ids).get(value) ?? value}
    </Link>
  )
}

const Cell = ({ value, name, options, wire }: CellProps<string, RefOptions>) => {
  const { Link } = useFieldHost()
  if (value === null) return <span className="ll-f-none">—</span>
  if (!(titleName(name, options) in wire)) return <Named value={value} to={options.to} />
  return (
    <Link resource={options.to} id={value}>
      {String(wire[titleName(name, options)] || value)}
    </Link>
  )
}

const Input = ({ id, name, value, onChange, onBlur, options, wire, invalid, disabled, describedBy }: InputProps<string, RefOptions>) => {
  const title = wire[titleName(name, options)]
  const own = wire[options.wire ?? name]
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
      chosen={value ? [value] : []}
      known={own && title ? new Map([[String(own), String(title)]]) : undefined}
      onChange={([one]) => onChange(one ?? null)}
    />
  )
}

const Filter = ({ id, wire, options, params, onChange }: FilterProps<RefOptions>) => (
  <RefPicker
    id={id}
    to={options.to}
    only={options.only}
    label={options.label}
    multiple={options.search === 'in'}
    chosen={(params[wire] ?? '').split(',').filter(Boolean)}
    onChange={(ids) => onChange({ [wire]: ids.join(',') })}
  />
)

export const refView: FieldView<string, RefOptions> = { kind: 'ref', Cell, Input, Filter, width: 140 }
