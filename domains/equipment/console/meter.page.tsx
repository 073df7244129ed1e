import { Age, Empty, PageHeader, type RecordOf, useFormat, useT, useTab } from '@lamplight/console-kit'
import { FieldsHost, PagedTable, RefFilter, type RowColumn, RowLink } from '@lamplight/console-kit/resource'
import { useMemo } from 'react'
import type { meterData, meterHistory } from '../server/meter.handler.ts'
import './equipment.css'
import { M } from './equipment.messages.ts'
import { DeviceState, Nothing } from './parts.tsx'
import { usePaged } from './use-paged.ts'

type Meter = RecordOf<typeof meterData>
type Report = RecordOf<typeof meterHistory>
type Measures = Meter | Report
type Measure = Meter['energyToday']

/** Returns the columns of the measured values. */
const useMeasures = () => {
  const { number } = useFormat()
  return useMemo(() => {
    const shown = (value: Measure, digits: number, unit = ''): string =>
      value === null ? '—' : `${number(value, digits)}${unit && `\u00A0${unit}`}`
    const three = (values: readonly Measure[], digits: number, unit: string): string =>
      values.every((value) => value === null) ? '—' : `${values.map((value) => shown(value, digits)).join(' / ')}\u00A0${unit}`
    const columns: readonly RowColumn<Measures>[] = [
      { key: 'energy', label: M.energy, width: 140, align: 'right', cell: ({ energy }) => shown(energy, 2, 'kWh') },
      { key: 'power', label: M.power, width: 80, align: 'right', cell: ({ power }) => shown(power, 0, 'W') },
      {
        key: 'voltage',
        label: M.voltage,
        width: 200,
        align: 'right',
        cell: ({ voltageA, voltageB, voltageC }) => three([voltageA, voltageB, voltageC], 1, 'V'),
      },
      {
        key: 'current',
        label: M.current,
        width: 190,
        align: 'right',
        cell: ({ currentA, currentB, currentC }) => three([currentA, currentB, currentC], 2, 'A'),
      },
      { key: 'factor', label: M.factor, width: 110, align: 'right', cell: ({ powerFactor }) => shown(powerFactor, 2) },
    ]
    return { shown, columns }
  }, [number])
}

const Meters = () => {
  const t = useT()
  const { shown, columns: measures } = useMeasures()
  const { query, place, rows, page, isFiltered, setFilter, setQuery, clear } = usePaged<typeof meterData>(
    'blade-report/integrated_device/meter/data',
    ['projectId'],
  )
  const columns: readonly RowColumn<Meter>[] = [
    {
      key: 'sn',
      label: M.sn,
      width: 140,
      cell: ({ meterId, sn }) => (
        <RowLink resource="cabinets.meter" id={meterId}>
          {sn}
        </RowLink>
      ),
    },
    { key: 'name', label: M.name, width: 190, cell: ({ name }) => name || '—' },
    { key: 'state', label: M.state, width: 100, cell: (row) => <DeviceState state={row.currentControllerStatus} /> },
    { key: 'today', label: M.today, width: 110, align: 'right', cell: ({ energyToday }) => shown(energyToday, 2, 'kWh') },
    ...measures,
    { key: 'reported', label: M.reported, width: 120, cell: ({ reportedAt }) => <Age at={reportedAt || null} /> },
    {
      key: 'history',
      label: M.action,
      width: 90,
      isPinned: true,
      cell: ({ meterId, sn }) => (
        <button type="button" className="ll-r-link" onClick={() => setQuery({ meterId, sn, current: '' })}>
          {t(M.history)}
        </button>
      ),
    },
  ]
  return (
    <div className="ll-r-page">
      <PageHeader title={t(M.meters)} about={t(M.metersAbout)} />
      <search className="ll-r-search">
        <RefFilter
          to="places.project"
          wire="projectId"
          label={M.project}
          value={place.projectId ?? ''}
          onChange={(projectId) => setFilter({ projectId })}
        />
      </search>
      <PagedTable
        query={query}
        page={page}
        empty={<Nothing isFiltered={isFiltered} first={M.noMeters} onClear={clear} />}
        columns={columns}
        rows={rows}
        label={t(M.meters)}
        keyOf={({ meterId }) => meterId}
      />
    </div>
  )
}

const History = () => {
  const t = useT()
  const { columns: measures } = useMeasures()
  const { query, place, rows, page, setQuery } = usePaged<typeof meterHistory>('blade-report/meter/history/page', ['meterId'])
  const columns: readonly RowColumn<Report>[] = [
    { key: 'time', label: M.time, width: 180, cell: ({ reportTime }) => reportTime },
    ...measures,
  ]
  const title = t(M.historyOf, { sn: place.sn ?? '' })
  return (
    <div className="ll-r-page">
      <PageHeader title={title} about={t(M.metersAbout)}>
        <button type="button" className="ll-button" onClick={() => setQuery({ meterId: '', sn: '', current: '' })}>
          {t(M.toMeters)}
        </button>
      </PageHeader>
      <PagedTable
        query={query}
        page={page}
        empty={<Empty text={t(M.noHistory)} />}
        columns={columns}
        rows={rows}
        label={title}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

const Chosen = () => {
  const { query } = useTab()
  return query.meterId ? <History /> : <Meters />
}

/** The meters with their latest data, or the reports of one meter (`meterId` in the address). */
export const MeterPage = () => (
  <FieldsHost>
    <Chosen />
  </FieldsHost>
)
