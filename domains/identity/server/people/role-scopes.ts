import { type Ctx, errors, type Query } from '@lamplight/server-kit'
import { identityErrors } from '../../model/identity.errors.ts'
import { mayGrantScope } from './scopes.port.ts'
import { CATEGORY } from './scopes.ts'

type Category = (typeof CATEGORY)['data' | 'api']
const TABLES = { [CATEGORY.data]: 'identity_data_scope', [CATEGORY.api]: 'identity_api_scope' } as const

/**
 * Throws if one of these roles is not limited, or limited otherwise, on a menu where scopes limit the caller: a user with such a role would see
 * more than the caller. Platform administrators are not limited.
 */
export const assertScopesWithin = async (ctx: Ctx, query: Query, roleIds: readonly string[]): Promise<void> => {
  if (ctx.user.administrator || roleIds.length === 0) return
  for (const category of [CATEGORY.data, CATEGORY.api]) {
    const table = TABLES[category]
    const beyond = await query(
      `with own as (select distinct s.scope_id, o.menu_id from identity_role_scope s join ${table} o on o.id = s.scope_id and not o.is_deleted
         where s.category = $3 and s.role_id = any($1))
       select 1 from unnest($2::bigint[]) role (id) cross join (select distinct menu_id from own) held
       where not exists (select 1 from identity_role_scope s join own on own.scope_id = s.scope_id
           where s.category = $3 and s.role_id = role.id and own.menu_id = held.menu_id)
         or exists (select 1 from identity_role_scope s join ${table} o on o.id = s.scope_id and not o.is_deleted
           where s.category = $3 and s.role_id = role.id and o.menu_id = held.menu_id and not s.scope_id in (select scope_id from own))
       limit 1`,
      [ctx.user.roleIds, roleIds, category],
    )
    if (beyond.length > 0) throw identityErrors.beyondOwnRights()
  }
}

/** Replaces the scopes of one kind of roles. Only scopes of the roles' own tenants that the caller may grant. */
export const replaceScopes = async (
  query: Query,
  ctx: Ctx,
  roles: readonly { id: string; tenantId: string }[],
  category: Category,
  ids: readonly string[],
): Promise<void> => {
  const field = category === CATEGORY.data ? 'dataScopeIds' : 'apiScopeIds'
  const table = TABLES[category]
  const found = await query<{ id: string; tenantId: string; may: boolean }>(
    `select t.id, t.tenant_id as "tenantId", ($2 or ${mayGrantScope(table, '$3::bigint[]')}) as may from ${table} t where t.id = any($1) and not t.is_deleted`,
    [ids, ctx.user.administrator, ctx.user.roleIds],
  )
  if (found.length !== new Set(ids).size) throw identityErrors.scopeUnknown({}, field)
  if (found.some(({ may }) => !may)) throw identityErrors.beyondOwnRights({}, field)
  for (const role of roles) {
    if (found.some(({ tenantId }) => tenantId !== role.tenantId)) throw identityErrors.scopeUnknown({}, field)
    await storeScopes(query, role, category, ids)
  }
}

/** Replaces the scopes of one category of a role. */
export const storeScopes = async (
  query: Query,
  role: { id: string; tenantId: string },
  category: number,
  ids: readonly string[],
): Promise<void> => {
  await query('delete from identity_role_scope where role_id = $1 and category = $2 and not scope_id = any($3)', [role.id, category, ids])
  await query(
    `insert into identity_role_scope (role_id, category, scope_id, tenant_id) select $1, $2, id, $3 from unnest($4::bigint[]) id
     on conflict do nothing`,
    [role.id, category, role.tenantId, ids],
  )
}

/** Throws unless all these menus of the mini program exist. */
export const assertMenus = async (query: Query, ids: readonly string[]): Promise<void> => {
  const found = await query('select 1 from system_menus where id = any($1) and not is_deleted', [ids])
  if (found.length !== new Set(ids).size) throw errors.badParameter({ field: 'menuMiNiList' }, 'menuMiNiList')
}
