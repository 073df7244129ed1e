import { exampleId } from '@lamplight/kit'
import { A, type Ctx, changed, errors, idsIn, nest, type Query, type Route, route, T } from '@lamplight/server-kit'
import { IDENTITY_CHANGED } from '../model/events.ts'
import { identityErrors } from '../model/identity.errors.ts'
import { TENANT_ADMIN } from '../model/role.resource.ts'
import { assertManagesRoles } from './manage.ts'
import { grantable } from './rights.ts'
import { assertMenus, assertScopesWithin, replaceScopes, storeScopes } from './role-scopes.ts'
import { CATEGORY } from './scopes.ts'

const BASE = '/api/blade-system/role'
const Id = T.String({ pattern: '^\\d{0,19}$' })

interface RoleRow {
  id: string
  parentId: string
  roleName: string
  roleAlias: string
}
/** Roles of one tenant; only administrators see the administrator's role (wire-contract.md 4.2). */
const rolesOf = async (ctx: Ctx, tenantId: string): Promise<RoleRow[]> => {
  const rows = await ctx.query<RoleRow>(
    `select id, coalesce(parent_id, 0)::text as "parentId", role_name as "roleName", role_alias as "roleAlias"
     from identity_role where tenant_id = $1 and not is_deleted order by sort, id`,
    [tenantId],
  )
  const admin = ctx.user.administrator || ctx.user.roles.includes(TENANT_ADMIN)
  return admin ? rows : rows.filter(({ roleAlias }) => roleAlias !== TENANT_ADMIN)
}
const treeOf = (rows: readonly RoleRow[]) =>
  nest(rows.map(({ id, parentId, roleName }) => ({ id, parentId, title: roleName, key: id, value: id, hasChildren: false })))

/** Returns a role and those below it. */
const belowRole = async (ctx: Ctx, roleId: string) => {
  const [start] = await ctx.query<{ tenant_id: string }>('select tenant_id from identity_role where id = $1 and not is_deleted', [
    roleId || null,
  ])
  if (!start) throw errors.notFound()
  const rows = await rolesOf(ctx, start.tenant_id)
  const within = new Set([roleId])
  for (let before = 0; before !== within.size; ) {
    before = within.size
    for (const row of rows) if (within.has(row.parentId)) within.add(row.id)
  }
  return treeOf(rows.filter(({ id }) => within.has(id)))
}

const tree = route({
  method: 'GET',
  path: `${BASE}/tree`,
  summary: ['角色树', 'Roles of a tenant as tree nodes'],
  example: { query: { tenantId: '100001' } },
  permission: 'role_view',
  query: T.Object({ tenantId: T.Optional(T.String({ maxLength: 12 })), roleId: T.Optional(Id) }),
  returns: A.nodes(),
  handler: async ({ ctx, query }) =>
    query.roleId ? belowRole(ctx, query.roleId) : treeOf(await rolesOf(ctx, query.tenantId || ctx.tenantId)),
})

const treeById = route({
  method: 'GET',
  path: `${BASE}/tree-by-id`,
  summary: ['下级角色树', 'Roles directly below another, as tree nodes'],
  example: { query: { roleId: exampleId('identity.role') } },
  permission: 'role_view',
  query: T.Object({ roleId: T.Optional(Id) }),
  returns: A.nodes(),
  handler: async ({ ctx, query }) => (query.roleId ? belowRole(ctx, query.roleId) : treeOf(await rolesOf(ctx, ctx.tenantId))),
})

const select = route({
  method: 'GET',
  path: `${BASE}/select`,
  summary: ['角色选择项', 'Roles by id, with their names'],
  example: { query: { roleId: exampleId('identity.role') } },
  permission: 'signed-in',
  query: T.Object({ roleId: T.Optional(T.String({ maxLength: 4000 })) }),
  returns: A.list(A.of({ id: A.id, roleName: A.text })),
  handler: async ({ ctx, query }) =>
    query.roleId
      ? ctx.query('select id, role_name as "roleName" from identity_role where id = any($1) and not is_deleted order by sort, id', [
          idsIn(query.roleId, 'roleId'),
        ])
      : (await rolesOf(ctx, ctx.tenantId)).map(({ id, roleName }) => ({ id, roleName })),
})

/** Ids from an array or a comma-joined text; an empty list is allowed. */
const someIds = (value: unknown, field: string): string[] =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0) ? [] : idsIn(value, field)

const replaceRights = async (query: Query, role: { id: string; tenantId: string }, codes: readonly string[]): Promise<void> => {
  await query('delete from identity_role_menu where role_id = $1 and not menu_code = any($2)', [role.id, codes])
  await query(
    'insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, code, $2 from unnest($3::text[]) code on conflict do nothing',
    [role.id, role.tenantId, codes],
  )
}

/** Grants of roles for the audit log: role name, codes of menus and buttons, names of scopes. */
const grantedTo = async (query: Query, roleIds: readonly string[]): Promise<Map<string, Readonly<Record<string, unknown>>>> => {
  const rows = await query<{ id: string }>(
    `select r.id, array(select menu_code from identity_role_menu m where m.role_id = r.id order by 1) as menus,
       array(select d.scope_name from identity_role_scope s join identity_data_scope d on d.id = s.scope_id
         where s.role_id = r.id and s.category = ${CATEGORY.data} order by 1) as "dataScopes",
       array(select a.scope_name from identity_role_scope s join identity_api_scope a on a.id = s.scope_id
         where s.role_id = r.id and s.category = ${CATEGORY.api} order by 1) as "apiScopes",
       array(select m.code from identity_role_scope s join system_menus m on m.id = s.scope_id
         where s.role_id = r.id and s.category = ${CATEGORY.mini} order by 1) as "miniMenus"
     from identity_role r where r.id = any($1)`,
    [roleIds],
  )
  return new Map(rows.map(({ id, ...held }) => [id, held]))
}

