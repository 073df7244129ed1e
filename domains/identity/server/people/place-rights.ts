import type { Ctx, Query } from '@lamplight/server-kit'
import { identityErrors } from '../../model/identity.errors.ts'
import { seesOwnAreas } from '../../model/matrix.ts'

/**
 * Throws if one of these users sees areas or projects that the caller does not see: a caller limited to places must neither create a user who
 * sees the whole tenant nor take over such an account. Call it before a change with the old state and after it with the new one.
 */
export const assertPlacesWithin = async (ctx: Ctx, query: Query, userIds: readonly string[]): Promise<void> => {
  const { cut } = ctx.user
  const kinds = [cut.areas && 'area', cut.projects && 'project'].filter((kind) => kind !== false)
  if (ctx.user.administrator || userIds.length === 0) return
  for (const kind of kinds) {
    const people = await query<{ aliases: string[]; named: boolean; beyond: boolean }>(
      `select array(select r.role_alias from identity_role r where r.id = any(u.role_id) and not r.is_deleted) as aliases,
         exists (select from identity_grant g where g.user_id = u.id and g.kind = $2 and g.named) as named,
         exists (select from identity_grant g where g.user_id = u.id and g.kind = $2 and not exists (
           select from identity_grant o where o.user_id = $3 and o.kind = $2 and o.ref_id = g.ref_id)) as beyond
       from identity_user u where u.id = any($1)`,
      [userIds, kind, ctx.user.id],
    )
    if (people.some(({ aliases, named, beyond }) => beyond || !(named || (kind === 'area' && seesOwnAreas(aliases)))))
      throw identityErrors.beyondOwnPlaces({}, kind === 'area' ? 'areaIds' : 'projectIds')
  }
}
