import { type AnswerOf, Empty, Link, PageHeader, Segments, useFormat, useT, useTab } from '@lamplight/console-kit'
import { TimeChart } from '@lamplight/console-kit/charts'
import { FieldsHost, type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { analysedFaults, monthlyFaults } from '../model/pages.ts'
import type { faultAnalysis, faultMonths } from '../server/faults.handler.ts'
import { F } from './fault.messages.ts'
import { P } from './page.messages.ts'
import { PlaceFilters, Tiles, useWireSeries } from './parts.tsx'
import { type Place, useCall, usePlace } from './use-call.ts'

type Analysis = AnswerOf<typeof faultAnalysis>
type Sums = Pick<Analysis, 'opened' | 'closed' | 'open' | 'medianHours' | 'p90Hours' | 'longestHours'>
type Month = AnswerOf<typeof faultMonths>['months'][number]
const ALARMS = '/city/alarmCenter/alarm/index'
const KINDS_SHOWN = 3

const useSums = (): readonly RowColumn<Sums>[] => {
  const { number, unit } = useFormat()
  const hours = (key: string, label: Text, value: (row: Sums) => number | null): RowColumn<Sums> => ({
    key,
    label,
    width: 120,
    align: 'right',
    cell: (row) => unit(value(row), 'h', 1),
  })
  return [
    { key: 'opened', label: F.opened, width: 90, align: 'right', cell: ({ opened }) => number(opened) },
    { key: 'closed', label: F.closed, width: 90, align: 'right', cell: ({ closed }) => number(closed) },
    { key: 'open', label: F.open, width: 90, align: 'right', cell: ({ open }) => number(open) },
    hours('median', F.median, ({ medianHours }) => medianHours),
    hours('p90', F.p90, ({ p90Hours }) => p90Hours),
    hours('longest', F.longest, ({ longestHours }) => longestHours),
  ]
}

const Part = <Row,>({
  label,
  columns,
  rows,
  keyOf,
}: {
  readonly label: Text
  readonly columns: readonly RowColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}) => {
  const t = useT()
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="ll-report-part">{t(label)}</h2>
      <RowTable label={t(label)} columns={columns} rows={rows} keyOf={keyOf} />
    </section>
  )
}

const Figures = ({ data, more }: { readonly data: Sums; readonly more: readonly (readonly [Text, string])[] }) => {
  const t = useT()
  const { number, unit } = useFormat()
  return (
    <Tiles
      label={t(F.title)}
      tiles={[
        [F.opened, number(data.opened)],
        [F.closed, number(data.closed)],
        [F.open, number(data.open)],
        [F.median, unit(data.medianHours, 'h', 1)],
        [F.p90, unit(data.p90Hours, 'h', 1)],
        [F.longest, unit(data.longestHours, 'h', 1)],
        ...more,
      ]}
    />
  )
}