const Ids = T.Optional(T.Unknown({ description: 'ids, an array or comma-joined; left out: unchanged' }))
/** Replaces the menus and buttons of roles, and their scopes if the body contains them (rule.perm.grant). */
const grant = route({
  method: 'POST',
  path: `${BASE}/grant`,
  summary: ['角色授权', 'Replace the rights of roles'],
  example: {
    body: {
      roleIds: [exampleId('identity.role')],
      menuIds: [exampleId('system.menu')],
      dataScopeIds: [exampleId('identity.dataScope')],
      apiScopeIds: [exampleId('identity.apiScope')],
    },
  },
  permission: 'role_grant',
  body: T.Object({
    roleIds: T.Unknown(),
    menuIds: T.Optional(T.Unknown()),
    dataScopeIds: Ids,
    apiScopeIds: Ids,
    menuMiNiList: Ids,
  }),
  returns: A.done,
  handler: async ({ ctx, body }) => {
    const roleIds = idsIn(body.roleIds, 'roleIds')
    const menuIds = someIds(body.menuIds, 'menuIds')
    const chosen = (name: 'dataScopeIds' | 'apiScopeIds' | 'menuMiNiList') =>
      body[name] === undefined || body[name] === null ? null : someIds(body[name], name)
    const [dataScopeIds, apiScopeIds, miniIds] = [chosen('dataScopeIds'), chosen('apiScopeIds'), chosen('menuMiNiList')]
    await ctx.tx(async (query) => {
      const roles = await query<{ id: string; tenantId: string }>(
        'select id, tenant_id as "tenantId" from identity_role where id = any($1) and not is_deleted',
        [roleIds],
      )
      if (roles.length !== roleIds.length) throw identityErrors.foreignRole({}, 'roleIds')
      await assertManagesRoles(ctx, query, roleIds)
      const codes = await grantable(ctx, query, menuIds)
      const before = await grantedTo(query, roleIds)
      for (const role of roles) await replaceRights(query, role, codes)
      if (dataScopeIds) await replaceScopes(query, ctx, roles, CATEGORY.data, dataScopeIds)
      if (apiScopeIds) await replaceScopes(query, ctx, roles, CATEGORY.api, apiScopeIds)
      if (miniIds) {
        await assertMenus(query, miniIds)
        await grantable(ctx, query, miniIds)
        for (const role of roles) await storeScopes(query, role, CATEGORY.mini, miniIds)
      }
      await assertScopesWithin(ctx, query, roleIds)
      const after = await grantedTo(query, roleIds)
      for (const { id } of roles) {
        const detail = changed(before.get(id) ?? null, after.get(id) ?? null)
        await ctx.audit({ what: 'identity.role.grant', target: id, count: codes.length, detail }, query)
      }
    })
    ctx.emit(IDENTITY_CHANGED, {})
  },
})

/**
 * Returns the grants of roles as keys of the tree. A page's key is included only if all below it is granted, because the
 * console's tree ticks everything below a ticked key.
 */
export const treeKeys = route({
  method: 'GET',
  path: '/api/blade-system/menu/role-tree-keys',
  summary: ['角色已有的菜单', 'Ids of the menus granted to roles'],
  example: { query: { roleIds: exampleId('identity.role') } },
  permission: 'role_view',
  query: T.Object({ roleIds: T.String({ minLength: 1, maxLength: 4000 }) }),
  returns: A.of({ menu: A.list(A.id), dataScope: A.list(A.id), apiScope: A.list(A.id), menuMiNi: A.list(A.id) }),
  handler: async ({ ctx, query }) => {
    const roleIds = idsIn(query.roleIds, 'roleIds')
    const scopes = await ctx.query<{ id: string; category: number }>(
      `select distinct s.scope_id as id, s.category from identity_role_scope s where s.role_id = any($1)
         and (s.category = 3 or exists (select 1 from identity_data_scope d where d.id = s.scope_id and not d.is_deleted)
           or exists (select 1 from identity_api_scope a where a.id = s.scope_id and not a.is_deleted)) order by 1`,
      [roleIds],
    )
    const of = (category: number): string[] => scopes.filter((scope) => scope.category === category).map(({ id }) => id)
    const menus = await ctx.query<{ id: string; parent_id: string | null; granted: boolean }>(
      `select s.id, s.parent_id, exists (select 1 from identity_role_menu m where m.menu_code = s.code and m.role_id = any($1)) as granted
       from system_menus s where not s.is_deleted order by s.sort, s.id`,
      [roleIds],
    )
    const parents = new Map(menus.map(({ id, parent_id }) => [id, parent_id]))
    const partly = new Set<string>()
    for (const { id, granted } of menus) {
      if (granted) continue
      for (let at = parents.get(id) ?? null; at && !partly.has(at); at = parents.get(at) ?? null) partly.add(at)
    }
    return {
      menu: menus.filter(({ id, granted }) => granted && !partly.has(id)).map(({ id }) => id),
      dataScope: of(CATEGORY.data),
      apiScope: of(CATEGORY.api),
      menuMiNi: of(CATEGORY.mini),
    }
  },
})

export const roleRoutes: readonly Route[] = [tree, treeById, select, grant, treeKeys]
