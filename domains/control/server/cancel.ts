import { type Ctx, changed } from '@lamplight/server-kit'
import { controlErrors } from '../model/index.ts'
import { writerPort } from './writer-ports.ts'

/** Cancels the devices of a batch that have not been sent. Returns their number. @throws controlErrors.nothingToCancel */
export const cancelQueued = async (ctx: Ctx, batchId: string): Promise<number> => {
  const writer = ctx.platform.port(writerPort)
  const outcome = await ctx.tx(async (query) => {
    const moved = await writer.ledger.cancelled(query, batchId)
    const head = moved.heads[0]
    if (!head) throw controlErrors.nothingToCancel()
    const count = head.moved
    await query('update control_batch set cancelled = true, update_user = $2, update_time = $3 where id = $1', [
      batchId,
      ctx.user.id,
      ctx.now(),
    ])
    const detail = changed({ queued: count }, { queued: 0 })
    await ctx.audit({ what: 'control.batch.cancel', target: batchId, count, detail, result: `${count}/${head.total}` }, query)
    return { heads: moved.heads, count }
  })
  writer.announce(outcome.heads)
  return outcome.count
}
