import { defineEvent } from '@lamplight/kit'

/** A batch of commands was written. */
export const BATCH_CREATED = defineEvent<{ readonly tenantId: string; readonly batchId: string; readonly total: number }>(
  'control.created',
  {
    shared: true,
  },
)
