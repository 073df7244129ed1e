import { type AnswerOf, Empty, PageHeader, type RecordOf, Segments, useFormat, useT } from '@lamplight/console-kit'
import { TimeChart } from '@lamplight/console-kit/charts'
import { FieldsHost, LoadError, PagedTable, RefFilter, type RowColumn, RowTable } from '@lamplight/console-kit/resource'
import type { gather, lineChart, sensorHistory } from '../server/history.handler.ts'
import { P } from './page.messages.ts'
import { PlaceFilters, useWireSeries, type WireChart } from './parts.tsx'
import { type Place, useCall, usePlace } from './use-call.ts'

type Gathered = AnswerOf<typeof gather>
type Figure = Gathered['figures'][number]
type Report = RecordOf<typeof sensorHistory>

const Curves = ({ data }: { readonly data: WireChart }) => {
  const series = useWireSeries(data, 'line')
  return data.series.map(({ code, name, unit }, n) => {
    const one = series[n]
    return one && <TimeChart key={code} title={name} unit={unit} series={[one]} height={200} />
  })
}

const Figures = ({ data }: { readonly data: Gathered }) => {
  const t = useT()
  const { number, unit: valued } = useFormat()
  const cell = (key: 'least' | 'most' | 'mean' | 'increase') => (row: Figure) =>
    row.unit ? valued(row[key], row.unit, 2) : number(row[key], 2)
  const columns: readonly RowColumn<Figure>[] = [
    { key: 'name', label: P.figure, width: 180, cell: ({ name }) => name },
    ...(['least', 'mean', 'most', 'increase'] as const).map((key) => ({
      key,
      label: P[key],
      width: 130,
      align: 'right' as const,
      cell: cell(key),
    })),
    ...(data.figures.some(({ decided }) => decided)
      ? [{ key: 'decided', label: P.counterDecisions, width: 260, cell: ({ decided }: Figure) => decided }]
      : []),
  ]
  const types: readonly RowColumn<Gathered['types'][number]>[] = [
    { key: 'name', label: P.type, width: 180, cell: ({ name }) => name },
    { key: 'devices', label: P.devices, width: 110, align: 'right', cell: ({ devices }) => number(devices) },
    { key: 'reported', label: P.reported, width: 130, align: 'right', cell: ({ reported }) => number(reported) },
    { key: 'readings', label: P.readings, width: 130, align: 'right', cell: ({ readings }) => number(readings) },
  ]
  return data.figures.length > 0 ? (
    <RowTable label={t(P.figure)} columns={columns} rows={data.figures} keyOf={({ code }) => code} />
  ) : (
    <RowTable label={t(P.types)} columns={types} rows={data.types} keyOf={({ devType }) => String(devType)} />
  )
}

const Devices = ({ place }: { readonly place: Place }) => {
  const t = useT()
  const { controllerId, sensorId, areaId, dateType } = place.filter
  const deviceId = controllerId || sensorId || ''
  const wanted = { startDate: place.startDate, endDate: place.endDate, ...(deviceId ? { deviceId } : areaId ? { areaId } : {}) }
  const chart = useCall<typeof lineChart>(
    'blade-report/device/data/history/line/chart',
    { ...wanted, ...(dateType ? { dateType } : {}) },
    place.active,
  )
  const gathered = useCall<typeof gather>('blade-report/device/data/gather', wanted, place.active)
  const failed = chart.isError ? chart : gathered.isError ? gathered : undefined
  return (
    <>
      <PlaceFilters place={place}>
        <RefFilter
          to="lighting.controller"
          wire="controllerId"
          label={P.controller}
          value={controllerId ?? ''}
          onChange={(id) => place.set({ controllerId: id, sensorId: '' })}
        />
        <RefFilter
          to="environment.envSensor"
          wire="sensorId"
          label={P.sensor}
          value={sensorId ?? ''}
          onChange={(id) => place.set({ sensorId: id, controllerId: '' })}
        />
      </PlaceFilters>
      <Segments
        label={t(P.period)}
        value={dateType === '1' ? '1' : '2'}
        options={[
          { value: '1', label: t(P.perHour) },
          { value: '2', label: t(P.perDayShort) },
        ]}
        onChange={(next) => place.set({ dateType: next })}
      />
      {failed && <LoadError error={failed.error} at={failed.dataUpdatedAt} onRetry={() => void failed.refetch()} />}
      {gathered.data && <Figures data={gathered.data} />}
      {chart.data && <Curves data={chart.data} />}
    </>
  )
}

