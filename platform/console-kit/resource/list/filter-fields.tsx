import { viewOf } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { type ReactNode, useId } from 'react'
import { useT } from '../../i18n/use-t.ts'

interface FilterOf {
  readonly label: Text
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A labelled field in the filter row (`<search className="ll-r-search">`) of a page that is not a resource's list. `kind` and `isWide` set its width. */
export const FilterField = ({
  label,
  kind,
  isWide,
  children,
}: {
  readonly label: Text
  readonly kind?: string
  readonly isWide?: boolean
  readonly children: (id: string) => ReactNode
}) => {
  const t = useT()
  const id = useId()
  return (
    <div className="ll-r-filter" data-frame data-kind={kind} data-wide={isWide || undefined}>
      <label htmlFor={id}>{t(label)}</label>
      {children(id)}
    </div>
  )
}

/** Filter by one value. `options`: pairs of value and shown text, or texts by value. `all`: text of the choice that filters nothing. */
export const ChoiceFilter = ({
  label,
  value,
  options,
  all,
  isWide,
  onChange,
}: FilterOf & {
  readonly options: readonly (readonly [string, string])[] | Readonly<Record<string, Text>>
  readonly all?: Text
  readonly isWide?: boolean
}) => {
  const t = useT()
  const pairs = Array.isArray(options)
    ? (options as readonly (readonly [string, string])[])
    : Object.entries(options as Readonly<Record<string, Text>>).map(([key, text]) => [key, t(text)] as const)
  return (
    <FilterField label={label} isWide={isWide}>
      {(id) => (
        <select id={id} className="ll-f-input" value={value} onChange={(event) => onChange(event.target.value)}>
          {all && <option value="">{t(all)}</option>}
          {pairs.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FilterField>
  )
}

/** Filter by a part of a text. It applies on Enter and when the field loses the focus. */
export const TextFilter = ({
  label,
  value,
  placeholder,
  max = 80,
  onChange,
}: FilterOf & { readonly placeholder?: Text; readonly max?: number }) => {
  const t = useT()
  return (
    <FilterField label={label}>
      {(id) => (
        <input
          key={value}
          id={id}
          type="search"
          className="ll-f-input"
          maxLength={max}
          placeholder={placeholder && t(placeholder)}
          defaultValue={value}
          onBlur={(event) => event.target.value.trim() !== value && onChange(event.target.value.trim())}
          onKeyDown={(event) => event.key === 'Enter' && onChange(event.currentTarget.value.trim())}
        />
      )}
    </FilterField>
  )
}

/** Filter by a day (yyyy-MM-dd) or, with `timed`, by a minute (yyyy-MM-ddTHH:mm). */
export const DateFilter = ({ label, value, timed, onChange }: FilterOf & { readonly timed?: true }) => (
  <FilterField label={label} kind={timed ? 'minute' : 'day'}>
    {(id) => (
      <input
        id={id}
        type={timed ? 'datetime-local' : 'date'}
        className="ll-f-input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </FilterField>
)

/** Filter by a row of the resource `to`, for example an area. `wire`: name of the parameter. */
export const RefFilter = ({ to, wire, label, value, onChange }: FilterOf & { readonly to: string; readonly wire: string }) => {
  const options = { to, label }
  const { Filter } = viewOf({ kind: 'ref', options })
  return (
    <FilterField label={label} kind="ref">
      {(id) =>
        Filter && (
          <Filter
            id={id}
            wire={wire}
            options={options}
            params={value ? { [wire]: value } : {}}
            onChange={(changed) => onChange(String(changed[wire] ?? ''))}
          />
        )
      }
    </FilterField>
  )
}
