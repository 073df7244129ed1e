import { closedHoursOf } from './counter.ts'

/** Who says that a counter began anew (`devices_counter_told.cause`): the device set it to 0, or a person installed another meter. */
export const TOLD = { reset: 1, replaced: 2 } as const

/**
 * SQL that stores times at which the counters of devices began anew, and marks their hours for the rollups. Parameters are arrays: $1
 * tenants, $2 devices, $3 epoch ms; $4: cause (`TOLD`).
 */
export const TELL_COUNTERS = `
with n as materialized (
  select tenant_id, device_id, to_timestamp(at / 1000) as at from unnest($1::text[], $2::bigint[], $3::float8[]) as n(tenant_id, device_id, at)
), told as (
  insert into devices_counter_told as k (tenant_id, device_id, at, cause) select distinct on (tenant_id, device_id, at) tenant_id, device_id, at, $4::smallint from n
  on conflict (tenant_id, device_id, at) do update set cause = excluded.cause
)
insert into devices_rollup_due (tenant_id, device_id, hour, type)
select distinct n.tenant_id, n.device_id, h.hour, r.type from n join devices_registry r on r.device_id = n.device_id and r.tenant_id = n.tenant_id
cross join lateral (${closedHoursOf('n.at')}) h`
