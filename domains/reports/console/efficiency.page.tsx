import { type AnswerOf, Empty, hrefOf, Link, PageHeader, Segments, useFormat, useT } from '@lamplight/console-kit'
import { TimeChart } from '@lamplight/console-kit/charts'
import { ChoiceFilter, DateFilter, FieldsHost, Waiting } from '@lamplight/console-kit/resource'
import type { carbon, savings } from '../server/efficiency.handler.ts'
import { E } from './efficiency.messages.ts'
import { PlaceFilters, Tiles, useWireSeries } from './parts.tsx'
import { type Place, useCall, usePlace } from './use-call.ts'

const TIMES = ['startDate', 'endDate', 'baselineStart', 'baselineEnd']
/** Returns the filters with the time range that the server proposes. If the user changes one of the times, the address gets the whole range. */
const withRange = (place: Place, { startDate, endDate }: Pick<AnswerOf<typeof savings>, 'startDate' | 'endDate'>): Place => ({
  ...place,
  startDate,
  endDate,
  set: (patch) => place.set(TIMES.some((name) => patch[name]) ? { startDate, endDate, ...patch } : patch),
})

const Savings = ({ place }: { readonly place: Place }) => {
  const t = useT()
  const { unit, number } = useFormat()
  const { tab: _tab, region: _region, ...filters } = place.wanted
  const isOfBills = place.filter.source === '2'
  const { areaId, startDate: _from, endDate: _to, ...rest } = filters
  // Without a time, the server proposes one with a baseline before it.
  const isTimed = Boolean(place.query.startDate || place.query.endDate)
  const wanted = {
    ...rest,
    ...(isTimed ? { startDate: place.startDate, endDate: place.endDate } : {}),
    ...(areaId && !isOfBills ? { areaId } : {}),
  }
  const query = useCall<typeof savings>('blade-report/savings/analysis', wanted, place.active)
  const { data } = query
  const series = useWireSeries(data, 'line')
  const kwh = (value: number | null): string => unit(value, 'kWh', 1)
  const shown = !isTimed && data?.source === (isOfBills ? 2 : 1) ? withRange(place, data) : place
  return (
    <>
      <Segments
        label={t(E.source)}
        value={isOfBills ? '2' : '1'}
        options={[
          { value: '1', label: t(E.meters) },
          { value: '2', label: t(E.bills) },
        ]}
        onChange={(source) => place.set({ source: source === '2' ? '2' : '', baselineStart: '', baselineEnd: '' })}
      />
      <PlaceFilters place={shown} placed={!isOfBills}>
        <DateFilter
          label={E.baselineFrom}
          value={place.filter.baselineStart || (data?.baselineStart ?? '')}
          onChange={(baselineStart) => shown.set({ baselineStart })}
        />
        <DateFilter
          label={E.baselineTo}
          value={place.filter.baselineEnd || (data?.baselineEnd ?? '')}
          onChange={(baselineEnd) => shown.set({ baselineEnd })}
        />
      </PlaceFilters>
      <Waiting query={query} rows={6} />
      {data && (
        <>
          <Tiles
            label={t(E.savings)}
            tiles={[
              [E.avoided, kwh(data.avoided)],
              [E.interval, data.margin === null ? t(E.noInterval) : `±\u00A0${kwh(data.margin)}`],
              [E.adjusted, kwh(data.adjusted)],
              [E.share, unit(data.share, '%', 1)],
              [E.measured, kwh(data.measured)],
              [E.expected, kwh(data.expected)],
              [E.quality, unit(data.cv, '%', 1)],
              [data.source === 2 ? E.months : E.days, number(data.baselineDays)],
              ...(data.source === 2 ? [[E.supplies, number(data.supplies)] as const] : []),
            ]}
          />
          {data.leftOut > 0 && <p className="ll-report-complete">{t(E.leftOut, { n: number(data.leftOut) })}</p>}
          {data.state === 1 ? (
            <TimeChart title={t(data.source === 2 ? E.monthChart : E.chart)} unit="kWh" series={series} height={240} />
          ) : (
            <Empty text={t(data.source === 2 ? E.tooFewBills : E.tooFew)}>
              {data.source === 2 && <Link to={hrefOf({ path: '/report/bill', query: {} })}>{t(E.toBills)}</Link>}
            </Empty>
          )}
        </>
      )}
    </>
  )
}

const Carbon = ({ place }: { readonly place: Place }) => {
  const t = useT()
  const { unit, number } = useFormat()
  const { tab: _tab, source: _source, baselineStart: _start, baselineEnd: _end, ...wanted } = place.wanted
  const query = useCall<typeof carbon>('blade-report/carbon/analysis', wanted, place.active)
  const { data } = query
  const series = useWireSeries(data, 'bar')
  const regions = (data?.regions ?? []).map((region) => [region, region] as const)
  return (
    <>
      <PlaceFilters place={place}>
        {regions.length > 0 && (
          <ChoiceFilter
            label={E.region}
            value={place.filter.region || (data?.region ?? '')}
            options={regions}
            onChange={(region) => place.set({ region })}
          />
        )}
      </PlaceFilters>
      <Waiting query={query} rows={6} />
      {data && regions.length === 0 && (
        <Empty text={t(E.noFactors)}>
          <Link to={hrefOf({ path: '/report/carbonFactor', query: {} })}>{t(E.toFactors)}</Link>
        </Empty>
      )}
      {data && regions.length > 0 && (
        <>
          <Tiles
            label={t(E.carbon)}
            tiles={[
              [E.carbon, unit(data.kg, 'kg', 1)],
              [E.energy, unit(data.kwh, 'kWh', 1)],
              [E.perKwh, unit(data.perKwh, 'kg/kWh', 4)],
              [E.missing, unit(data.missingKwh, 'kWh', 1)],
              [[t(E.dimmed, { n: String(data.dim) }), t(E.dimmed, { n: String(data.dim) })], unit(data.saved, 'kg', 1)],
            ]}
          />
          {data.noHoursKwh > 0 && (
            <p className="ll-report-complete">{t(E.noHours, { kwh: number(data.noHoursKwh, 1), hours: number(data.missingHours) })}</p>
          )}
          {data.borrowed.length > 0 && <p className="ll-report-complete">{t(E.borrowed, { years: data.borrowed.join(', ') })}</p>}
          <TimeChart title={t(E.perDay)} unit="kg" series={series} height={240} />
        </>
      )}
    </>
  )
}

const Efficiency = () => {
  const t = useT()
  const place = usePlace(['areaId', 'source', 'baselineStart', 'baselineEnd', 'region', 'tab'])
  const tab = place.filter.tab === 'carbon' ? 'carbon' : 'savings'
  return (
    <div className="ll-r-page ll-report">
      <PageHeader title={t(E.title)} about={t(E.about)} />
      <Segments
        label={t(E.title)}
        value={tab}
        options={[
          { value: 'savings', label: t(E.savings) },
          { value: 'carbon', label: t(E.carbon) },
        ]}
        onChange={(next) => place.set({ tab: next === 'savings' ? '' : next })}
      />
      {tab === 'savings' ? <Savings place={place} /> : <Carbon place={place} />}
    </div>
  )
}

/** Savings against a baseline, and carbon. */
export const EfficiencyPage = () => (
  <FieldsHost>
    <Efficiency />
  </FieldsHost>
)
