import { identityServer } from '@lamplight/identity/server'
import { provide } from '@lamplight/server-kit'
import { type SmsOrder, smsPort } from '@lamplight/system/model'
import { systemServer } from '@lamplight/system/server'
import { type ApiAnswer, type ApiClient, addUser, createClient, eventually, md5, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const TOKEN = '/api/blade-auth/oauth/token'
const CODE = '/api/blade-auth/send-verification-code'
const TENANT = '100001'
const PHONE = '13812345678'
let product: TestPlatform
let ahead = 0
let salesman: ApiClient
const clock = { now: () => Date.now() + ahead }
/** Text messages sent, newest last. */
const sent: SmsOrder[] = []
const keptSms = provide(smsPort, () => ({
  send: async (message) => {
    sent.push(message)
    return { ok: true, id: String(sent.length) }
  },
  ready: async () => true,
}))

const requestToken = (
  form: Record<string, string>,
  client: ApiClient = createClient(product.url, { tenantId: TENANT }),
): Promise<ApiAnswer> => client.post(TOKEN, undefined, { scope: 'all', tenantId: TENANT, ...form })
const idOf = async (account: string, tenantId = TENANT): Promise<string> => {
  const [row] = await product.platform.system.query<{ id: string }>('select id from identity_user where tenant_id = $1 and account = $2', [
    tenantId,
    account,
  ])
  return String(row?.id)
}
const sms = async (): Promise<string> => {
  const before = sent.length
  ahead += 61_000
  const answer = await product.anonymous.post(CODE, undefined, { tenantId: TENANT, phone: PHONE })
  expect([answer.status, answer.data]).toEqual([200, true])
  await eventually(async () => sent.length > before)
  return String(sent.at(-1)?.params.code)
}

beforeAll(async () => {
  product = await testPlatform({
    slices: [{ ...systemServer, ports: [...(systemServer.ports ?? []).filter(({ key }) => key !== smsPort), keptSms] }, identityServer],
    clock,
  })
  await product.platform.system.query('update identity_user set phone = $1 where id = $2', [PHONE, await idOf('guest')])
  salesman = await addUser(product, { tenantId: TENANT, account: 'seller', role: 'sales' })
})
afterAll(() => product?.stop())
afterEach(async () => {
  await product.platform.system.query('delete from identity_lock')
})

describe('by phone', () => {
  test('six digits are sent to the phone and not returned; grant sms signs in once', async () => {
    const code = await sms()
    expect(code).toMatch(/^\d{6}$/)
    expect(sent.at(-1)).toMatchObject({ tenantId: TENANT, phones: [PHONE] })
    const entered = await requestToken({ grant_type: 'sms', phone: PHONE, code })
    expect([entered.status, entered.body.account]).toEqual([200, 'guest'])
    expect((await requestToken({ grant_type: 'sms', phone: PHONE, code })).body.error_description).toBe('验证码错误或已过期')
  })

  test('grant captcha with a phone accepts the code as password, plain or as md5', async () => {
    expect((await requestToken({ grant_type: 'captcha', phone: PHONE, password: await sms() })).body.account).toBe('guest')
    expect((await requestToken({ grant_type: 'captcha', phone: PHONE, password: md5(await sms()) })).body.account).toBe('guest')
  })

  test('an unknown phone gets the same answer and no message', async () => {
    const before = sent.length
    const known = await product.anonymous.post(CODE, undefined, { tenantId: TENANT, phone: '13900000001' })
    expect([known.status, known.data]).toEqual([200, true])
    expect((await requestToken({ grant_type: 'sms', phone: '13900000001', code: '000000' })).body.error_description).toBe(
      '验证码错误或已过期',
    )
    expect(sent.length).toBe(before)
  })

  test('a phone, known or not, gets one message in 60 s; an invalid phone is refused with the name of the field', async () => {
    await sms()
    for (const phone of [PHONE, '13900000002', '13900000002'].slice(0, 1)) {
      const again = await product.anonymous.post(CODE, undefined, { tenantId: TENANT, phone })
      expect(again.status).toBe(429)
    }
    await product.anonymous.post(CODE, undefined, { tenantId: TENANT, phone: '13900000003' })
    expect((await product.anonymous.post(CODE, undefined, { tenantId: TENANT, phone: '13900000003' })).status).toBe(429)
    const wrong = await product.anonymous.post(CODE, undefined, { tenantId: TENANT, phone: '12345' })
    expect([wrong.status, wrong.body.field]).toEqual([400, 'phone'])
  })

  test('after five tries the correct code is refused too; a code expires after five minutes', async () => {
    const code = await sms()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let at = 0; at < 5; at += 1) expect((await requestToken({ grant_type: 'sms', phone: PHONE, code: wrong })).status).toBe(400)
    expect((await requestToken({ grant_type: 'sms', phone: PHONE, code })).body.error_description).toContain('用户登录失败次数过多')
    await product.platform.system.query('delete from identity_lock')
    expect((await requestToken({ grant_type: 'sms', phone: PHONE, code })).body.error_description).toBe('验证码错误或已过期')
    const late = await sms()
    ahead += 5 * 60_000
    expect((await requestToken({ grant_type: 'sms', phone: PHONE, code: late })).body.error_description).toBe('验证码错误或已过期')
  })
})

