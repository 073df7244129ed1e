import { isEmpty } from '@lamplight/fields/model'
import { viewOf } from '@lamplight/fields/view'
import type { FieldOptions, Lang } from '@lamplight/kit'
import { type ComponentType, type ReactNode, useState } from 'react'
import { type ResourceConsole, rowOf } from './console-resource.ts'
import type { Entry } from './form/entry.ts'
import type { ListColumn } from './list/columns.ts'
import { Link } from './parts/link.tsx'
import { rowHref } from './row-href.ts'
import { strongWidth } from './text-measure.ts'

type Renderer = ComponentType<{ value: unknown; row: unknown }>

/** The value of one field of a row: the slice's own renderer, or the type's cell. */
export const FieldCell = ({
  console,
  name,
  entry,
  detail = false,
}: {
  console: ResourceConsole
  name: string
  entry: Entry
  /** On the page of the row. */
  detail?: boolean
}): ReactNode => {
  const Own = (console.ui.columns as Readonly<Record<string, Renderer>> | undefined)?.[name]
  const value = entry.row[name] ?? null
  if (Own) return <Own value={value} row={rowOf(entry)} />
  const field = console.resource.fields[name]
  if (!field) return isEmpty(value) ? <span className="ll-f-none">—</span> : <time className="ll-f-number">{String(value)}</time>
  const view = viewOf(field)
  const Shown = (detail && view.Detail) || view.Cell
  return <Shown value={value} name={name} options={field.options} wire={entry.wire} />
}

/** Highlights a changed value by a fade; the initial value is not animated. */
const Live = ({ value, children }: { value: string; children: ReactNode }): ReactNode => {
  const [first] = useState(value)
  return (
    <span key={value} className={value === first ? undefined : 'll-r-fades'}>
      {children}
    </span>
  )
}

/** A cell of the list; the title links to the page of the row. */
export const ListCell = ({ console, column, entry }: { console: ResourceConsole; column: ListColumn; entry: Entry }): ReactNode => {
  const cell = <FieldCell console={console} name={column.name} entry={entry} />
  const shown = console.ui.live ? <Live value={JSON.stringify(entry.row[column.name]) ?? ''}>{cell}</Live> : cell
  const href = column.title ? rowHref(console, entry) : null
  if (!href) return shown
  const own = console.ui.columns !== undefined && column.name in console.ui.columns
  return <Link to={href}>{isEmpty(entry.row[column.name]) && !own ? entry.id : shown}</Link>
}

/** Padding of a head and its sort mark, px. */
const BESIDE_HEAD = 42
/** Width of a column, px: declared, or that of most values of its type; never narrower than its head. */
export const widthOf = (column: ListColumn, label: string, lang: Lang): number => {
  const view = column.field ? viewOf(column.field) : null
  const usual = !view ? TIME : typeof view.width === 'number' ? view.width : view.width(column.field?.options as FieldOptions, lang)
  return Math.max(column.width ?? usual + (column.title ? 30 : 0), strongWidth(label) + BESIDE_HEAD)
}
/** Smallest width of a text column when columns shrink, as share and in px; the tooltip shows the whole text. */
const SHARE_KEPT = 0.55
const TEXT_LEAST = 110
/**
 * Smallest width of a column that should have `wanted` px: texts and columns with a declared `least`
 * may shrink; numbers, times and states may not.
 */
export const leastOf = (column: ListColumn, label: string, wanted: number): number => {
  const least = column.least ?? (column.field?.kind === 'text' ? Math.max(TEXT_LEAST, wanted * SHARE_KEPT) : wanted)
  return Math.min(wanted, Math.max(least, strongWidth(label) + BESIDE_HEAD))
}
const PADDING = 26
/** Most that a column grows for its longest value, px. */
const VALUE_MOST = 280
/** Width with which no value of a column that identifies its row is cut, px, within bounds; 0 for other columns. */
export const neededFor = (column: ListColumn, entries: readonly Entry[]): number => {
  if (!column.title && !column.field?.options.unique && column.name !== 'name') return 0
  const longest = entries.reduce((most, entry) => Math.max(most, strongWidth(wordsOf(column, entry) ?? '')), 0)
  return Math.min(VALUE_MOST, longest + PADDING)
}
/** Width of a date with its time, px. */
const TIME = 184
export const alignOf = ({ field }: ListColumn): 'right' | undefined =>
  field && (field.options as { readonly quantity?: false }).quantity !== false ? viewOf(field).align : undefined

/** Tooltip of a text that may be longer than its cell. */
export const wordsOf = ({ name, field }: ListColumn, { row }: Entry): string | undefined => {
  const value = row[name]
  return field?.kind === 'text' && typeof value === 'string' ? value : undefined
}
