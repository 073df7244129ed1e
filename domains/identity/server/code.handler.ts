import { A, errors, type Platform, type Route, route, T } from '@lamplight/server-kit'
import { smsPort } from '@lamplight/system/model'
import { accountByPhone } from './accounts.ts'
import { openKey } from './locks.ts'
import { askedOf, tenantOf } from './token-grants.ts'
import { signInOf } from './users.ts'

const TEMPLATE = 'sign_in_code'

/** Sends a code to the phone of the one account that has it. Nobody waits for it: the time of the answer must not tell whether there is one. */
const sendTo = async (platform: Platform, tenantId: string, phone: string, code: string): Promise<void> => {
  const account = await accountByPhone(platform.system.query, tenantId, phone)
  if (!account) return
  const { ok } = await platform.port(smsPort).send({ tenantId, phones: [phone], code: TEMPLATE, params: { code } })
  if (!ok) platform.log.warn('a sign-in code was not sent', { tenantId })
}

/** Which ways to sign in a tenant has besides the password and its providers; a tenant that does not exist has what the platform has. */
export const waysRoute: Route = route({
  method: 'GET',
  path: '/api/blade-auth/oauth/ways',
  summary: ['登录方式', 'Ways to sign in that a tenant has'],
  example: { query: { tenantId: '100001' } },
  permission: 'public',
  query: T.Object({ tenantId: T.String({ pattern: '^\\d{6}$' }) }),
  returns: A.of({ sms: A.yes }),
  handler: async ({ ctx, query }) => ({ sms: await ctx.platform.port(smsPort).ready(query.tenantId) }),
})

/** Open to everybody: the same answer whether or not somebody has the phone; one in 60 s for a phone, and so many for an address. */
export const codeRoute: Route = route({
  method: 'POST',
  path: '/api/blade-auth/send-verification-code',
  summary: ['发送登录验证码', 'Send a sign-in code to a phone'],
  example: { query: { phone: '13700000009', tenantId: '100001' } },
  permission: 'public',
  query: T.Object({ phone: T.Optional(T.String({ maxLength: 20 })), tenantId: T.Optional(T.String({ maxLength: 20 })) }),
  returns: A.yes,
  handler: async ({ ctx, query, body, headers }) => {
    const asked = askedOf({ ctx, query, body, headers })
    const phone = asked.text('phone').trim()
    const tenantId = tenantOf(asked)
    if (!phone) throw errors.missingParameter({ field: 'phone' }, 'phone')
    if (!/^1[3-9]\d{9}$/.test(phone)) throw errors.badParameter({ field: 'phone' }, 'phone')
    if (!/^\d{6}$/.test(tenantId)) throw errors.badParameter({ field: 'tenantId' }, 'tenantId')
    const { platform } = ctx
    const { locks, phoneCodes } = signInOf(platform)
    if (!(await locks.take(openKey('code', ctx.ip), platform.config.number('SMS_ADDRESS_SENDS', 20)))) throw errors.tooMany()
    const code = await phoneCodes.make(tenantId, phone)
    if (!code) throw errors.tooMany()
    void sendTo(platform, tenantId, phone, code).catch((thrown: unknown) =>
      platform.log.warn('a sign-in code was not sent', { tenantId, why: String(thrown) }),
    )
    return true
  },
})
