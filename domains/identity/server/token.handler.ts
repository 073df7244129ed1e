import { pick } from '@lamplight/kit'
import { type Ctx, type Route, type RouteInput, route } from '@lamplight/server-kit'
import { signInTexts } from '../model/identity.errors.ts'
import { PLATFORM_TENANT } from '../model/tenant.resource.ts'
import { ACCESS_SECONDS, type Issued, type Outcome, type Refused } from './sign-in.port.ts'
import { captchaRequired, signInOf } from './users.ts'

const CLIENT = 'saber'
const CLIENT_SECRET = 'saber_secret'
const TEXT_AT_MOST = 200

/** The answer of wire-contract.md 3.2: flat, ids comma-joined, `role_name` the aliases. */
const tokenAnswer = ({ account, accessToken, refreshToken, tokenId }: Issued): Record<string, unknown> => ({
  access_token: accessToken,
  token_type: 'bearer',
  refresh_token: refreshToken,
  expires_in: ACCESS_SECONDS,
  scope: 'all',
  tenant_id: account.tenantId,
  user_id: account.id,
  dept_id: account.deptId,
  post_id: account.postId,
  role_id: account.roleIds.join(','),
  oauth_id: '',
  account: account.account,
  user_name: account.account,
  userName: account.account,
  nick_name: account.name,
  real_name: account.realName,
  role_name: account.roleNames,
  avatar: account.avatar,
  zone: account.zone,
  client_id: CLIENT,
  detail: { type: 'web' },
  license: 'powered by lamplight',
  jti: tokenId,
})

const failure = (given: Pick<RouteInput, 'ctx' | 'reply'>, status: 400 | 401, error: string, why: Refused) => {
  given.reply.status(status)
  given.reply.header('cache-control', 'no-store')
  return { error, error_code: error, error_description: pick(signInTexts[why], given.ctx.lang) }
}

/** Which client asks: `Authorization: Basic base64(saber:saber_secret)` (decisions.md A32). */
const clientRefusal = (header: string | string[] | undefined): 'noClient' | 'client' | null => {
  if (typeof header !== 'string' || !/^basic /i.test(header)) return 'noClient'
  return Buffer.from(header.slice(6).trim(), 'base64').toString('utf8') === `${CLIENT}:${CLIENT_SECRET}` ? null : 'client'
}

/** Parameters come in the query, in a form body, or both. */
const parametersOf = (query: Record<string, unknown>, body: unknown): ((name: string) => string) => {
  const all = { ...(typeof body === 'object' && body !== null ? body : {}), ...query } as Record<string, unknown>
  return (name) => {
    const value = all[name]
    return typeof value === 'string' && !value.includes('\u0000') ? value.slice(0, name === 'refresh_token' ? 4000 : TEXT_AT_MOST) : ''
  }
}
const headerOf = (headers: RouteInput['headers'], name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value.slice(0, TEXT_AT_MOST) : ''
}

const byPassword = async (
  ctx: Ctx,
  asked: (name: string) => string,
  headers: RouteInput['headers'],
  captchaGrant: boolean,
): Promise<Outcome> =>
  signInOf(ctx.platform).password({
    tenantId: asked('tenantId') || headerOf(headers, 'tenant-id') || PLATFORM_TENANT,
    account: asked('username'),
    password: asked('password'),
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    cookies: typeof headers.cookie === 'string' ? headers.cookie : '',
    secure: headers['x-forwarded-proto'] === 'https',
    captcha: {
      required: captchaGrant || (await captchaRequired(ctx.platform)),
      key: headerOf(headers, 'captcha-key') || asked('key'),
      code: headerOf(headers, 'captcha-code') || asked('code'),
    },
  })

/** Signs in or renews a session (wire-contract.md 3.1): grants password, captcha (password with a captcha) and refresh_token. */
export const tokenRoute: Route = route({
  method: 'POST',
  path: '/api/blade-auth/oauth/token',
  summary: ['获取令牌', 'Sign in, or renew a session'],
  permission: 'public',
  answers: 'raw',
  consumes: 'form',
  handler: async ({ ctx, query, body, headers, reply }) => {
    const client = clientRefusal(headers.authorization)
    if (client) return failure({ ctx, reply }, 401, 'invalid_client', client)
    const asked = parametersOf(query, body)
    const grant = asked('grant_type')
    const outcome =
      grant === 'password' || grant === 'captcha'
        ? await byPassword(ctx, asked, headers, grant === 'captcha')
        : grant === 'refresh_token'
          ? await signInOf(ctx.platform).refresh(asked('refresh_token'), asked('tenantId') || undefined)
          : { refused: 'noGrant' as const }
    if ('refused' in outcome) return failure({ ctx, reply }, 400, 'invalid_grant', outcome.refused)
    reply.header('cache-control', 'no-store')
    if (outcome.deviceCookie) reply.header('set-cookie', outcome.deviceCookie)
    return tokenAnswer(outcome.issued)
  },
})
