import { exampleId, SECRET_MASK } from '@lamplight/kit'
import { A, type Ctx, changed, errors, type Route, route, T } from '@lamplight/server-kit'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { identityErrors } from '../model/identity.errors.ts'
import { accountById } from './accounts.ts'
import { ownKey } from './locks.ts'
import type { Passkey } from './passkeys.ts'
import { asMd5 } from './passwords.ts'
import { MFA } from './second-step.ts'
import { siteOf } from './site.ts'
import { signInOf } from './users.ts'

const BASE = '/api/blade-auth/mfa'
const Password = { password: T.String({ minLength: 1, maxLength: 200 }) }

/** Returns the caller's own account; throws if the caller is signed in as another user. */
const self = async (ctx: Ctx) => {
  if (ctx.user.actor) throw identityErrors.notAsOther()
  const account = await accountById(ctx.platform.system.query, ctx.user.id)
  if (!account) throw errors.notFound()
  return account
}
/** Checks the password again and counts guesses: a person who finds an unlocked screen must not change the factors. */
const confirmed = async (ctx: Ctx, password: string) => {
  const account = await self(ctx)
  const { locks } = signInOf(ctx.platform)
  if (!(await locks.take(ownKey(account.id), locks.limits.account, account.id))) throw identityErrors.tooManyGuesses({}, 'password')
  if (!account.password || !(await ctx.platform.hash.verify(account.password, asMd5(password))))
    throw identityErrors.oldPasswordWrong({}, 'password')
  await locks.clear([ownKey(account.id)])
  return account
}
const allowed = async (ctx: Ctx, password: string) => {
  const account = await confirmed(ctx, password)
  if (account.mfa === MFA.off) throw identityErrors.factorOff()
  return account
}

export const factorState = route({
  method: 'GET',
  path: `${BASE}/state`,
  summary: ['两步验证状态', 'Your two-step verification methods'],
  permission: 'signed-in',
  returns: A.of({
    policy: A.int,
    totp: A.yes,
    recoveryCodes: A.int,
    passkeys: A.list(A.of({ id: A.id, name: A.text, rpId: A.text, createdAt: A.instant, lastUsedAt: A.nullable(A.instant) })),
  }),
  handler: async ({ ctx, headers }) => {
    const { factors, passkeys } = signInOf(ctx.platform)
    const account = await accountById(ctx.platform.system.query, ctx.user.id)
    const { totp, recoveryCodes } = await factors.of(ctx.user.id, siteOf(headers).rpId)
    const keys = (await passkeys.list(ctx.user.id)).map(({ createdAt, lastUsedAt, ...key }) => ({
      ...key,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }))
    return { policy: account?.mfa ?? MFA.off, totp, recoveryCodes, passkeys: keys }
  },
})

const begin = route({
  method: 'POST',
  path: `${BASE}/totp/begin`,
  summary: ['绑定验证器', 'Begin to set up an authenticator app'],
  example: { body: { password: 'Sample-secret-1' } },
  permission: 'signed-in',
  body: T.Object(Password),
  returns: A.of({ secret: A.text, uri: A.text }),
  handler: async ({ ctx, body }) => {
    const made = await signInOf(ctx.platform).factors.enrol(await allowed(ctx, body.password))
    if (!made) throw identityErrors.factorThere()
    return made
  },
})

const confirm = route({
  method: 'POST',
  path: `${BASE}/totp/confirm`,
  summary: ['确认验证器', 'Confirm an authenticator app'],
  example: { body: { code: '123456' } },
  permission: 'signed-in',
  body: T.Object({ code: T.String({ minLength: 6, maxLength: 10 }) }),
  returns: A.of({ recoveryCodes: A.list(A.text) }),
  handler: async ({ ctx, body }) => {
    const account = await self(ctx)
    const { factors, locks } = signInOf(ctx.platform)
    if (!(await locks.take(ownKey(account.id), locks.limits.account, account.id))) throw identityErrors.tooManyGuesses({}, 'code')
    const recoveryCodes = await factors.confirm(account, body.code)
    if (!recoveryCodes) throw identityErrors.factorCode({}, 'code')
    await locks.clear([ownKey(account.id)])
    await ctx.audit({ what: 'identity.mfa.totp', target: account.id, detail: changed({ totp: false }, { totp: true }) })
    return { recoveryCodes }
  },
})

