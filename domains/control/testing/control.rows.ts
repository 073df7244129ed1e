import type { SliceRows } from '@lamplight/testing'

const GONE = JSON.stringify({ param: { family: 'gone', op: 'set', value: {} } })

export const controlRows: SliceRows = {
  rows: {
    /** A request, for parameters of a family that does not exist any more. It is inserted here because only a command to many devices makes one. */
    'control.approval': async ({ insert, tenantId }) =>
      insert('control_approval', {
        tenant_id: tenantId,
        state: 0,
        content: `REQUEST-${tenantId}`,
        content_en: `REQUEST-${tenantId}`,
        target_text: `TARGET-${tenantId}`,
        target_text_en: `TARGET-${tenantId}`,
        devices: 0,
        device_ids: [],
        work: GONE,
      }),
  },
  unwritten: ['control.approval'],
  marks: { control_batch: ['target_text', 'account'] },
}