describe('signing in as another user', () => {
  const own = (salesId: string | null): Promise<unknown> =>
    product.platform.system.query('update identity_tenant set sales_id = $2 where tenant_id = $1', [TENANT, salesId])

  test('rule.perm.sales.loginas: a salesperson signs in as a user of an own tenant; the session names the salesperson, and the audit log the reason', async () => {
    await own(salesman.userId)
    const toUserId = await idOf('operator')
    const answer = await requestToken({ grant_type: 'sale', toUserId, reason: '客户请求' }, salesman)
    expect(answer.body).toMatchObject({
      account: 'operator',
      detail: { actor: { id: salesman.userId, account: 'seller', reason: '客户请求' } },
    })
    const [entry] = await product.platform.system.query<Record<string, unknown>>(
      `select account, target, detail from kit_audit where what = 'identity.signInAs' order by id desc limit 1`,
    )
    expect(entry).toMatchObject({ account: 'seller', target: toUserId, detail: { reason: '客户请求', tenantId: TENANT } })
    const renewed = await requestToken({ grant_type: 'refresh_token', refresh_token: String(answer.body.refresh_token) })
    expect(renewed.body.detail).toMatchObject({ actor: { account: 'seller' } })
    const operator = createClient(product.url, { token: String(answer.body.access_token) })
    expect((await operator.post('/api/blade-user/update-info', { name: '值班' })).code).toBe(200)
    const [session] = await product.platform.system.query<Record<string, unknown>>(
      `select account, detail from kit_audit where what = 'identity.user.info' order by id desc limit 1`,
    )
    expect(session).toMatchObject({ account: 'operator', detail: { actor: { account: 'seller' } } })
    // While signed in as another user, a further sign-in as somebody else and changes of the account's sign-in are refused.
    expect((await requestToken({ grant_type: 'sale', toUserId }, operator)).status).toBe(400)
    expect((await operator.post('/api/blade-auth/mfa/totp/begin', { password: 'operator' })).msg).toBe('代登录期间不能执行此操作')
    await own(null)
  })

  test('foreign tenants and the platform are refused, and only salespeople may do it', async () => {
    const toUserId = await idOf('operator')
    const refused = '只能以自己名下租户的用户身份登录'
    expect((await requestToken({ grant_type: 'sale', toUserId }, salesman)).body.error_description).toBe(refused)
    await own(salesman.userId)
    await product.platform.system.query(`update identity_tenant set sales_id = $1 where tenant_id = '000000'`, [salesman.userId])
    expect((await requestToken({ grant_type: 'sale', toUserId: await idOf('admin', '000000') }, salesman)).body.error_description).toBe(
      refused,
    )
    expect((await requestToken({ grant_type: 'sale', toUserId }, await product.signIn())).body.error_description).toBe(refused)
    expect((await requestToken({ grant_type: 'sale', toUserId })).body.error_description).toBe(refused)
    await product.platform.system.query(`update identity_tenant set sales_id = null`)
  })

  test('a disabled account or an expired tenant is refused, and the audit log records the refusal', async () => {
    const { query } = product.platform.system
    await own(salesman.userId)
    const toUserId = await idOf('operator')
    const entries = () =>
      query<{ result: string }>(`select result from kit_audit where what = 'identity.signInAs' and target = $1 order by id`, [toUserId])
    const before = await entries()
    await query('update identity_user set status = 0 where id = $1', [toUserId])
    expect((await requestToken({ grant_type: 'sale', toUserId, reason: '停用' }, salesman)).body.access_token).toBeUndefined()
    await query('update identity_user set status = 1 where id = $1', [toUserId])
    await query(`update identity_tenant set expire_time = now() - interval '1 day' where tenant_id = $1`, [TENANT])
    expect((await requestToken({ grant_type: 'sale', toUserId, reason: '过期' }, salesman)).body.access_token).toBeUndefined()
    await query('update identity_tenant set expire_time = null where tenant_id = $1', [TENANT])
    const refused = (await entries()).slice(before.length).map(({ result }) => result)
    expect(refused).toHaveLength(2)
    expect(refused).not.toContain('ok')
    expect((await requestToken({ grant_type: 'sale', toUserId, reason: '客户请求' }, salesman)).body.access_token).toBeTypeOf('string')
    expect((await entries()).at(-1)).toEqual({ result: 'ok' })
    await own(null)
  })

  test('disabling the salesperson ends the sessions that they opened', async () => {
    await own(salesman.userId)
    const answer = await requestToken({ grant_type: 'sale', toUserId: await idOf('operator') }, salesman)
    const operator = createClient(product.url, { token: String(answer.body.access_token) })
    expect((await operator.get('/api/blade-auth/oauth/user-info')).status).toBe(200)
    await product.platform.system.query('update identity_user set status = 0 where id = $1', [salesman.userId])
    await eventually(async () => {
      ahead += 2500
      return (await operator.get('/api/blade-auth/oauth/user-info')).status === 401
    })
    await product.platform.system.query('update identity_user set status = 1 where id = $1', [salesman.userId])
    await own(null)
  })
})

