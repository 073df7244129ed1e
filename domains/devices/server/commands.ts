import { A } from '@lamplight/server-kit'

/** Answer of a call that sends a command: the batch. */
export const BatchReturns = A.named('Batch', A.of({ batchId: A.id, commandRecordId: A.id, total: A.int, status: A.int }))
