import type { SliceRows } from '@lamplight/testing'

export const productsRows: SliceRows = {
  rows: {
    /** A port of the tenant's product. Ports are written with their product, so the resource has no call that adds them. */
    'products.interface': async ({ row, insert }) =>
      insert('products_interface', {
        name: 'RS485-1',
        port: 'RS485-1',
        category: 1,
        address: '3',
        enable: true,
        type_id: await row('devices.type'),
      }),
  },
}
