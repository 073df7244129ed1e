import { pick } from '@lamplight/kit'
import { A, type AnswerOf, formatTime, type Platform, type RouteInput, route, T } from '@lamplight/server-kit'
import { ACCESS_SECONDS, OWN_CLIENT } from '../../model/client.resource.ts'
import { attemptsLeft, signInTexts } from '../../model/identity.errors.ts'
import { isLimited } from '../people/accounts.ts'
import { signInOf } from '../people/users.ts'
import { createClients } from './clients.ts'
import type { Issued, Lock, Outcome, Refused } from './sign-in.port.ts'
import { auditSignIn } from './sign-in-audit.ts'
import { GRANTS, tokenRequestOf } from './token-grants.ts'

/**
 * The answer of wire-contract.md 3.2: flat, ids comma-joined, `role_name` with the aliases. `detail.actor`: who signed in as this user;
 * `detail.limited`: the user sees only granted areas or projects.
 */
const tokenAnswer = ({ account, accessToken, refreshToken, tokenId, actor }: Issued) => ({
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
  client_id: OWN_CLIENT,
  detail: { type: 'web', ...(actor && { actor }), ...(isLimited(account) && { limited: true }) },
  license: 'powered by lamplight',
  jti: tokenId,
})
/** Answer for a provider's user without an account: no session; registering needs the `oauth_id`. */
const unknownAnswer = ({ oauthId, tenantId, name }: { oauthId: string; tenantId: string; name: string }) => ({
  access_token: '',
  refresh_token: '',
  token_type: 'bearer',
  expires_in: 0,
  tenant_id: tenantId,
  user_id: '-1',
  oauth_id: oauthId,
  account: '',
  user_name: name,
  userName: name,
  nick_name: name,
  role_name: '',
  role_id: '',
  dept_id: '',
  post_id: '',
  avatar: '',
  client_id: OWN_CLIENT,
  detail: { type: 'web' },
})

type Refusal = Extract<Outcome, { readonly refused: Refused }>
const failure = (input: Pick<RouteInput, 'ctx' | 'reply'>, status: 400 | 401, error: string, why: Refused) => {
  input.reply.status(status)
  return { error, error_code: error, error_description: pick(signInTexts[why], input.ctx.lang) }
}
/** Refusal by a lock: tells its end as time of day in the text, as a time on the wire, and in the header `Retry-After` (seconds). */
const lockedAnswer = ({ ctx, reply }: Pick<RouteInput, 'ctx' | 'reply'>, { by, at, zone }: Lock) => {
  // The text names whole minutes, so the end is rounded up.
  const until = new Date(Math.ceil(at.getTime() / 60_000) * 60_000)
  const seconds = Math.max(1, Math.ceil((at.getTime() - ctx.now().getTime()) / 1000))
  reply.header('retry-after', String(seconds))
  const values = { time: formatTime(until, zone).slice(11, 16), minutes: Math.ceil(seconds / 60) }
  return {
    ...failure({ ctx, reply }, 400, 'invalid_grant', by),
    error_description: pick(signInTexts[by], ctx.lang, values),
    locked_until: formatTime(at, zone),
  }
}
/** The refusal names the attempts left if they are at most this many. */
const LAST_ATTEMPTS = 2
const refusedAnswer = (input: Pick<RouteInput, 'ctx' | 'reply'>, { refused, lock, left = Number.MAX_SAFE_INTEGER }: Refusal) => {
  if (lock) return lockedAnswer(input, lock)
  const answer = failure(input, 400, 'invalid_grant', refused)
  if (left > LAST_ATTEMPTS) return answer
  const { minutes } = signInOf(input.ctx.platform).locks
  const values = { why: answer.error_description, left, minutes }
  return { ...answer, error_description: pick(attemptsLeft, input.ctx.lang, values), attempts_left: left }
}
const answerOf = (input: Pick<RouteInput, 'ctx' | 'reply'>, outcome: Outcome): AnswerOf<typeof Token> | AnswerOf<typeof TokenRefusal> => {
  if ('refused' in outcome) return refusedAnswer(input, outcome)
  if ('unknown' in outcome) return unknownAnswer(outcome.unknown)
  if ('mfa' in outcome) {
    const { token, methods, passkey, enrolment } = outcome.mfa
    return {
      ...failure(input, 400, 'mfa_required', 'factorNeeded'),
      mfa_token: token,
      methods,
      ...(passkey && { passkey }),
      ...(enrolment && { enrolment }),
    }
  }
  if (outcome.deviceCookie) input.reply.header('set-cookie', outcome.deviceCookie)
  return tokenAnswer(outcome.issued)
}

