import type { Ctx, RouteInput } from '@lamplight/server-kit'
import { PLATFORM_TENANT } from '../../model/tenant.resource.ts'
import { accountById } from '../people/accounts.ts'
import { captchaRequired, signInOf } from '../people/users.ts'
import { siteOf } from '../site.ts'
import type { Caller, Outcome } from './sign-in.port.ts'
import { socialSignIn } from './social.ts'

const TEXT_AT_MOST = 200
const LONG_AT_MOST = 8000
const LONG = new Set(['userExt', 'refresh_token', 'passkey', 'code', 'iss', 'state', 'longUrl'])

/** A token request: parameters of the query, the form body, or both. */
export interface TokenRequest {
  readonly ctx: Ctx
  readonly headers: RouteInput['headers']
  readonly text: (name: string) => string
}
export const tokenRequestOf = (input: Pick<RouteInput, 'ctx' | 'headers' | 'query' | 'body'>): TokenRequest => {
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
export const tenantOf = (request: TokenRequest): string => request.text('tenantId') || headerOf(request, 'tenant-id') || PLATFORM_TENANT

export const callerOf = (ctx: Ctx, headers: RouteInput['headers']): Caller => ({
  ip: ctx.ip,
  userAgent: ctx.userAgent,
  cookies: typeof headers.cookie === 'string' ? headers.cookie : '',
  secure: headers['x-forwarded-proto'] === 'https',
  site: siteOf(headers),
})
const caller = (request: TokenRequest): Caller => callerOf(request.ctx, request.headers)

const password = async (request: TokenRequest, withCaptcha: boolean): Promise<Outcome> =>
  signInOf(request.ctx.platform).password({
    ...caller(request),
    tenantId: tenantOf(request),
    account: request.text('username'),
    password: request.text('password'),
    captcha: {
      required: withCaptcha || (await captchaRequired(request.ctx.platform)),
      key: headerOf(request, 'captcha-key') || request.text('key'),
      code: headerOf(request, 'captcha-code') || request.text('code'),
    },
  })
const phone = (request: TokenRequest, code: string): Promise<Outcome> =>
  signInOf(request.ctx.platform).phone({ ...caller(request), tenantId: tenantOf(request), phone: request.text('phone'), code })

/** Signs a salesperson in as another user of their own tenants, never of the platform's (decisions.md B5). The session records the salesperson. */
const sale = async (request: TokenRequest): Promise<Outcome> => {
  const { user, platform } = request.ctx
  const id = request.text('toUserId')
  if (!user.id || user.actor || !user.roles.includes('sales') || !/^\d{1,19}$/.test(id)) return { refused: 'sale' }
  const account = await accountById(platform.system.query, id)
  const [own] = account
    ? await platform.system.query('select 1 from identity_tenant where tenant_id = $1 and sales_id = $2 and not is_deleted', [
        account.tenantId,
        user.id,
      ])
    : []
  if (!account || !own || account.tenantId === PLATFORM_TENANT) return { refused: 'sale' }
  const reason = request.text('reason')
  const actor = { id: user.id, account: user.account, name: user.name, tenantId: user.tenantId, reason }
  const detail = { tenantId: account.tenantId, account: account.account, reason }
  const outcome = await signInOf(platform).asOther(account, caller(request), actor)
  // Writes the audit entry before the answer: a session without an entry is not handed out.
  await request.ctx.audit({ what: 'identity.signInAs', target: account.id, detail, result: 'refused' in outcome ? outcome.refused : 'ok' })
  return outcome
}

/** Handlers of the token call by grant (wire-contract.md 3.1, decisions.md A70). */
export const GRANTS: Readonly<Record<string, (request: TokenRequest) => Promise<Outcome>>> = {
  password: (request) => password(request, false),
  captcha: (request) => (request.text('phone') ? phone(request, request.text('password')) : password(request, true)),
  sms: (request) => phone(request, request.text('code')),
  refresh_token: (request) => signInOf(request.ctx.platform).refresh(request.text('refresh_token'), request.text('tenantId') || undefined),
  social: (request) =>
    socialSignIn(request.ctx.platform, caller(request), {
      tenantId: tenantOf(request),
      source: request.text('source'),
      code: request.text('code'),
      state: request.text('state'),
      iss: request.text('iss'),
    }),
  sale,
  mfa: (request) =>
    signInOf(request.ctx.platform).secondStep({
      ...caller(request),
      token: request.text('mfa_token'),
      code: request.text('code'),
      passkey: request.text('passkey'),
    }),
}
