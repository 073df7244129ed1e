import './charts.css'
import { lazy, Suspense, useId, useMemo, useState } from 'react'
import { saveFile } from '../api/client.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { csvBlob } from '../resource/parts/csv.ts'
import { type Interval, type Series, tableOf } from './series.ts'

const ChartCanvas = lazy(() => import('./chart-canvas.tsx').then((module) => ({ default: module.ChartCanvas })))
const NO_NIGHT: readonly Interval[] = []
/** Rows of the table shown; the file has them all. */
const ROWS = 500

export interface TimeChartGiven {
  /** What the chart is about; the unit is added. */
  readonly title: string
  readonly unit: string
  readonly series: readonly Series[]
  /** From sunset to sunrise, epoch ms: shaded. */
  readonly night?: readonly Interval[]
  /** px */
  readonly height?: number
  /** false for values that are no quantities (temperature): the axis fits them. */
  readonly fromZero?: boolean
}

const Table = ({ series, unit, height }: { series: readonly Series[]; unit: string; height: number }) => {
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
                <td key={name}>{number(values[column] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Values over time: the line or bars, the same data as a table, and as a CSV file in one click. */
export const TimeChart = ({ title, unit, series, night = NO_NIGHT, height = 260, fromZero = true }: TimeChartGiven) => {
  const t = useT()
  const { time } = useFormat()
  const titleId = useId()
  const [table, setTable] = useState(false)
  const keep = (): void => {
    const heads = [t(['时间', 'Time']), ...series.map(({ name }) => `${name} (${unit})`)]
    const rows = tableOf(series).map(({ at, values }) => [time(at), ...values])
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
        <Table series={series} unit={unit} height={height} />
      ) : (
        <Suspense fallback={<div className="ll-chart-canvas" style={{ height }} />}>
          <ChartCanvas label={`${title} (${unit})`} {...{ series, unit, night, fromZero, height }} />
        </Suspense>
      )}
    </figure>
  )
}
