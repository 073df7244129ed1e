import { PLATFORM_TENANT, TENANT_ADMIN } from '@lamplight/identity/model'
import type { Ctx } from '@lamplight/server-kit'
import { salesErrors } from '../model/sales.errors.ts'

/**
 * Condition over a tenant `t`: it is not deleted, not the platform's own, and belongs to the user $1; for
 * platform administrators ($2 true) any other tenant.
 */
export const MINE = `not t.is_deleted and t.tenant_id <> '${PLATFORM_TENANT}' and ($2 or t.sales_id = $1)`
export const salesUser = (ctx: Ctx): [id: string, administrator: boolean] => [ctx.user.id, ctx.user.administrator]

/**
 * Returns the request's context inside a selected tenant, with the permissions of that tenant's administrator and no more. Row-level security
 * limits every statement to that tenant. Throws if the tenant does not belong to the user.
 */
export const inTenant = async (ctx: Ctx, tenantId: unknown): Promise<Ctx> => {
  if (tenantId === undefined || tenantId === null || tenantId === '') throw salesErrors.chooseTenant({}, 'tenantId')
  const [tenant] = await ctx.platform.system.query<{ tenantId: string; zone: string; codes: string[] }>(
    `select t.tenant_id as "tenantId", t.zone, array(
       select distinct m.menu_code from identity_role_menus m join identity_roles r on r.id = m.role_id and not r.is_deleted
       where r.tenant_id = t.tenant_id and r.role_alias = $4) as codes
     from identity_tenants t where ${MINE} and t.tenant_id = $3`,
    [...salesUser(ctx), String(tenantId), TENANT_ADMIN],
  )
  if (!tenant) throw salesErrors.notYours({}, 'tenantId')
  return ctx.as(
    {
      ...ctx.user,
      tenantId: tenant.tenantId,
      roles: [TENANT_ADMIN],
      permissions: new Set(tenant.codes),
      administrator: false,
      cut: { projects: false, areas: false },
    },
    tenant.zone,
  )
}

/** Returns the tenant of the rows that `sql` finds by $1. Throws if there are no rows or rows of several tenants. */
export const tenantOf = async (ctx: Ctx, sql: string, value: unknown): Promise<string> => {
  const rows = await ctx.platform.system.query<{ tenant_id: string }>(`select distinct tenant_id from (${sql}) found limit 2`, [value])
  if (rows.length > 1) throw salesErrors.severalTenants()
  if (!rows[0]) throw salesErrors.notYours()
  return rows[0].tenant_id
}
