import type { ResourceDefinition } from '@lamplight/kit'
import { type Ctx, refuseUnseen, tableOf } from '@lamplight/server-kit'
import { ALARMS_CHANGED } from '../model/events.ts'

export type Change = (
  ctx: Ctx,
  what: string,
  ids: readonly string[],
  /** SQL from `$2` on. */
  set: string,
  params: readonly unknown[],
  detail?: object,
) => Promise<{ count: number }>

/** Changes rows that the platform opens and people handle, with an entry in the audit log, and tells consoles. */
export const changeOf =
  (resource: ResourceDefinition): Change =>
  async (ctx, what, ids, set, params, detail) => {
    const rows = await ctx.query(
      `update ${tableOf(resource)} set ${set}, update_time = now() where id = any($1::bigint[]) and not is_deleted returning id`,
      [ids, ...params],
    )
    await ctx.audit({
      what: `${resource.name}.${what}`,
      target: ids.slice(0, 50).join(),
      count: rows.length,
      ...(detail && { detail: { after: detail } }),
    })
    ctx.emit(ALARMS_CHANGED, { tenantId: ctx.tenantId })
    return { count: rows.length }
  }

/** SQL of an acknowledgement; the first one stays. Its parameters are `acknowledgedBy`. */
export const ACKNOWLEDGE = 'acknowledged_at = coalesce(acknowledged_at, $2), acknowledged_by = coalesce(acknowledged_by, $3)'
export const acknowledgedBy = (ctx: Ctx) => [ctx.now(), ctx.user.id] as const

interface Call<I> {
  readonly ctx: Ctx
  readonly ids: readonly string[]
  readonly input: I
}
/** What people do with alarms and incidents alike. */
export const actsOf = (change: Change) => ({
  assign: async ({ ctx, ids, input: { userId } }: Call<{ readonly userId: string }>) => {
    await refuseUnseen(ctx, ctx.query, 'identity.user', [userId], 'userId')
    return change(ctx, 'assign', ids, 'assignee_id = $2', [userId], { assigneeId: userId })
  },
  comment: ({ ctx, ids, input: { remark } }: Call<{ readonly remark: string }>) =>
    change(ctx, 'comment', ids, 'remark = $2', [remark], { remark }),
})
