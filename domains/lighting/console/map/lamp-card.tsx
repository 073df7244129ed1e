import { Age, api, Failure, LampMark, navigate, Skeleton, useFormat, useNow, usePermission, useT } from '@lamplight/console-kit'
import { type LampState, STATE_TEXTS } from '@lamplight/console-kit/map'
import { Link, partsAt } from '@lamplight/console-kit/resource'
import { useCommandRights, useStale } from '@lamplight/control/console'
import { ReplaceButton } from '@lamplight/devices/console'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { realTimeCondition } from '../../server/map/map.handler.ts'
import './lamp-card.css'
import { cityMap } from '../../model/pages.ts'
import { STALE_MS } from '../live-cells.tsx'
import { LampDay } from './lamp-day.tsx'
import { LastCommands } from './last-commands.tsx'
import { M } from './map.messages.ts'
import { Panel } from './panel.tsx'

/** Card of a lamp: live values with their age, its last day, its last commands. `id` is the id of the lamp or its device. */
export const LampCard = ({
  id,
  onClose,
  onDim,
  onReplaced,
}: {
  readonly id: string
  readonly onClose: () => void
  readonly onDim: (deviceId: string) => void
  /** Called when another device drives the lamp; the id is that of the lamp. */
  readonly onReplaced: (lampId: string) => void
}) => {
  const t = useT()
  const format = useFormat()
  const mayDim = useCommandRights(1).dim
  const mayReadRecords = usePermission('commandrecord_view')
  const {
    data: lamp,
    error,
    refetch,
  } = useQuery({
    queryKey: ['lamp-card', id],
    queryFn: () => api.get<typeof realTimeCondition>('blade-city/lamp/realTimeCondition', { id }),
    refetchInterval: 5000,
  })
  const now = useNow()
  const stale = useStale(lamp?.reportedAt, STALE_MS)
  if (!lamp)
    return (
      <Panel title={t(M.lamp)} kind="card" closeLabel={t(M.close)} onClose={onClose}>
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} />}
      </Panel>
    )
  const faults = (lamp.faults ?? []).map((type) => (isEventType(type) ? t(EVENT_TYPES[type]) : type))
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
      ['street', lamp.streetName, lamp.streetId],
      ['post', lamp.postName, lamp.postId],
      ['area', lamp.areaName, null],
      ['controller', lamp.controllerSn, null],
      ['gateway', lamp.gatewayName, lamp.gatewayId],
    ] as const
  ).filter(([, value]) => value)
  return (
    <Panel title={lamp.name} kind="card" closeLabel={t(M.close)} onClose={onClose}>
      <p className="ll-city-state" data-state={lamp.state}>
        <LampMark state={lamp.state as LampState} dim={lamp.dim ?? 0} />
        <b>{t(STATE_TEXTS[lamp.state as LampState])}</b>
        <span>
          {lamp.reason !== 'override'
            ? t(M.byCalendar)
            : lamp.overrideUntil
              ? t(M.overrideUntil, { time: format.time(lamp.overrideUntil, 'minute') })
              : t(M.overrideStays)}
        </span>
        {lamp.reportedAt !== null && (
          <small>
            {t(M.reported)} <Age at={lamp.reportedAt} staleMs={STALE_MS} />
          </small>
        )}
      </p>
      {faults.length > 0 && (
        <p className="ll-city-warn">
          {t(M.faultList, { list: faults.join(t(M.comma)) })}
          {lamp.faultSince !== null &&
            ` ${t(M.faultSince, { at: format.time(lamp.faultSince, 'minute'), span: format.duration((now - lamp.faultSince) / 1000) })}`}
        </p>
      )}
      <dl className="ll-city-values" data-stale={stale}>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lamp.deviceId && (
        <Suspense>
          {partsAt('lighting.lampCard').map(([key, Part]) => (
            <Part key={key} row={{ id: lamp.id, controllerId: lamp.deviceId }} />
          ))}
        </Suspense>
      )}
      {lamp.deviceId && <LampDay deviceId={lamp.deviceId} lng={lamp.lng} lat={lamp.lat} />}
      {lamp.deviceId && mayReadRecords && <LastCommands deviceId={lamp.deviceId} />}
      <dl className="ll-city-places">
        {places.map(([name, value, place]) => (
          <div key={name}>
            <dt>{t(M[name])}</dt>
            <dd>{place ? <Link to={`${cityMap.path}?${name}=${place}`}>{value}</Link> : value}</dd>
          </div>
        ))}
      </dl>
      <div className="ll-city-actions">
        {mayDim && lamp.deviceId && (
          <button type="button" className="ll-button ll-button--primary" onClick={() => onDim(lamp.deviceId ?? id)}>
            {t(M.dimThis)}
          </button>
        )}
        {lamp.controllerSn && <ReplaceButton sn={lamp.controllerSn} label={M.replace} onDone={() => onReplaced(lamp.id)} />}
        <button
          type="button"
          className="ll-button"
          onClick={() => navigate('/city/lampmanagement/lampinformation/details', { id: lamp.id })}
        >
          {t(M.details)}
        </button>
      </div>
    </Panel>
  )
}
