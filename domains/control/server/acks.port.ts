import type { Ack } from '@lamplight/protocol'
import type { Platform } from '@lamplight/server-kit'
import { isProbe } from './messages.ts'
import type { Writer } from './writer.port.ts'

/** An answer of a device, as ingest hands it on. */
export interface AckRow extends Ack {
  readonly gateway: string
  /** Server time of receipt, epoch ms. */
  readonly receivedAt: number
}

const LARGEST = 9_223_372_036_854_775_807n

/** Port `control.acks`: resolves when the answers are in the ledger; only then may ingest acknowledge their message. */
export const createAckSink = (platform: Platform) => {
  const writer = platform.port<Writer>('control.writer')
  return {
    acked: async (rows: readonly AckRow[]): Promise<void> => {
      const answers = rows.flatMap((row) => {
        if (isProbe(row.id)) return []
        // An id that no batch can have becomes one that none has.
        const batchId = BigInt(row.id) > LARGEST ? '0' : row.id
        const { gateway: gatewaySn, sn, ok, code, at, receivedAt, p } = row
        return [{ batchId, gatewaySn, sn, ok, code, at, receivedAt, sentAt: writer.sentAtOf(batchId, gatewaySn), told: p ?? {} }]
      })
      if (answers.length > 0) await writer.acked(answers)
    },
  }
}