const VALUES = ['temperature', 'humidity', 'windSpeed', 'rain', 'pressure', 'pm25', 'pm10', 'noise', 'illuminance', 'co2'] as const
const LABELS = {
  temperature: ['温度（°C）', 'Temperature (°C)'],
  humidity: ['湿度（%）', 'Humidity (%)'],
  windSpeed: ['风速（m/s）', 'Wind speed (m/s)'],
  rain: ['雨量（mm）', 'Rain (mm)'],
  pressure: ['气压（hPa）', 'Air pressure (hPa)'],
  pm25: ['PM2.5 (µg/m³)', 'PM2.5 (µg/m³)'],
  pm10: ['PM10 (µg/m³)', 'PM10 (µg/m³)'],
  noise: ['噪声（dB）', 'Noise (dB)'],
  illuminance: ['照度（lx）', 'Illuminance (lx)'],
  co2: ['二氧化碳（ppm）', 'Carbon dioxide (ppm)'],
} as const

const Sensors = ({ place }: { readonly place: Place }) => {
  const t = useT()
  const { number } = useFormat()
  const { sensorId, areaId } = place.filter
  const query = useCall<typeof sensorHistory>(
    'blade-report/sensor/history/page',
    {
      startDate: place.startDate,
      endDate: place.endDate,
      current: place.current,
      size: place.size,
      ...(sensorId ? { envId: sensorId } : {}),
      ...(areaId ? { areaId } : {}),
    },
    place.active,
  )
  const columns: readonly RowColumn<Report>[] = [
    { key: 'at', label: P.reportTime, width: 180, cell: ({ reportTime }) => reportTime },
    { key: 'name', label: P.name, width: 170, cell: ({ name, sn }) => name || sn },
    ...VALUES.map((key) => ({
      key,
      label: LABELS[key],
      width: 120,
      align: 'right' as const,
      cell: (row: Report) => number(row[key], 1),
    })),
  ]
  return (
    <>
      <PlaceFilters place={place}>
        <RefFilter
          to="environment.envSensor"
          wire="sensorId"
          label={P.sensor}
          value={sensorId ?? ''}
          onChange={(id) => place.set({ sensorId: id })}
        />
      </PlaceFilters>
      <PagedTable
        query={query}
        page={{ current: place.current, size: place.size, total: query.data?.total ?? 0, onChange: place.turn }}
        empty={<Empty text={t(P.none)} />}
        columns={columns}
        rows={query.data?.records ?? []}
        label={t(P.sensors)}
        keyOf={({ id }) => String(id)}
      />
    </>
  )
}

const History = () => {
  const t = useT()
  const place = usePlace(['areaId', 'controllerId', 'sensorId', 'dateType', 'tab'])
  const tab = place.filter.tab === 'sensors' ? 'sensors' : 'devices'
  return (
    <div className="ll-r-page ll-report">
      <PageHeader title={t(P.history)} about={t(P.historyAbout)} />
      <Segments
        label={t(P.history)}
        value={tab}
        options={[
          { value: 'devices', label: t(P.device) },
          { value: 'sensors', label: t(P.sensors) },
        ]}
        onChange={(next) => place.set({ tab: next === 'devices' ? '' : next })}
      />
      {tab === 'devices' ? <Devices place={place} /> : <Sensors place={place} />}
    </div>
  )
}

/** History of devices (rep.history, city.stat.history). */
export const HistoryPage = () => (
  <FieldsHost>
    <History />
  </FieldsHost>
)
