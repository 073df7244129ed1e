import type { Platform } from '@lamplight/server-kit'
import type { GrantableScopes, ScopeLeaf } from '@lamplight/system/model'

const TABLES = { dataScope: 'identity_data_scope', apiScope: 'identity_api_scope' } as const

/** Condition for scopes that the user may grant. On a menu where the user's own roles have scopes, only those may be granted. */
export const mayGrantScope = (table: 'identity_data_scope' | 'identity_api_scope', roles: string): string => `
  (exists (select 1 from identity_role_scope own where own.role_id = any(${roles}) and own.category = ${table === 'identity_data_scope' ? 1 : 2} and own.scope_id = t.id)
   or not exists (select 1 from identity_role_scope own join ${table} o on o.id = own.scope_id and not o.is_deleted
     where own.role_id = any(${roles}) and own.category = ${table === 'identity_data_scope' ? 1 : 2} and o.menu_id = t.menu_id))`

export const createGrantableScopes = (_platform: Platform): GrantableScopes => ({
  leaves: ({ query, user }, kind, menuIds) =>
    query<ScopeLeaf>(
      `select t.id, t.menu_id::text as "menuId", t.scope_name as title from ${TABLES[kind]} t
       where t.menu_id = any($3) and not t.is_deleted and ($1 or ${mayGrantScope(TABLES[kind], '$2::bigint[]')}) order by t.id`,
      [user.administrator, user.roleIds, menuIds],
    ),
})
