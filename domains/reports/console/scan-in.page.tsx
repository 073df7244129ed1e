import { Empty, PageHeader, type RecordOf, useFormat, useT } from '@lamplight/console-kit'
import { FieldsHost, PagedTable, type RowColumn, TextFilter } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import type { scanInRoute } from '../server/scan-in.handler.ts'
import { P } from './page.messages.ts'
import { PlaceFilters, Tiles } from './parts.tsx'
import { useCall, usePlace } from './use-call.ts'

const ScanIn = () => {
  const t = useT()
  const { number } = useFormat()
  const place = usePlace(['areaId', 'sn'])
  const query = useCall<typeof scanInRoute>(
    'blade-report/scan/in/list',
    { ...place.wanted, current: place.current, size: place.size },
    place.active,
  )
  const mark = (is: boolean) => <StateMark tone={is ? 'good' : 'neutral'}>{t(is ? P.yes : P.no)}</StateMark>
  const columns: readonly RowColumn<RecordOf<typeof scanInRoute>>[] = [
    { key: 'sn', label: P.number, width: 190, cell: ({ sn }) => sn },
    { key: 'name', label: P.name, width: 190, cell: ({ name }) => name },
    { key: 'type', label: P.type, width: 140, cell: ({ devTypeName }) => devTypeName },
    { key: 'area', label: P.area, width: 150, cell: ({ areaName }) => areaName },
    { key: 'at', label: P.scanTime, width: 180, cell: ({ scanTime }) => scanTime },
    { key: 'by', label: P.user, width: 130, cell: ({ userName }) => userName },
    { key: 'activated', label: P.activated, width: 100, cell: ({ activated }) => mark(activated) },
    { key: 'seen', label: P.firstSeen, width: 100, cell: ({ firstSeen }) => mark(firstSeen) },
  ]
  const total = query.data?.total ?? 0
  return (
    <div className="ll-r-page ll-report">
      <PageHeader title={t(P.scan)} about={t(P.scanAbout)} />
      <PlaceFilters place={place}>
        <TextFilter label={P.number} value={place.filter.sn ?? ''} max={64} onChange={(sn) => place.set({ sn })} />
      </PlaceFilters>
      {query.data && <Tiles label={t(P.scan)} tiles={[[P.devices, number(total)]]} />}
      <PagedTable
        query={query}
        page={{ current: place.current, size: place.size, total, onChange: place.turn }}
        empty={<Empty text={t(P.none)} />}
        columns={columns}
        rows={query.data?.records ?? []}
        label={t(P.scan)}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

/** Devices that were added one by one (rep.scanIn, city.stat.scan). */
export const ScanInPage = () => (
  <FieldsHost>
    <ScanIn />
  </FieldsHost>
)
