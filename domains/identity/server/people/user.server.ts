import { choiceWord, errors, onServer, wordOf } from '@lamplight/server-kit'
import { IDENTITY_CHANGED } from '../../model/events.ts'
import { identityErrors } from '../../model/identity.errors.ts'
import { user } from '../../model/user.resource.ts'
import { assertRoom } from '../room.ts'
import { verifierOf } from '../sign-in/passwords.ts'
import { assertShape } from './admit.ts'
import { managedUsers } from './manage.ts'
import { assertPlacesWithin } from './place-rights.ts'
import { assertMayGive } from './rights.ts'
import { assertPassword, assignRoles, initialPassword, resetPasswords, signInOf, unlockUsers } from './users.ts'

const sameIds = (a: readonly string[] | null | undefined, b: readonly string[] | null | undefined): boolean =>
  (a ?? []).join() === (b ?? []).join()

/**
 * Accounts are unique in their tenant; passwords are stored as verifiers; nobody can grant rights beyond
 * their own or change users who have such rights.
 */
export const userServer = onServer(user, {
  joined: {
    sql: 'left join identity_locked_users() lk on lk.user_id = t.id',
    fields: {
      loginLock: '(lk.user_id is not null)::int',
      lockedUntil: 'lk.locked_until',
      tenantName: '(select x.tenant_name from identity_tenant x where x.tenant_id = t.tenant_id and not x.is_deleted)',
      userTypeName: wordOf('user_type', 't.user_type'),
      sexName: wordOf('sex', 't.sex'),
      statusName: choiceWord(user.fields.status.options.values, 't.status'),
    },
  },
  filters: {
    tenantId: { sql: 't.tenant_id = $', type: 'text' },
    deptId: { sql: `t.id = any(array(select identity_users_of('dept', $)))`, type: 'ids' },
    postId: { sql: `t.id = any(array(select identity_users_of('post', $)))`, type: 'ids' },
    roleId: { sql: `t.id = any(array(select identity_users_of('role', $)))`, type: 'ids' },
  },
  beforeWrite: async ({ ctx, query, draft: given, old }) => {
    // Drops the time that date pickers add to the birthday.
    const draft = given.birthday ? { ...given, birthday: given.birthday.slice(0, 'yyyy-MM-dd'.length) } : given
    if (old) await managedUsers(ctx, query, [old.id])
    if (old?.id === ctx.user.id && draft.status === 0) throw identityErrors.removesSelf()
    if (draft.account && draft.account !== old?.account) assertShape(ctx, 'account', 'account', draft.account)
    const tenantId = old?.tenantId ?? (ctx.user.administrator ? null : ctx.tenantId)
    const [taken] = await query(
      'select 1 from identity_user where tenant_id = $1 and account = $2 and id is distinct from $3::bigint and not is_deleted',
      [tenantId, draft.account ?? null, old?.id ?? null],
    )
    if (taken) throw identityErrors.accountTaken({}, 'account')
    if (draft.password) await assertPassword(ctx, draft.password, draft.account ?? old?.account ?? '')
    const password = draft.password ?? (old ? undefined : await initialPassword(ctx.platform))
    if (old && (password || draft.status === 0)) await signInOf(ctx.platform).sessions.endOf([old.id], 'changed')
    // Platform administrators do not see places of other tenants: if they are sent back unchanged, they stay.
    const foreign = old && old.tenantId !== ctx.tenantId
    const { areaIds, projectIds, ...rest } = draft
    const places = {
      ...(!(foreign && sameIds(areaIds, old.areaIds)) && { areaIds }),
      ...(!(foreign && sameIds(projectIds, old.projectIds)) && { projectIds }),
    }
    return { ...rest, ...places, ...(password && { password: await verifierOf(ctx.platform, password) }) }
  },
  afterWrite: async ({ ctx, query, row, old }) => {
    await assertMayGive(ctx, query, row.roleId, row.tenantId, 'roleId')
    await assertPlacesWithin(ctx, query, [row.id])
    ctx.emit(IDENTITY_CHANGED, {})
    if (old) return
    await assertRoom(query, row.tenantId)
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    if (rows.some(({ id }) => id === ctx.user.id)) throw identityErrors.removesSelf()
    await managedUsers(
      ctx,
      query,
      rows.map(({ id }) => id),
    )
    // Refuses to remove a salesperson who has tenants: nobody could transfer these tenants afterwards.
    const sold = await ctx.platform.system.query<{ tenant_name: string }>(
      'select tenant_name from identity_tenant where sales_id = any($1) and not is_deleted order by tenant_name limit 5',
      [rows.map(({ id }) => id)],
    )
    if (sold.length > 0) throw errors.inUse({ by: sold.map(({ tenant_name }) => tenant_name).join(', ') })
    ctx.emit(IDENTITY_CHANGED, {})
  },
  actions: {
    reset: ({ ctx, ids }) => resetPasswords(ctx, ids),
    unlock: ({ ctx, ids }) => unlockUsers(ctx, ids),
    role: ({ ctx, ids, input }) => assignRoles(ctx, ids, input.roleIds),
  },
})
