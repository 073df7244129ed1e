import type { SliceRows } from '@lamplight/testing'

export const environmentRows: SliceRows = {
  rows: {
    /** A fault that has ended. It is inserted here because no call adds one: the platform finds faults, and ends those whose cause is gone. */
    'environment.fault': async ({ row, insert, tenantId }) =>
      insert('environment_fault', {
        tenant_id: tenantId,
        kind: 2,
        sn: `TILTED-${tenantId}`,
        name: '倾倒的桶',
        device_id: await row('environment.trash'),
        device_type: 19,
        value: 45,
        began_at: new Date(),
        ended_at: new Date(),
        status: 0,
      }),
  },
  unwritten: ['environment.fault'],
}
