import { Age, api, Icon, useFormat, useNow, useT } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import { useQuery } from '@tanstack/react-query'
import './lamp-standing.css'
import { M } from './map.messages.ts'
import { MAP_PATH } from './map-path.ts'

interface Standing {
  readonly deviceId: string | null
  readonly faults: readonly string[] | null
  /** Epoch ms. */
  readonly faultSince: number | null
  readonly reportedAt: number | null
}
const STALE_MS = 10 * 60_000
const EVERY_MS = 10_000

/** On the page of a lamp: the age of its last report, its faults with since when, and the way to its place on the map. */
export const LampStanding = ({ row }: { readonly row: { readonly id: string } }) => {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  const { data: lamp } = useQuery({
    queryKey: ['lamp-card', row.id],
    queryFn: () => api.get<Standing>('/api/blade-city/lamp/realTimeCondition', { id: row.id }),
    refetchInterval: EVERY_MS,
  })
  if (!lamp) return null
  const faults = (lamp.faults ?? []).map((type) => (isEventType(type) ? t(EVENT_TYPES[type]) : type))
  const since = lamp.faultSince
  return (
    <div className="ll-lamp-standing">
      {lamp.reportedAt !== null && (
        <small>
          {t(M.reported)} <Age at={lamp.reportedAt} staleMs={STALE_MS} />
        </small>
      )}
      {faults.length > 0 && (
        <p className="ll-lamp-standing__fault" role="status">
          <b>{t(M.faultList, { list: faults.join(t(M.comma)) })}</b>
          {since !== null && (
            <span>{t(M.faultSince, { at: format.time(since, 'minute'), span: format.duration((now - since) / 1000) })}</span>
          )}
        </p>
      )}
      <Link to={`${MAP_PATH}?lamp=${lamp.deviceId ?? row.id}`} className="ll-button">
        <Icon name="map" size={16} />
        {t(M.showOnMap)}
      </Link>
    </div>
  )
}
