import './charts.css'
import { lazy, Suspense, useId, useMemo, useState } from 'react'
import { saveFile } from '../api/client.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { csvBlob } from '../resource/parts/csv.ts'
import { type Interval, type Series, tableOf, withBands } from './series.ts'

const ChartCanvas = lazy(() => import('./chart-canvas.tsx').then((module) => ({ default: module.ChartCanvas })))
const NO_NIGHT: readonly Interval[] = []
/** Number of rows shown in the table; the file contains all. */
const ROWS = 500

export interface TimeChartProps {
  /** Title without the unit, which is added. */
  readonly title: string
  readonly unit: string
  readonly series: readonly Series[]
  /** Nights from sunset to sunrise, epoch ms; they are shaded. */
  readonly night?: readonly Interval[]
  /** Range of the time axis, epoch ms. Default: the range of the points. */
  readonly span?: Interval
  /** px */
  readonly height?: number
  /** false for values that are not quantities (temperature): the axis fits the values. */
  readonly fromZero?: boolean
  /** Labels of the values of a choice. */
  readonly words?: Readonly<Record<number, string>> | undefined
  /** Called when the user selects a time range by dragging. */
  readonly onRange?: (range: Interval) => void
}

type TableProps = Pick<TimeChartProps, 'series' | 'unit' | 'words'> & { readonly height: number }

const Table = ({ series, unit, height, words }: TableProps) => {
  const t = useT()
  const { time, number } = useFormat()
  const rows = useMemo(() => tableOf(series), [series])
  return (
    <div className="ll-chart-table" style={{ maxHeight: height }}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(['时间', 'Time'])}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name} {unit}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(-ROWS).map(({ at, values }) => (
            <tr key={at}>
              <td>{time(at)}</td>
              {series.map(({ name }, column) => (
                <td key={name}>{words?.[values[column] ?? Number.NaN] ?? number(values[column] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Values over time: a line or bar chart, the same data as a table, and a download as CSV. */
export const TimeChart = ({
  title,
  unit,
  series,
  night = NO_NIGHT,
  height = 260,
  fromZero = true,
  span,
  words,
  onRange,
}: TimeChartProps) => {
  const t = useT()
  const { time } = useFormat()
  const titleId = useId()
  const [table, setTable] = useState(false)
  const listed = withBands(series, [t(['最低', 'min']), t(['最高', 'max'])])
  const keep = (): void => {
    const heads = [t(['时间', 'Time']), ...listed.map(({ name }) => (unit ? `${name} (${unit})` : name))]
    const rows = tableOf(listed).map(({ at, values }) => [time(at), ...values.map((value) => words?.[value ?? Number.NaN] ?? value)])
    saveFile({ blob: csvBlob([heads, ...rows]), name: `${title}.csv` })
  }
  const empty = series.every(({ points }) => points.length === 0)
  return (
    <figure className="ll-chart" aria-labelledby={titleId}>
      <figcaption>
        <strong id={titleId}>{title}</strong>
        <span className="ll-f-unit">{unit}</span>
        <span className="ll-chart-tools">
          <button type="button" className="ll-r-link" aria-pressed={table} onClick={() => setTable(!table)}>
            {table ? t(['图', 'Chart']) : t(['表', 'Table'])}
          </button>
          <button type="button" className="ll-r-link" disabled={empty} onClick={keep}>
            CSV
          </button>
        </span>
      </figcaption>
      {empty ? (
        <p className="ll-chart-empty" style={{ height }}>
          {t(['这段时间没有数据', 'No data in this period'])}
        </p>
      ) : table ? (
        <Table series={listed} unit={unit} height={height} words={words} />
      ) : (
        <Suspense fallback={<div className="ll-chart-canvas" style={{ height }} />}>
          <ChartCanvas
            label={unit ? `${title} (${unit})` : title}
            series={series}
            unit={unit}
            night={night}
            fromZero={fromZero}
            height={height}
            span={span}
            words={words}
            onRange={onRange}
          />
        </Suspense>
      )}
    </figure>
  )
}