describe('devices', () => {
  test('a user sees the own sessions and can end them', async () => {
    const here = await product.signIn({ tenantId: TENANT, account: 'guest' })
    const there = await product.signIn({ tenantId: TENANT, account: 'guest' })
    const { data } = await here.get<{ id: string; current: boolean }[]>('/api/blade-auth/session/mine')
    expect(data.filter(({ current }) => current)).toHaveLength(1)
    const [row] = await product.platform.system.query<{ id: string }>(
      'select id from identity_session where user_id = $1 order by id desc limit 1',
      [there.userId],
    )
    expect((await here.post('/api/blade-auth/session/end', undefined, { id: row?.id })).code).toBe(200)
    expect((await there.get('/api/blade-auth/oauth/user-info')).status).toBe(401)
    expect((await here.get('/api/blade-auth/oauth/user-info')).status).toBe(200)
    const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
    expect((await operator.post('/api/blade-auth/session/end', undefined, { id: data.find(({ current }) => current)?.id })).status).toBe(
      400,
    )
    expect((await here.get('/api/blade-auth/oauth/user-info')).status).toBe(200)
  })

  test('rule.perm.admin.ops: an administrator sees and ends the sessions of a user; users of another tenant are refused', async () => {
    const admin = await product.signIn()
    const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
    const { data } = await admin.get<unknown[]>('/api/blade-auth/session/list', { userId: guest.userId })
    expect(data.length).toBeGreaterThan(0)
    expect((await guest.get('/api/blade-auth/session/list', { userId: admin.userId })).status).toBe(400)
    expect((await admin.post('/api/blade-auth/session/end-user', undefined, { userId: guest.userId })).code).toBe(200)
    expect((await guest.get('/api/blade-auth/oauth/user-info')).status).toBe(401)
  })
})

describe('the own avatar', () => {
  const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const upload = async (client: ApiClient, bytes: Uint8Array, name = 'me.png'): Promise<{ status: number; msg: string; link: string }> => {
    const body = new FormData()
    body.set('file', new File([Uint8Array.from(bytes)], name, { type: 'image/png' }))
    const answer = await client.call('POST', '/api/blade-user/avatar', { body })
    const json = (await answer.json()) as { msg: string; data?: { link?: string } }
    return { status: answer.status, msg: json.msg, link: String(json.data?.link ?? '') }
  }

  test('rule.avatar.type: jpg or png by its content, at most 500 kB; its link returns it', async () => {
    const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
    const { status, link } = await upload(guest, PNG)
    expect(status).toBe(200)
    const seen = await fetch(`${product.url}${link}`)
    expect([seen.headers.get('content-type'), Buffer.from(await seen.arrayBuffer()).equals(PNG)]).toEqual(['image/png', true])
    expect((await guest.get('/api/blade-user/info')).data.avatar).toBe(link)
    expect((await upload(guest, Buffer.from('<svg onload="alert(1)"/>'))).msg).toBe('头像只能是 jpg 或 png 图片')
    expect((await upload(guest, Buffer.concat([PNG, Buffer.alloc(500 * 1024)]))).msg).toBe('头像不能超过 500 KB')
    expect((await upload(guest, Buffer.concat([PNG, Buffer.alloc(500 * 1024 - PNG.length)]))).status).toBe(200)
    expect((await fetch(`${product.url}${link}`)).status).toBe(400)
  })
})

test('rule.client.id: only the client saber with its secret may request tokens', async () => {
  const form = { grant_type: 'password', username: 'guest', password: md5('guest') }
  expect((await requestToken(form)).body.client_id).toBe('saber')
  for (const secret of ['saber:', 'saber:x', 'sword:saber_secret']) {
    const answer = await product.anonymous.post(
      TOKEN,
      undefined,
      { tenantId: TENANT, ...form },
      {
        authorization: `Basic ${Buffer.from(secret).toString('base64')}`,
      },
    )
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
  }
})
