import { projectTypeFilter } from '@lamplight/places/server'
import { onLifecycle, onServer, tableOf } from '@lamplight/server-kit'
import { ALARMS_CHANGED } from '../model/events.ts'
import { alarm } from '../model/index.ts'
import { ACKNOWLEDGE, acknowledgedBy, actsOf, changeOf } from './acts.ts'

const table = tableOf(alarm)

const change = changeOf(alarm)

/** Alarms: people acknowledge, shelve, assign and dispose of them; the platform opens and ends them (`follow.ts`). */
export const alarmServer = onServer(alarm, {
  filters: projectTypeFilter,
  actions: {
    ...actsOf(change),
    acknowledge: ({ ctx, ids }) => change(ctx, 'acknowledge', ids, ACKNOWLEDGE, acknowledgedBy(ctx), { acknowledgedBy: ctx.user.account }),
    shelve: ({ ctx, ids, input: { hours, remark } }) =>
      change(ctx, 'shelve', ids, 'shelved_until = $2, remark = $3', [new Date(ctx.now().getTime() + Number(hours) * 3_600_000), remark], {
        hours,
        remark,
      }),
    unshelve: ({ ctx, ids }) => change(ctx, 'unshelve', ids, 'shelved_until = null', [], { shelvedUntil: '' }),
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
