import { onLifecycle, onServer, tableOf } from '@lamplight/server-kit'
import { fault } from '../model/index.ts'

/** A check stores its result, note and time. */
export const faultServer = onServer(fault, {
  lifecycle: onLifecycle(fault, {
    transitions: {
      check: {
        after: async ({ ctx, query, rows, input }) => {
          await query(`update ${tableOf(fault)} set result = $2, remark = $3, checked_at = $4 where id = any($1::bigint[])`, [
            rows.map(({ id }) => id),
            input.result,
            input.remark ?? null,
            new Date(ctx.now()),
          ])
          return undefined
        },
      },
    },
  }),
})
