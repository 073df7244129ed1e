import type { ResourceDefinition, Text } from '@lamplight/kit'
import { type CSSProperties, Fragment, memo, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLang, useT } from '../../i18n/use-t.ts'
import { useBodyScale } from '../../theme/use-media.ts'
import { Icon } from '../../widgets/icon.tsx'
import { alignOf, ListCell, leastOf, neededFor, widthOf, wordsOf } from '../cell.tsx'
import { type ResourceConsole, type RowEnd, rowOf } from '../console-resource.ts'
import type { Entry } from '../form/entry.ts'
import { TreeToggle } from '../parts/tree-toggle.tsx'
import type { PageAction } from '../use-actions.ts'
import { fitColumns, raisedWithin } from './column-widths.ts'
import { canSort, type ListColumn, SORTED_AT_MOST } from './columns.ts'
import { type ListState, sortOf } from './list-state.ts'
import { pageActionsWidth, RowMenu } from './row-menu.tsx'
import { isSelected, pageMark, type Selection } from './selection.ts'
import { visibleRows, WHOLE } from './virtual.ts'

const TOO_LONG: Text = [
  '超过 {n} 行的列表不能按此列排序，请先筛选',
  'Lists of more than {n} rows cannot be sorted by this column; filter first',
]

export interface ShownRow {
  readonly entry: Entry
  readonly depth: number
}
interface Props {
  readonly console: ResourceConsole
  readonly columns: readonly ListColumn[]
  readonly rows: readonly ShownRow[]
  readonly state: ListState
  readonly selection: Selection
  /** True if rows can be selected. */
  readonly choosing: boolean
  readonly pageActions: readonly PageAction[]
  readonly end: RowEnd<ResourceDefinition> | undefined
  readonly cursor: number
  readonly compact: boolean
  readonly stale: boolean
  readonly isOpen: (id: string) => boolean
  readonly onOpen: (id: string) => void
  readonly onSort: (name: string) => void
  /** Number of rows of the whole list. */
  readonly total: number
  readonly onToggle: (entry: Entry, range: boolean) => void
  readonly onTogglePage: () => void
  readonly onCursor: (at: number) => void
  readonly onPageAction: (pageAction: PageAction, entry: Entry) => void
  readonly scroll: RefObject<HTMLDivElement | null>
  readonly label: string
}
/** True if rows end with a cell of actions. */
const hasEnd = ({ pageActions, end }: Pick<Props, 'pageActions' | 'end'>): boolean => pageActions.length > 0 || end !== undefined
const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0)
const CHOICE = 44
const EXPAND = 36

/** The rows to render, and the space for the others; rendered again only when the window moves. */
const useWindow = (scroll: RefObject<HTMLDivElement | null>, count: number, whole: boolean, compact: boolean) => {
  const [at, setAt] = useState({ from: 0, to: Math.min(count, WHOLE), row: 36, room: 0, more: false })
  useLayoutEffect(() => {
    const box = scroll.current
    if (!box) return
    const measure = (): void => {
      const row = Number.parseFloat(getComputedStyle(box).getPropertyValue('--ll-row')) || 36
      const { from, to } = visibleRows(box.scrollTop, box.clientHeight, row, count)
      const room = box.clientWidth
      const more = box.scrollLeft + room < box.scrollWidth - 1
      setAt((old) =>
        old.from === from && old.to === to && old.row === row && old.room === room && old.more === more
          ? old
          : { from, to, row, room, more },
      )
    }
    measure()
    box.addEventListener('scroll', measure, { passive: true })
    const watch = new ResizeObserver(measure)
    watch.observe(box)
    return () => {
      box.removeEventListener('scroll', measure)
      watch.disconnect()
    }
  }, [scroll, count, compact])
  const { room, more } = at
  if (whole) return { from: 0, to: count, above: 0, below: 0, room, more }
  const to = Math.min(at.to, count)
  return { from: at.from, to, above: at.from * at.row, below: (count - to) * at.row, room, more }
}

const Head = (props: Props) => {
  const t = useT()
  const { columns, state, selection, rows, choosing } = props
  const mark = pageMark(
    selection,
    rows.map((row) => row.entry),
  )
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = mark === 'some'
  }, [mark])
  return (
    <thead>
      <tr>
        {choosing && (
          <th className="ll-r-th ll-f-choice" scope="col">
            <input
              ref={box}
              type="checkbox"
              aria-label={t(['选择本页', 'Select this page'])}
              checked={mark === 'all'}
              onChange={props.onTogglePage}
            />
          </th>
        )}
        {props.console.ui.slots?.rowExpand && <th className="ll-r-th" scope="col" aria-label={t(['展开', 'Expand'])} />}
        {columns.map((column) => {
          const sorted = column.sortBy ? sortOf(state, column.sortBy) : 'none'
          // A link can request any order: its column header can then reset it.
          const sorts = canSort(column, props.total) || sorted !== 'none'
          const tooLong = column.sortBy !== null && !sorts
          return (
            <th
              key={column.name}
              className="ll-r-th"
              scope="col"
              data-title={column.title || undefined}
              data-align={alignOf(column)}
              aria-sort={sorts ? sorted : undefined}
              title={tooLong ? t(TOO_LONG, { n: SORTED_AT_MOST.toLocaleString('en') }) : undefined}
            >
              {sorts ? (
                <button type="button" className="ll-r-sort" onClick={() => props.onSort(column.sortBy as string)}>
                  {t(column.label)}
                  {sorted !== 'none' && <Icon name={sorted === 'ascending' ? 'ascend' : 'descend'} size={16} />}
                </button>
              ) : (
                t(column.label)
              )}
            </th>
          )
        })}
        {hasEnd(props) && (
          <th className="ll-r-th ll-r-actions" scope="col">
            {t(['操作', 'Actions'])}
          </th>
        )}
      </tr>
    </thead>
  )
}