/** Finds the client of a request: the console's own, `Basic base64(saber:saber_secret)` (decisions.md A32), or one of the table. */
const known = new WeakMap<Platform, ReturnType<typeof createClients>>()
const clientsOf = (platform: Platform): ReturnType<typeof createClients> => {
  const clients = known.get(platform) ?? createClients(platform)
  known.set(platform, clients)
  return clients
}

const text = (description: string, maxLength = 200) => T.Optional(T.String({ maxLength, description }))

/** Schema of a sign-in's answer (wire-contract.md 3.2); for an unknown person it has no session and an `oauth_id`. */
const Token = A.named(
  'Token',
  A.of({
    access_token: A.text,
    token_type: A.text,
    refresh_token: A.text,
    expires_in: A.int,
    scope: A.maybe(A.text),
    tenant_id: A.text,
    user_id: A.text,
    dept_id: A.text,
    post_id: A.text,
    role_id: A.text,
    role_name: A.text,
    oauth_id: A.text,
    account: A.text,
    user_name: A.text,
    userName: A.text,
    nick_name: A.text,
    real_name: A.maybe(A.text),
    avatar: A.text,
    client_id: A.text,
    zone: A.maybe(A.text),
    license: A.maybe(A.text),
    jti: A.maybe(A.text),
    detail: A.open,
  }),
)
/** RFC 6749, 5.2: the sign-in is refused, or its second step is due. */
const TokenRefusal = A.named(
  'TokenRefusal',
  A.of({
    error: A.text,
    error_code: A.text,
    error_description: A.text,
    /** Attempts before the lock, if few are left; the end of the lock. */
    attempts_left: A.maybe(A.int),
    locked_until: A.maybe(A.time),
    /** For the second step: the token of the grant mfa, and how it may be proven or set up. */
    mfa_token: A.maybe(A.text),
    methods: A.maybe(A.list(A.text)),
    passkey: A.maybe(A.any),
    enrolment: A.maybe(A.any),
  }),
)

/** Signs in, proves the second step or renews a session (wire-contract.md 3.1). */
export const tokenRoute = route({
  method: 'POST',
  path: '/api/blade-auth/oauth/token',
  summary: ['获取令牌', 'Sign in, or renew a session'],
  example: {
    query: {
      grant_type: 'password',
      scope: 'all',
      type: 'account',
      tenantId: '100001',
      username: 'operator',
      password: '4b583376b2767b923c3e1da60d10de59',
    },
  },
  permission: 'public',
  answers: 'raw',
  consumes: 'form',
  query: T.Object({
    grant_type: text('password, captcha, sms, social, sale, mfa or refresh_token'),
    scope: text('all'),
    tenantId: text('six digits; also by the header Tenant-Id'),
    username: text('account'),
    password: text('md5 hex; grant captcha with a phone: the code that was sent'),
    type: text('account'),
    key: text('of the captcha; also by the header Captcha-Key'),
    code: text('of the captcha, of the phone, of the provider, or of the second step', 8000),
    source: text('code of the provider (grant social)'),
    state: text('of the provider (grant social)', 500),
    iss: text('issuer that the provider told with the code (grant social)', 500),
    phone: text('grants sms and captcha'),
    toUserId: text('whom to sign in as (grant sale, with the Blade-Auth of a salesperson)'),
    reason: text('why (grant sale); kept in the audit log'),
    refresh_token: text('grant refresh_token', 4000),
    mfa_token: text('of the answer mfa_required (grant mfa)'),
    passkey: text('what the browser answered, as JSON (grant mfa)', 8000),
  }),
  returns: A.bareOr(Token, TokenRefusal),
  handler: async ({ ctx, query, body, headers, reply }) => {
    reply.header('cache-control', 'no-store')
    const basic = headers.authorization
    if (typeof basic !== 'string' || !/^basic /i.test(basic)) return failure({ ctx, reply }, 401, 'invalid_client', 'noClient')
    const client = await clientsOf(ctx.platform)(basic)
    if (!client) return failure({ ctx, reply }, 401, 'invalid_client', 'client')
    const tokenRequest = tokenRequestOf({ ctx, headers, query, body })
    const named = tokenRequest.text('grant_type')
    const grant = Object.hasOwn(GRANTS, named) ? GRANTS[named] : undefined
    if (!grant) return answerOf({ ctx, reply }, { refused: 'noGrant' })
    if (client.grants && !client.grants.has(named)) return failure({ ctx, reply }, 400, 'unauthorized_client', 'clientGrant')
    const outcome = await grant(tokenRequest)
    await auditSignIn(tokenRequest, named, outcome)
    const answer = answerOf({ ctx, reply }, outcome)
    return 'client_id' in answer ? { ...answer, client_id: client.id } : answer
  },
})