const Analysed = ({ place }: { readonly place: Place }) => {
  const t = useT()
  const { number } = useFormat()
  const { tab: _tab, ...wanted } = place.wanted
  const query = useCall<typeof faultAnalysis>('blade-report/fault/analysis', wanted, place.active)
  const { data } = query
  const series = useWireSeries(data, 'bar')
  const sums = useSums()
  const repeats: readonly RowColumn<Analysis['repeats'][number]>[] = [
    {
      key: 'device',
      label: F.device,
      width: 220,
      cell: ({ sn, name }) => <Link to={`${ALARMS}?sn=${encodeURIComponent(sn)}`}>{name || sn}</Link>,
    },
    { key: 'type', label: F.deviceType, width: 150, cell: ({ devTypeName }) => devTypeName },
    { key: 'count', label: P.count, width: 90, align: 'right', cell: ({ count }) => number(count) },
    { key: 'last', label: F.lastTime, width: 170, cell: ({ lastTime }) => lastTime },
  ]
  return (
    <>
      <PlaceFilters place={place} />
      <Waiting query={query} rows={6} />
      {data && (
        <>
          <Figures
            data={data}
            more={[
              [F.falseAlarms, number(data.falseAlarms)],
              [F.repeatDevices, number(data.repeatDevices)],
            ]}
          />
          {data.opened + data.closed + data.open === 0 ? (
            <Empty text={t(F.none)} />
          ) : (
            <>
              <TimeChart title={t(F.perDay)} unit="" series={series} height={220} />
              <Part
                label={F.kinds}
                columns={[{ key: 'name', label: F.kind, width: 200, cell: ({ name }) => name }, ...sums]}
                rows={data.kinds}
                keyOf={({ code }) => String(code)}
              />
              <Part
                label={F.areas}
                columns={[{ key: 'name', label: P.area, width: 200, cell: ({ areaName }) => areaName || '—' }, ...sums]}
                rows={data.areas}
                keyOf={({ areaId }) => areaId}
              />
              <Part
                label={F.ages}
                columns={[
                  { key: 'name', label: F.age, width: 200, cell: ({ name }) => name },
                  { key: 'count', label: F.number, width: 90, align: 'right', cell: ({ count }) => number(count) },
                ]}
                rows={data.ages}
                keyOf={({ code }) => String(code)}
              />
              <Part label={F.repeats} columns={repeats} rows={data.repeats} keyOf={({ deviceId }) => deviceId} />
            </>
          )}
        </>
      )}
    </>
  )
}

const Months = ({ place }: { readonly place: Place }) => {
  const t = useT()
  const { number, unit } = useFormat()
  const { query: address } = place
  const { areaId } = place.filter
  const range: Record<string, string> = address.startDate && address.endDate ? { startDate: place.startDate, endDate: place.endDate } : {}
  const query = useCall<typeof faultMonths>('blade-report/fault/month/report', { ...range, ...(areaId ? { areaId } : {}) }, place.active)
  const { data } = query
  const series = useWireSeries(data, 'bar')
  const sums = useSums()
  const columns: readonly RowColumn<Month>[] = [
    { key: 'month', label: F.month, width: 110, cell: ({ month }) => month },
    ...sums,
    { key: 'change', label: F.change, width: 110, align: 'right', cell: ({ change }) => unit(change, '%', 1) },
    {
      key: 'most',
      label: F.most,
      width: 320,
      cell: ({ kinds }) =>
        kinds
          .slice(0, KINDS_SHOWN)
          .map(({ name, opened }) => `${name} ${number(opened)}`)
          .join(' · '),
    },
  ]
  return (
    <>
      <PlaceFilters place={place} timed={false} />
      <Waiting query={query} rows={6} />
      {data && (
        <>
          <TimeChart title={t(F.perMonth)} unit="" series={series} height={220} />
          <Part label={F.perMonth} columns={columns} rows={data.months.toReversed()} keyOf={({ month }) => month} />
        </>
      )}
    </>
  )
}

/** Titles of the page at its addresses in the alarm centre. */
const TITLES: Readonly<Record<string, Text>> = {
  [monthlyFaults.path]: F.monthsTitle,
  [analysedFaults.path]: F.analysisTitle,
}
const Fault = () => {
  const t = useT()
  const { path } = useTab()
  const place = usePlace(['areaId', 'tab'])
  const first = path === monthlyFaults.path ? 'months' : 'analysis'
  const tab = place.filter.tab || first
  const title = TITLES[path] ?? F.title
  return (
    <div className="ll-r-page ll-report">
      <PageHeader title={t(title)} about={t(F.about)} />
      <Segments
        label={t(F.title)}
        value={tab}
        options={[
          { value: 'analysis', label: t(F.analysis) },
          { value: 'months', label: t(F.months) },
        ]}
        onChange={(next) => place.set({ tab: next === first ? '' : next })}
      />
      {tab === 'months' ? <Months place={place} /> : <Analysed place={place} />}
    </div>
  )
}

/** Faults of a time and of each month (screens rep.fault, city.al.analysis and city.al.month). */
export const FaultPage = () => (
  <FieldsHost>
    <Fault />
  </FieldsHost>
)
