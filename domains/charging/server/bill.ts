import { DEFAULT_ZONE, type Query } from '@lamplight/server-kit'
import { ORDER } from '../model/order.lifecycle.ts'

/** First key of the advisory locks of bills; the second is a hash of tenant and station. */
const LOCK = 5_700_001

/** Returns the time zone of a tenant (IANA name), in which the days of its bills begin. */
export const zoneOf = async (query: Query, tenantId: string): Promise<string> => {
  const [row] = await query<{ zone: string | null }>('select zone from identity_tenants where tenant_id = $1 and not is_deleted', [
    tenantId,
  ])
  return row?.zone || DEFAULT_ZONE
}

export interface Billed {
  readonly tenantId: string
  readonly stationId: string
  /** Ends of orders, before and after their change. */
  readonly ends: readonly (Date | string | null)[]
}

/**
 * Writes the bill rows of a station anew for the days of these ends: it deletes the rows of the days and sums the finished and settled orders. The transaction
 * holds an advisory lock of the station until it ends. To avoid deadlocks, lock all orders before the call, and call it for several stations in the order of
 * their ids.
 */
export const refreshBill = async (query: Query, { tenantId, stationId, ends }: Billed): Promise<void> => {
  const times = ends.filter((end) => end !== null).map((end) => new Date(end))
  if (times.length === 0) return
  const zone = await zoneOf(query, tenantId)
  await query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, `${tenantId}/${stationId}`])
  const days = 'select distinct (at at time zone $3)::date as day from unnest($4::timestamptz[]) at'
  await query(`delete from charging_bill_day where tenant_id = $1 and station_id = $2 and day in (${days})`, [
    tenantId,
    stationId,
    zone,
    times,
  ])
  await query(
    `insert into charging_bill_day (tenant_id, day, station_id, station_code, operator_id, project_id, area_id, orders, energy_wh, electricity_fen,
       service_fen, total_fen)
     select o.tenant_id, d.day, o.station_id, o.station_code, o.operator_id, coalesce(o.project_id, 0), coalesce(o.area_id, 0), count(*),
       sum(o.energy_wh), sum(o.electricity_fen), sum(o.service_fen), sum(o.electricity_fen + o.service_fen)
     from (${days}) d join charging_order o on o.tenant_id = $1 and o.station_id = $2 and not o.is_deleted and o.state = any($5)
       and o.end_time >= d.day::timestamp at time zone $3 and o.end_time < (d.day + 1)::timestamp at time zone $3
     group by o.tenant_id, d.day, o.station_id, o.station_code, o.operator_id, coalesce(o.project_id, 0), coalesce(o.area_id, 0)`,
    [tenantId, stationId, zone, times, [ORDER.finished, ORDER.settled]],
  )
}
