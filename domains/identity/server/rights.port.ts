import type { Rights } from '../model/ports.ts'
import { ADMINISTRATOR } from '../model/role.resource.ts'
import { PLATFORM_TENANT } from '../model/tenant.resource.ts'

const MOST = 200

export const createRights = (): Rights => ({
  holders: async (query, tenantId, right) => {
    const rows = await query<{ id: string }>(
      `select u.id from identity_user u where u.tenant_id = $1 and not u.is_deleted and coalesce(u.status, 1) = 1 and exists (
         select from identity_role r left join identity_role_menu m on m.role_id = r.id and m.menu_code = $2
         where r.id = any(u.role_id) and not r.is_deleted and (m.role_id is not null or r.role_alias = '${ADMINISTRATOR}' and $1 = '${PLATFORM_TENANT}'))
       order by u.id limit ${MOST}`,
      [tenantId, right],
    )
    return rows.map(({ id }) => id)
  },
})
