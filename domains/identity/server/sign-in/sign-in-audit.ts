import { type Ctx, DEFAULT_ZONE, type Platform, type User } from '@lamplight/server-kit'
import { PLATFORM_TENANT } from '../../model/tenant.resource.ts'
import { addressKey } from './locks.ts'
import type { Outcome, Refused } from './sign-in.port.ts'
import { type TokenRequest, tenantOf } from './token-grants.ts'

/**
 * Refusals that count towards the lock of an account: each gets an audit entry. All others can be caused any number of times (without a
 * password, or with the correct password of a locked, disabled or expired account): one entry per minute is written, with their number.
 */
const COSTLY: ReadonlySet<string> = new Set<Refused>(['wrong', 'phoneCode', 'factor'])
/** Refusals for which any account name can be given at no cost: they are counted per address, and the entry names the first account. */
const CHEAP: ReadonlySet<string> = new Set<Refused>(['addressLocked', 'captcha', 'sale', 'factorToken', 'social'])
const AGAIN_MS = 60_000
const REMEMBERED = 5000
type Held = Map<string, { since: number; more: number }>
const heldBy = new WeakMap<Platform, Held>()
const heldOf = (platform: Platform): Held => {
  const held: Held = heldBy.get(platform) ?? new Map()
  heldBy.set(platform, held)
  return held
}

/** Returns how many refusals the next entry of `key` represents; 0: none is written yet. */
const heldBack = ({ platform, now }: Ctx, key: string): number => {
  const held = heldOf(platform)
  const at = now().getTime()
  const before = held.get(key)
  if (before && at - before.since < AGAIN_MS) {
    before.more += 1
    return 0
  }
  held.delete(key)
  if (held.size >= REMEMBERED) held.delete(held.keys().next().value as string)
  held.set(key, { since: at, more: 0 })
  return 1 + (before?.more ?? 0)
}

/** Returns a user without any rights, for entries of the audit log. */
export const person = (who: Pick<User, 'id' | 'tenantId' | 'account'>): User => ({
  name: '',
  roleIds: [],
  roles: [],
  deptIds: [],
  permissions: new Set<string>(),
  administrator: false,
  sessionId: '',
  cut: { projects: false, areas: false },
  ...who,
})
/** Returns the tenant of a refusal's entry: the requested one if it exists, else the platform's. */
const meant = async ({ platform }: Ctx, tenantId: string): Promise<string> => {
  const [row] = await platform.system.query('select 1 from identity_tenant where tenant_id = $1 and not is_deleted', [tenantId])
  return row ? tenantId : PLATFORM_TENANT
}

/** Parameters of each grant that name the user; other parameters are ignored, so that nobody else is named in the entry. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  password: ['username'],
  captcha: ['phone', 'username'],
  sms: ['phone'],
  sale: ['toUserId'],
}
const namedBy = (request: TokenRequest, grant: string): string => (NAMES[grant] ?? []).map(request.text).find(Boolean)?.slice(0, 100) ?? ''

/** Writes the outcome of a token request: who signed in by which grant, or who was refused and why. Renewing a session is not logged. */
export const auditSignIn = async (request: TokenRequest, grant: string, outcome: Outcome): Promise<void> => {
  const { ctx } = request
  if (grant === 'refresh_token' || 'mfa' in outcome) return
  if ('issued' in outcome) {
    const { account, actor } = outcome.issued
    const detail = {
      grant,
      userAgent: ctx.userAgent,
      ...(actor && { actor: { id: actor.id, account: actor.account, tenantId: actor.tenantId } }),
    }
    await ctx.as(person(account), account.zone).audit({ what: 'identity.signIn', target: account.id, detail, result: 'ok' })
    return
  }
  const why = 'refused' in outcome ? outcome.refused : 'unknown'
  const known = 'refused' in outcome ? outcome.account : undefined
  const account = known?.account ?? namedBy(request, grant)
  const tenantId = known?.tenantId ?? (await meant(ctx, tenantOf(request)))
  const key = [tenantId, addressKey(ctx.ip), why, CHEAP.has(why) ? '' : account].join(' ')
  const count = COSTLY.has(why) ? 1 : heldBack(ctx, key)
  if (count === 0) return
  const by = person(known ?? { id: '', tenantId, account })
  await ctx
    .as(by, DEFAULT_ZONE)
    .audit({ what: 'identity.signIn', target: known?.id ?? account, detail: { grant, userAgent: ctx.userAgent }, count, result: why })
}
