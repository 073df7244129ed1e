import { Age, type AnswerOf, api, Failure, LampMark, Skeleton, StateMark, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { LAMP_STATES, type LampState, STATE_TEXTS } from '@lamplight/console-kit/map'
import { detailHref, knownResource, Link } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import type { spot } from '../../server/map/spot.handler.ts'
import { useCounted } from '../counted.ts'
import './lamp-card.css'
import { cityMap } from '../../model/pages.ts'
import { M } from './map.messages.ts'
import { Panel } from './panel.tsx'

/** A gateway or post as described by the server. */
export type PlaceDetails = AnswerOf<typeof spot>
const PAGES = { gateway: ['gateway_view', 'devices.gateway'], post: ['lamp_post_view', 'lighting.post'] } as const

/** Loads a gateway or post of the map; null without an id. */
export const usePlace = (kind: 'gateway' | 'post', id: string | null) =>
  useQuery({
    queryKey: ['map-place', kind, id],
    queryFn: () => api.get<typeof spot>('blade-city/lamp/spot', { [`${kind}Id`]: id ?? '' }),
    enabled: id !== null,
    refetchInterval: 10_000,
  })

/** Card of a gateway (with its cabinet) or post: place, state, and the states of its lamps. */
export const PlaceCard = ({
  kind,
  query,
  onClose,
  onSelect,
  onLamp,
}: {
  readonly kind: 'gateway' | 'post'
  readonly query: ReturnType<typeof usePlace>
  readonly onClose: () => void
  readonly onSelect: () => void
  readonly onLamp: (id: string) => void
}) => {
  const t = useT()
  const format = useFormat()
  const counted = useCounted()
  const [right, resource] = PAGES[kind]
  const mayOpen = usePermission(right)
  const { data: place, error, refetch } = query
  if (!place)
    return (
      <Panel title={t(kind === 'gateway' ? M.gateway : M.post)} kind="card" closeLabel={t(M.close)} onClose={onClose}>
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />}
      </Panel>
    )
  const href = mayOpen ? detailHref(knownResource(resource), place.id) : null
  const states = LAMP_STATES.filter((state) => place.states[state])
  const total = states.reduce((sum, state) => sum + (place.states[state] ?? 0), 0)
  const facts = (
    [
      [M.number, place.sn],
      [M.street, place.streetName ? <Link to={`${cityMap.path}?street=${place.streetId}`}>{place.streetName}</Link> : null],
      [M.area, place.areaName],
      [M.height, place.height ? format.unit(place.height, 'm', 1) : null],
      [M.firmware, place.version],
    ] as const
  ).filter(([, value]) => value)
  return (
    <Panel title={place.title} kind="card" closeLabel={t(M.close)} onClose={onClose} data-place={kind}>
      {kind === 'gateway' && (
        <p className="ll-city-state">
          <StateMark tone={place.online ? 'success' : 'warning'} text={t(place.online ? M.online : M.offline)} />
          {place.lastSeen ? (
            <small>
              {t(M.lastHeard)} <Age at={place.lastSeen} />
            </small>
          ) : null}
        </p>
      )}
      <dl className="ll-city-places">
        {facts.map(([name, value]) => (
          <div key={name[1]}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {place.lamps.length > 0 ? (
        <ul className="ll-city-lamps">
          {place.lamps.map((lamp) => (
            <li key={lamp.id}>
              <button type="button" className="ll-city-hit" onClick={() => onLamp(lamp.deviceId || lamp.id)}>
                <LampMark state={lamp.state as LampState} dim={lamp.dim} />
                <span>{lamp.name}</span>
                <small>{lamp.state === 1 ? format.unit(lamp.dim, '%', 0) : t(STATE_TEXTS[lamp.state as LampState])}</small>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="ll-city-tally">
          {states.map((state) => (
            <span key={state}>
              <LampMark state={state} />
              {`${t(STATE_TEXTS[state])} ${format.number(place.states[state] ?? 0)}`}
            </span>
          ))}
        </p>
      )}
      <div className="ll-city-actions">
        {total > 0 && (
          <button type="button" className="ll-button ll-button--primary" onClick={onSelect}>
            {t(M.selectAll, { lamps: counted(total) })}
          </button>
        )}
        {href && (
          <Link to={href} className="ll-button">
            {t(M.details)}
          </Link>
        )}
      </div>
    </Panel>
  )
}
