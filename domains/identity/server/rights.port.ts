import type { Query } from '@lamplight/server-kit'
import type { Rights } from '../model/ports.ts'
import { ADMINISTRATOR } from '../model/role.resource.ts'
import { PLATFORM_TENANT } from '../model/tenant.resource.ts'
import { isLimited } from './accounts.ts'

const MAX_USERS = 200

interface Holder {
  readonly id: string
  readonly name: string
  readonly tenantId: string
  readonly roleNames: string
  /** True if areas or projects are named for the user. */
  readonly placed: boolean
}
const holdersOf = (query: Query, tenantId: string, right: string): Promise<readonly Holder[]> =>
  query<Holder>(
    `select u.id::text as id, coalesce(nullif(u.real_name, ''), u.account) as name, u.tenant_id as "tenantId",
       coalesce((select string_agg(r.role_alias, ',') from identity_role r where r.id = any(u.role_id) and not r.is_deleted), '') as "roleNames",
       exists (select from identity_grant g where g.user_id = u.id and g.named) as placed
     from identity_user u
     where u.tenant_id = $1 and not u.is_deleted and coalesce(u.status, 1) = 1 and (u.expire_time is null or u.expire_time > now()) and exists (
       select from identity_role r left join identity_role_menu m on m.role_id = r.id and m.menu_code = $2
       where r.id = any(u.role_id) and not r.is_deleted and (m.role_id is not null or r.role_alias = '${ADMINISTRATOR}' and $1 = '${PLATFORM_TENANT}'))
     order by u.id limit ${MAX_USERS}`,
    [tenantId, right],
  )

export const createRights = (): Rights => ({
  holders: async (query, tenantId, right) => (await holdersOf(query, tenantId, right)).map(({ id }) => id),
  deciders: async (query, tenantId, right) =>
    (await holdersOf(query, tenantId, right)).filter((one) => !isLimited(one)).map(({ id, name }) => ({ id, name })),
})
