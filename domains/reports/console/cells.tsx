import { hasPermission, type Query, useFormat, useNow, useT } from '@lamplight/console-kit'
import { consoleOf, Link, type ResourceConsole } from '@lamplight/console-kit/resource'
import { PERIODS, pluralOf, type ResourceDefinition, ROW_TIMES, type Text } from '@lamplight/kit'
import { FilterWords } from './filter-words.tsx'
import { filterOf, listOf, type ReportRow, sourceOf } from './question.ts'
import { M } from './reports.messages.ts'
import './reports.css'

interface Props {
  readonly row: ReportRow
}

const Filter = ({ console, row }: { readonly console: ResourceConsole; readonly row: ReportRow }) => {
  const t = useT()
  const filter: Query = filterOf(row)
  const period = row.period ? PERIODS[row.period as keyof typeof PERIODS] : undefined
  const any = Object.keys(filter).length > 0
  if (!any && !period) return t(M.all)
  return (
    <>
      {period && t(period)}
      {period && any && ' · '}
      <FilterWords resource={console.resource} filter={filter} />
    </>
  )
}

/** The filter of a report as text. */
export const FilterCell = ({ row }: Props) => {
  const source = sourceOf(row)
  return source ? <Filter console={source} row={row} /> : (row.filter ?? '')
}

/** Plural label of a list's rows, for example Lamps. */
export const rowsOf = ({ resource: { label } }: ResourceConsole): Text => [label[0], pluralOf(label[1])]

/** Label of a column. `controllerId.gatewayId` is a column of the row that `controllerId` refers to. */
const labelOf = (resource: ResourceDefinition, name: string): Text => {
  const [by = '', of] = name.split('.')
  const field = resource.fields[by]
  if (of === undefined) return field?.options.label ?? ROW_TIMES[by as keyof typeof ROW_TIMES] ?? [name, name]
  return consoleOf((field?.options as { to?: string } | undefined)?.to ?? '')?.resource.fields[of]?.options.label ?? [name, name]
}

/** Labels of a report's columns. */
export const ColumnsCell = ({ row }: Props) => {
  const t = useT()
  const source = sourceOf(row)
  if (!row.columns || !source) return t(M.allColumns)
  return row.columns
    .split(',')
    .map((name) => t(labelOf(source.resource, name)))
    .join(t(['、', ', ']))
}

/** Content of a report: the list, with a link to it with the same filter, then the filter and the number of columns. */
export const ContentCell = ({ row }: Props) => {
  const t = useT()
  const { number, time } = useFormat()
  const now = useNow()
  const source = sourceOf(row)
  if (!source) return <span className="ll-reports-gone">{t(M.gone, { name: row.source })}</span>
  const { resource } = source
  const href = hasPermission(`${resource.code}_view`) ? listOf(row, now, (ms) => time(ms)) : null
  const name = t(rowsOf(source))
  return (
    <span
      className="ll-reports-content"
      // The cell is often too narrow; the tooltip shows the whole text.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = currentTarget.textContent ?? ''
      }}
    >
      {href ? <Link to={href}>{name}</Link> : name}
      {' · '}
      <Filter console={source} row={row} />
      {' · '}
      {row.columns ? t(M.columns, { n: number(row.columns.split(',').length) }) : t(M.allColumns)}
    </span>
  )
}
