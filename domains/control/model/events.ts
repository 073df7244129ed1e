import { defineEvent } from '@lamplight/kit'

/** Emitted when a batch of commands has been written. */
export const BATCH_CREATED = defineEvent<{ readonly tenantId: string; readonly batchId: string; readonly total: number }>(
  'control.created',
  {
    shared: true,
  },
)
