import { type Ctx, errors, type Query } from '@lamplight/server-kit'
import { assertPlacesWithin } from './place-rights.ts'
import { assertWithin } from './rights.ts'

interface Person {
  readonly id: string
  readonly tenantId: string
  readonly account: string
  readonly roleIds: readonly string[]
}

/**
 * Returns users by id among those that the caller sees. Every act on other users calls it before the change. Throws unless all users exist, none
 * has a right that the caller lacks, and none sees a place that the caller does not see.
 */
export const managedUsers = async (ctx: Ctx, query: Query, ids: readonly string[]): Promise<Person[]> => {
  const people = await query<Person>(
    `select id, tenant_id as "tenantId", account, coalesce(role_id, '{}') as "roleIds" from identity_user where id = any($1) and not is_deleted`,
    [ids],
  )
  if (people.length !== new Set(ids).size) throw errors.notFound()
  await assertWithin(ctx, query, [...new Set(people.flatMap(({ roleIds }) => roleIds))])
  await assertPlacesWithin(ctx, query, ids)
  return people
}

/**
 * Every change of existing roles and of their scopes calls it before the change. Throws unless the caller has every right of the roles and may
 * manage every user who has one of them: a change of a role changes what all its users may do.
 */
export const assertManagesRoles = async (ctx: Ctx, query: Query, roleIds: readonly string[]): Promise<void> => {
  await assertWithin(ctx, query, roleIds)
  if (ctx.user.administrator || !(ctx.user.cut.areas || ctx.user.cut.projects)) return
  const holders = await query<{ id: string }>('select id from identity_user where role_id && $1::bigint[] and not is_deleted', [roleIds])
  await assertPlacesWithin(
    ctx,
    query,
    holders.map(({ id }) => id),
  )
}
