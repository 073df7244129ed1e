import type { Platform } from '@lamplight/server-kit'

const SUPPLIERS = [
  ['华灯科技', 'HD'],
  ['明光电子', 'MG'],
  ['远照物联', 'YZ'],
] as const

/** Adds suppliers to a demo town: the controllers of one gateway have the same supplier. */
export const storeSuppliers = (platform: Platform, tenantId: string): Promise<void> =>
  platform.system.tx(async (query) => {
    const ids = SUPPLIERS.map(() => platform.newId())
    await query(
      'insert into devices_suppliers (id, tenant_id, name, code) select s.id, $1, s.name, s.code from unnest($2::bigint[], $3::text[], $4::text[]) as s (id, name, code)',
      [tenantId, ids, SUPPLIERS.map(([name]) => name), SUPPLIERS.map(([, code]) => code)],
    )
    await query(
      'update lighting_controller set supplier_id = ($2::bigint[])[1 + abs(hashint8(gateway_id)) % cardinality($2::bigint[])] where tenant_id = $1 and not is_deleted',
      [tenantId, ids],
    )
  })
