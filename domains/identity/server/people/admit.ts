import { shapeFault, type TextShape } from '@lamplight/kit'
import { type Ctx, changed, fieldError, type Query } from '@lamplight/server-kit'
import { IDENTITY_CHANGED } from '../../model/events.ts'
import { identityErrors } from '../../model/identity.errors.ts'
import { REGISTRATION } from '../../model/registration.ts'
import { assertRoom } from '../room.ts'
import { assertPlacesWithin } from './place-rights.ts'
import { assertMayGive } from './rights.ts'

/** A pending registration of either kind. */
export interface Applicant {
  readonly id: string
  readonly tenantId: string
  readonly account: string
  readonly name: string
  readonly verifier: string
  readonly phone: string | null
  readonly email: string | null
  readonly roleIds: readonly string[]
  readonly deptIds: readonly string[]
  readonly areaIds: readonly string[]
}
/** Names of registrations in the audit log. */
export const NAMES = { identity_guest: 'identity.guest', identity_register_info: 'identity.registerInfo' } as const
type Table = keyof typeof NAMES

/** Throws if a text does not have the required format. */
export const assertShape = (ctx: Ctx, field: string, shape: TextShape, value: string): void => {
  const why = shapeFault(shape, value)
  if (why) throw fieldError(field, why, ctx.lang)
}

/** Throws if an account or a pending registration already has that name. */
export const assertFree = async (query: Query, tenantId: string, account: string): Promise<void> => {
  // Serialises registrations per account, because the name is checked before it is taken.
  await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`account:${tenantId}:${account}`])
  const taken = await query(
    `select 1 from identity_user where tenant_id = $1 and account = $2 and not is_deleted
     union all select 1 from identity_guest where tenant_id = $1 and account = $2 and status = 0 and not is_deleted
     union all select 1 from identity_register_info where tenant_id = $1 and account = $2 and status = 0 and not is_deleted`,
    [tenantId, account],
  )
  if (taken.length > 0) throw identityErrors.accountTaken({}, 'account')
}

/** Changes a registration from pending to `status`; throws if it is not pending (decisions.md C11). */
export const decide = async (
  ctx: Ctx,
  query: Query,
  table: Table,
  id: string,
  made: { status: 1 | 2; reason?: string; userId?: string },
): Promise<void> => {
  const changed = await query(
    `update ${table} set status = $2, reason = $3, user_id = $4, audit_user = $5, audit_time = $6, update_user = $5, update_time = $6
     where id = $1 and status = ${REGISTRATION.pending} and not is_deleted returning id`,
    [id, made.status, made.reason ?? null, made.userId ?? null, ctx.user.id, ctx.now()],
  )
  if (changed.length === 0) throw identityErrors.notPending()
}

/** Creates the account of an approved registration, with roles, departments and areas that the approver may grant. */
export const admit = async (ctx: Ctx, query: Query, table: Table, who: Applicant): Promise<string> => {
  const id = ctx.platform.newId()
  await decide(ctx, query, table, who.id, { status: REGISTRATION.approved, userId: id })
  await assertMayGive(ctx, query, who.roleIds, who.tenantId, 'roleIds')
  await assertFree(query, who.tenantId, who.account)
  await query(
    `insert into identity_user (id, tenant_id, account, password, real_name, name, phone, email, role_id, dept_id, area_ids, status, user_type, create_user)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8,
       (select array_agg(d.id) from identity_dept d where d.tenant_id = $2 and d.id = any($9) and not d.is_deleted), $11, 1, '1', $10)`,
    [
      id,
      who.tenantId,
      who.account,
      who.verifier,
      who.name,
      who.phone,
      who.email,
      who.roleIds,
      who.deptIds,
      ctx.user.id,
      who.areaIds.length > 0 ? who.areaIds : null,
    ],
  )
  await assertPlacesWithin(ctx, query, [id])
  await assertRoom(query, who.tenantId)
  const after = {
    status: REGISTRATION.approved,
    userId: id,
    account: who.account,
    roleIds: who.roleIds,
    deptIds: who.deptIds,
    areaIds: who.areaIds,
  }
  const detail = changed({ status: REGISTRATION.pending }, after)
  await ctx.audit({ what: `${NAMES[table]}.approve`, target: who.id, detail }, query)
  ctx.emit(IDENTITY_CHANGED, {})
  return id
}
