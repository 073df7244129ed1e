import { type Ctx, visibleRow } from '@lamplight/server-kit'
import { cabinetGroup } from '../model/index.ts'

/** Returns the ids of the installed cabinets of a group. Throws if the user does not see the group. */
export const membersIn = async (ctx: Ctx, groupId: string): Promise<readonly string[]> => {
  const { cabinetIds } = await visibleRow<{ cabinetIds?: readonly string[] | null }>(ctx, cabinetGroup, groupId)
  const rows = await ctx.query<{ id: string }>(
    'select id::text as id from roadcabinets_cabinet where id = any($1::bigint[]) and not is_deleted order by id',
    [cabinetIds ?? []],
  )
  return rows.map(({ id }) => id)
}
