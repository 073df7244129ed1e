import type { SliceRows } from '@lamplight/testing'

export const forwardingRows: SliceRows = {
  rows: {
    /** Transmissions are written by the platform. */
    'forwarding.transit': async ({ row, insert, tenantId }) =>
      insert('forwarding_transit', {
        tenant_id: tenantId,
        state: 4,
        target_id: await row('forwarding.target'),
        target_name: '平台',
        event: 3,
        content: `TRANSIT-${tenantId}`,
        severity: 2,
        sn: `FW-${tenantId}`,
        attempts: 1,
        queued_at: new Date(),
      }),
  },
  unwritten: ['forwarding.transit'],
}
