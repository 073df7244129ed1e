import type { Ack } from '@lamplight/protocol'
import type { Platform } from '@lamplight/server-kit'
import type { Answer } from './ledger-types.ts'
import { isProbe } from './messages.ts'
import { createSecretReader } from './param-secrets.ts'
import { writerPort } from './writer-ports.ts'

/** Equal acks of several devices of a gateway, as passed on by ingest. */
export interface AckRow extends Omit<Ack, 'sn'> {
  readonly gateway: string
  readonly sns: readonly string[]
  /** Server time of receipt, epoch ms. */
  readonly receivedAt: number
}

const LARGEST = 9_223_372_036_854_775_807n

/** Writes acks of devices to the ledger. Ingest acknowledges the gateway's message after the returned promise resolves. */
export const createAckSink = (platform: Platform) => {
  const writer = platform.port(writerPort)
  const secrets = createSecretReader(platform)
  return {
    acked: async (rows: readonly AckRow[]): Promise<void> => {
      // Acks of one message are adjacent, so their common data is looked up once.
      let last: { id: string; gateway: string; batchId: string; sentAt: number | null } | undefined
      const answers: Answer[] = []
      for (const { id, gateway: gatewaySn, sns, ok, code, at, receivedAt, p, params } of rows) {
        if (isProbe(id)) continue
        if (last?.id !== id || last.gateway !== gatewaySn) {
          // An id too large for a batch is replaced by '0', which no batch has.
          const batchId = BigInt(id) > LARGEST ? '0' : id
          last = { id, gateway: gatewaySn, batchId, sentAt: writer.sentAtOf(batchId, gatewaySn) }
        }
        const { batchId, sentAt } = last
        const answer = { batchId, gatewaySn, ok, code, at, receivedAt, sentAt }
        if (!secrets.isSecret(params)) answers.push({ ...answer, sns, reported: params ? { ...p, params } : (p ?? {}) })
        else
          for (const sn of sns)
            answers.push({ ...answer, sns: [sn], reported: { ...p, params: await secrets.recognised(gatewaySn, sn, params) } })
      }
      if (answers.length > 0) await writer.acked(answers)
    },
  }
}
