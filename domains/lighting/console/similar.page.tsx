import { type AnswerOf, api, Empty, LampStateMark, PageHeader, useFormat, useT, useTab } from '@lamplight/console-kit'
import {
  detailHref,
  FieldsHost,
  knownResource,
  Link,
  LoadError,
  RefFilter,
  type RowColumn,
  RowsSkeleton,
  RowTable,
} from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import type { similarRoute } from '../server/map/similar.handler.ts'
import { X } from './accessory.messages.ts'

type Row = AnswerOf<typeof similarRoute>[number]
const useColumns = (): readonly RowColumn<Row>[] => {
  const format = useFormat()
  const measured = (key: 'power' | 'nominalPower' | 'hours' | 'nightEnergy', unit: string, decimals: number) => (row: Row) =>
    row[key] === null ? '—' : format.unit(row[key], unit, decimals)
  return [
    {
      key: 'lamp',
      label: X.lamp,
      width: 190,
      cell: (row) => <Link to={detailHref(knownResource('lighting.lamp'), row.id) ?? ''}>{row.name}</Link>,
    },
    { key: 'sn', label: X.sn, width: 150, cell: (row) => row.sn },
    { key: 'state', label: X.currentControllerStatus, width: 110, cell: (row) => <LampStateMark state={row.status} dim={row.dim} /> },
    { key: 'level', label: X.dim, width: 90, align: 'right', cell: (row) => (row.dim < 0 ? '—' : format.unit(row.dim, '%', 0)) },
    { key: 'power', label: X.activePower, width: 110, align: 'right', cell: measured('power', 'W', 1) },
    { key: 'nominal', label: X.nominal, width: 110, align: 'right', cell: measured('nominalPower', 'W', 1) },
    { key: 'hours', label: X.hours, width: 120, align: 'right', cell: measured('hours', 'h', 0) },
    { key: 'night', label: X.night, width: 120, align: 'right', cell: measured('nightEnergy', 'kWh', 2) },
    { key: 'faults', label: X.faults, width: 90, align: 'right', cell: (row) => format.number(row.faults) },
  ]
}

const Similar = () => {
  const t = useT()
  const columns = useColumns()
  const { query: place, setQuery } = useTab()
  const id = place.id ?? ''
  const query = useQuery({
    queryKey: ['lamp-similar', id],
    queryFn: ({ signal }) => api.get<typeof similarRoute>('blade-city/lamp/similar', { id }, { signal, quiet: true }),
    enabled: id !== '',
  })
  return (
    <div className="ll-r-page">
      <PageHeader title={t(X.similar)} about={t(X.similarAbout)} />
      <search className="ll-r-search">
        <RefFilter to="lighting.lamp" wire="id" label={X.lamp} value={id} onChange={(next) => setQuery({ id: next })} />
      </search>
      {id === '' && <Empty text={t(X.similarPick)} />}
      {query.isError && <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />}
      {query.isPending && id !== '' && !query.isError && <RowsSkeleton rows={6} cards={false} />}
      {query.data?.length === 1 && (
        <p className="ll-r-banner" role="status">
          {t(X.similarAlone)}
        </p>
      )}
      {query.data && <RowTable columns={columns} rows={query.data} label={t(X.similar)} keyOf={(row) => row.id} />}
    </div>
  )
}

/** Compares a lamp with lamps of its model, supplier and nominal power in its area. */
export const SimilarPage = () => (
  <FieldsHost>
    <Similar />
  </FieldsHost>
)
