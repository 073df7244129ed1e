import { isEmpty } from '@lamplight/fields/model'
import { viewOf } from '@lamplight/fields/view'
import type { ComponentType, ReactNode } from 'react'
import type { ListColumn } from './columns.ts'
import type { Entry } from './entry.ts'
import { detailHref, type ResourceConsole, rowOf } from './on-console.ts'
import { Link } from './parts/link.tsx'
import { textWidth } from './text-width.ts'

type Renderer = ComponentType<{ value: unknown; row: unknown }>

/** The value of one field of a row: the slice's own renderer, or the type's cell. */
export const FieldCell = ({ console, name, entry }: { console: ResourceConsole; name: string; entry: Entry }): ReactNode => {
  const Own = (console.ui.columns as Readonly<Record<string, Renderer>> | undefined)?.[name]
  const value = entry.row[name] ?? null
  if (Own) return <Own value={value} row={rowOf(entry)} />
  const field = console.resource.fields[name]
  if (!field) return isEmpty(value) ? <span className="ll-f-none">—</span> : <time className="ll-f-number">{String(value)}</time>
  const view = viewOf(field)
  return <view.Cell value={value} name={name} options={field.options} wire={entry.wire} />
}

/** A cell of the list; the title links to the page of the row. */
export const ListCell = ({ console, column, entry }: { console: ResourceConsole; column: ListColumn; entry: Entry }): ReactNode => {
  const cell = <FieldCell console={console} name={column.name} entry={entry} />
  const shown = console.ui.live ? (
    <span key={JSON.stringify(entry.row[column.name])} className="ll-r-fades">
      {cell}
    </span>
  ) : (
    cell
  )
  const href = column.title ? detailHref(console, entry.id) : null
  if (!href) return shown
  const own = console.ui.columns !== undefined && column.name in console.ui.columns
  return <Link to={href}>{isEmpty(entry.row[column.name]) && !own ? entry.id : shown}</Link>
}

/** Width of a column, px: as declared, or what most values of its type need; never narrower than its head. */
export const widthOf = (column: ListColumn, label: string): number => {
  const usual = (column.field ? viewOf(column.field).width : 184) + (column.title ? 30 : 0)
  return Math.max(column.width ?? usual, textWidth(label) + 40)
}
export const alignOf = (column: ListColumn): 'right' | undefined => (column.field ? viewOf(column.field).align : undefined)
