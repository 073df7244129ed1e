import type { Query } from '@lamplight/server-kit'

/**
 * Locks the rows of unit products until the transaction ends, in the order of their ids, so that no device and no configuration gets them meanwhile. Returns
 * the stored definitions by id; removed products are left out.
 */
export const lockProducts = async (query: Query, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await query<{ id: string; descriptor: string }>(
    'select id::text as id, descriptor from devices_type where id = any($1::bigint[]) and not is_deleted order by id for update',
    [ids],
  )
  return new Map(rows.map(({ id, descriptor }) => [id, descriptor]))
}

/** Keeps the unit product with this code from being changed or removed until the transaction ends. Names of declared types have no row: then it does nothing. */
export const holdProduct = async (query: Query, unitProductCode: string): Promise<void> => {
  await query('select 1 from devices_type where unit_product_code = $1 and not is_deleted for share', [unitProductCode])
}
