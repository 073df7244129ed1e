import { defineEvent } from '@lamplight/kit'

/** Emitted when a batch of commands has been written. */
export const BATCH_CREATED = defineEvent<{
  readonly tenantId: string
  readonly batchId: string
  readonly total: number
  /** 1: background work, which waits for commands of operators. */
  readonly lane: 0 | 1
}>('control.created', { shared: true })
