import { type AnswerOf, api, Failure, Skeleton, StateMark, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { TimeChart } from '@lamplight/console-kit/charts'
import { Link, partsAt } from '@lamplight/console-kit/resource'
import type { telemetryHistory } from '@lamplight/devices/server'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import type { pastLamp } from '../../server/map/past.handler.ts'
import '../map/lamp-card.css'
import { cityMap } from '../../model/pages.ts'
import { M } from '../map/map.messages.ts'
import { Panel } from '../map/panel.tsx'
import { P } from './past.messages.ts'
import type { PastNight, SunMarks } from './past-time.ts'

type PastLamp = AnswerOf<typeof pastLamp>
type Reading = PastLamp['readings'][number]

/** Power of the lamp in the whole night, W. */
const NightPower = ({ deviceId, night, sun }: { readonly deviceId: string; readonly night: PastNight; readonly sun: SunMarks | null }) => {
  const t = useT()
  const { time } = useFormat()
  const { start, end } = night
  const { data } = useQuery({
    queryKey: ['telemetry', deviceId, start],
    queryFn: () =>
      api.get<typeof telemetryHistory>('blade-device/telemetry/history', {
        deviceId,
        from: time(start),
        to: time(Math.min(end, Date.now())),
        points: 144,
      }),
    staleTime: 60_000,
  })
  const series = useMemo(
    () => [
      { name: t(M.power), hue: 'gold' as const, points: (data?.points ?? []).map(({ at, power }) => [at ?? 0, power ?? null] as const) },
    ],
    [data, t],
  )
  const shaded = useMemo(() => (sun ? [[sun.sunset, sun.sunrise] as const] : []), [sun])
  const span = useMemo(() => [start, end] as const, [start, end])
  if (!series[0]?.points.some(([, power]) => power !== null)) return null
  return (
    <div className="ll-city-chart">
      <TimeChart title={t(P.nightPower)} unit="W" height={132} series={series} night={shaded} span={span} />
    </div>
  )
}

const Wanted = ({ lamp }: { readonly lamp: PastLamp }) => {
  const t = useT()
  const { time } = useFormat()
  const mayRead = usePermission('commandrecord_view')
  const { commanded: order, planned } = lamp
  if (!order) return <p className="ll-past-line">{t(P.noWanted)}</p>
  const since = time(order.since, 'minute')
  return (
    <p className="ll-past-line">
      <b>{`${order.level}%`}</b>{' '}
      {order.source === 'calendar'
        ? t(P.byCalendar, { text: order.text, since })
        : t(P.byCommand, { text: order.text, account: order.account, since })}
      {order.until && <small>{t(P.commandUntil, { until: time(order.until, 'minute') })}</small>}
      {order.source === 'command' && planned && <small>{t(P.calendarSays, { level: planned.level })}</small>}
      {order.batchId && mayRead && <Link to={`/link/commandrecord/details?id=${order.batchId}`}>{t(P.record)}</Link>}
    </p>
  )
}

/** What a lamp was told, said and measured at an instant (epoch ms), and why. `id` is the id of the lamp or its device. */
export const PastCard = ({
  id,
  at,
  night,
  sun,
  onClose,
}: {
  readonly id: string
  readonly at: number
  readonly night: PastNight
  readonly sun: SunMarks | null
  readonly onClose: () => void
}) => {
  const t = useT()
  const format = useFormat()
  const {
    data: lamp,
    error,
    refetch,
  } = useQuery({
    queryKey: ['map-past-lamp', id, at],
    queryFn: () => api.get<typeof pastLamp>('blade-city/lamp/past/detail', { id, at: format.time(at) }, { quiet: true }),
    placeholderData: (before) => (before?.deviceId === id || before?.id === id ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
  if (!lamp)
    return (
      <Panel title={t(M.lamp)} kind="card" closeLabel={t(M.close)} onClose={onClose}>
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} />}
      </Panel>
    )
  const { last, gap } = lamp
  const clockOf = (text: string): string => format.time(text, 'minute').slice(5)
  const levelOf = ({ dim, on }: Reading): string => (on === false ? t(M.off) : format.unit(dim, '%', 0))
  const age = last ? format.duration((at - (format.instant(last.at) ?? at)) / 1000) : ''
  return (
    <Panel title={lamp.name} kind="card" closeLabel={t(M.close)} onClose={onClose}>
      <p className="ll-city-state">
        <b>{t(P.whyAt, { at: format.time(at, 'minute') })}</b>
        <small>{[lamp.streetName, lamp.areaName, lamp.sn].filter(Boolean).join(' · ')}</small>
        {lamp.removed ? <StateMark tone="neutral" text={t(P.removed)} /> : <Link to={`${cityMap.path}?lamp=${id}`}>{t(P.live)}</Link>}
      </p>
      {gap && (
        <p className="ll-city-warn">
          {t(gap.from ? (gap.to ? P.gap : P.gapSince) : gap.to ? P.gapBefore : P.gapAll, {
            ...(gap.from && { from: clockOf(gap.from) }),
            ...(gap.to && { to: clockOf(gap.to) }),
          })}
        </p>
      )}
      {lamp.faults.length > 0 && (
        <p className="ll-city-warn">
          {t(P.faults)}: {lamp.faults.map(({ type }) => (isEventType(type) ? t(EVENT_TYPES[type]) : type)).join(t(M.comma))}
        </p>
      )}
      <h3>{t(P.wanted)}</h3>
      <Wanted lamp={lamp} />
      <h3>{t(P.said)}</h3>
      {last ? (
        <p className="ll-past-line">
          <b>{levelOf(last)}</b> {format.unit(last.power, 'W', 1)}
          {lamp.power !== null && ` (${t(P.nominal)} ${format.unit(lamp.power, 'W', 0)})`}
          <small>{t(P.saidAt, { at: clockOf(last.at), age })}</small>
        </p>
      ) : (
        <p className="ll-past-line">{t(P.noSaid)}</p>
      )}
      {lamp.deviceId && (
        <Suspense>
          {partsAt('lighting.lampPast').map(([key, Part]) => (
            <Part key={key} row={{ id: lamp.id, controllerId: lamp.deviceId, at: format.time(at) }} />
          ))}
        </Suspense>
      )}
      {lamp.readings.length > 0 && (
        <table className="ll-past-readings">
          <caption>{t(P.around)}</caption>
          <thead>
            <tr>
              <th scope="col">{t(P.time)}</th>
              <th scope="col">{t(P.level)}</th>
              <th scope="col">{t(P.power)}</th>
            </tr>
          </thead>
          <tbody>
            {lamp.readings.map((row) => (
              <tr key={row.at} data-last={row.at === last?.at || undefined}>
                <td>{clockOf(row.at)}</td>
                <td>{levelOf(row)}</td>
                <td>{format.unit(row.power, 'W', 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lamp.deviceId && <NightPower deviceId={lamp.deviceId} night={night} sun={sun} />}
    </Panel>
  )
}
