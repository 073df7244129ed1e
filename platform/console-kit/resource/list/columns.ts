import { type Field, type ResourceDefinition, ROW_TIMES, type Text } from '@lamplight/kit'
import { titleField, wireName } from '../form/entry.ts'

/** A possible column of a list. */
export interface ListColumn {
  readonly name: string
  readonly label: Text
  /** null for the times of every row. */
  readonly field: Field | null
  /** Width in the definition, px. */
  readonly width: number | null
  /** Smallest width when columns shrink, px, if declared. */
  readonly least?: number | undefined
  /** Name by which the server sorts; null if it cannot sort by this column. */
  readonly sortBy: string | null
  /** True if an index has this order, so that a list of any length can be sorted by it. */
  readonly sortsAny: boolean
  /** True for the row's title: it is the first column, links to the detail page and cannot be hidden. */
  readonly title: boolean
  readonly shownFirst: boolean
}

/** Largest number of rows for which the list offers sorting by a column without an index. */
export const SORTED_AT_MOST = 20_000
const UNSORTED = new Set(['refs', 'terms', 'geo', 'secret', 'file'])
const TIMES: readonly ListColumn[] = Object.entries(ROW_TIMES).map(([name, label]) => {
  return { name, label, field: null, width: null, sortBy: name, sortsAny: false, title: false, shownFirst: false }
})

const WRITES: ReadonlySet<string> = new Set(['submit', 'save', 'create', 'put', 'update'])
/** True for rows that nobody writes by hand (logs, messages, archives): their creation time is shown, unless the list has another time column or leaves it out. */
const isRecord = ({ api, fields, list, reads }: ResourceDefinition): boolean =>
  !reads &&
  list?.times !== false &&
  !api.verbs.some((verb) => WRITES.has(verb)) &&
  !Object.values(fields).some(({ kind, options }) => kind === 'time' && options.list)

/** All columns of a list: the title first, then in the order of the definition; in a record the creation time follows the title. */
export const columnsOf = (resource: ResourceDefinition): readonly ListColumn[] => {
  const title = titleField(resource)
  const columns = Object.entries(resource.fields)
    .filter(([, field]) => field.kind !== 'secret' && !field.options.hidden && !field.options.alone)
    .map(([name, field]): ListColumn => {
      const { list, label, from, unique } = field.options
      return {
        name,
        label,
        field,
        width: typeof list === 'object' ? list.width : null,
        least: typeof list === 'object' ? list.least : undefined,
        sortBy: from || resource.reads === 'code' || UNSORTED.has(field.kind) ? null : wireName(resource.fields, name),
        sortsAny: Boolean(unique) || (resource.indexes ?? []).some(([first]) => first === name),
        title: name === title,
        shownFirst: name === title || Boolean(list),
      }
    })
  const record = isRecord(resource)
  const times = (resource.reads ? [] : TIMES).map((column) => ({ ...column, shownFirst: resource.list?.times === true }))
  const came = record ? TIMES.slice(0, 1).map((column) => ({ ...column, shownFirst: true })) : []
  return [...columns.filter((column) => column.title), ...came, ...columns.filter((column) => !column.title), ...times.slice(came.length)]
}

/** Returns true if a list of `total` rows can be sorted by this column. */
export const canSort = ({ sortBy, sortsAny }: Pick<ListColumn, 'sortBy' | 'sortsAny'>, total: number): boolean =>
  sortBy !== null && (sortsAny || total <= SORTED_AT_MOST)

/** The shown columns: the selected names in their order without unknown ones, the title always first. */
export const shownColumns = (all: readonly ListColumn[], chosen: readonly string[] | null): readonly ListColumn[] => {
  if (!chosen) return all.filter((column) => column.shownFirst)
  const found = chosen.flatMap((name) => all.find((column) => column.name === name && !column.title) ?? [])
  return [...all.filter((column) => column.title), ...found]
}

/** Returns the selection after a column was shown or hidden; null if it is the default again. */
export const chooseColumn = (
  all: readonly ListColumn[],
  chosen: readonly string[] | null,
  name: string,
  on: boolean,
): readonly string[] | null => {
  const now = shownColumns(all, chosen).map((column) => column.name)
  const next = on ? all.map((column) => column.name).filter((one) => one === name || now.includes(one)) : now.filter((one) => one !== name)
  const standard = shownColumns(all, null).map((column) => column.name)
  return next.join() === standard.join() ? null : next
}
