import { api, Icon, usePermission, useT } from '@lamplight/console-kit'
import { detailHref, knownResource, Link } from '@lamplight/console-kit/resource'
import { DeviceStatusLine } from '@lamplight/control/console'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import { useQuery } from '@tanstack/react-query'
import { cityMap } from '../model/pages.ts'
import type { realTimeCondition } from '../server/map/map.handler.ts'
import { STALE_MS } from './live-cells.tsx'
import { M } from './map/map.messages.ts'

const EVERY_MS = 10_000

/** Part of a lamp's page: age of its last report, its faults and since when, and links to its place on the map and to its controller. */
export const LampStatus = ({ row }: { readonly row: { readonly id: string; readonly controllerId?: string | null } }) => {
  const t = useT()
  const controller = knownResource('lighting.controller')
  const maySee = usePermission('controller_view')
  const href = row.controllerId && maySee ? detailHref(controller, row.controllerId) : null
  const { data: lamp } = useQuery({
    queryKey: ['lamp-card', row.id],
    queryFn: () => api.get<typeof realTimeCondition>('blade-city/lamp/realTimeCondition', { id: row.id }),
    refetchInterval: EVERY_MS,
  })
  if (!lamp) return null
  const faults = (lamp.faults ?? []).map((type) => (isEventType(type) ? t(EVENT_TYPES[type]) : type))
  return (
    <DeviceStatusLine reportedAt={lamp.reportedAt} staleMs={STALE_MS} faults={faults} since={lamp.faultSince}>
      <Link to={`${cityMap.path}?lamp=${lamp.deviceId ?? row.id}`} className="ll-button">
        <Icon name="map" size={16} />
        {t(M.showOnMap)}
      </Link>
      {href && (
        <Link to={href} className="ll-button">
          {t(M.openController)}
        </Link>
      )}
    </DeviceStatusLine>
  )
}
