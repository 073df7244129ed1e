import { api, Icon, useT } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import { DeviceStatusLine } from '@lamplight/control/console'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import { useQuery } from '@tanstack/react-query'
import { STALE_MS } from './live-cells.tsx'
import { M } from './map.messages.ts'
import { MAP_PATH } from './map-path.ts'

interface LampNow {
  readonly deviceId: string | null
  readonly faults: readonly string[] | null
  /** Epoch ms. */
  readonly faultSince: number | null
  readonly reportedAt: number | null
}
const EVERY_MS = 10_000

/** Part of a lamp's page: age of its last report, its faults and since when, and a link to its place on the map. */
export const LampStanding = ({ row }: { readonly row: { readonly id: string } }) => {
  const t = useT()
  const { data: lamp } = useQuery({
    queryKey: ['lamp-card', row.id],
    queryFn: () => api.get<LampNow>('/api/blade-city/lamp/realTimeCondition', { id: row.id }),
    refetchInterval: EVERY_MS,
  })
  if (!lamp) return null
  const faults = (lamp.faults ?? []).map((type) => (isEventType(type) ? t(EVENT_TYPES[type]) : type))
  return (
    <DeviceStatusLine reportedAt={lamp.reportedAt} staleMs={STALE_MS} faults={faults} since={lamp.faultSince}>
      <Link to={`${MAP_PATH}?lamp=${lamp.deviceId ?? row.id}`} className="ll-button">
        <Icon name="map" size={16} />
        {t(M.showOnMap)}
      </Link>
    </DeviceStatusLine>
  )
}
