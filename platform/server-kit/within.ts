import type { Ctx } from './context-types.ts'
import type { Query } from './query.ts'

/** Work to do after the commit of a transaction, in this order. */
export type AfterCommit = (() => Promise<void> | void)[]
export const runAll = async (later: AfterCommit): Promise<void> => {
  for (const work of later) await work()
}

/** The request's context within a transaction: its statements are part of it. The caller runs `later` after the commit: it emits the events. */
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
  await runAll(later)
  return result
}
