import { type AnswerOf, PageHeader, useFormat, useT } from '@lamplight/console-kit'
import { FieldsHost, LoadError, type RowColumn, RowTable } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { LIGHT_STATES, NORMAL } from '../model/texts/light.ts'
import type { deviceCount, deviceStatus } from '../server/counts.handler.ts'
import { P } from './page.messages.ts'
import { PlaceFilters, Tiles } from './parts.tsx'
import { useCall, usePlace } from './use-call.ts'

type Status = AnswerOf<typeof deviceStatus>
type Typed = Status['types'][number]
type Counted = AnswerOf<typeof deviceCount>['areas'][number]

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

const countIn = ({ states }: Typed, ...wanted: readonly number[]): number =>
  states.reduce((sum, { state, count }) => (wanted.includes(state) ? sum + count : sum), 0)
/** The states with the number of devices of a type in them; null: devices of this type have no such state. */
const kindsOf = ({ states }: Status): readonly { readonly label: Text; readonly of: (type: Typed) => number | null }[] => [
  { label: LIGHT_STATES[1], of: (type) => (type.lit ? countIn(type, 1) : null) },
  { label: LIGHT_STATES[2], of: (type) => (type.lit ? countIn(type, 2) : null) },
  { label: NORMAL, of: (type) => (type.lit ? null : countIn(type, 1, 2)) },
  ...states
    .filter(({ state }) => state > 2)
    .map(({ state, name }) => ({ label: [name, name] as const, of: (type: Typed) => countIn(type, state) })),
]

const DeviceStatus = () => {
  const t = useT()
  const { number, unit } = useFormat()
  const place = usePlace(['areaId'])
  const { startDate: _start, endDate: _end, ...wanted } = place.wanted
  const status = useCall<typeof deviceStatus>('blade-report/device/status', wanted, place.active)
  const counts = useCall<typeof deviceCount>('blade-report/device/count', wanted, place.active)
  const kinds = status.data ? kindsOf(status.data) : []
  const states: readonly RowColumn<Typed>[] = kinds.map(({ label, of }, n) => ({
    key: `state${n}`,
    label,
    width: 90,
    align: 'right',
    cell: (row) => number(of(row)),
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
              ...kinds.map(({ label, of }) => [label, number(status.data.types.reduce((sum, one) => sum + (of(one) ?? 0), 0))] as const),
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
