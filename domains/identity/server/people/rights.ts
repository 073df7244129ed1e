import type { MatrixRow } from '@lamplight/kit'
import { type Ctx, errors, type Platform, type Query } from '@lamplight/server-kit'
import type { Menus } from '@lamplight/system/model'
import { menusPort } from '@lamplight/system/model'
import { identityErrors } from '../../model/identity.errors.ts'
import { beginsWith, type Right } from '../../model/matrix.ts'
import { ADMINISTRATOR } from '../../model/role.resource.ts'
import { PLATFORM_TENANT } from '../../model/tenant.resource.ts'
import { assertScopesWithin } from './role-scopes.ts'

const LOCK = 7_263_611

/**
 * Returns every right that slices declare, with its matrix row: the permissions of pages, and pages with neither buttons nor
 * subpages. Throws if a right has no row or two.
 */
export const declaredRights = (menus: Menus): Right[] => {
  const pages = menus.pages()
  const above = new Set(pages.map(({ item }) => item.parent))
  const rows = new Map<string, MatrixRow>()
  const declare = (code: string, roles: MatrixRow | undefined): void => {
    if (roles === undefined) throw new Error(`menu ${code}: a page without buttons needs roles, a row of the permission matrix`)
    const first = rows.get(code)
    if (first !== undefined && first !== roles) throw new Error(`the right ${code} is declared in the rows ${first} and ${roles}`)
    rows.set(code, roles)
  }
  for (const { item, permissions } of pages) {
    for (const { code, roles } of permissions) declare(code, roles)
    if (permissions.length === 0 && !above.has(item.code)) declare(item.code, item.roles)
  }
  return [...rows].map(([code, roles]) => ({ code, roles }))
}

/** Grants a role the rights that the matrix gives to its alias at first. */
export const grantDefaults = async (
  query: Query,
  role: { id: string; tenantId: string; alias: string },
  rights: readonly Right[],
): Promise<void> => {
  const codes = rights.filter((right) => beginsWith(role.alias, right)).map(({ code }) => code)
  await query(
    'insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, code, $2 from unnest($3::text[]) code on conflict do nothing',
    [role.id, role.tenantId, codes],
  )
}

/** Grants the rights that were declared since the last start to the built-in roles, once each: later changes by administrators are kept. */
export const handOutNewRights = (platform: Platform): Promise<void> =>
  platform.system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    const known = new Set((await query<{ code: string }>('select code from identity_known_right')).map(({ code }) => code))
    const fresh = declaredRights(platform.port(menusPort)).filter(({ code }) => !known.has(code))
    if (fresh.length === 0) return
    const roles = await query<{ id: string; tenantId: string; alias: string }>(
      'select id, tenant_id as "tenantId", role_alias as alias from identity_role where not is_deleted',
    )
    for (const role of roles) await grantDefaults(query, role, fresh)
    await query('insert into identity_known_right (code) select unnest($1::text[]) on conflict do nothing', [fresh.map(({ code }) => code)])
  })

/** Condition over a menu `s` that is not deleted: buttons and pages without buttons are rights; a page with children only groups them. */
const IS_RIGHT = 'not exists (select 1 from system_menus c where c.parent_id = s.id and not c.is_deleted)'

/**
 * SQL condition on roles `t`: the caller has every right of the role. Forms use it to offer only roles that `assertMayGive` accepts. `$` is
 * the value of the filter: 1, or 0 for all roles.
 */
export const GIVABLE = `($ = '0' or exists (
    select 1 from identity_user u join identity_role a on a.id = any(u.role_id) and a.role_alias = '${ADMINISTRATOR}' and a.tenant_id = '${PLATFORM_TENANT}' and not a.is_deleted
    where u.id = (select nullif(current_setting('app.user', true), ''))::bigint)
  or t.role_alias <> '${ADMINISTRATOR}' and not exists (
    select 1 from identity_role_menu m join system_menus s on s.code = m.menu_code and not s.is_deleted
    where m.role_id = t.id and ${IS_RIGHT} and not exists (
      select 1 from identity_user u join identity_role_menu own on own.role_id = any(u.role_id) and own.menu_code = m.menu_code
      where u.id = (select nullif(current_setting('app.user', true), ''))::bigint)))`

interface RoleRights {
  id: string
  tenant_id: string
  role_alias: string
  codes: string[]
}
const rightsOf = (query: Query, roleIds: readonly string[]): Promise<RoleRights[]> =>
  query<RoleRights>(
    `select r.id, r.tenant_id, r.role_alias,
       array(select m.menu_code from identity_role_menu m join system_menus s on s.code = m.menu_code and not s.is_deleted
         where m.role_id = r.id and ${IS_RIGHT}) as codes
     from identity_role r where r.id = any($1) and not r.is_deleted`,
    [roleIds],
  )

/** Throws, at `field`, unless the caller has every right of the roles: editing users must not give more rights than the editor has. */
export const assertWithin = async (
  ctx: Ctx,
  query: Query,
  roleIds: readonly string[] | null | undefined,
  field?: string,
): Promise<void> => {
  if (ctx.user.administrator || !roleIds?.length) return
  for (const role of await rightsOf(query, roleIds)) {
    if (role.role_alias === ADMINISTRATOR && role.tenant_id === PLATFORM_TENANT) throw identityErrors.administratorRole({}, field)
    if (role.codes.some((code) => !ctx.user.permissions.has(code))) throw identityErrors.beyondOwnRights({}, field)
  }
  await assertScopesWithin(ctx, query, roleIds)
}

/** Throws, at `field`, unless the roles belong to `tenantId` and the caller may grant them. */
export const assertMayGive = async (
  ctx: Ctx,
  query: Query,
  roleIds: readonly string[] | null | undefined,
  tenantId: string,
  field: string,
): Promise<void> => {
  if (!roleIds?.length) return
  const roles = await rightsOf(query, roleIds)
  if (roles.length !== new Set(roleIds).size) throw errors.notFound()
  if (roles.some((role) => role.tenant_id !== tenantId)) throw identityErrors.foreignRole({}, field)
  await assertWithin(ctx, query, roleIds, field)
}

/** Returns the codes of menus by id, for a grant; throws unless the caller has every right among them. */
export const grantable = async (ctx: Ctx, query: Query, menuIds: readonly string[]): Promise<string[]> => {
  const menus = await query<{ code: string; is_right: boolean }>(
    `select s.code, ${IS_RIGHT} as is_right from system_menus s where s.id = any($1) and not s.is_deleted`,
    [menuIds],
  )
  const beyond = menus.some(({ code, is_right }) => is_right && !ctx.user.permissions.has(code))
  if (beyond && !ctx.user.administrator) throw identityErrors.beyondOwnRights({}, 'menuIds')
  return menus.map(({ code }) => code)
}