const TreeIndent = ({ row, props }: { row: ShownRow; props: Props }): ReactNode => {
  if (!props.console.resource.list?.tree) return null
  const { entry, depth } = row
  return (
    <span className="ll-r-tree" style={{ '--ll-depth': depth } as CSSProperties}>
      {entry.children && <TreeToggle open={props.isOpen(entry.id)} onClick={() => props.onOpen(entry.id)} />}
    </span>
  )
}

const BodyRow = memo(({ row, at, props }: { row: ShownRow; at: number; props: Props }) => {
  const t = useT()
  const { entry } = row
  const { console, columns, selection } = props
  const Expand = console.ui.slots?.rowExpand
  const chosen = isSelected(selection, entry.id)
  const open = Expand !== undefined && props.isOpen(entry.id)
  return (
    <Fragment>
      <tr
        className="ll-r-tr"
        data-cursor={props.cursor === at || undefined}
        aria-selected={props.choosing ? chosen : undefined}
        onClick={() => props.onCursor(at)}
      >
        {props.choosing && (
          <td className="ll-r-td ll-f-choice">
            <input
              type="checkbox"
              aria-label={t(['选择此行', 'Select this row'])}
              checked={chosen}
              onChange={(event) => props.onToggle(entry, (event.nativeEvent as MouseEvent).shiftKey === true)}
            />
          </td>
        )}
        {Expand && (
          <td className="ll-r-td">
            <TreeToggle open={open} onClick={() => props.onOpen(entry.id)} />
          </td>
        )}
        {columns.map((column) => (
          <td
            key={column.name}
            className="ll-r-td"
            data-title={column.title || undefined}
            data-align={alignOf(column)}
            title={wordsOf(column, entry)}
          >
            {column.title && <TreeIndent row={row} props={props} />}
            <ListCell console={console} column={column} entry={entry} />
          </td>
        ))}
        {hasEnd(props) && (
          <td className="ll-r-td ll-r-actions">
            <RowMenu pageActions={props.pageActions} end={props.end} entry={entry} onPageAction={props.onPageAction} />
          </td>
        )}
      </tr>
      {open && Expand && (
        <tr className="ll-r-expanded">
          <td colSpan={columns.length + 2 + (hasEnd(props) ? 1 : 0)}>
            <Expand row={rowOf(entry)} />
          </td>
        </tr>
      )}
    </Fragment>
  )
})

/** The rows of a list: sticky head, sticky first and last column, only visible rows are in the document. */
export const ListTable = (props: Props) => {
  const t = useT()
  const lang = useLang()
  const { columns, rows, console } = props
  const expandable = console.ui.slots?.rowExpand !== undefined
  const { from, to, above, below, room, more } = useWindow(props.scroll, rows.length, expandable, props.compact)
  const scale = useBodyScale()
  const before = [...(props.choosing ? [CHOICE] : []), ...(expandable ? [EXPAND] : [])].map((width) => width * scale)
  const labels = [...(props.end ? [props.end] : []), ...props.pageActions].map(({ label }) => t(label))
  const after = hasEnd(props) ? [scale * pageActionsWidth(labels)] : []
  const own = columns.map((column) => widthOf(column, t(column.label), lang))
  const needed = useMemo(() => {
    const entries = rows.map(({ entry }) => entry)
    return columns.map((column) => neededFor(column, entries))
  }, [columns, rows])
  const left = room - total(before) - total(after)
  const fewest = columns.map((column, at) => scale * leastOf(column, t(column.label), own[at] ?? 0))
  const need = needed.map((width) => scale * width)
  const least = raisedWithin(fewest, need, left)
  const wanted = own.map((width, at) => Math.max(scale * width, least[at] ?? 0))
  const widths = [...before, ...fitColumns(wanted, least, left), ...after]
  const spare = (height: number) => height > 0 && <tr aria-hidden style={{ height }} />
  return (
    <section
      ref={props.scroll}
      className="ll-r-table-scroll"
      data-density={props.compact ? 'compact' : undefined}
      data-stale={props.stale || undefined}
      data-more={more || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
      tabIndex={0}
      aria-label={props.label}
    >
      <table className="ll-r-table" aria-rowcount={rows.length} style={{ minWidth: total(widths) }}>
        <colgroup>
          {widths.map((width, at) => (
            <col key={at} style={{ width }} />
          ))}
        </colgroup>
        <Head {...props} />
        <tbody>
          {spare(above)}
          {rows.slice(from, to).map((row, at) => (
            <BodyRow key={row.entry.id} row={row} at={from + at} props={props} />
          ))}
          {spare(below)}
        </tbody>
      </table>
    </section>
  )
}
