import { Link, useFormat, useNow, useT } from '@lamplight/console-kit'
import { CanvasCard } from '@lamplight/console-kit/canvas'
import { ValueChart, type ValueKind } from '@lamplight/console-kit/charts'
import type { Text } from '@lamplight/kit'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { QUERIES, type QueryDefinition, type QueryName } from '../../model/queries.ts'
import type { VisualItem } from '../../model/visual-content.ts'
import { type DataColumn, TICKER_QUERY, WIDGETS, type WidgetData } from '../../model/widgets.ts'
import { useBoardPlace } from './board-place.ts'
import { V } from './visual.messages.ts'
import { BoardMap } from './visual-map.tsx'
import { Picture, Video } from './visual-media.tsx'

type Cell = string | number | null
const BLANK = '—'

const useCellText = () => {
  const { number } = useFormat()
  return (value: Cell, { kind, decimals }: DataColumn): string =>
    value === null || value === '' ? BLANK : kind === 'number' ? number(value, decimals) : String(value)
}
/** Columns of an answer that the widget shows, with their index. */
const shownOf = (columns: readonly string[] | undefined, data: WidgetData): readonly (readonly [column: DataColumn, at: number])[] =>
  data.columns.flatMap((column, at) => (!columns || columns.includes(column.code) ? [[column, at] as const] : []))

interface Props {
  readonly item: VisualItem
  readonly data: WidgetData
  /** Its title, or what it shows. */
  readonly name: string
}
const Figure = ({ item, data }: Props) => {
  const text = useCellText()
  const [shown] = shownOf(item.columns, data)
  if (!shown) return null
  const [column, at] = shown
  const value = data.rows[0]?.[at] ?? null
  const shownText = text(value, column)
  // A unit that is a word of the name ("Lamps") needs the room of the number.
  const unit = value === null || column.name.toLowerCase().includes(column.unit.toLowerCase()) ? '' : column.unit
  // The style sheet calculates the font size from the number of letters, so that the text fits the width of the widget.
  const letters = { '--letters': shownText.length, '--unit': unit.length } as CSSProperties
  return (
    <p className="ll-visual-figure" style={letters}>
      <strong>{shownText}</strong> {unit && <span>{unit}</span>}
    </p>
  )
}

/** Colours of the lamp states, in the order of the query. */
const STATE_HUES = ['--ll-lamp-on-low', '--ll-primary', '--ll-danger', '--ll-text-3', '--ll-line-hard'] as const
const Chart = ({ item, data, name }: Props) => {
  const values = useMemo(() => {
    const shown = (item.columns ?? []).flatMap((code) => {
      const at = data.columns.findIndex((column) => column.code === code)
      return at < 0 ? [] : [[data.columns[at] as DataColumn, at] as const]
    })
    const names = data.rows.map((row) => String(row[0] ?? ''))
    // Days of one year need no year.
    const years = new Set(names.map((name) => name.slice(0, 5)))
    const short = years.size === 1 && names.every((name) => /^\d{4}-\d\d(-\d\d)?$/.test(name))
    return {
      ...((item.query === 'states' || item.query === 'solarStates') && { hues: STATE_HUES }),
      names: short ? names.map((name) => name.slice(5)) : names,
      series: shown.map(([column, at]) => ({
        name: column.name,
        unit: column.unit,
        values: data.rows.map((row) => (typeof row[at] === 'number' ? row[at] : null)),
      })),
    }
  }, [data, item.columns, item.query])
  return <ValueChart kind={item.widget as ValueKind} label={name} values={values} />
}

