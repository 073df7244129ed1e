import { exampleId } from '@lamplight/kit'
import { A, type Ctx, changed, errors, formatTime, type Route, route, T } from '@lamplight/server-kit'
import { identityErrors } from '../model/identity.errors.ts'
import { managedUsers } from './manage.ts'
import type { Device } from './sessions.ts'
import { signInOf } from './users.ts'

const BASE = '/api/blade-auth/session'
const Id = T.Object({ id: T.String({ pattern: '^\\d{1,19}$' }) })
const ofUser = T.Object({ userId: T.String({ pattern: '^\\d{1,19}$' }) })

const shown = (ctx: Ctx, { createdAt, lastAt, actor, ...device }: Device) => ({
  ...device,
  current: device.id === ctx.user.sessionId,
  actor: actor ? { account: actor.account, name: actor.name, reason: actor.reason } : {},
  createTime: formatTime(new Date(createdAt), ctx.zone),
  lastTime: formatTime(new Date(lastAt), ctx.zone),
})
const Session = A.named(
  'Session',
  A.of({
    id: A.id,
    ip: A.text,
    userAgent: A.text,
    method: A.text,
    current: A.yes,
    createTime: A.time,
    lastTime: A.time,
    actor: A.oneOf(A.done, A.of({ account: A.text, name: A.text, reason: A.text })),
  }),
)
/** Text of a session for the audit log: its address and browser. */
const opened = ({ ip, userAgent }: Device): string => `${ip} ${userAgent}`.trim()

/** Throws unless the caller may manage the user. */
const assertManages = (ctx: Ctx, userId: string): Promise<void> => ctx.tx(async (query) => void (await managedUsers(ctx, query, [userId])))

export const mySessions = route({
  method: 'GET',
  path: `${BASE}/mine`,
  summary: ['我的登录设备', 'Your sessions'],
  permission: 'signed-in',
  returns: A.list(Session),
  handler: async ({ ctx }) => (await signInOf(ctx.platform).sessions.of(ctx.user.id)).map((device) => shown(ctx, device)),
})

const endMine = route({
  method: 'POST',
  path: `${BASE}/end`,
  summary: ['退出该设备', 'End one of your sessions'],
  example: { query: { id: exampleId('identity.session') } },
  permission: 'signed-in',
  query: Id,
  returns: A.yes,
  handler: async ({ ctx, query }) => {
    if (ctx.user.actor && query.id !== ctx.user.sessionId) throw identityErrors.notAsOther()
    const { sessions } = signInOf(ctx.platform)
    const device = (await sessions.of(ctx.user.id)).find(({ id }) => id === query.id)
    if (!(await sessions.end(query.id, 'elsewhere', ctx.user.id))) throw errors.notFound()
    await ctx.audit({ what: 'identity.session.end', target: query.id, detail: changed(device ? { session: opened(device) } : null, {}) })
    return true
  },
})

const userSessions = route({
  method: 'GET',
  path: `${BASE}/list`,
  summary: ['用户的登录设备', 'Sessions of a user'],
  example: { query: { userId: exampleId('identity.user') } },
  permission: 'user_session',
  query: ofUser,
  returns: A.list(Session),
  handler: async ({ ctx, query }) => {
    await assertManages(ctx, query.userId)
    return (await signInOf(ctx.platform).sessions.of(query.userId)).map((device) => shown(ctx, device))
  },
})

/** Ends one session of the user, or all. */
const endOf = route({
  method: 'POST',
  path: `${BASE}/end-user`,
  summary: ['结束用户的登录', 'End a session of a user'],
  example: { query: { userId: exampleId('identity.user') } },
  permission: 'user_session',
  query: T.Object({ userId: T.String({ pattern: '^\\d{1,19}$' }), id: T.Optional(T.String({ pattern: '^\\d{1,19}$' })) }),
  returns: A.yes,
  handler: async ({ ctx, query }) => {
    await assertManages(ctx, query.userId)
    const { sessions } = signInOf(ctx.platform)
    const before = await sessions.of(query.userId)
    if (query.id) {
      if (!(await sessions.end(query.id, 'ended', query.userId))) throw errors.notFound()
    } else await sessions.endOf([query.userId], 'ended', ctx.user.sessionId)
    const after = await sessions.of(query.userId)
    const detail = changed({ sessions: before.map(opened) }, { sessions: after.map(opened) })
    await ctx.audit({ what: 'identity.session.endUser', target: query.userId, detail })
    return true
  },
})

/** Removes the second factors of a user who lost the phone and the codes: the user signs in with the password and sets them up again. */
const forgetFactors = route({
  method: 'POST',
  path: '/api/blade-auth/mfa/reset',
  summary: ['清除用户的两步验证', 'Reset the two-step verification of a user'],
  example: { query: { userId: exampleId('identity.user') } },
  permission: 'user_session',
  query: ofUser,
  returns: A.yes,
  handler: async ({ ctx, query }) => {
    await assertManages(ctx, query.userId)
    const { factors, passkeys, sessions } = signInOf(ctx.platform)
    const [{ totp, recoveryCodes }, keys] = await Promise.all([factors.of(query.userId, ''), passkeys.list(query.userId)])
    await factors.forgetAll([query.userId])
    await sessions.endOf([query.userId], 'factors', ctx.user.sessionId)
    const before = { totp, recoveryCodes, passkeys: keys.map(({ name }) => name) }
    await ctx.audit({
      what: 'identity.mfa.reset',
      target: query.userId,
      detail: changed(before, { totp: false, recoveryCodes: 0, passkeys: [] }),
    })
    return true
  },
})

export const deviceRoutes: readonly Route[] = [mySessions, endMine, userSessions, endOf, forgetFactors]
