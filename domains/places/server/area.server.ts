import { onServer } from '@lamplight/server-kit'
import { area } from '../model/area.resource.ts'
import { MoveReturns, moveUnder, nameFully } from './place-move.ts'
import { refuseUsed } from './place-use.ts'

/** The full name, `东城/朝阳路/一段`, is updated when an ancestor is renamed or moved. */
export const areaServer = onServer(area, {
  place: { area: 't.id' },
  // 0 is the root: all areas (rule.area.parent0).
  filters: { parentId: { sql: '($::bigint = 0 or t.parent_id = $::bigint)', type: 'id' } },
  afterWrite: async ({ query, row, old }) => {
    if (!old || old.areaName !== row.areaName || old.parentId !== row.parentId) await nameFully(query, [row.id])
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const ids = rows.map(({ id }) => id)
    await refuseUsed(ctx, query, 'places_area', ids)
    await query('delete from places_boundary where area_id = any($1)', [ids])
  },
  returns: { move: MoveReturns },
  actions: {
    move: ({ ctx, ids, input }) => ctx.tx((query) => moveUnder(ctx, query, 'places_area', ids, input.parentId ?? null)),
  },
})
