import type { InventoryRow, InventorySource } from '@lamplight/devices/model'
import type { Platform } from '@lamplight/server-kit'
import { proposeGateways } from './import/gateway-proposals.ts'

/** Provides the devices of gateways, for the virtual city and for the number of a gateway's children, and gateways for devices without one. */
export const createInventory = (platform: Platform): InventorySource => ({
  children: (gatewayIds) =>
    platform.system.query<InventoryRow>(
      `with c as (select id, gateway_id, sn, lng, lat from lighting_controller where gateway_id = any($1) and not is_deleted),
         l as (select l.controller_id, avg(l.lng) as lng, avg(l.lat) as lat, sum(l.power) as power, sum(coalesce(l.min_power, l.power * 0.15)) as min_power,
             min(l.min_level) as min_level
           from lighting_lamp l join c on c.id = l.controller_id where not l.is_deleted group by l.controller_id)
       select c.gateway_id as "gatewayId", c.sn, coalesce(l.lng, c.lng) as lng, coalesce(l.lat, c.lat) as lat,
         l.power, l.min_power as "minPower", l.min_level as "minLevel"
       from c left join l on l.controller_id = c.id order by c.gateway_id, c.sn`,
      [gatewayIds],
    ),
  propose: (proposal) => proposeGateways(platform, proposal),
})
