import type { LiveHub } from '@lamplight/server-kit'
import { STATUS } from '../../model/index.ts'
import type { BatchChange } from './ledger-types.ts'

const EVERY_MS = 250

/**
 * Pushes changes to browsers: topic `batch:{id}` has the counts of the batch, topic `batches` the same by batch id, topic
 * `lamps-run` by device id its rung, -1 if it failed or timed out; for a superseded device only its newer batch is pushed. At most
 * four pushes a second per topic, the newest last.
 */
export const createAnnouncer = (live: LiveHub) => {
  const latest = new Map<string, Omit<BatchChange, 'changes' | 'moved' | 'over'>>()
  let waiting = false

  const flush = (): void => {
    waiting = false
    for (const counts of latest.values()) live.push(counts.tenantId, `batch:${counts.id}`, counts)
    latest.clear()
  }
  return (heads: readonly BatchChange[]): void => {
    for (const { changes, moved: _moved, over: _over, ...counts } of heads) {
      live.change(counts.tenantId, 'batches', counts.id, counts)
      latest.set(counts.id, counts)
      for (const [deviceId, rung, status] of changes ?? [])
        if (status !== STATUS.superseded) live.change(counts.tenantId, 'lamps-run', deviceId, status >= STATUS.failed ? -1 : rung)
    }
    if (waiting) return
    waiting = true
    setTimeout(flush, EVERY_MS).unref()
  }
}
