import { type Field, type ResourceDefinition, ROW_TIMES, type Text } from '@lamplight/kit'
import { titleField, wireName } from './entry.ts'

/** A column a list may show. */
export interface ListColumn {
  readonly name: string
  readonly label: Text
  /** null for the times every row has. */
  readonly field: Field | null
  /** Width asked for by the definition, px. */
  readonly width: number | null
  /** px to which it may shrink, where the definition says so. */
  readonly least?: number | undefined
  /** Name the server sorts by; null where it does not sort. */
  readonly sortBy: string | null
  /** An index holds this order: a list of any length is sorted by it. */
  readonly sortsAny: boolean
  /** Names the row: stands first, links to the detail page, cannot be taken away. */
  readonly title: boolean
  readonly shownFirst: boolean
}

/** Largest number of rows for which the list offers sorting by a column without an index. */
export const SORTED_AT_MOST = 20_000
const UNSORTED = new Set(['refs', 'geo', 'secret', 'file'])
const TIMES: readonly ListColumn[] = Object.entries(ROW_TIMES).map(([name, label]) => {
  return { name, label, field: null, width: null, sortBy: name, sortsAny: false, title: false, shownFirst: false }
})

const WRITES: ReadonlySet<string> = new Set(['submit', 'save', 'create', 'put', 'update'])
/** Rows that nobody writes by hand (logs, messages, archives): when one came is what they are read for, unless a time of their own says it. */
const isRecord = ({ api, fields }: ResourceDefinition): boolean =>
  !api.verbs.some((verb) => WRITES.has(verb)) && !Object.values(fields).some(({ kind, options }) => kind === 'time' && options.list)

/** Every column a list can show, the title first, then in the order of the definition; in a record its time stands after the title. */
export const columnsOf = (resource: ResourceDefinition): readonly ListColumn[] => {
  const title = titleField(resource)
  const columns = Object.entries(resource.fields)
    .filter(([, field]) => field.kind !== 'secret' && !field.options.hidden)
    .map(([name, field]): ListColumn => {
      const { list, label, from, unique } = field.options
      return {
        name,
        label,
        field,
        width: typeof list === 'object' ? list.width : null,
        least: typeof list === 'object' ? list.least : undefined,
        sortBy: from || UNSORTED.has(field.kind) ? null : wireName(resource.fields, name),
        sortsAny: Boolean(unique) || (resource.indexes ?? []).some(([first]) => first === name),
        title: name === title,
        shownFirst: name === title || Boolean(list),
      }
    })
  const record = isRecord(resource)
  const times = TIMES.map((column) => ({ ...column, shownFirst: resource.list?.times === true }))
  const came = record ? TIMES.slice(0, 1).map((column) => ({ ...column, shownFirst: true })) : []
  return [...columns.filter((column) => column.title), ...came, ...columns.filter((column) => !column.title), ...times.slice(came.length)]
}

/** May a list of `total` rows be sorted by this column? */
export const canSort = ({ sortBy, sortsAny }: Pick<ListColumn, 'sortBy' | 'sortsAny'>, total: number): boolean =>
  sortBy !== null && (sortsAny || total <= SORTED_AT_MOST)

/** The columns shown: the chosen names in their order, unknown ones left out, the title always first. */
export const shownColumns = (all: readonly ListColumn[], chosen: readonly string[] | null): readonly ListColumn[] => {
  if (!chosen) return all.filter((column) => column.shownFirst)
  const found = chosen.flatMap((name) => all.find((column) => column.name === name && !column.title) ?? [])
  return [...all.filter((column) => column.title), ...found]
}

/** The choice after a column was put on or taken off; null when it is the default again. */
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
