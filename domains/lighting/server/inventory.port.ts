import type { Platform } from '@lamplight/server-kit'

interface Child {
  gatewayId: string
  sn: string
  lng: number | null
  lat: number | null
  power: number | null
  minPower: number | null
  minLevel: number | null
}

/** What hangs behind gateways, for the virtual city and for the count of a gateway's children. */
export const createInventory = (platform: Platform) => ({
  children: (gatewayIds: readonly string[]): Promise<Child[]> =>
    platform.system.query<Child>(
      `select c.gateway_id as "gatewayId", c.sn, coalesce(l.lng, c.lng) as lng, coalesce(l.lat, c.lat) as lat,
          l.power, coalesce(l.min_power, l.power * 0.15) as "minPower", l.min_level as "minLevel"
        from lighting_controller c left join lighting_lamp l on l.controller_id = c.id and not l.is_deleted
        where c.gateway_id = any($1) and not c.is_deleted order by c.gateway_id, c.sn`,
      [gatewayIds],
    ),
})
