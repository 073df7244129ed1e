import { A, onServer } from '@lamplight/server-kit'
import { IDENTITY_CHANGED } from '../../model/events.ts'
import { identityErrors } from '../../model/identity.errors.ts'
import { ADMINISTRATOR, role } from '../../model/role.resource.ts'
import { PLATFORM_TENANT } from '../../model/tenant.resource.ts'
import { assertManagesRoles } from './manage.ts'
import { GIVABLE } from './rights.ts'
import { copyRole } from './role-copy.ts'

/** The platform administrator's role is unique: no other role can get its alias, and it cannot be removed. */
export const roleServer = onServer(role, {
  filters: {
    tenantId: { sql: 't.tenant_id = $', type: 'text' },
    givable: { sql: GIVABLE, type: 'text' },
    parentId: { sql: '($::bigint = 0 or t.parent_id = $::bigint)', type: 'id' },
  },
  beforeWrite: async ({ ctx, query, draft, old }) => {
    if (old) await assertManagesRoles(ctx, query, [old.id])
    // The alias decides whether users of the role are limited to their own areas.
    if (old && ctx.user.cut.areas && draft.roleAlias !== undefined && draft.roleAlias !== old.roleAlias)
      throw identityErrors.beyondOwnPlaces({}, 'roleAlias')
    if (old?.roleAlias === ADMINISTRATOR && draft.roleAlias !== undefined && draft.roleAlias !== ADMINISTRATOR)
      throw identityErrors.administratorFixed({}, 'roleAlias')
    return draft
  },
  afterWrite: async ({ ctx, row }) => {
    if (row.roleAlias === ADMINISTRATOR && !(ctx.user.administrator && row.tenantId === PLATFORM_TENANT))
      throw identityErrors.administratorRole({}, 'roleAlias')
    ctx.emit(IDENTITY_CHANGED, {})
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const ids = rows.map(({ id }) => id)
    if (rows.some(({ roleAlias, tenantId }) => roleAlias === ADMINISTRATOR && tenantId === PLATFORM_TENANT))
      throw identityErrors.administratorFixed()
    await assertManagesRoles(ctx, query, ids)
    const used = await query<{ role_name: string }>(
      `select r.role_name from identity_role r where r.id = any($1)
         and exists (select 1 from identity_user u where r.id = any(u.role_id) and u.tenant_id = r.tenant_id and not u.is_deleted)`,
      [ids],
    )
    if (used.length > 0) throw identityErrors.roleInUse({ names: used.map(({ role_name }) => role_name).join(', ') })
    await query('delete from identity_role_menu where role_id = any($1)', [ids])
    await query('delete from identity_role_scope where role_id = any($1)', [ids])
    ctx.emit(IDENTITY_CHANGED, {})
  },
  returns: { copy: A.made },
  actions: { copy: ({ ctx, ids, input }) => copyRole(ctx, ids[0] as string, input.roleName, input.roleAlias ?? null) },
})
