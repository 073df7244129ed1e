import type { Platform } from '@lamplight/server-kit'
import type { Operator } from './operators.ts'

interface PushedStation {
  readonly stationId: string
  readonly name: string
  readonly address: string | null
  readonly lng: number | null
  readonly lat: number | null
}

/**
 * Adds a station that an operator pushes, or changes its name, address and place. Returns false if the StationID belongs to another operator of the tenant.
 */
export const storeStation = async (
  platform: Platform,
  operator: Operator,
  { stationId, name, address, lng, lat }: PushedStation,
): Promise<boolean> => {
  const stored = await platform.system.query<{ id: string }>(
    `insert into charging_station as s (id, tenant_id, name, station_id, operator_id, address, lng, lat) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, station_id) where not is_deleted do update set name = excluded.name, address = coalesce(excluded.address, s.address),
       lng = coalesce(excluded.lng, s.lng), lat = coalesce(excluded.lat, s.lat), update_time = now()
     where s.operator_id = excluded.operator_id returning s.id`,
    [platform.newId(), operator.tenantId, name, stationId, operator.id, address, lng, lat],
  )
  return stored.length > 0
}
