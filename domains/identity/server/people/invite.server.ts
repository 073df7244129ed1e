import { changed, newCode, onServer, type Platform } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { identityErrors } from '../../model/identity.errors.ts'
import { INVITE, invite } from '../../model/invite.resource.ts'
import { modulesOf } from './invite-modules.ts'
import { assertMayGive } from './rights.ts'

const HOURS = 168
/** Validity of an invitation, hours (decisions.md C11). */
export const inviteHours = async (platform: Platform): Promise<number> => {
  const hours = Number(await platform.port(paramsPort).text('invite.expireHours', String(HOURS)))
  return Number.isFinite(hours) && hours > 0 && hours <= 8760 ? hours : HOURS
}

/** An invitation cannot grant more than the inviter has: only roles whose rights the inviter has, and only areas that the inviter sees. */
export const inviteServer = onServer(invite, {
  place: 'author',
  // Anyone with the link can register, so the audit log must not contain it.
  conceals: () => ['identification', 'shortCode'],
  beforeWrite: async ({ ctx, query, draft, old }) => {
    await assertMayGive(ctx, query, draft.inviteRoles ?? old?.inviteRoles, old?.tenantId ?? ctx.tenantId, 'inviteRoles')
    const areas = draft.inviteRegion === undefined ? old?.inviteRegion : draft.inviteRegion
    if (ctx.user.cut.areas && !areas?.length) throw identityErrors.inviteAreas({}, 'inviteRegion')
    if (old) return { ...draft, inviteModule: draft.inviteModule ?? old.inviteModule ?? null }
    return {
      ...draft,
      inviteModule: draft.inviteModule ?? (await modulesOf(ctx))[0],
      identification: newCode(18),
      shortCode: newCode(6),
      status: INVITE.valid,
      used: 0,
      inviteUserId: ctx.user.id,
      expireTime: new Date(ctx.now().getTime() + (await inviteHours(ctx.platform)) * 3_600_000).toISOString(),
    }
  },
  actions: {
    revoke: ({ ctx, ids }) =>
      ctx.tx(async (query) => {
        const revoked = await query(
          'update identity_invite set status = $2, update_user = $3, update_time = now() where id = any($1) and status = $4 and not is_deleted returning id',
          [ids, INVITE.revoked, ctx.user.id, INVITE.valid],
        )
        if (revoked.length !== ids.length) throw identityErrors.notPending()
        const detail = changed({ status: INVITE.valid }, { status: INVITE.revoked })
        await ctx.audit({ what: 'identity.invite.revoke', target: ids.slice(0, 50).join(','), count: ids.length, detail }, query)
        return { count: ids.length }
      }),
  },
})
