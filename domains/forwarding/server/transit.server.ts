import { onServer, pairSql, tableOf } from '@lamplight/server-kit'
import { DEAD, EVENTS, SKIPPED, transitInfo, WAITING } from '../model/index.ts'

/** The log of transmissions. Those that failed or were not sent can be sent again, with all attempts. */
export const transitServer = onServer(transitInfo, {
  shown: { reason: pairSql('t.reason'), content: `case when t.event = ${EVENTS.test} then ${pairSql('t.content')} else t.content end` },
  actions: {
    resend: async ({ ctx, ids }) => {
      const rows = await ctx.query(
        `update ${tableOf(transitInfo)} set state = ${WAITING}, attempts = 0, next_at = $2, queued_at = $2, reason = '', code = null, update_time = $2
         where id = any($1::bigint[]) and state in (${DEAD}, ${SKIPPED}) and event <> ${EVENTS.test} and not is_deleted returning id`,
        [ids, ctx.now()],
      )
      await ctx.audit({
        what: `${transitInfo.name}.resend`,
        target: ids.slice(0, 50).join(),
        count: rows.length,
        detail: { after: { state: WAITING } },
      })
      return { count: rows.length }
    },
  },
})
