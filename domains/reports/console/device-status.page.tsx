import { PageHeader, useFormat, useT } from '@lamplight/console-kit'
import { FieldsHost, LoadError, type RowColumn, RowTable } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { P } from './page.messages.ts'
import { PlaceFilters, Tiles } from './parts.tsx'
import { useCall, usePlace } from './use-call.ts'

interface Counted {
  readonly id: string
  readonly name: string
  readonly count: number
  readonly online: number
  readonly rate: number | null
}
interface State {
  readonly state: number
  readonly name: string
  readonly count: number
}
interface Status {
  readonly total: number
  readonly online: number
  readonly rate: number | null
  readonly states: readonly State[]
  readonly types: readonly (Counted & { readonly states: readonly State[] })[]
}
type Counts = Readonly<Record<'suppliers' | 'areas' | 'ages', readonly Counted[]>>

const Table = <Row extends Counted>({
  label,
  rows,
  more = [],
}: {
  readonly label: Text
  readonly rows: readonly Row[]
  readonly more?: readonly RowColumn<Row>[]
}) => {
  const t = useT()
  const { number, unit } = useFormat()
  const columns: readonly RowColumn<Row>[] = [
    { key: 'name', label, width: 200, cell: ({ name }) => name },
    { key: 'count', label: P.devices, width: 100, align: 'right', cell: ({ count }) => number(count) },
    { key: 'online', label: P.online, width: 100, align: 'right', cell: ({ online }) => number(online) },
    { key: 'rate', label: P.onlineRate, width: 100, align: 'right', cell: ({ rate }) => unit(rate, '%', 1) },
    ...more,
  ]
  return (
    <section>
      <h2 className="ll-report-part">{t(label)}</h2>
      <RowTable label={t(label)} columns={columns} rows={rows} keyOf={({ id, name }) => `${id} ${name}`} />
    </section>
  )
}

const DeviceStatus = () => {
  const t = useT()
  const { number, unit } = useFormat()
  const place = usePlace(['areaId'])
  const { startDate: _start, endDate: _end, ...wanted } = place.wanted
  const status = useCall<Status>('device/status', wanted, place.active)
  const counts = useCall<Counts>('device/count', wanted, place.active)
  const states: readonly RowColumn<Status['types'][number]>[] = (status.data?.states ?? []).map(({ name }, n) => ({
    ...{ key: `state${n}`, label: [name, name] as const, width: 90, align: 'right' as const },
    cell: (row) => number(row.states[n]?.count ?? 0),
  }))
  const failed = status.isError ? status : counts.isError ? counts : undefined
  return (
    <div className="ll-r-page ll-report">
      <PageHeader title={t(P.status)} about={t(P.statusAbout)} />
      <PlaceFilters place={place} timed={false} />
      {failed && <LoadError error={failed.error} at={failed.dataUpdatedAt} onRetry={() => void failed.refetch()} />}
      {status.data && (
        <>
          <Tiles
            label={t(P.status)}
            tiles={[
              [P.total, number(status.data.total)],
              [P.onlineRate, unit(status.data.rate, '%', 1)],
              ...status.data.states.map(({ name, count }) => [[name, name], number(count)] as const),
            ]}
          />
          <Table label={P.types} rows={status.data.types} more={states} />
        </>
      )}
      {counts.data && (
        <>
          <Table label={P.suppliers} rows={counts.data.suppliers} />
          <Table label={P.areas} rows={counts.data.areas} />
          <Table label={P.ages} rows={counts.data.ages} />
        </>
      )}
    </div>
  )
}

/** States and numbers of devices (rep.deviceStatus). */
export const DeviceStatusPage = () => (
  <FieldsHost>
    <DeviceStatus />
  </FieldsHost>
)
