import { storeSuppliers } from '@lamplight/devices/stored'
import type { Platform } from '@lamplight/server-kit'

const SUPPLIERS = [
  ['华灯科技', 'HD'],
  ['明光电子', 'MG'],
  ['远照物联', 'YZ'],
] as const

/** Adds suppliers to a demo town: the controllers of one gateway have the same supplier. */
export const storeTownSuppliers = (platform: Platform, tenantId: string): Promise<void> =>
  platform.system.tx(async (query) => {
    const rows = SUPPLIERS.map(([name, code]) => ({ id: platform.newId(), tenantId, name, code }))
    await storeSuppliers(query, rows)
    await query(
      'update lighting_controller set supplier_id = ($2::bigint[])[1 + abs(hashint8(gateway_id)) % cardinality($2::bigint[])] where tenant_id = $1 and not is_deleted',
      [tenantId, rows.map(({ id }) => id)],
    )
  })
