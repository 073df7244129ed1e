import type { Query } from '@lamplight/server-kit'

/** The device types made at run time of the user's tenant whose devices this driver reaches: at most 500, the limit of types per tenant. */
export const typesOfDriver = (query: Query, driver: string): Promise<readonly { readonly id: string; readonly code: number }[]> =>
  query(`select id::text as id, code from devices_type where not is_deleted and descriptor::jsonb ->> 'driver' = $1 order by id`, [driver])
