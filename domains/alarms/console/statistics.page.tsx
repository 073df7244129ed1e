import { api, Empty, lang, PageHeader, useFormat, useT } from '@lamplight/console-kit'
import { TimeChart } from '@lamplight/console-kit/charts'
import { FieldsHost, Link, type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import type { AlarmRanks, AlarmSeries, AlarmsToday, OpenAlarms } from '../server/statistics.handler.ts'
import './alarms.css'
import { M } from './alarms.messages.ts'

const BASE = 'blade-alarm/alarm'
const LIST = '/city/alarmCenter/alarm/index'
const EVERY_MS = 30_000

/** An answer of the statistics of alarms, asked again every 30 s. */
export const useStatistics = <T,>(name: string, params: Readonly<Record<string, string | number>> = {}) =>
  useQuery({
    queryKey: ['alarms.statistics', name, params, lang.get()],
    queryFn: ({ signal }) => api.get<T>(`${BASE}/${name}`, params, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  })

/** Alarms by day as a chart: one line for each type or kind, at most six. */
const Trend = ({ name, title }: { readonly name: string; readonly title: Text }) => {
  const t = useT()
  const { instant } = useFormat()
  const query = useStatistics<AlarmSeries>(name)
  const { data } = query
  if (!data) return <Waiting query={query} rows={6} />
  if (data.series.length === 0) return <Empty text={t(M.none)} />
  const sum = (values: readonly number[]): number => values.reduce((all, n) => all + n, 0)
  const series = data.series
    .toSorted((a, b) => sum(b.values) - sum(a.values))
    .slice(0, 6)
    .map(({ name: label, values }) => ({
      name: label,
      points: data.times.map((day, n) => [instant(`${day} 00:00:00`) ?? 0, values[n] ?? 0] as const),
    }))
  return <TimeChart title={t(title)} unit="" series={series} />
}

export type Ranked = AlarmRanks['records'][number]
/** Devices in order, each with a link to its alarms. */
export const Rank = ({ name, title }: { readonly name: string; readonly title: Text }) => {
  const t = useT()
  const { number, duration } = useFormat()
  const query = useStatistics<AlarmRanks>(name, { size: 20 })
  const columns: readonly RowColumn<Ranked>[] = [
    {
      key: 'device',
      label: M.deviceId,
      width: 220,
      cell: ({ sn, name: label }) => <Link to={`${LIST}?sn=${encodeURIComponent(sn)}`}>{label || sn}</Link>,
    },
    { key: 'count', label: M.count, width: 90, align: 'right', cell: ({ count }) => number(count) },
    { key: 'seconds', label: M.duration, width: 140, align: 'right', cell: ({ seconds }) => duration(seconds) },
    { key: 'last', label: M.last, width: 180, cell: ({ lastTime }) => <time className="ll-f-number">{lastTime}</time> },
  ]
  return (
    <section className="ll-al-card">
      <h2>{t(title)}</h2>
      {!query.data ? (
        <Waiting query={query} rows={5} />
      ) : query.data.records.length === 0 ? (
        <Empty text={t(M.none)} />
      ) : (
        <RowTable columns={columns} rows={query.data.records} label={t(title)} keyOf={({ deviceId }) => deviceId} />
      )}
    </section>
  )
}

export const Figure = ({ label, value, to }: { readonly label: Text; readonly value: string; readonly to?: string }) => {
  const t = useT()
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{to ? <Link to={to}>{value}</Link> : value}</dd>
    </div>
  )
}

const Figures = () => {
  const format = useFormat()
  const { number } = format
  const open = useStatistics<OpenAlarms>('count').data
  const today = useStatistics<AlarmsToday>('today_alarm_stat', { alarmType: 100 }).data
  /** The list of the alarms that these figures count. */
  const begun = `${LIST}?beganAt_datege=${encodeURIComponent(`${format.time(Date.now(), 'date')} 00:00:00`)}`
  return (
    <dl className="ll-al-figures">
      <Figure label={M.open} value={open ? number(open.total) : '—'} to={`${LIST}?dispose=0`} />
      {open?.severities.map(({ code, name, count }) => (
        <Figure key={code} label={[name, name]} value={number(count)} to={`${LIST}?dispose=0&severity=${code}`} />
      ))}
      <Figure label={M.today} value={today ? number(today.total) : '—'} to={begun} />
      <Figure label={M.present} value={today ? number(today.present) : '—'} to={`${begun}&present=1`} />
    </dl>
  )
}

/** Statistics of alarms (screen city.al.stat). */
export const StatisticsPage = () => {
  const t = useT()
  return (
    <FieldsHost>
      <div className="ll-r-page">
        <PageHeader title={t(M.statistics)} about={t(M.statisticsAbout)} />
        <Figures />
        <div className="ll-al-grid">
          <section className="ll-al-card">
            <Trend name="stat_charts" title={M.trend} />
          </section>
          <section className="ll-al-card">
            <Trend name="fault_stat_charts" title={M.kinds} />
          </section>
        </div>
        <Rank name="rank_by_page" title={M.rank} />
      </div>
    </FieldsHost>
  )
}
