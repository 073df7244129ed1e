import type { Ctx } from '../context-types.ts'
import type { Query } from './query.ts'

/** Work to do after the commit of a transaction, in this order. */
export type AfterCommit = (() => Promise<void> | void)[]
/** Runs the work. The rows are written already, so an error is logged; it neither fails the call nor stops the rest. */
export const runAll = async ({ platform }: Pick<Ctx, 'platform'>, later: AfterCommit): Promise<void> => {
  for (const work of later) {
    try {
      await work()
    } catch (thrown) {
      platform.log.error('work after a commit failed', { why: String(thrown) })
    }
  }
}

/** Returns the request's context within a transaction: its statements are part of the transaction, its events are added to `later`. The caller runs `later` after the commit. */
export const ctxWithin = (ctx: Ctx, query: Query, later: AfterCommit): Ctx => ({
  ...ctx,
  query,
  tx: (work) => work(query),
  audit: (entry, own = query) => ctx.audit(entry, own),
  emit: (event, payload) => void later.push(() => ctx.emit(event, payload)),
  afterCommit: (work) => void later.push(() => ctx.afterCommit(work)),
})

/** Runs `work` in one transaction, with a context whose statements are part of it; emits its events after the commit. */
export const inTransaction = async <R>(ctx: Ctx, work: (inside: Ctx) => Promise<R>): Promise<R> => {
  const later: AfterCommit = []
  const result = await ctx.tx((query) => work(ctxWithin(ctx, query, later)))
  await runAll(ctx, later)
  return result
}
