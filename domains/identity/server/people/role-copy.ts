import { type Ctx, changed, errors } from '@lamplight/server-kit'
import { identityErrors } from '../../model/identity.errors.ts'
import { ADMINISTRATOR } from '../../model/role.resource.ts'
import { assertWithin } from './rights.ts'

/**
 * Creates a role with the rights and scopes of another, in the same tenant and with the same parent; `alias` null: the same alias.
 * Throws if the role has rights that the caller lacks.
 */
export const copyRole = async (ctx: Ctx, from: string, name: string, alias: string | null): Promise<{ id: string }> => {
  const id = ctx.platform.newId()
  await ctx.tx(async (query) => {
    const [source] = await query<{ roleAlias: string; roleName: string }>(
      'select role_alias as "roleAlias", role_name as "roleName" from identity_role where id = $1 and not is_deleted',
      [from],
    )
    if (!source) throw errors.notFound()
    await assertWithin(ctx, query, [from])
    const roleAlias = alias ?? source.roleAlias
    if (source.roleAlias === ADMINISTRATOR) throw identityErrors.administratorCopy()
    if (roleAlias === ADMINISTRATOR)
      throw ctx.user.administrator ? identityErrors.administratorCopy({}, 'roleAlias') : identityErrors.administratorRole({}, 'roleAlias')
    if (ctx.user.cut.areas && roleAlias !== source.roleAlias) throw identityErrors.beyondOwnPlaces({}, 'roleAlias')
    await query(
      `insert into identity_role (id, tenant_id, role_name, role_alias, parent_id, sort, create_user, update_user)
       select $1, tenant_id, $3, $4, parent_id, sort, $5, $5 from identity_role where id = $2`,
      [id, from, name, roleAlias, ctx.user.id],
    )
    await query(
      'insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, menu_code, tenant_id from identity_role_menu where role_id = $2',
      [id, from],
    )
    await query(
      `insert into identity_role_scope (role_id, category, scope_id, tenant_id)
       select $1, category, scope_id, tenant_id from identity_role_scope where role_id = $2`,
      [id, from],
    )
    const detail = { from: source.roleName, ...changed(null, { roleName: name, roleAlias }) }
    await ctx.audit({ what: 'identity.role.copy', target: id, detail }, query)
  })
  return { id }
}