const remove = route({
  method: 'POST',
  path: `${BASE}/totp/remove`,
  summary: ['解绑验证器', 'Remove the authenticator app'],
  example: { body: { password: 'Sample-secret-1' } },
  permission: 'signed-in',
  body: T.Object(Password),
  returns: A.yes,
  handler: async ({ ctx, body }) => {
    const account = await confirmed(ctx, body.password)
    await signInOf(ctx.platform).factors.forget(account.id)
    await ctx.audit({ what: 'identity.mfa.totp.remove', target: account.id, detail: changed({ totp: true }, { totp: false }) })
    return true
  },
})

const recovery = route({
  method: 'POST',
  path: `${BASE}/recovery`,
  summary: ['重新生成恢复码', 'Replace the recovery codes'],
  example: { body: { password: 'Sample-secret-1' } },
  permission: 'signed-in',
  body: T.Object(Password),
  returns: A.of({ recoveryCodes: A.list(A.text) }),
  handler: async ({ ctx, body }) => {
    const account = await allowed(ctx, body.password)
    const { factors } = signInOf(ctx.platform)
    if (!(await factors.any(account.id))) throw identityErrors.factorOff()
    const recoveryCodes = await factors.renewCodes(account.id, account.tenantId)
    const detail = changed({ recoveryCodes: SECRET_MASK }, { recoveryCodes: SECRET_MASK })
    await ctx.audit({ what: 'identity.mfa.recovery', target: account.id, detail })
    return { recoveryCodes }
  },
})

const keysChanged = (before: readonly Passkey[], after: readonly Passkey[]) =>
  changed({ passkeys: before.map(({ name }) => name) }, { passkeys: after.map(({ name }) => name) })

const passkeyBegin = route({
  method: 'POST',
  path: `${BASE}/passkey/begin`,
  summary: ['添加通行密钥', 'Begin to add a passkey'],
  example: { body: { password: 'Sample-secret-1' } },
  permission: 'signed-in',
  body: T.Object(Password),
  returns: A.of({ key: A.text, options: A.open }),
  handler: async ({ ctx, body, headers }) => {
    const begun = await signInOf(ctx.platform).passkeys.begin(await allowed(ctx, body.password), siteOf(headers))
    if (!begun) throw identityErrors.passkeyRefused()
    return begun
  },
})

const passkeyFinish = route({
  method: 'POST',
  path: `${BASE}/passkey/finish`,
  summary: ['保存通行密钥', 'Save a passkey'],
  example: { body: { key: 'key-of-begin', name: '办公电脑', response: '{}' } },
  permission: 'signed-in',
  body: T.Object({
    key: T.String({ minLength: 1, maxLength: 100 }),
    name: T.Optional(T.String({ maxLength: 50 })),
    response: T.String({ minLength: 2, maxLength: 20_000, description: 'what the browser answered, as JSON' }),
  }),
  returns: A.yes,
  handler: async ({ ctx, body, headers }) => {
    const account = await self(ctx)
    let response: RegistrationResponseJSON
    try {
      response = JSON.parse(body.response) as RegistrationResponseJSON
    } catch {
      throw errors.badParameter({ field: 'response' }, 'response')
    }
    const made = { key: body.key, response, name: body.name ?? '' }
    const { passkeys } = signInOf(ctx.platform)
    const before = await passkeys.list(account.id)
    if (!(await passkeys.finish(account, siteOf(headers), made))) throw identityErrors.passkeyRefused({}, 'key')
    await ctx.audit({ what: 'identity.mfa.passkey', target: account.id, detail: keysChanged(before, await passkeys.list(account.id)) })
    return true
  },
})

const passkeyRemove = route({
  method: 'POST',
  path: `${BASE}/passkey/remove`,
  summary: ['删除通行密钥', 'Remove a passkey'],
  example: { body: { password: 'Sample-secret-1', id: exampleId('identity.passkey') } },
  permission: 'signed-in',
  body: T.Object({ ...Password, id: T.String({ pattern: '^\\d{1,19}$' }) }),
  returns: A.yes,
  handler: async ({ ctx, body }) => {
    const account = await confirmed(ctx, body.password)
    const { passkeys } = signInOf(ctx.platform)
    const before = await passkeys.list(account.id)
    if (!(await passkeys.remove(account.id, body.id))) throw errors.notFound()
    const detail = keysChanged(before, await passkeys.list(account.id))
    await ctx.audit({ what: 'identity.mfa.passkey.remove', target: account.id, detail })
    return true
  },
})

export const mfaRoutes: readonly Route[] = [factorState, begin, confirm, remove, recovery, passkeyBegin, passkeyFinish, passkeyRemove]
