import { arrayOf, type PlayedLinks, type SupplySource } from '@lamplight/server-kit'
import type { Feeders } from '@lamplight/strategies/model'
import { fedBy } from './fed.ts'

/** Lamp controllers that air switches, outputs of concentrators and meters feed, by serial numbers, and the property at which. $1: ids of gateways. */
const FEEDS = `
select k.sn, k.at, array_agg(distinct c.sn order by c.sn) as fed from (
  select a.sn, 'contact' as at, a.tenant_id, a.loop_id from cabinets_air_switch a where a.gateway_id = any($1) and not a.is_deleted
  union all
  select n.sn, 'do' || l.do_no, n.tenant_id, l.id from cabinets_concentrator n
    join cabinets_loop l on l.tenant_id = n.tenant_id and l.concentrator_id = n.id and l.do_no is not null and not l.is_deleted
    where n.gateway_id = any($1) and not n.is_deleted
  union all
  select m.sn, 'power', m.tenant_id, l.id from cabinets_meter m
    join cabinets_loop l on l.tenant_id = m.tenant_id and l.switchbox_id = m.switchbox_id and not l.is_deleted
    where m.gateway_id = any($1) and not m.is_deleted
) k
join cabinets_fed f on f.tenant_id = k.tenant_id and f.loop_id = k.loop_id
join lighting_controllers c on c.id = f.device_id and not c.is_deleted group by k.sn, k.at`

/** Loops and switch boxes as places of the map. */
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
}

/** The lamps that devices feed: an open contact, or an open output, interrupts their supply in the virtual city. */
export const played: PlayedLinks = async ({ system }, gatewayIds) => {
  const rows = await system.query<{ sn: string; at: string; fed: string[] }>(FEEDS, [gatewayIds])
  return new Map(
    [...Map.groupBy(rows, ({ sn }) => sn)].map(([sn, own]) => [sn, { feeds: Object.fromEntries(own.map(({ at, fed }) => [at, fed])) }]),
  )
}

const BOXES = `select f.device_id::text as id, min(o.switchbox_id)::text as box from cabinets_fed f
  join cabinets_loop o on o.tenant_id = f.tenant_id and o.id = f.loop_id and o.switchbox_id is not null and not o.is_deleted
  where f.tenant_id = $1 and f.device_id = any($2::bigint[]) group by f.device_id`

/** The switch box that feeds a lamp, by its loop. */
export const createFeeders = (): Feeders => ({
  boxesOf: async (query, tenantId, deviceIds) => {
    const rows = await query<{ id: string; box: string }>(BOXES, [tenantId, arrayOf(deviceIds)])
    return new Map(rows.map(({ id, box }) => [id, box]))
  },
})
