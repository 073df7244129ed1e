import { api, navigate, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { TimeChart } from '@lamplight/console-kit/charts'
import { type LampState, STATE_TEXTS } from '@lamplight/console-kit/map'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { M } from './map.messages.ts'

interface Condition {
  readonly id: string
  readonly deviceId: string | null
  readonly name: string
  readonly sn: string
  readonly power: number | null
  readonly controllerSn: string | null
  readonly postName: string | null
  readonly postSn: string | null
  readonly areaName: string | null
  readonly gatewayName: string | null
  readonly gatewayOnline: boolean | null
  readonly state: LampState
  readonly dim: number | null
  readonly activePower: number | null
  readonly voltage: number | null
  readonly current: number | null
  readonly pf: number | null
  readonly energy: number | null
  readonly hours: number | null
  readonly temperature: number | null
  readonly tilt: number | null
  readonly reason: string | null
  readonly faults: readonly string[] | null
  readonly overrideUntil: number | null
  readonly reportedAt: number | null
}
interface History {
  readonly points: readonly { readonly at: number; readonly power: number | null; readonly dim: number | null }[]
}
interface CommandRow {
  readonly batchId: string
  readonly text: string
  readonly at: string
  readonly result: string
}
const STALE_MS = 10 * 60_000

/** A lamp with its live values and their age, its last day, its last commands. `id` is a lamp's or its device's. */
export const LampCard = ({ id, onClose, onDim }: { readonly id: string; readonly onClose: () => void; readonly onDim: () => void }) => {
  const t = useT()
  const format = useFormat()
  const mayDim = usePermission('controller_dim')
  const { data: lamp } = useQuery({
    queryKey: ['lamp-card', id],
    queryFn: () => api.get<Condition>('/api/blade-city/lamp/realTimeCondition', { id }),
    refetchInterval: 5000,
  })
  if (!lamp) return null
  const stale = lamp.reportedAt === null || Date.now() - lamp.reportedAt > STALE_MS
  const values: readonly (readonly [string, string])[] = [
    [t(M.level), format.unit(lamp.dim, '%', 0)],
    [t(M.power), format.unit(lamp.activePower, 'W', 1)],
    [t(M.nominal), format.unit(lamp.power, 'W', 0)],
    [t(M.voltage), format.unit(lamp.voltage, 'V', 1)],
    [t(M.current), format.unit(lamp.current, 'A', 2)],
    [t(M.pf), format.number(lamp.pf, 2)],
    [t(M.energy), format.energy(lamp.energy)],
    [t(M.hours), format.unit(lamp.hours, 'h', 0)],
    [t(M.temperature), format.unit(lamp.temperature, '°C', 0)],
  ]
  const places = (
    [
      ['post', lamp.postName],
      ['area', lamp.areaName],
      ['controller', lamp.controllerSn],
      ['gateway', lamp.gatewayName],
    ] as const
  ).filter(([, value]) => value)
  return (
    <section className="ll-city-panel ll-city-card" aria-label={lamp.name}>
      <header>
        <h2>{lamp.name}</h2>
        <button type="button" className="ll-city-close" aria-label={t(M.close)} onClick={onClose}>
          {'×'}
        </button>
      </header>
      <p className="ll-city-state" data-state={lamp.state}>
        <b>{t(STATE_TEXTS[lamp.state])}</b>
        <span>
          {lamp.reason === 'override'
            ? t(M.overrideUntil, { time: lamp.overrideUntil ? format.time(lamp.overrideUntil) : t(M.permanent) })
            : t(M.byCalendar)}
        </span>
        {lamp.reportedAt !== null && <small>{`${t(M.reported)} ${format.age(lamp.reportedAt)}`}</small>}
      </p>
      {(lamp.faults ?? []).length > 0 && <p className="ll-city-warn">{`${t(M.faults)}: ${(lamp.faults ?? []).join(', ')}`}</p>}
      <dl className="ll-city-values" data-stale={stale}>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lamp.deviceId && <DayChart deviceId={lamp.deviceId} />}
      {lamp.deviceId && <LastCommands deviceId={lamp.deviceId} />}
      <dl className="ll-city-places">
        {places.map(([name, value]) => (
          <div key={name}>
            <dt>{t(M[name])}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="ll-city-actions">
        {mayDim && (
          <Button type="primary" onClick={onDim}>
            {t(M.dimThis)}
          </Button>
        )}
        <Button onClick={() => navigate('/city/lampmanagement/lampinformation/details', { id: lamp.id })}>{t(M.details)}</Button>
      </div>
    </section>
  )
}

const DayChart = ({ deviceId }: { readonly deviceId: string }) => {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['telemetry', deviceId, 'day'],
    queryFn: () => api.get<History>('/api/blade-device/telemetry/history', { deviceId, hours: 24, points: 96 }),
    refetchInterval: 60_000,
  })
  const points = (data?.points ?? []).filter((point) => point.power !== null)
  if (data && points.length === 0) return <p className="ll-city-note">{t(M.noReadings)}</p>
  return (
    <TimeChart
      title={t(M.last24)}
      unit="W"
      height={120}
      series={[{ name: t(M.power), points: points.map((point) => [point.at, point.power ?? 0] as const) }]}
    />
  )
}

const LastCommands = ({ deviceId }: { readonly deviceId: string }) => {
  const t = useT()
  const { data = [] } = useQuery({
    queryKey: ['last-commands', deviceId],
    queryFn: () => api.get<CommandRow[]>('/api/blade-city/commandrecord/ofDevice', { deviceId }),
    refetchInterval: 5000,
  })
  return (
    <div className="ll-city-commands">
      <span className="ll-city-label">{t(M.lastCommands)}</span>
      {data.length === 0 && <p className="ll-city-note">{t(M.noCommands)}</p>}
      <ul>
        {data.map((row) => (
          <li key={row.batchId}>
            <button
              type="button"
              className="ll-city-link"
              onClick={() => navigate('/city/commandRecord/index/details', { id: row.batchId })}
            >
              {row.text}
            </button>
            <span>{row.result}</span>
            <small>{row.at}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}
