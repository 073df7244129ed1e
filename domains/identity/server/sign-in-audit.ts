import { type Ctx, DEFAULT_ZONE, type User } from '@lamplight/server-kit'
import { PLATFORM_TENANT } from '../model/tenant.resource.ts'
import { addressKey } from './locks.ts'
import type { Outcome, Refused } from './sign-in.port.ts'
import { type Asked, tenantOf } from './token-grants.ts'

/**
 * Refusals that spend one of the guesses that lock an account: each is an entry. Any other somebody can bring about as often as they like, with
 * nothing or with a right password of an account that is locked, disabled or over: one is written in a minute, with how many there were.
 */
const COSTLY: ReadonlySet<string> = new Set<Refused>(['wrong', 'phoneCode', 'factor'])
/** Of these, naming another account costs nothing: one is written for an address, by the account that was named first. */
const CHEAP: ReadonlySet<string> = new Set<Refused>(['addressLocked', 'captcha', 'sale', 'factorToken', 'social'])
const AGAIN_MS = 60_000
const REMEMBERED = 5000
const held = new Map<string, { since: number; more: number }>()

/** How many refusals an entry of `key` stands for now; 0: none is written yet. */
const heldBack = (key: string, now: number): number => {
  const before = held.get(key)
  if (before && now - before.since < AGAIN_MS) {
    before.more += 1
    return 0
  }
  held.delete(key)
  if (held.size >= REMEMBERED) held.delete(held.keys().next().value as string)
  held.set(key, { since: now, more: 0 })
  return 1 + (before?.more ?? 0)
}

/** Somebody as the audit log names them, without any right. */
export const person = (who: Pick<User, 'id' | 'tenantId' | 'account'>): User => ({
  ...{ name: '', roleIds: [], roles: [], deptIds: [], permissions: new Set<string>(), administrator: false, sessionId: '' },
  cut: { projects: false, areas: false },
  ...who,
})
/** Under which tenant a refusal is written: the one it was meant for, where there is such. */
const meant = async ({ platform }: Ctx, tenantId: string): Promise<string> => {
  const [row] = await platform.system.query('select 1 from identity_tenant where tenant_id = $1 and not is_deleted', [tenantId])
  return row ? tenantId : PLATFORM_TENANT
}

/** Whom somebody says to be: what the grant looks at, so that nobody else is named beside it. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  password: ['username'],
  captcha: ['phone', 'username'],
  sms: ['phone'],
  sale: ['toUserId'],
}
const namedBy = (asked: Asked, grant: string): string => (NAMES[grant] ?? []).map(asked.text).find(Boolean)?.slice(0, 100) ?? ''

/** Writes what became of asking for a token: who came in and by which grant, or who was refused and why. Renewing a session is neither. */
export const auditSignIn = async (asked: Asked, grant: string, outcome: Outcome): Promise<void> => {
  const { ctx } = asked
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
  const account = known?.account ?? namedBy(asked, grant)
  const tenantId = known?.tenantId ?? (await meant(ctx, tenantOf(asked)))
  const key = [tenantId, addressKey(ctx.ip), why, CHEAP.has(why) ? '' : account].join(' ')
  const count = COSTLY.has(why) ? 1 : heldBack(key, ctx.now().getTime())
  if (count === 0) return
  const by = person(known ?? { id: '', tenantId, account })
  await ctx
    .as(by, DEFAULT_ZONE)
    .audit({ what: 'identity.signIn', target: known?.id ?? account, detail: { grant, userAgent: ctx.userAgent }, count, result: why })
}
