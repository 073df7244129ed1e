import { type Ctx, errors, onLifecycle, onServer } from '@lamplight/server-kit'
import { KINDS, publication, strategiesErrors } from '../model/index.ts'
import type { StrategyRow } from './program.ts'
import { PUBLICATION, type PublicationKind, publish, strategiesBy } from './publish.ts'
import { controllersOf, spraysOf } from './targets.ts'

/** The devices of a publication that still exist. Refuses an approver who does not see all of them: the batch would leave out the others. */
const approvable = async (ctx: Ctx, { kind }: StrategyRow, ids: readonly string[]): Promise<string[]> => {
  const seen = await (kind === KINDS.spray ? spraysOf : controllersOf)(ctx, ids)
  const [left] = await ctx.query<{ n: number }>('select count(*)::int as n from devices_registered where device_id = any($1::bigint[])', [
    ids,
  ])
  const n = (left?.n ?? 0) - seen.length
  if (n > 0) throw strategiesErrors.unseenDevices({ n }, 'id')
  return seen
}

/** Publications that waited: approving one sends it in the transaction that writes its state. */
export const publicationServer = onServer(publication, {
  // It may name devices anywhere: users limited to places see those that they requested.
  place: 'author',
  lifecycle: onLifecycle(publication, {
    transitions: {
      approve: {
        after: async ({ ctx, query, rows, input }) => {
          for (const row of rows) {
            const strategy = (await strategiesBy(query, [String(row.strategyId)])).get(String(row.strategyId))
            if (!strategy) throw errors.notFound()
            // The approver has decided on the preview of the requested version.
            if (row.kind !== PUBLICATION.unassign && strategy.version !== row.version)
              throw strategiesErrors.changedSince({ from: row.version ?? 0, to: strategy.version }, 'id')
            const [stored] = await query<{ ids: string[] }>('select device_ids::text[] as ids from strategies_publication where id = $1', [
              row.id,
            ])
            const deviceIds = await approvable(ctx, strategy, stored?.ids ?? [])
            const sent = await publish(ctx, { strategy, kind: row.kind as PublicationKind, deviceIds })
            await query('update strategies_publication set reviewer_id = $2, note = $3, batch_ids = $4, version = $5 where id = $1', [
              ...[row.id, ctx.user.id, input.note ?? null, sent.map(({ batchId }) => batchId).join(), strategy.version],
            ])
          }
          return undefined
        },
      },
      reject: {
        after: async ({ ctx, query, rows, input }) => {
          for (const { id } of rows)
            await query('update strategies_publication set reviewer_id = $2, note = $3 where id = $1', [
              id,
              ctx.user.id,
              input.note ?? null,
            ])
          return undefined
        },
      },
    },
  }),
})
