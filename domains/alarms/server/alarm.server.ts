import { type Ctx, onLifecycle, onServer, refuseUnseen, tableOf } from '@lamplight/server-kit'
import { ALARMS_CHANGED } from '../model/events.ts'
import { alarm } from '../model/index.ts'

const table = tableOf(alarm)

/** Changes alarms, with an entry in the audit log. `set`: SQL from `$2` on. */
const change = async (ctx: Ctx, what: string, ids: readonly string[], set: string, params: readonly unknown[], detail?: object) => {
  const rows = await ctx.query(
    `update ${table} set ${set}, update_time = now() where id = any($1::bigint[]) and not is_deleted returning id`,
    [ids, ...params],
  )
  await ctx.audit({
    what: `alarms.alarm.${what}`,
    target: ids.slice(0, 50).join(),
    count: rows.length,
    ...(detail && { detail: { after: detail } }),
  })
  ctx.emit(ALARMS_CHANGED, { tenantId: ctx.tenantId })
  return { count: rows.length }
}

/** Alarms: people acknowledge, shelve, assign and dispose of them; the platform opens and ends them (`follow.ts`). */
export const alarmServer = onServer(alarm, {
  actions: {
    acknowledge: ({ ctx, ids }) =>
      change(
        ctx,
        'acknowledge',
        ids,
        'acknowledged_at = coalesce(acknowledged_at, $2), acknowledged_by = coalesce(acknowledged_by, $3)',
        [ctx.now(), ctx.user.id],
        { acknowledgedBy: ctx.user.account },
      ),
    shelve: ({ ctx, ids, input: { hours, remark } }) =>
      change(ctx, 'shelve', ids, 'shelved_until = $2, remark = $3', [new Date(ctx.now().getTime() + Number(hours) * 3_600_000), remark], {
        hours,
        remark,
      }),
    unshelve: ({ ctx, ids }) => change(ctx, 'unshelve', ids, 'shelved_until = null', [], { shelvedUntil: '' }),
    assign: async ({ ctx, ids, input: { userId } }) => {
      await refuseUnseen(ctx, ctx.query, 'identity.user', [String(userId)], 'userId')
      return change(ctx, 'assign', ids, 'assignee_id = $2', [userId], { assigneeId: userId })
    },
    comment: ({ ctx, ids, input: { remark } }) => change(ctx, 'comment', ids, 'remark = $2', [remark], { remark }),
  },
  lifecycle: onLifecycle(alarm, {
    transitions: {
      dispose: {
        after: async ({ ctx, query, rows, input }) => {
          ctx.emit(ALARMS_CHANGED, { tenantId: ctx.tenantId })
          await query(`update ${table} set result = $2, remark = coalesce($3, remark), disposed_at = $4 where id = any($1::bigint[])`, [
            rows.map(({ id }) => id),
            input.result,
            input.remark ?? null,
            ctx.now(),
          ])
          return undefined
        },
      },
      reopen: {
        after: async ({ ctx, query, rows, input }) => {
          ctx.emit(ALARMS_CHANGED, { tenantId: ctx.tenantId })
          await query(`update ${table} set result = null, remark = $2, disposed_at = null where id = any($1::bigint[])`, [
            rows.map(({ id }) => id),
            input.remark,
          ])
          return undefined
        },
      },
    },
  }),
})
