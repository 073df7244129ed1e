import { type Ctx, formatTime } from '@lamplight/server-kit'
import type { Trouble } from '../model/index.ts'

/** 16:00 of yesterday in the zone `$zone`: the start of last night, as in the presets of lists. */
const lastNight = (zone: string): string => `((date_trunc('day', now() at time zone ${zone}) - interval '8 hours') at time zone ${zone})`

/**
 * Lamps with faults by cause: each fault, an offline gateway, a controller that does not answer its gateway. `where` limits to what the user
 * sees (alias l), with its parameters; the tenant and its zone are appended.
 */
export const troublesSql = (where: string, params: readonly unknown[], ctx: Ctx): readonly [sql: string, params: readonly unknown[]] => {
  const [tenant, zone] = [`$${params.length + 1}`, `$${params.length + 2}`]
  return [
    `select cause, count(*)::int as lamps, count(*) filter (where since >= ${lastNight(zone)})::int as fresh, min(since) as since
     from (
       select f.cause, s.fault_since as since from devices_states s join lighting_lamps l on l.controller_id = s.device_id and not l.is_deleted
         cross join lateral unnest(s.faults) as f(cause) where s.tenant_id = ${tenant} and s.state = 3${where}
       union all
       select case when g.online then 'silent' else 'gatewayOffline' end, case when g.online then s.reported_at else g.last_seen end
       from devices_states s join lighting_lamps l on l.controller_id = s.device_id and not l.is_deleted
         left join devices_gateways g on g.id = s.gateway_id where s.tenant_id = ${tenant} and s.state = 4${where}
     ) t group by cause order by lamps desc, cause`,
    [...params, ctx.tenantId, ctx.zone],
  ]
}

export const troubleOf = (row: Record<string, unknown>, ctx: Ctx): Trouble => ({
  cause: String(row.cause),
  lamps: Number(row.lamps),
  sinceLastNight: Number(row.fresh),
  since: row.since instanceof Date ? formatTime(row.since, ctx.zone) : '',
})
