import type { Directory } from '@lamplight/system/model'

/** Provides names of users, roles and tenants to the system slice. */
export const createDirectory = (): Directory => ({
  userNames: async (query, ids) => {
    const rows = await query<{ id: string; name: string }>(
      `select id, coalesce(nullif(real_name, ''), account, '') as name from identity_user where id = any($1)`,
      [ids],
    )
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
  rolesByMenu: async (query, roleIds) => {
    const rows = await query<{ code: string; aliases: string[] }>(
      `select m.menu_code as code, array_agg(distinct r.role_alias order by r.role_alias) as aliases
       from identity_role_menu m join identity_role r on r.id = m.role_id and not r.is_deleted where r.id = any($1) group by m.menu_code`,
      [roleIds],
    )
    return new Map(rows.map(({ code, aliases }) => [code, aliases]))
  },
  menusOfTenant: async (query, tenantId) => {
    const rows = await query<{ code: string }>(
      `select distinct m.menu_code as code from identity_role_menu m join identity_role r on r.id = m.role_id and not r.is_deleted
       where r.tenant_id = $1`,
      [tenantId],
    )
    return new Set(rows.map(({ code }) => code))
  },
  zoneOf: async (query, tenantId) => {
    const [row] = await query<{ zone: string | null }>('select zone from identity_tenant where tenant_id = $1', [tenantId])
    return row?.zone ?? null
  },
})
