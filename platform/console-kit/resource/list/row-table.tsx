import '../resource.css'
import type { Text } from '@lamplight/kit'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { useBodyScale } from '../../theme/use-media.ts'
import { usePhone } from '../form/use-media.ts'
import { strongWidth } from '../text-measure.ts'
import { fitColumns } from './column-widths.ts'
import type { ChosenRows } from './use-chosen-rows.ts'

/** A column of rows that are not a resource: members of a group, devices of a command. */
export interface RowColumn<R> {
  readonly key: string
  readonly label: Text
  /** px; more if the label needs it. The widest column gets the remaining width. */
  readonly width: number
  /** Smallest width when columns shrink so that all fit, px; without it the column keeps its width. */
  readonly least?: number
  readonly align?: 'right'
  /** True for the actions of a row: the column stays at the right edge while the others scroll. */
  readonly isPinned?: true
  readonly cell: (row: R) => ReactNode
}
export interface RowTableProps<R> {
  /** The first column is the title of the row. */
  readonly columns: readonly RowColumn<R>[]
  readonly rows: readonly R[]
  readonly label: string
  readonly keyOf: (row: R) => string
  /** The selection (`useChosenRows`); without it rows cannot be selected. */
  readonly selection?: ChosenRows<R> | undefined
  /** Returns true for rows that cannot be selected, because no action applies to them. */
  readonly fixed?: (row: R) => boolean
  /** True while old rows are shown and new ones load. */
  readonly stale?: boolean
}

const CHOICE = 44
/** Space beside the text of a head, px. */
const HEAD = 32

const withKeys = (chosen: ReadonlySet<string>, keys: readonly string[], on: boolean): ReadonlySet<string> =>
  new Set([...[...chosen].filter((key) => !keys.includes(key)), ...(on ? keys : [])])

const ChooseAll = ({ state, onChange }: { state: 'all' | 'some' | 'none'; onChange: () => void }) => {
  const t = useT()
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return <input ref={box} type="checkbox" aria-label={t(['选择本页', 'Select this page'])} checked={state === 'all'} onChange={onChange} />
}

/** Width of an element inside its borders, px (0 until it is measured), and whether more of its content is beyond the right edge. */
const useRoom = () => {
  const box = useRef<HTMLElement>(null)
  const [at, setAt] = useState({ room: 0, more: false })
  const measure = useCallback((): void => {
    if (!box.current) return
    const { clientWidth: room, scrollLeft, scrollWidth } = box.current
    const more = scrollLeft + room < scrollWidth - 1
    setAt((old) => (old.room === room && old.more === more ? old : { room, more }))
  }, [])
  useLayoutEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [measure])
  // Measured after each render, because new columns or rows can change the width of the table.
  useLayoutEffect(measure)
  return { ...at, box, measure }
}

/** Rows of a tab or own page in the style of the generated lists: a table, cards on a phone. The page handles paging, search and states. */
export const RowTable = <R,>({ columns, rows, label, keyOf, selection, fixed, stale = false }: RowTableProps<R>): ReactNode => {
  const t = useT()
  const phone = usePhone()
  const scale = useBodyScale()
  const { box: scroll, room, more, measure } = useRoom()
  const keys = rows.filter((row) => !fixed?.(row)).map(keyOf)
  const picked = new Set(selection?.rows.keys())
  const onChoose = selection?.choose
  const count = keys.filter((key) => picked.has(key)).length
  const state = count === 0 ? 'none' : count === keys.length ? 'all' : 'some'
  const box = (row: R): ReactNode => {
    const key = keyOf(row)
    return (
      <input
        type="checkbox"
        aria-label={t(['选择此行', 'Select this row'])}
        checked={picked.has(key)}
        disabled={fixed?.(row)}
        onChange={() => onChoose?.(withKeys(picked, [key], !picked.has(key)))}
      />
    )
  }
  const [title, ...rest] = columns
  if (phone)
    return (
      <ul className="ll-r-cards" aria-label={label} data-stale={stale || undefined}>
        {rows.map((row) => (
          <li key={keyOf(row)} className="ll-r-card">
            <header>
              {onChoose && box(row)}
              <strong>{title?.cell(row)}</strong>
            </header>
            <dl>
              {rest
                .filter(({ isPinned }) => !isPinned)
                .map((column) => (
                  <div key={column.key}>
                    <dt>{t(column.label)}</dt>
                    <dd>{column.cell(row)}</dd>
                  </div>
                ))}
            </dl>
            {rest.flatMap(({ key, isPinned, cell }) =>
              isPinned ? (
                <div key={key} className="ll-r-row-actions">
                  {cell(row)}
                </div>
              ) : (
                []
              ),
            )}
          </li>
        ))}
      </ul>
    )
  const wanted = columns.map((column) => Math.max(column.width, strongWidth(t(column.label)) + HEAD))
  const least = columns.map(({ least: own, label: head }, at) =>
    own ? Math.min(wanted[at] ?? 0, Math.max(own, strongWidth(t(head)) + HEAD)) : (wanted[at] ?? 0),
  )
  const free = columns.filter(({ isPinned }) => !isPinned).length
  const beside = wanted.slice(free).reduce((sum, width) => sum + width, onChoose ? CHOICE : 0)
  const widths =
    room > 0 ? [...fitColumns(wanted.slice(0, free), least.slice(0, free), room / scale - beside), ...wanted.slice(free)] : wanted
  return (
    <section
      ref={scroll}
      className="ll-r-table-scroll ll-r-rows"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
      tabIndex={0}
      aria-label={label}
      data-stale={stale || undefined}
      data-more={more || undefined}
      onScroll={measure}
    >
      <table className="ll-r-table" style={{ minWidth: scale * widths.reduce((sum, width) => sum + width, onChoose ? CHOICE : 0) }}>
        <colgroup>
          {onChoose && <col style={{ width: scale * CHOICE }} />}
          {columns.map((column, at) => (
            <col key={column.key} style={{ width: scale * (widths[at] ?? 0) }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {onChoose && (
              <th className="ll-r-th ll-f-choice" scope="col">
                <ChooseAll state={state} onChange={() => onChoose(withKeys(picked, keys, state !== 'all'))} />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.key} className={column.isPinned ? 'll-r-th ll-r-actions' : 'll-r-th'} scope="col" data-align={column.align}>
                {t(column.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="ll-r-tr" aria-selected={onChoose ? picked.has(keyOf(row)) : undefined}>
              {onChoose && <td className="ll-r-td ll-f-choice">{box(row)}</td>}
              {columns.map((column, at) => (
                <td
                  key={column.key}
                  className={column.isPinned ? 'll-r-td ll-r-actions' : 'll-r-td'}
                  data-title={at === 0 || undefined}
                  data-align={column.align}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
