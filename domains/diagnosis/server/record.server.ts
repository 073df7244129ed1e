import { onLifecycle, onServer, tableOf } from '@lamplight/server-kit'
import { asksForCorrection, CORRECTION, KIND, record } from '../model/index.ts'
import { startTests } from './active-test.ts'
import { followAlarms } from './alarms.ts'

const table = tableOf(record)

/** Records are written by the nightly run and the active test; people test, confirm and dismiss them. */
export const recordServer = onServer(record, {
  actions: { test: ({ ctx, ids }) => startTests(ctx, ids) },
  lifecycle: onLifecycle(record, {
    transitions: {
      confirm: {
        after: async ({ ctx, query, rows, input }) => {
          await query(`update ${table} set remark = coalesce($2, remark), found_at = coalesce(found_at, $3) where id = any($1::bigint[])`, [
            rows.map(({ id }) => id),
            input.remark ?? null,
            ctx.now(),
          ])
          return undefined
        },
        done: ({ ctx }) => followAlarms(ctx.platform),
      },
      dismiss: {
        after: async ({ ctx, query, rows, input }) => {
          const reason = Number(input.reason)
          await query(
            `update ${table} set reason = $2, remark = coalesce($3, remark), dismissed_at = $4, correction = $5 where id = any($1::bigint[])`,
            [
              rows.map(({ id }) => id),
              reason,
              input.remark ?? null,
              ctx.now(),
              asksForCorrection(reason) ? CORRECTION.asked : CORRECTION.none,
            ],
          )
          // A person has found nothing wrong: what deviated is the usual power of the lamp, and its baseline is learned again.
          const deviating = rows.filter(({ kind }) => kind === KIND.powerDeviation).map(({ deviceId }) => deviceId)
          if (deviating.length > 0)
            await query('update diagnosis_lamp set baseline = null where device_id = any($1::bigint[])', [deviating])
          return undefined
        },
        done: ({ ctx }) => followAlarms(ctx.platform),
      },
    },
  }),
})
