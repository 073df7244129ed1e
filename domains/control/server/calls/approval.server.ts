import { SECRET_MASK } from '@lamplight/kit'
import { type Ctx, DIGEST_PATTERN, errors, onLifecycle, onServer, tableOf } from '@lamplight/server-kit'
import { approval, controlErrors } from '../../model/index.ts'
import { createBatch } from '../ledger/create-batch.ts'
import { familiesIn } from '../params/param-answers.ts'
import { sendChanges } from '../params/param-changes.ts'
import { sendParam } from '../params/param-send.ts'
import { chosenDevices } from '../params/param-target.ts'
import { storedWork, typeOfCode } from './approval.ts'
import { sendToDevices } from './commands.port.ts'
import { createReader } from './wire-input.ts'

const TABLE = tableOf(approval)

/** Sends the work of a request to its devices that still exist. Returns the id of its command record. */
const sendApproved = async (ctx: Ctx, id: string): Promise<string> => {
  const { work, deviceIds } = await storedWork(ctx, id)
  if ('lamps' in work) {
    const { until } = work.lamps
    if (until !== null && until <= ctx.now().getTime()) throw controlErrors.untilPast({}, 'id')
    return (await createBatch(ctx, { ...work.lamps, selector: { controllerIds: deviceIds } }, null)).batchId
  }
  if ('device' in work) {
    const { type: code, cmd, args, reason = null } = work.device
    return (await sendToDevices(ctx, { type: await typeOfCode(ctx, code), cmd, args, deviceIds, reason }, null)).batchId
  }
  const family = familiesIn(ctx.platform).get('param' in work ? work.param.family : work.changes.family)
  if (!family) throw errors.notFound()
  if ('param' in work) return (await sendParam(ctx, { ...work.param, family, again: null }, deviceIds, null)).batchId
  const chosen = await chosenDevices(ctx, createReader({ family: family.name, ids: deviceIds }, ctx))
  return (await sendChanges(ctx, work.changes.values, chosen, null)).batchId
}

/** Requests of commands that wait for a second person: approving one sends it in the transaction that writes its state. */
export const approvalServer = onServer(approval, {
  // It may name devices anywhere: users limited to places see those that they requested.
  place: 'author',
  // The stored work has digests in place of secrets.
  shown: { work: `regexp_replace(t.work, '"${DIGEST_PATTERN}"', '"${SECRET_MASK}"', 'g')` },
  lifecycle: onLifecycle(approval, {
    transitions: {
      approve: {
        after: async ({ ctx, query, rows, input }) => {
          for (const { id } of rows)
            await query(`update ${TABLE} set reviewer_id = $2, note = $3, batch_id = $4 where id = $1`, [
              id,
              ctx.user.id,
              input.note ?? null,
              await sendApproved(ctx, id),
            ])
          return undefined
        },
      },
      reject: {
        after: async ({ ctx, query, rows, input }) => {
          for (const { id } of rows)
            await query(`update ${TABLE} set reviewer_id = $2, note = $3 where id = $1`, [id, ctx.user.id, input.note ?? null])
          return undefined
        },
      },
    },
  }),
})
