import type { Near } from '@lamplight/inventory'
import type { Query } from '@lamplight/server-kit/data'

/** Places with the tenant's lamps: their mean position in each square degree, WGS-84; at most 200 places. */
export const knownPlaces = async (query: Query, tenantId: string): Promise<readonly Near[]> =>
  (
    await query<{ lng: number; lat: number }>(
      `select avg(lng) as lng, avg(lat) as lat from lighting_lamp
       where tenant_id = $1 and not is_deleted and lng is not null and lat is not null group by round(lng), round(lat) order by count(*) desc limit 200`,
      [tenantId],
    )
  ).map(({ lng, lat }) => [lng, lat])
