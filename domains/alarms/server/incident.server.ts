import { type Ctx, onServer, refuseUnseen, tableOf } from '@lamplight/server-kit'
import { ALARMS_CHANGED } from '../model/events.ts'
import { alarm, incident } from '../model/index.ts'

const table = tableOf(incident)
const alarms = tableOf(alarm)

/** Changes incidents, with an entry in the audit log. `set`: SQL from `$2` on. */
const change = async (ctx: Ctx, what: string, ids: readonly string[], set: string, params: readonly unknown[], detail?: object) => {
  const rows = await ctx.query(`update ${table} set ${set} where id = any($1::bigint[]) and not is_deleted returning id`, [ids, ...params])
  await ctx.audit({
    what: `alarms.incident.${what}`,
    target: ids.slice(0, 50).join(),
    count: rows.length,
    ...(detail && { detail: { after: detail } }),
  })
  return { count: rows.length }
}

/** Incidents: people acknowledge, assign and comment them, and exclude a cause; the platform opens, changes and closes them (`incidents.ts`). */
export const incidentServer = onServer(incident, {
  actions: {
    acknowledge: async ({ ctx, ids }) => {
      const by = [ctx.now(), ctx.user.id] as const
      const set = 'acknowledged_at = coalesce(acknowledged_at, $2), acknowledged_by = coalesce(acknowledged_by, $3)'
      const done = await change(ctx, 'acknowledge', ids, set, by, { acknowledgedBy: ctx.user.account })
      await ctx.query(`update ${alarms} set ${set} where incident_id = any($1::bigint[]) and present and not is_deleted`, [ids, ...by])
      return done
    },
    assign: async ({ ctx, ids, input: { userId } }) => {
      await refuseUnseen(ctx, ctx.query, 'identity.user', [String(userId)], 'userId')
      return change(ctx, 'assign', ids, 'assignee_id = $2', [userId], { assigneeId: userId })
    },
    comment: ({ ctx, ids, input: { remark } }) => change(ctx, 'comment', ids, 'remark = $2', [remark], { remark }),
    /** The cause stays excluded until the incident ends; the next round of the platform takes another one. */
    reject: async ({ ctx, ids, input: { remark } }) => {
      const set = "rejected = concat_ws(',', nullif(rejected, ''), node_key), remark = $2"
      const done = await change(ctx, 'reject', ids, set, [remark], { remark })
      ctx.platform.bus.emit(ALARMS_CHANGED, { tenantId: ctx.tenantId })
      return done
    },
  },
})
