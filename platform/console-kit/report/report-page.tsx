import { type ReportDefinition, reportRights, type Text } from '@lamplight/kit'
import { useMemo, useState } from 'react'
import type { Series } from '../charts/series.ts'
import { TimeChart } from '../charts/time-chart.tsx'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { notify } from '../notify/notify.ts'
import { FieldsHost } from '../resource/field-host.tsx'
import { LoadError, RowsSkeleton } from '../resource/list/list-states.tsx'
import { Pager } from '../resource/list/pager.tsx'
import type { Query } from '../router/location.ts'
import { usePermission } from '../session/menus.ts'
import { Icon } from '../widgets/icon.tsx'
import { Empty, PageHeader } from '../widgets/widgets.tsx'
import './report.css'
import { R } from './report.messages.ts'
import { ReportFilters } from './report-filters.tsx'
import { ReportComplete, ReportFigures, ReportTable } from './report-values.tsx'
import { type ReportChart, useReport } from './use-report.ts'

/** Converts the answer to chart series over the start times of the periods. Earlier values are drawn in grey. */
const useSeries = (report: ReportDefinition, data: ReportChart | undefined): readonly Series[] => {
  const t = useT()
  const { instant, unit: valued } = useFormat()
  return useMemo(() => {
    const measure = report.measures[report.chart.measures[0] ?? '']
    const times = data?.times ?? []
    const goal: Series[] =
      measure?.goal === undefined || times.length === 0
        ? []
        : [
            {
              name: t(R.goal, { value: valued(measure.goal, measure.unit ?? '', 0) }),
              kind: 'line',
              hue: 'neutral',
              points: times.map((time) => [instant(`${time} 00:00:00`) ?? 0, measure.goal ?? null] as const),
            },
          ]
    return [
      ...(data?.series ?? []).map(({ code, name, values }) => ({
        name,
        kind: report.chart.kind,
        ...(code.endsWith('Before') ? { hue: 'neutral' as const, kind: 'line' as const } : {}),
        points: (data?.times ?? []).map((time, at) => [instant(`${time} 00:00:00`) ?? 0, values[at] ?? null] as const),
      })),
      ...goal,
    ]
  }, [data, instant, report, t, valued])
}

/** The measures that the chart shows. */
const titleOf = ({ chart, measures }: ReportDefinition, t: (text: Text) => string): string =>
  chart.measures
    .map((name) => measures[name])
    .filter((measure) => measure !== undefined)
    .map(({ label }) => t(label))
    .join(' · ')

const ExportButton = ({ label, save }: { readonly label: Text; readonly save: () => Promise<unknown> }) => {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const run = (): void => {
    setBusy(true)
    // The API client has shown the error.
    save()
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <button type="button" className="ll-button" disabled={busy} onClick={run}>
      <Icon name="download" size={16} />
      {t(label)}
    </button>
  )
}

const LinkButton = ({ link }: { readonly link: () => string }) => {
  const t = useT()
  const copy = (): void => {
    void navigator.clipboard
      .writeText(new URL(link(), window.location.href).href)
      .then(() => notify.success(R.linked))
      .catch(() => undefined)
  }
  return (
    <button type="button" className="ll-button" onClick={copy}>
      <Icon name="pin" size={16} />
      {t(R.link)}
    </button>
  )
}

interface Place {
  readonly report: ReportDefinition
  readonly preset: Query
  readonly title: Text
}
const ReportPage = ({ report, preset, title }: Place) => {
  const t = useT()
  const state = useReport(report, preset)
  const { address, page, chart } = state
  const mayExport = usePermission(reportRights(report).export)
  const series = useSeries(report, chart.data)
  const { data } = page
  const isEmpty = data !== undefined && data.total === 0
  const apart =
    report.apart && !/^[^,]+$/.test(String(address.filters[report.apart] ?? '')) ? report.source.dimensions[report.apart] : undefined
  return (
    <div className="ll-r-page ll-report">
      <PageHeader title={t(title)} about={t(report.about)}>
        <LinkButton link={state.link} />
        {mayExport && <ExportButton label={R.exportSheet} save={() => state.save('xlsx')} />}
        {mayExport && <ExportButton label={R.exportPdf} save={() => state.save('pdf')} />}
      </PageHeader>
      <ReportFilters report={report} state={state} hidden={Object.keys(preset)} />
      {page.isError && <LoadError error={page.error} at={page.dataUpdatedAt} onRetry={() => void page.refetch()} />}
      {page.isPending && <RowsSkeleton rows={8} cards={false} />}
      {isEmpty && (
        <Empty text={t(R.empty)}>
          {address.preset !== 'months' && (
            <button type="button" className="ll-button" onClick={() => state.setPreset('months')}>
              {t(R.widen)}
            </button>
          )}
        </Empty>
      )}
      {data && !isEmpty && (
        <>
          {apart && <p className="ll-report-complete">{t(R.apart, { what: t(apart.field.options.label) })}</p>}
          {!apart && <ReportFigures report={report} totals={data.totals} compares={address.compare !== ''} />}
          {data.complete && <ReportComplete complete={data.complete} />}
          {!apart && <TimeChart title={titleOf(report, t)} unit={chart.data?.series[0]?.unit ?? ''} series={series} height={240} />}
          <ReportTable report={report} address={address} records={data.records} stale={page.isPlaceholderData} onDrill={state.drill} />
          <Pager current={address.current} size={address.size} total={data.total} onChange={state.turn} />
        </>
      )}
    </div>
  )
}

/** The generated page of a report. */
export const reportPageOf = (report: ReportDefinition, preset: Query, title: Text) => () => (
  <FieldsHost>
    <ReportPage report={report} preset={preset} title={title} />
  </FieldsHost>
)
