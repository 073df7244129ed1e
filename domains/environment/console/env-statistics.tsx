import { type AnswerOf, api, Empty, lang, Segments, useFormat, useT } from '@lamplight/console-kit'
import { TimeChart } from '@lamplight/console-kit/charts'
import { ChoiceFilter, Waiting } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { envSensorType, INDEX_TYPES, type IndexType } from '../model/env-sensor.device.ts'
import type { historyStats } from '../server/env-sensor.handler.ts'
import './environment.css'
import { M } from './environment.messages.ts'

type Statistics = AnswerOf<typeof historyStats>
const PERIODS = { 1: M.byHour, 2: M.byDay, 3: M.byMonth } as const satisfies Record<number, Text>
const PERIOD_CODES = [1, 2, 3] as const
const INDEXES = Object.keys(INDEX_TYPES).map(Number) as IndexType[]
/** Returns the wire time at which the period with this label begins. */
const momentOf = (time: string): string => `${time}${'0000-01-01 00:00:00'.slice(time.length)}`
/** Values whose axis begins at zero. */
const QUANTITIES: ReadonlySet<string> = new Set(['windSpeed', 'rain', 'pm25', 'pm10', 'illuminance'])

const Figures = ({ data }: { readonly data: Statistics }) => {
  const t = useT()
  const { unit } = useFormat()
  return (
    <dl className="ll-env-tiles">
      {([M.mean, M.least, M.most] as const).map((label, at) => (
        <div key={label[1]}>
          <dt>{t(label)}</dt>
          <dd>{unit([data.mean, data.least, data.most][at], data.unit)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Tab of a sensor: mean, least and most value of one index by hour, day or month. */
export const EnvStatistics = ({ row: { id: envId } }: { readonly row: { readonly id: string } }) => {
  const t = useT()
  const { instant } = useFormat()
  const [indexType, setIndex] = useState<IndexType>(1)
  const [timeType, setTime] = useState<1 | 2 | 3>(1)
  const params = { envId, indexType, timeType }
  const query = useQuery({
    queryKey: ['environment.envSensor', 'stats', params, lang.get()],
    queryFn: ({ signal }) => api.get<typeof historyStats>('blade-report/env_sensor/history/stats', params, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const points = (of: 'mean' | 'least' | 'most') =>
    (data?.records ?? []).map((record) => [instant(momentOf(record.time)) ?? 0, record[of]] as const)
  return (
    <section className="ll-env-today" aria-label={t(M.statistics)}>
      <search className="ll-r-search">
        <ChoiceFilter
          label={M.index}
          value={String(indexType)}
          options={INDEXES.map((code) => [String(code), t(envSensorType.properties[INDEX_TYPES[code]].label)])}
          onChange={(code) => setIndex(Number(code) as IndexType)}
        />
        <Segments
          label={t(M.period)}
          value={timeType}
          options={PERIOD_CODES.map((value) => ({ value, label: t(PERIODS[value]) }))}
          onChange={setTime}
        />
      </search>
      {!data ? (
        <Waiting query={query} rows={6} />
      ) : data.records.length === 0 ? (
        <Empty text={t(M.noStatistics)} />
      ) : (
        <>
          <Figures data={data} />
          <TimeChart
            title={data.label}
            unit={data.unit}
            fromZero={QUANTITIES.has(INDEX_TYPES[indexType])}
            series={[{ name: t(M.mean), points: points('mean'), band: { low: points('least'), high: points('most') } }]}
          />
        </>
      )}
    </section>
  )
}
