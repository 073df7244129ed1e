import { viewOf } from '@lamplight/fields/view'
import {
  COMPARISON_LABELS,
  COMPARISONS,
  earlierOf,
  GRAIN_LABELS,
  GRAINS,
  PERIOD,
  REPORT_PRESETS,
  type ReportDefinition,
  type ReportPreset,
  type SourceDimension,
  type Text,
} from '@lamplight/kit'
import { useId } from 'react'
import { useT } from '../i18n/use-t.ts'
import { R } from './report.messages.ts'
import { filtersOf, type ReportState } from './use-report.ts'

interface Props {
  readonly report: ReportDefinition
  readonly state: ReportState
  /** Names of filters that are not shown. */
  readonly hidden: readonly string[]
}

/** A row of toggle buttons. */
const Choices = ({
  label,
  options,
  onChoose,
}: {
  readonly label: Text
  readonly options: readonly { readonly key: string; readonly label: Text; readonly on: boolean }[]
  readonly onChoose: (key: string) => void
}) => {
  const t = useT()
  return (
    <fieldset className="ll-r-presets" aria-label={t(label)}>
      {options.map((option) => (
        <button key={option.key} type="button" className="ll-r-preset" aria-pressed={option.on} onClick={() => onChoose(option.key)}>
          {t(option.label)}
        </button>
      ))}
    </fieldset>
  )
}

const Days = ({ state: { address, setRange } }: Pick<Props, 'state'>) => {
  const t = useT()
  const { from, to } = address.range
  const choose = (...days: [string, string]): void => {
    const [first, last] = days.sort() as [string, string]
    setRange({ from: first, to: last })
  }
  const day = (label: Text, value: string, change: (day: string) => void) => (
    <input
      type="date"
      className="ll-f-input"
      aria-label={t(label)}
      value={value}
      onChange={(event) => event.target.value && change(event.target.value)}
    />
  )
  return (
    <span className="ll-report-days">
      {day(R.from, from, (next) => choose(next, to))}–{day(R.to, to, (next) => choose(from, next))}
    </span>
  )
}

const DimensionFilter = ({
  name,
  dimension,
  state,
}: {
  readonly name: string
  readonly dimension: Pick<SourceDimension, 'field'>
  readonly state: ReportState
}) => {
  const t = useT()
  const id = useId()
  const { field } = dimension
  const { Filter } = viewOf(field)
  const { filters } = state.address
  return (
    <div className="ll-r-filter" data-frame data-kind={field.kind}>
      <label htmlFor={id}>{t(field.options.label)}</label>
      {field.kind === 'text' || !Filter ? (
        <input
          id={id}
          className="ll-f-input"
          value={filters[name] ?? ''}
          onChange={(event) => state.change({ [name]: event.target.value })}
        />
      ) : (
        <Filter id={id} wire={name} options={{ ...field.options, search: 'in' }} params={filters} onChange={state.change} />
      )}
    </div>
  )
}

/** Time, grouping, comparison and filters of a report; the address holds all of them. */
export const ReportFilters = ({ report, state, hidden }: Props) => {
  const t = useT()
  const { address, change, setPreset, toggle, reset } = state
  const presets = Object.keys(REPORT_PRESETS).map((key) => ({
    key,
    label: REPORT_PRESETS[key as unknown as ReportPreset],
    on: address.preset === key,
  }))
  const grains = Object.entries(GRAINS).flatMap(([key, grain]) =>
    report.grains.includes(grain) ? [{ key, label: GRAIN_LABELS[grain], on: address.grain === grain }] : [],
  )
  const comparisons = [
    { key: '', label: R.noCompare, on: address.compare === '' },
    ...Object.entries(COMPARISONS).map(([key, name]) => ({ key, label: COMPARISON_LABELS[name], on: address.compare === key })),
  ]
  const comparison = COMPARISONS[Number(address.compare) as keyof typeof COMPARISONS]
  const earlier = comparison && earlierOf(address.range, address.grain, comparison)
  const groups = [PERIOD, ...report.dimensions].map((name) => ({
    key: name,
    label: report.source.dimensions[name]?.field.options.label ?? R[PERIOD],
    on: address.by.includes(name),
  }))
  return (
    <search className="ll-report-filters">
      <div className="ll-report-line">
        <Choices label={R.range} options={presets} onChoose={setPreset} />
        <Days state={state} />
      </div>
      <div className="ll-report-line">
        {grains.length > 1 && <Choices label={R.grain} options={grains} onChoose={(dateType) => change({ dateType })} />}
        <Choices label={R.compare} options={comparisons} onChoose={(compare) => change({ compare })} />
        {earlier && <span>{earlier.from > earlier.to ? t(R.noEarlier) : t(R.earlierDays, { from: earlier.from, to: earlier.to })}</span>}
        <span className="ll-report-groups">
          <span aria-hidden>{t(R.groups)}</span>
          <Choices label={R.groups} options={groups} onChoose={toggle} />
        </span>
      </div>
      <div className="ll-r-search">
        {filtersOf(report)
          .filter((name) => !hidden.includes(name))
          .map((name) => {
            const of = report.source.dimensions[name] ?? report.source.filters?.[name]
            return of && <DimensionFilter key={name} name={name} dimension={of} state={state} />
          })}
        <button type="button" className="ll-button ll-r-quiet" onClick={reset}>
          {t(R.reset)}
        </button>
      </div>
    </search>
  )
}
