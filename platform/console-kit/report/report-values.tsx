import { textWidth } from '@lamplight/fields/view'
import { PERIOD, type ReportDefinition, type ReportMeasure, type SourceDimension } from '@lamplight/kit'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { type RowColumn, RowTable } from '../resource/list/row-table.tsx'
import { R } from './report.messages.ts'
import { drillOf, periodText, type ReportAddress, type ReportCompleteness, type ReportRecord } from './use-report.ts'

/** Space on each side of the text of a cell, px. */
const CELL_PADDING = 12

const numberOf = (value: string | number | null | undefined): number | null => (typeof value === 'number' ? value : null)
/** Field of the answer with the title of a dimension's value; the server names it in the same way (report-answer.ts). */
const titleName = (name: string, { field }: SourceDimension): string => {
  if (field.kind !== 'ref') return `${name}Name`
  return (field.options as { titleAs?: string }).titleAs ?? `${name.replace(/Id$/, '')}Name`
}

/** Difference to the earlier value, also in per cent; coloured if more or less is better. */
const Change = ({ name, measure, row }: { readonly name: string; readonly measure: ReportMeasure; readonly row: ReportRecord }) => {
  const { number } = useFormat()
  const [change, rate] = [numberOf(row[`${name}Change`]), numberOf(row[`${name}Rate`])]
  if (change === null) return <span className="ll-report-change">—</span>
  const sign = change > 0 ? '+' : ''
  const improved = change === 0 || !measure.better ? undefined : change > 0 === (measure.better === 'more') ? 'good' : 'bad'
  return (
    <span className="ll-report-change" data-tone={improved}>
      {`${sign}${number(change, measure.decimals ?? 0)}`}
      {rate !== null && ` (${sign}${number(rate, 1)} %)`}
    </span>
  )
}

/** A count of the grouping dimension itself is 1 in every group, so it is hidden. */
const isShown = (measure: ReportMeasure, by: readonly string[]): boolean => measure.kind !== 'count' || !by.includes(measure.of)

/** The totals: one figure per measure. */
export const ReportFigures = ({
  report,
  totals,
  compares,
}: {
  readonly report: ReportDefinition
  readonly totals: ReportRecord
  readonly compares: boolean
}) => {
  const t = useT()
  const { unit, number } = useFormat()
  return (
    <dl className="ll-report-figures" aria-label={t(R.totals)}>
      {Object.entries(report.measures).map(([name, measure]) => {
        const text = (value: number | null): string =>
          measure.unit ? unit(value, measure.unit, measure.decimals ?? 0) : number(value, measure.decimals ?? 0)
        return (
          <div key={name}>
            <dt>{t(measure.label)}</dt>
            <dd>
              <strong>{text(numberOf(totals[name]))}</strong>
              {compares && (
                <>
                  <Change name={name} measure={measure} row={totals} />
                  <small>{t(R.before, { value: text(numberOf(totals[`${name}Before`])) })}</small>
                </>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** How complete the data are: share of the data that were due, and the days without data. */
export const ReportComplete = ({ complete }: { readonly complete: ReportCompleteness }) => {
  const t = useT()
  const { number, unit } = useFormat()
  const { share, gapDays, gaps, days } = complete
  if (days === 0) return null
  const spans = gaps.map(({ from, to }) => (from === to ? from : `${from}–${to}`))
  const more = spans.length > GAPS_SHOWN ? '…' : ''
  return (
    <p className="ll-report-complete" data-tone={gapDays > 0 || (share ?? 1) < ENOUGH ? 'warn' : undefined}>
      {share !== null && t(R.complete, { share: unit(100 * share, '%', 1) })}
      {gapDays > 0 &&
        ` ${t(R.gaps, { n: number(gapDays), days: number(days), spans: spans.slice(0, GAPS_SHOWN).join(t(['、', ', '])) + more })}`}
    </p>
  )
}
const GAPS_SHOWN = 6
/** Share of the data below which the line stands out. */
const ENOUGH = 0.95

/** Table of the groups of a page. */
export const ReportTable = ({
  report,
  address,
  records,
  stale,
  onDrill,
}: {
  readonly report: ReportDefinition
  readonly address: ReportAddress
  readonly records: readonly ReportRecord[]
  readonly stale: boolean
  readonly onDrill: (row: ReportRecord) => void
}) => {
  const t = useT()
  const { number } = useFormat()
  const { by, grain, compare } = address
  const drill = drillOf(report, by)
  const keyCell = (row: ReportRecord, name: string, dimension: SourceDimension) => {
    const title = row[titleName(name, dimension)] ?? ''
    if (drill?.name !== name || !row[name]) return title
    return (
      <button type="button" className="ll-r-link" onClick={() => onDrill(row)}>
        {title}
      </button>
    )
  }
  const keys = by.map((name): RowColumn<ReportRecord> => {
    const dimension = report.source.dimensions[name]
    return dimension
      ? { key: name, label: dimension.field.options.label, width: 180, cell: (row) => keyCell(row, name, dimension) }
      : { key: PERIOD, label: R[PERIOD], width: 120, cell: (row) => periodText(String(row[PERIOD] ?? ''), grain) }
  })
  const measures = Object.entries(report.measures).flatMap(([name, measure]): RowColumn<ReportRecord>[] => {
    if (!isShown(measure, by)) return []
    const unit = measure.unit ? ` (${measure.unit})` : ''
    return [
      {
        key: name,
        label: [`${measure.label[0]}${unit}`, `${measure.label[1]}${unit}`],
        width: Math.max(compare ? 220 : 110, 2 * CELL_PADDING + textWidth(t(measure.label) + unit)),
        align: 'right',
        cell: (row) => (
          <span className="ll-report-value">
            {number(numberOf(row[name]), measure.decimals ?? 0)}
            {compare && <Change name={name} measure={measure} row={row} />}
          </span>
        ),
      },
    ]
  })
  return (
    <RowTable
      label={t(R.table)}
      columns={[...keys, ...measures]}
      rows={records}
      keyOf={(row) => by.map((name) => row[name]).join(' ')}
      stale={stale}
    />
  )
}
