import { type AnswerOf, Empty, Link, PageHeader, useFormat, useT } from '@lamplight/console-kit'
import { TimeChart } from '@lamplight/console-kit/charts'
import {
  ChoiceFilter,
  detailHref,
  FieldsHost,
  PagedTable,
  type RowColumn,
  resourceOfDevices,
  Waiting,
} from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import type { offlineRoute } from '../server/offline.handler.ts'
import { P } from './page.messages.ts'
import { PlaceFilters, Tiles, useWireSeries } from './parts.tsx'
import { useCall, usePlace } from './use-call.ts'

type Rank = AnswerOf<typeof offlineRoute>['ranks']['records'][number]
/** Number of a device, with a link to its page; a removed device has none. */
const DeviceNumber = ({ row: { sn, devType, deviceId, removed } }: { readonly row: Rank }) => {
  const href = removed ? null : detailHref(resourceOfDevices(devType), deviceId)
  return href ? <Link to={href}>{sn}</Link> : sn
}
const ORDERS = { duration: P.byDuration, count: P.byCount } as const

const useColumns = (): readonly RowColumn<Rank>[] => {
  const t = useT()
  const { number, unit } = useFormat()
  return [
    { key: 'sn', label: P.number, width: 180, cell: (row) => <DeviceNumber row={row} /> },
    { key: 'name', label: P.name, width: 180, cell: ({ name }) => name },
    { key: 'type', label: P.type, width: 130, cell: ({ devTypeName }) => devTypeName },
    { key: 'area', label: P.area, width: 140, cell: ({ areaName }) => areaName },
    { key: 'count', label: P.count, width: 90, align: 'right', cell: ({ count }) => number(count) },
    { key: 'hours', label: P.hours, width: 120, align: 'right', cell: ({ hours }) => unit(hours, 'h', 1) },
    { key: 'longest', label: P.longest, width: 110, align: 'right', cell: ({ longest }) => unit(longest, 'h', 1) },
    { key: 'last', label: P.last, width: 170, cell: ({ lastTime }) => lastTime },
    {
      key: 'now',
      label: P.state,
      width: 110,
      cell: ({ present, removed }) =>
        removed ? (
          <StateMark tone="neutral">{t(P.removed)}</StateMark>
        ) : (
          <StateMark tone={present ? 'bad' : 'good'}>{t(present ? P.stillOff : P.back)}</StateMark>
        ),
    },
  ]
}

const Offline = () => {
  const t = useT()
  const { number, unit } = useFormat()
  const place = usePlace(['areaId', 'rank'])
  const query = useCall<typeof offlineRoute>(
    'blade-report/offline/analysis',
    { ...place.wanted, current: place.current, size: place.size },
    place.active,
  )
  const columns = useColumns()
  const { data } = query
  const series = useWireSeries(data, 'bar')
  return (
    <div className="ll-r-page ll-report">
      <PageHeader title={t(P.offline)} about={t(P.offlineAbout)} />
      <PlaceFilters place={place}>
        <ChoiceFilter label={P.rank} value={place.filter.rank || 'duration'} options={ORDERS} onChange={(rank) => place.set({ rank })} />
      </PlaceFilters>
      <Waiting query={query} rows={6} />
      {data && (
        <>
          <Tiles
            label={t(P.offline)}
            tiles={[
              [P.devices, number(data.devices)],
              [P.affected, number(data.affected)],
              [P.outages, number(data.outages)],
              [P.present, number(data.present)],
              [P.hours, unit(data.hours, 'h', 1)],
              [P.rate, unit(data.rate, '%', 2)],
              [P.byGateway, number(data.byGateway)],
              [P.alone, number(data.alone)],
            ]}
          />
          <TimeChart title={t(P.perDay)} unit={t(P.times)} series={series} height={220} />
          <PagedTable
            query={query}
            page={{ current: place.current, size: place.size, total: data.ranks.total, onChange: place.turn }}
            empty={<Empty text={t(P.none)} />}
            columns={columns}
            rows={data.ranks.records}
            label={t(P.offline)}
            keyOf={({ deviceId }) => deviceId}
          />
        </>
      )}
    </div>
  )
}

/** How often and how long devices were without connection (rep.offline, city.stat.offline). */
export const OfflinePage = () => (
  <FieldsHost>
    <Offline />
  </FieldsHost>
)
