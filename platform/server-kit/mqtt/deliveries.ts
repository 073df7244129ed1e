import { type PublishFailureCode, publishFailure } from './failure.ts'

const AT_ONCE = 1000

export interface Deliveries {
  /** Writes one QoS 1 message; resolves with its PUBACK. Rejects with a PublishFailure. */
  readonly send: (topic: string, payload: string, timeoutMs: number) => Promise<void>
  readonly acknowledged: (messageId: number) => void
  readonly close: () => void
}

/**
 * QoS 1 messages from the broker on one connection. Only this function assigns packet identifiers on the connection, so that each PUBACK finds
 * its message. A message without PUBACK is rejected when the connection ends and never repeated here: the ledger decides that.
 */
export const createDeliveries = (options: {
  gateway: () => string
  /** Writes the packet to the socket; returns false if the connection cannot take it. */
  write: (messageId: number, topic: string, payload: string) => boolean
}): Deliveries => {
  const waiting = new Map<number, { settle: (failure?: PublishFailureCode) => void }>()
  let last = 0
  let closed = false

  const nextId = (): number => {
    do last = last >= 65_535 ? 1 : last + 1
    while (waiting.has(last))
    return last
  }

  return {
    send: (topic, payload, timeoutMs) =>
      new Promise((resolve, reject) => {
        const refuse = (code: PublishFailureCode): void => reject(publishFailure(options.gateway(), code))
        if (closed) return refuse('closed')
        if (waiting.size >= AT_ONCE) return refuse('slow')
        const id = nextId()
        const timer = setTimeout(() => settle('timeout'), timeoutMs)
        const settle = (failure?: PublishFailureCode): void => {
          clearTimeout(timer)
          waiting.delete(id)
          if (failure) refuse(failure)
          else resolve()
        }
        waiting.set(id, { settle })
        if (!options.write(id, topic, payload)) settle('slow')
      }),
    acknowledged: (messageId) => waiting.get(messageId)?.settle(),
    close: () => {
      closed = true
      for (const { settle } of [...waiting.values()]) settle('closed')
    },
  }
}
