import type { SupplySource } from '@lamplight/server-kit'
import { fedBy } from './fed.ts'

/** Lamp controllers that air switches and meters feed, by serial numbers. $1: ids of gateways. */
const FEEDS = `
select k.sn, array_agg(c.sn order by c.sn) as fed from (
  select a.sn, a.tenant_id, a.loop_id from cabinets_air_switch a where a.gateway_id = any($1) and not a.is_deleted
  union all
  select m.sn, m.tenant_id, l.id from cabinets_meter m
    join cabinets_loop l on l.tenant_id = m.tenant_id and l.switchbox_id = m.switchbox_id and not l.is_deleted
    where m.gateway_id = any($1) and not m.is_deleted
) k
join cabinets_fed f on f.tenant_id = k.tenant_id and f.loop_id = k.loop_id
join lighting_controllers c on c.id = f.device_id and not c.is_deleted group by k.sn`

/** Loops and switch boxes as places of the map, and the lamps that air switches and meters feed. */
export const supply: SupplySource = {
  places: {
    loop: {
      lamps: `l.controller_id = any(${fedBy('o.id = $1')})`,
      name: 'select name from cabinets_loop where id = $1 and not is_deleted',
    },
    switchbox: {
      lamps: `l.controller_id = any(${fedBy('o.switchbox_id = $1')})`,
      name: 'select name from cabinets_switchbox where id = $1 and not is_deleted',
    },
  },
  feeds: async ({ system }, gatewayIds) =>
    new Map((await system.query<{ sn: string; fed: string[] }>(FEEDS, [gatewayIds])).map(({ sn, fed }) => [sn, fed])),
}
