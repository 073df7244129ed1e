import { viewOf } from '@lamplight/fields/view'
import { type Field, type Fields, periodKeys, permissionOf, type ResourceDefinition, type Text } from '@lamplight/kit'
import { useT } from '../../i18n/use-t.ts'
import { rights } from '../../session/menus.ts'
import { useStateOf } from '../../state/state.ts'
import { Icon } from '../../widgets/icon.tsx'
import { later } from '../../widgets/later.tsx'
import { useFixedParams } from '../fixed-params.ts'
import { fieldOfWire, wireName } from '../form/entry.ts'
import { usePhone } from '../form/use-media.ts'
import { knownResource } from '../known.ts'
import type { Query } from './list-state.ts'
import { PeriodFilter } from './period-filter.tsx'

/** Number of search fields that are always visible, also on a phone; the rest is folded. */
const OPEN = 4
const OPEN_ON_PHONE = 1
/** Number of fields beside a time range with presets, so that all fit into one row. */
const OPEN_BY_PERIOD = 2
const SUFFIX = /_(equal|notequal|like|likeleft|likeright|notlike|ge|le|gt|lt|datege|dategt|dateequal|datele|datelt|null|notnull)$/

interface Props {
  readonly resource: ResourceDefinition
  /** More filters. One with the parameter of a field's filter replaces that filter. */
  readonly further: Fields
  readonly filters: Query
  readonly unfolded: boolean
  readonly onUnfold: (on: boolean) => void
  readonly onChange: (changed: Query) => void
  readonly onReset: () => void
  readonly idPrefix: string
}

/** False for a reference to rows that a user with these permissions may not see: there would be nothing to choose from. */
const hasChoices = ({ options }: Field, permissions: ReadonlySet<string>): boolean => {
  const target = 'to' in options ? knownResource(String(options.to)) : undefined
  return !target || permissions.has(permissionOf(target, 'list'))
}
const searchable = (
  resource: ResourceDefinition,
  further: Fields,
  permissions: ReadonlySet<string>,
): readonly (readonly [name: string, field: Field])[] =>
  Object.entries({ ...resource.fields, ...further }).filter(
    ([name, field]) =>
      (field.options.search || name in (resource.filters ?? {})) &&
      !field.options.hidden &&
      viewOf(field).Filter &&
      hasChoices(field, permissions),
  )

/** Filters without a field in the search row: they came with a link, and can be removed. */
const foreign = (resource: ResourceDefinition, further: Fields, filters: Query, permissions: ReadonlySet<string>): readonly string[] => {
  const shown = new Set(searchable(resource, further, permissions).map(([name]) => name))
  const { period } = resource.list ?? {}
  const ranges = period ? Object.values(periodKeys(period.by)) : []
  return Object.keys(filters).filter((key) => {
    if (ranges.includes(key)) return false
    const name = key in further ? key : (fieldOfWire(resource.fields, key) ?? fieldOfWire(resource.fields, key.replace(SUFFIX, '')))
    return !name || !shown.has(name)
  })
}

const wireIn = ({ resource, further }: Props, name: string): string => (name in further ? name : wireName(resource.fields, name))

/** Words of a filter without a field in the search row. The value of a hidden one is an id or code, so that only its label is shown. */
const chipOf = (resource: ResourceDefinition, further: Fields, key: string, value: string, t: (text: Text) => string): string => {
  const { label, hidden } = (further[key] ?? resource.fields[key])?.options ?? {}
  if (!label) return `${key}: ${value}`
  return key in further && hidden ? t(label) : `${t(label)}: ${value}`
}

/** True if the query filters by the field. */
const isSet = (props: Props, name: string): boolean => {
  const wire = wireIn(props, name)
  return Object.keys(props.filters).some((key) => key === wire || key.replace(SUFFIX, '') === wire)
}

/** Loaded with the first listing that has such a filter. */
const MomentBox = later(async () => (await import('./moment-box.tsx')).MomentBox)
const DAYS: readonly unknown[] = ['day', 'dayOrTime']
const isMoment = ({ kind, options }: Field): boolean =>
  kind === 'time' || (kind === 'text' && DAYS.includes((options as { readonly shape?: string }).shape))
const FilterBox = ({ name, field, props }: { name: string; field: Field; props: Props }) => {
  const t = useT()
  const view = viewOf(field)
  const id = `${props.idPrefix}-f-${name}`
  if (isMoment(field) && name in (props.resource.filters ?? {}))
    return <MomentBox name={name} field={field} filters={props.filters} onChange={props.onChange} />
  if (!view.Filter) return null
  return (
    <div
      className="ll-r-filter"
      data-frame
      data-kind={field.kind}
      data-set={isSet(props, name) || undefined}
      data-wide={field.options.search === 'range' || field.kind === 'time' || undefined}
    >
      <label htmlFor={id}>{t(field.options.label)}</label>
      <view.Filter id={id} wire={wireIn(props, name)} options={field.options} params={props.filters} onChange={props.onChange} />
    </div>
  )
}

/** The search row: a few fields are visible, the others folded; every change is applied at once. */
export const SearchRow = (props: Props) => {
  const t = useT()
  const { resource, further, filters, unfolded } = props
  const phone = usePhone()
  const fixed = useFixedParams()
  const { permissions } = useStateOf(rights)
  const ranged = resource.list?.period?.by
  const fields = searchable(resource, further, permissions).filter(
    ([name]) => !(wireIn(props, name) in fixed) && wireIn(props, name) !== ranged,
  )
  const open = phone ? OPEN_ON_PHONE : resource.list?.period ? OPEN_BY_PERIOD : OPEN
  const others = foreign(resource, further, filters, permissions)
  const folded = fields.slice(open)
  const shown = unfolded ? fields : fields.filter((field, at) => at < open || isSet(props, field[0]))
  if (fields.length === 0 && others.length === 0 && !resource.list?.period) return null
  return (
    <search className="ll-r-search" data-unfolded={unfolded || undefined} data-period={resource.list?.period ? '' : undefined}>
      {resource.list?.period && (
        <PeriodFilter resource={resource} id={`${props.idPrefix}-period`} filters={filters} onChange={props.onChange} />
      )}
      {shown.map(([name, field]) => (
        <FilterBox key={name} name={name} field={field} props={props} />
      ))}
      {others.map((key) => (
        <button
          key={key}
          type="button"
          className="ll-r-chip"
          onClick={() => props.onChange({ [key]: '' })}
          title={t(['移除此条件', 'Remove this filter'])}
        >
          {chipOf(resource, further, key, filters[key] ?? '', t)}
          <Icon name="close" size={16} />
        </button>
      ))}
      {folded.length > 0 && (
        <button type="button" className="ll-button ll-r-quiet" aria-expanded={unfolded} onClick={() => props.onUnfold(!unfolded)}>
          {unfolded ? t(['收起', 'Show less']) : t(['更多条件', 'More filters'])}
        </button>
      )}
      {Object.keys(filters).length > 0 && (
        <button type="button" className="ll-button ll-r-quiet" onClick={props.onReset}>
          {t(['重置', 'Reset'])}
        </button>
      )}
    </search>
  )
}
