import type { Ctx, RouteInput } from '@lamplight/server-kit'
import { PLATFORM_TENANT } from '../model/tenant.resource.ts'
import { accountById } from './accounts.ts'
import type { Caller, Outcome } from './sign-in.port.ts'
import { siteOf } from './site.ts'
import { socialSignIn } from './social.ts'
import { captchaRequired, signInOf } from './users.ts'

const TEXT_AT_MOST = 200
const LONG_AT_MOST = 8000
const LONG = new Set(['userExt', 'refresh_token', 'passkey', 'code', 'iss', 'state', 'longUrl'])

/** A token request: parameters of the query, the form body, or both. */
export interface TokenRequest {
  readonly ctx: Ctx
  readonly headers: RouteInput['headers']
  readonly text: (name: string) => string
}
export const askedOf = (input: Pick<RouteInput, 'ctx' | 'headers' | 'query' | 'body'>): TokenRequest => {
  const { ctx, headers, query, body } = input
  const all = { ...(typeof body === 'object' && body !== null ? body : {}), ...query } as Record<string, unknown>
  return {
    ctx,
    headers,
    text: (name) => {
      const value = all[name]
      return typeof value === 'string' && !value.includes('\u0000') ? value.slice(0, LONG.has(name) ? LONG_AT_MOST : TEXT_AT_MOST) : ''
    },
  }
}
const headerOf = ({ headers }: TokenRequest, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value.slice(0, TEXT_AT_MOST) : ''
}
/** The tenant of a sign-in: from the parameter, else the header, else the platform's. */
export const tenantOf = (asked: TokenRequest): string => asked.text('tenantId') || headerOf(asked, 'tenant-id') || PLATFORM_TENANT

export const callerOf = (ctx: Ctx, headers: RouteInput['headers']): Caller => ({
  ip: ctx.ip,
  userAgent: ctx.userAgent,
  cookies: typeof headers.cookie === 'string' ? headers.cookie : '',
  secure: headers['x-forwarded-proto'] === 'https',
  site: siteOf(headers),
})
const caller = (asked: TokenRequest): Caller => callerOf(asked.ctx, asked.headers)

const password = async (asked: TokenRequest, withCaptcha: boolean): Promise<Outcome> =>
  signInOf(asked.ctx.platform).password({
    ...caller(asked),
    tenantId: tenantOf(asked),
    account: asked.text('username'),
    password: asked.text('password'),
    captcha: {
      required: withCaptcha || (await captchaRequired(asked.ctx.platform)),
      key: headerOf(asked, 'captcha-key') || asked.text('key'),
      code: headerOf(asked, 'captcha-code') || asked.text('code'),
    },
  })
const phone = (asked: TokenRequest, code: string): Promise<Outcome> =>
  signInOf(asked.ctx.platform).phone({ ...caller(asked), tenantId: tenantOf(asked), phone: asked.text('phone'), code })

/** Signs a salesperson in as another user of their own tenants, never of the platform's (decisions.md B5). The session records the salesperson. */
const sale = async (asked: TokenRequest): Promise<Outcome> => {
  const { user, platform } = asked.ctx
  const id = asked.text('toUserId')
  if (!user.id || user.actor || !user.roles.includes('sales') || !/^\d{1,19}$/.test(id)) return { refused: 'sale' }
  const account = await accountById(platform.system.query, id)
  const [own] = account
    ? await platform.system.query('select 1 from identity_tenant where tenant_id = $1 and sales_id = $2 and not is_deleted', [
        account.tenantId,
        user.id,
      ])
    : []
  if (!account || !own || account.tenantId === PLATFORM_TENANT) return { refused: 'sale' }
  const reason = asked.text('reason')
  const actor = { id: user.id, account: user.account, name: user.name, tenantId: user.tenantId, reason }
  const detail = { tenantId: account.tenantId, account: account.account, reason }
  const outcome = await signInOf(platform).asOther(account, caller(asked), actor)
  // Writes the audit entry before the answer: a session without an entry is not handed out.
  await asked.ctx.audit({ what: 'identity.signInAs', target: account.id, detail, result: 'refused' in outcome ? outcome.refused : 'ok' })
  return outcome
}

/** Handlers of the token call by grant (wire-contract.md 3.1, decisions.md A70). */
export const GRANTS: Readonly<Record<string, (asked: TokenRequest) => Promise<Outcome>>> = {
  password: (asked) => password(asked, false),
  captcha: (asked) => (asked.text('phone') ? phone(asked, asked.text('password')) : password(asked, true)),
  sms: (asked) => phone(asked, asked.text('code')),
  refresh_token: (asked) => signInOf(asked.ctx.platform).refresh(asked.text('refresh_token'), asked.text('tenantId') || undefined),
  social: (asked) =>
    socialSignIn(asked.ctx.platform, caller(asked), {
      tenantId: tenantOf(asked),
      source: asked.text('source'),
      code: asked.text('code'),
      state: asked.text('state'),
      iss: asked.text('iss'),
    }),
  sale,
  mfa: (asked) =>
    signInOf(asked.ctx.platform).secondStep({
      ...caller(asked),
      token: asked.text('mfa_token'),
      code: asked.text('code'),
      passkey: asked.text('passkey'),
    }),
}
