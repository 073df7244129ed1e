import { changeRow, type ReplacementFollower } from '@lamplight/server-kit'
import { lamp } from '../model/lamp.resource.ts'

/** Lamps follow the replacement of their controller: the new one drives them. */
export const lampFollower: ReplacementFollower = {
  name: 'lighting.lamps',
  label: ['灯具', 'Lamps'],
  follow: async (ctx, { from, to }) => {
    const rows = await ctx.query<{ id: string }>(
      'select id::text as id from lighting_lamp where controller_id = $1 and not is_deleted order by id',
      [from.id],
    )
    for (const { id } of rows) await changeRow(ctx, lamp, { id, lampControlId: to.id })
    return { count: rows.length }
  },
}
