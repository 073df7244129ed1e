import type { Field } from '@lamplight/kit'
import { DateFilter } from './filter-fields.tsx'
import type { Query } from './list-state.ts'

/** A moment or day, as a `filters` entry of a listing: begin or end of its range. */
export const MomentBox = ({
  name,
  field,
  filters,
  onChange,
}: {
  readonly name: string
  readonly field: Field
  readonly filters: Query
  readonly onChange: (changed: Query) => void
}) => {
  const isDay = field.kind === 'text'
  return (
    <DateFilter
      label={field.options.label}
      value={(filters[name] ?? '').replace(' ', 'T').slice(0, isDay ? 10 : 16)}
      {...(!isDay && { timed: true })}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
}
