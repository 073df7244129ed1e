import { type Ctx, changed, errors, onServer, type Query } from '@lamplight/server-kit'
import { guest } from '../../model/guest.resource.ts'
import { registerInfo } from '../../model/register-info.resource.ts'
import { REGISTRATION } from '../../model/registration.ts'
import { type Applicant, admit, decide, NAMES } from './admit.ts'

interface Waiting {
  id: string
  tenantId: string
  account: string
  name: string
  verifier: string
}
/** Locks registrations by id among those that the approver sees; throws unless all exist. */
const found = async <T extends object>(query: Query, sql: string, ids: readonly string[]): Promise<T[]> => {
  const rows = await query<T>(`${sql} where id = any($1) and not is_deleted order by id for update`, [ids])
  if (rows.length !== new Set(ids).size) throw errors.notFound()
  return rows
}
const GUESTS = 'select id, tenant_id as "tenantId", account, name, verifier, oauth_id as "oauthId" from identity_guest'
const INVITED = `select id, tenant_id as "tenantId", account, name, verifier, phone, email, coalesce(role_ids, '{}') as "roleIds",
  coalesce(departments, '{}') as "deptIds", coalesce(area_ids, '{}') as "areaIds", identification from identity_register_info`

const approveGuests = (ctx: Ctx, ids: readonly string[], roleIds: readonly string[]): Promise<{ count: number }> =>
  ctx.tx(async (query) => {
    for (const row of await found<Waiting & { oauthId: string | null }>(query, GUESTS, ids)) {
      const who = { ...row, phone: null, email: null, roleIds, deptIds: [], areaIds: [] }
      const userId = await admit(ctx, query, 'identity_guest', who)
      await query('update identity_oauth set user_id = $2 where id = $1 and user_id is null', [row.oauthId, userId])
    }
    return { count: ids.length }
  })

const approveInvited = (ctx: Ctx, ids: readonly string[]): Promise<{ count: number }> =>
  ctx.tx(async (query) => {
    for (const row of await found<Applicant>(query, INVITED, ids)) await admit(ctx, query, 'identity_register_info', row)
    return { count: ids.length }
  })

const rejectAll = (
  ctx: Ctx,
  table: 'identity_guest' | 'identity_register_info',
  ids: readonly string[],
  reason: string,
): Promise<{ count: number }> =>
  ctx.tx(async (query) => {
    const invited = table === 'identity_register_info'
    const rows = await found<Waiting & { identification?: string }>(query, invited ? INVITED : GUESTS, ids)
    for (const { id } of rows) await decide(ctx, query, table, id, { status: REGISTRATION.rejected, reason })
    // A single-use invitation becomes valid again when the person is rejected.
    if (invited)
      await query('update identity_invite set used = used - 1 where identification = any($1) and not multiple and used > 0', [
        rows.map(({ identification }) => identification),
      ])
    const detail = changed({ status: REGISTRATION.pending }, { status: REGISTRATION.rejected, reason })
    await ctx.audit({ what: `${NAMES[table]}.reject`, target: ids.slice(0, 50).join(','), count: ids.length, detail }, query)
    return { count: ids.length }
  })

export const guestServer = onServer(guest, {
  actions: {
    approve: ({ ctx, ids, input }) => approveGuests(ctx, ids, input.roleIds),
    reject: ({ ctx, ids, input }) => rejectAll(ctx, 'identity_guest', ids, input.reason),
  },
})

export const registerInfoServer = onServer(registerInfo, {
  actions: {
    approve: ({ ctx, ids }) => approveInvited(ctx, ids),
    reject: ({ ctx, ids, input }) => rejectAll(ctx, 'identity_register_info', ids, input.reason),
  },
})