const DataTable = ({ item, data, name }: Props) => {
  const text = useCellText()
  const group = data.columns[0]?.code ?? ''
  const shown = shownOf(item.columns?.length ? [group, ...item.columns] : undefined, data)
  const words = shown.flatMap(([column]) => column.name.toLowerCase().split(' '))
  /** True if the name of a column tells the unit, as "Lamps" does: no column then repeats it. */
  const isSaid = (unit: string): boolean => words.includes(unit.toLowerCase())
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section className="ll-visual-rows" aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {shown.map(([column]) => (
              <th key={column.code} scope="col" data-number={column.kind === 'number' || undefined}>
                {column.name} {column.unit && !isSaid(column.unit) && <small>{column.unit}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row, at) => (
            <tr key={at}>
              {shown.map(([column, of]) => (
                <td key={column.code} data-number={column.kind === 'number' || undefined}>
                  {text(row[of] ?? null, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const TURN_MS = 5000
/** What needs attention, newest first. More entries than fit are shown in turn, so that a wall needs no scrolling. */
const Ticker = ({ data, name }: Props) => {
  const t = useT()
  const now = useNow()
  if (data.rows.length === 0) return <p className="ll-visual-note">{t(V.quiet)}</p>
  const first = data.rows.length > 4 ? Math.floor(now / TURN_MS) % data.rows.length : 0
  const rows = data.rows.map((_, at) => (at + first) % data.rows.length)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <ol className="ll-visual-ticker" aria-label={name} tabIndex={0}>
      {rows.map((at) => (
        <li key={at}>
          <b>{data.rows[at]?.[0]}</b>
          <span>{data.rows[at]?.[1]}</span>
          <time>{data.rows[at]?.[2]}</time>
        </li>
      ))}
    </ol>
  )
}

const Clock = () => {
  const { time } = useFormat()
  return <time className="ll-visual-clock">{time(useNow())}</time>
}

const BODIES: Readonly<Record<string, (props: Props) => ReactNode>> = {
  figure: Figure,
  line: Chart,
  bar: Chart,
  pie: Chart,
  table: DataTable,
  ticker: Ticker,
}

/** True if an answer has no rows, or no value in the columns that a chart shows. */
const isBlank = ({ columns, widget }: VisualItem, data: WidgetData): boolean => {
  const shown = shownOf(columns, data)
  return data.rows.every((row) => widget !== 'table' && shown.every(([, at]) => row[at] === null))
}

const Body = ({ item, name }: Omit<Props, 'data'>) => {
  const t = useT()
  const { values } = useBoardPlace()
  if (item.widget === 'clock') return <Clock />
  if (item.widget === 'text') return <p className="ll-visual-text">{item.text}</p>
  if (item.widget === 'map') return <BoardMap />
  if (item.widget === 'picture' || item.widget === 'video')
    return item.file ? (
      item.widget === 'picture' ? (
        <Picture id={item.file} />
      ) : (
        <Video id={item.file} />
      )
    ) : (
      <p className="ll-visual-note">{t(V.noFile)}</p>
    )
  if (item.widget !== 'ticker' && !item.query) return <p className="ll-visual-note">{t(V.noQuery)}</p>
  const data = values.get(item.id)
  if (!data) return null
  if (data.refused) return <p className="ll-visual-note">{t(V.refused)}</p>
  if (item.widget !== 'ticker' && isBlank(item, data)) {
    const query: QueryDefinition | undefined = QUERIES[item.query as QueryName]
    return <p className="ll-visual-note">{t(query?.none ?? V.noData)}</p>
  }
  const Shown = BODIES[item.widget]
  return Shown ? <Shown item={item} data={data} name={name} /> : null
}

const REPORTS: Readonly<Record<string, Text>> = {
  'reports.energy': ['每日用电量（kWh）', 'Energy by day (kWh)'],
  'reports.online': ['在线率（%）', 'Online rate (%)'],
}
/** Name of what a widget shows, if it has no title of its own. */
const queryLabel = ({ widget, query }: VisualItem, t: (text: Text) => string): string => {
  const name = widget === 'ticker' ? TICKER_QUERY : (query ?? '')
  const label = REPORTS[name] ?? QUERIES[name as QueryName]?.label
  return label ? t(label) : t(WIDGETS[widget].label)
}

/** Name of the only column of a chart, with its unit: the name of a query does not say which of its figures the chart shows. */
const columnLabel = ({ widget, query, columns }: VisualItem, data: WidgetData | undefined): string => {
  const isChart = (widget === 'bar' || widget === 'line') && columns?.length === 1 && !REPORTS[query ?? '']
  const column = isChart ? data?.columns.find(({ code }) => code === columns[0]) : undefined
  return column ? ` · ${column.name}${column.unit && ` (${column.unit})`}` : ''
}

/** A widget with its title; `named`: with the name of its query if it has no title. The title of a widget with data leads users to the rows behind it. */
export const Widget = ({ item, named }: { readonly item: VisualItem; readonly named?: boolean }) => {
  const t = useT()
  const { values } = useBoardPlace()
  const data = values.get(item.id)
  const link = data?.link
  const label = item.widget === 'ticker' || item.query ? queryLabel(item, t) : t(WIDGETS[item.widget].label)
  const name = item.title || label
  const title = item.title || (named ? `${label}${columnLabel(item, data)}` : '')
  const isBare = item.widget === 'text' || item.widget === 'clock' || item.widget === 'picture'
  return (
    <CanvasCard className="ll-visual-widget" data-widget={item.widget} data-bare={isBare || undefined} aria-label={name}>
      {title && <header>{link ? <Link to={link}>{title}</Link> : title}</header>}
      <Body item={item} name={name} />
    </CanvasCard>
  )
}
