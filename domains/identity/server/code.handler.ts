import { A, errors, type Platform, route, T } from '@lamplight/server-kit'
import { smsPort } from '@lamplight/system/model'
import { accountByPhone } from './accounts.ts'
import { openKey } from './locks.ts'
import { tenantOf, tokenRequestOf } from './token-grants.ts'
import { signInOf } from './users.ts'

const TEMPLATE = 'sign_in_code'

/**
 * Sends a code to the phone of the only account with it. The caller does not wait, because the
 * response time must not reveal whether there is one.
 */
const sendTo = async (platform: Platform, tenantId: string, phone: string, code: string): Promise<void> => {
  const account = await accountByPhone(platform.system.query, tenantId, phone)
  if (!account) return
  const { ok } = await platform.port(smsPort).send({ tenantId, phones: [phone], code: TEMPLATE, params: { code } })
  if (!ok) platform.log.warn('a sign-in code was not sent', { tenantId })
}

/** Returns the sign-in methods of a tenant besides the password and its providers; for an unknown tenant those of the platform. */
export const waysRoute = route({
  method: 'GET',
  path: '/api/blade-auth/oauth/ways',
  summary: ['登录方式', 'Ways to sign in to a tenant'],
  example: { query: { tenantId: '100001' } },
  permission: 'public',
  query: T.Object({ tenantId: T.String({ pattern: '^\\d{6}$' }) }),
  returns: A.of({ sms: A.yes }),
  handler: async ({ ctx, query }) => ({ sms: await ctx.platform.port(smsPort).ready(query.tenantId) }),
})

/**
 * Public: the answer is the same whether or not the phone belongs to a user. Limited to one code in 60 s per phone, and to a number per address.
 */
export const codeRoute = route({
  method: 'POST',
  path: '/api/blade-auth/send-verification-code',
  summary: ['发送登录验证码', 'Send a sign-in code to a phone'],
  example: { query: { phone: '13700000009', tenantId: '100001' } },
  permission: 'public',
  query: T.Object({ phone: T.Optional(T.String({ maxLength: 20 })), tenantId: T.Optional(T.String({ maxLength: 20 })) }),
  returns: A.yes,
  handler: async ({ ctx, query, body, headers }) => {
    const tokenRequest = tokenRequestOf({ ctx, query, body, headers })
    const phone = tokenRequest.text('phone').trim()
    const tenantId = tenantOf(tokenRequest)
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
