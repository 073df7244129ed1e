import { errors, onLifecycle, onServer } from '@lamplight/server-kit'
import { publication, strategiesErrors } from '../../model/index.ts'
import { PUBLICATION, type PublicationKind, publish, strategiesBy } from './publish.ts'
import { devicesOf } from './targets.ts'

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
            // Devices that were removed since the request are left out. Users limited to places do not see publications of others.
            const deviceIds = await devicesOf(ctx, { controllerIds: stored?.ids ?? [] }, strategy)
            const sent = await publish(ctx, { strategy, kind: row.kind as PublicationKind, deviceIds })
            await query('update strategies_publication set reviewer_id = $2, note = $3, batch_ids = $4, version = $5 where id = $1', [
              row.id,
              ctx.user.id,
              input.note ?? null,
              sent.map(({ batchId }) => batchId).join(),
              strategy.version,
            ])
            await query('update strategies_instance set sent_at = $2 where publication_id = $1', [row.id, ctx.now()])
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
