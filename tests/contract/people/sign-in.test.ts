import { safetyPort } from '@lamplight/identity/model'
import { identityServer } from '@lamplight/identity/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiAnswer, type ApiClient, createClient, eventually, md5, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const TOKEN = '/api/blade-auth/oauth/token'
let product: TestPlatform
let ahead = 0
const clock = { now: () => Date.now() + ahead }

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer], clock })
})
afterAll(() => product?.stop())
afterEach(async () => {
  await product.platform.system.query('delete from identity_lock')
})

const requestToken = (
  options: Record<string, string>,
  headers: Record<string, string> = {},
  lang: 'zh-CN' | 'en-US' = 'zh-CN',
): Promise<ApiAnswer> => createClient(product.url, { lang }).post(TOKEN, undefined, { scope: 'all', type: 'account', ...options }, headers)
const enter = (account = 'admin', password = account, tenantId = '000000'): Promise<ApiAnswer> =>
  requestToken({ tenantId, username: account, password: md5(password), grant_type: 'password' })
const renew = (token: unknown, tenantId = '000000'): Promise<ApiAnswer> =>
  requestToken({ tenantId, refresh_token: String(token), grant_type: 'refresh_token' })
const as = (answer: ApiAnswer): ApiClient => createClient(product.url, { token: String(answer.body.access_token) })
const whoIs = (answer: ApiAnswer): Promise<ApiAnswer> => as(answer).get('/api/blade-auth/oauth/user-info')
const alive = async (answer: ApiAnswer): Promise<boolean> => (await whoIs(answer)).status === 200

describe('the token call', () => {
  test('oauth.token: parameters in the query get the flat answer of wire contract 3.2', async () => {
    const { status, body } = await enter()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'all',
      tenant_id: '000000',
      user_id: '1123598821738675201',
      role_id: '1123598816738675201',
      oauth_id: '',
      account: 'admin',
      user_name: 'admin',
      userName: 'admin',
      nick_name: '管理员',
      real_name: '管理员',
      role_name: 'administrator',
      avatar: '',
      client_id: 'saber',
      detail: { type: 'web' },
    })
    for (const key of ['access_token', 'refresh_token', 'jti', 'dept_id', 'post_id', 'license']) expect(body[key]).toBeTypeOf('string')
    expect(body).not.toHaveProperty('code')
    expect(body.detail).not.toHaveProperty('limited')
  })

  test('oauth.token: a form body works as well', async () => {
    const response = await product.anonymous.call('POST', TOKEN, {
      body: new URLSearchParams({ tenantId: '000000', username: 'admin', password: md5('admin'), grant_type: 'password' }),
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ account: 'admin' })
  })

  test('the Tenant-Id header replaces a missing tenantId', async () => {
    const form = { username: 'guest', password: md5('guest'), grant_type: 'password' }
    expect((await requestToken(form, { 'tenant-id': '100001' })).body.tenant_id).toBe('100001')
    expect((await requestToken(form, { 'tenant-id': '000000' })).status).toBe(400)
  })

  test('rule.login.error_description: a wrong password is refused in both languages, with the same answer as an unknown account', async () => {
    const form = { tenantId: '000000', username: 'admin', password: md5('wrong'), grant_type: 'password' }
    const wrong = await requestToken(form)
    expect([wrong.status, wrong.body]).toMatchObject([400, { error: 'invalid_grant', error_description: '用户名或密码错误' }])
    expect((await requestToken(form, {}, 'en-US')).body.error_description).toBe('Wrong account or password')
    expect((await requestToken({ ...form, username: 'nobody' })).body).toEqual(wrong.body)
    expect((await requestToken({ ...form, tenantId: '999999' })).body).toEqual(wrong.body)
  })

  test('rule.hdr.basic: a missing or unknown client is refused with 401', async () => {
    const form = { tenantId: '000000', username: 'admin', password: md5('admin'), grant_type: 'password' }
    const other = await requestToken(form, { authorization: `Basic ${Buffer.from('saber:other').toString('base64')}` })
    expect([other.status, other.body.error]).toEqual([401, 'invalid_client'])
    const none = await fetch(`${product.url}${TOKEN}?${new URLSearchParams(form)}`, { method: 'POST' })
    expect([none.status, ((await none.json()) as { error: string }).error]).toEqual([401, 'invalid_client'])
  })

  test('an unsupported grant type is refused', async () => {
    for (const grant of ['implicit', 'client_credentials', 'Password', '']) {
      const { status, body } = await requestToken({ tenantId: '000000', username: 'admin', password: md5('admin'), grant_type: grant })
      expect([status, body.error, body.error_description]).toEqual([400, 'invalid_grant', 'no grantType was found'])
    }
  })
})

describe('passwords', () => {
  test('rule.password.hashed: only argon2id of the md5 is stored, and no answer contains it', async () => {
    const rows = await product.platform.system.query<{ password: string }>('select password from identity_user')
    expect(rows.length).toBeGreaterThanOrEqual(3)
    for (const { password } of rows) expect(password).toMatch(/^\$argon2id\$/)
    const admin = await product.signIn()
    const { data } = await admin.get('/api/blade-user/info')
    expect(data.password ?? '').toBe('')
    expect(JSON.stringify((await admin.get('/api/blade-user/page')).data)).not.toContain('argon2')
  })

  test('a new user signs in with the plain password sent as md5, or with a given md5', async () => {
    const admin = await product.signIn()
    for (const [account, password] of [
      ['plain_one', 'Secret-1'],
      ['hashed_one', md5('Secret-1')],
    ]) {
      expect((await admin.post('/api/blade-user/submit', { account, password, realName: '测试' })).code).toBe(200)
      expect((await enter(account, 'Secret-1')).status).toBe(200)
    }
  })

  test('rule.perm.admin.ops: a reset sets the initial password and ends the sessions', async () => {
    const admin = await product.signIn()
    const made = await admin.post<{ id: string }>('/api/blade-user/submit', {
      account: 'forgetful',
      password: 'Secret-1',
      realName: '测试',
    })
    const before = await enter('forgetful', 'Secret-1')
    const none = await admin.post('/api/blade-user/reset-password')
    expect([none.code, none.msg]).toEqual([400, '请至少选择一个用户'])
    expect((await admin.post('/api/blade-system/user/reset-password', undefined, { userIds: made.data.id })).code).toBe(200)
    expect((await enter('forgetful', 'Secret-1')).status).toBe(400)
    expect((await enter('forgetful', '123456')).status).toBe(200)
    expect(await alive(before)).toBe(false)
    expect((await renew(before.body.refresh_token)).status).toBe(400)
  })

  test('user.update-password: needs the old password and the new one twice; other sessions end, this one stays', async () => {
    const admin = await product.signIn()
    await admin.post('/api/blade-user/submit', { account: 'careful', password: 'Secret-1', realName: '测试' })
    const [here, elsewhere] = [await enter('careful', 'Secret-1'), await enter('careful', 'Secret-1')]
    const change = (old: string, first: string, second: string) =>
      as(here).post('/api/blade-user/update-password', undefined, {
        oldPassword: md5(old),
        newPassword: md5(first),
        newPassword1: md5(second),
      })
    expect((await change('wrong', 'Secret-2', 'Secret-2')).msg).toBe('原密码不正确!')
    expect((await change('Secret-1', 'Secret-2', 'Secret-3')).msg).toBe('请输入正确的确认密码!')
    expect((await change('Secret-1', 'Secret-2', 'Secret-2')).code).toBe(200)
    expect([await alive(here), await alive(elsewhere)]).toEqual([true, false])
    expect((await enter('careful', 'Secret-2')).status).toBe(200)
  })
})

describe('locks', () => {
  test('five failures lock the account in its tenant for 30 minutes, and the correct password is refused meanwhile', async () => {
    for (let at = 0; at < 4; at += 1)
      expect((await enter('operator', 'wrong', '100001')).body.error_description).toMatch(/^用户名或密码错误/)
    expect((await enter('operator', 'wrong', '100001')).body.error_description).toMatch(/^用户登录失败次数过多，账号已锁定/)
    const locked = await enter('operator', 'operator', '100001')
    expect([locked.status, locked.body.error_description]).toEqual([400, expect.stringContaining('用户登录失败次数过多，账号已锁定')])
    expect((await enter('guest', 'guest', '100001')).status).toBe(200)
    ahead = 31 * 60_000
    expect((await enter('operator', 'operator', '100001')).status).toBe(200)
    ahead = 0
  })

  test('a success resets the count of failures', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < 4; at += 1) await enter('guest', 'wrong', '100001')
      expect((await enter('guest', 'guest', '100001')).status).toBe(200)
    }
  })

  test('of a hundred concurrent guesses five are checked', async () => {
    const texts = (await Promise.all(Array.from({ length: 100 }, () => enter('admin', 'wrong')))).map(({ body }) => body.error_description)
    // The fifth attempt is checked and answered with the lock.
    expect(texts.filter((text) => String(text).startsWith('用户名或密码错误'))).toHaveLength(4)
    expect(texts.filter((text) => String(text).startsWith('用户登录失败次数过多'))).toHaveLength(96)
  })

  test('user.unlock: an administrator removes the lock', async () => {
    const admin = await product.signIn()
    const guest = await enter('guest', 'guest', '100001')
    for (let at = 0; at < 5; at += 1) await enter('guest', 'wrong', '100001')
    expect((await enter('guest', 'guest', '100001')).status).toBe(400)
    expect((await admin.post('/api/blade-user/unlock', undefined, { userIds: guest.body.user_id })).code).toBe(200)
    expect((await enter('guest', 'guest', '100001')).status).toBe(200)
  })
})

describe('sessions', () => {
  test('rule.hdr.bearer, rule.header.auth: the token is accepted in the header, case-insensitively, and in the query', async () => {
    const token = String((await enter()).body.access_token)
    const info = '/api/blade-auth/oauth/user-info'
    for (const word of ['bearer', 'Bearer', 'BEARER'])
      expect((await product.anonymous.get(info, {}, { 'Blade-Auth': `${word} ${token}` })).status).toBe(200)
    expect((await product.anonymous.get(info, { 'Blade-Auth': token })).status).toBe(200)
    expect((await product.anonymous.get(info)).status).toBe(401)
    expect((await product.anonymous.get(info, {}, { 'Blade-Auth': `bearer ${token}x` })).status).toBe(401)
  })

  test('a token signed by another key, unsigned, or of the refresh kind is no access token', async () => {
    const { body } = await enter()
    const [, payload] = String(body.access_token).split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const token of [none, String(body.refresh_token), `${String(body.access_token).split('.').slice(0, 2).join('.')}.AAAA`])
      expect((await createClient(product.url, { token }).get('/api/blade-auth/oauth/user-info')).status).toBe(401)
    expect((await renew(body.access_token)).status).toBe(400)
  })

  test('an access token expires after 3600 s, a refresh token after 7 days', async () => {
    const first = await enter()
    ahead = 3590_000
    expect(await alive(first)).toBe(true)
    ahead = 3601_000
    expect(await alive(first)).toBe(false)
    ahead = 7 * 24 * 3_600_000 - 10_000
    const second = await renew(first.body.refresh_token)
    expect(second.status).toBe(200)
    expect(await alive(second)).toBe(true)
    ahead += 7 * 24 * 3_600_000 + 1000
    expect((await renew(second.body.refresh_token)).status).toBe(400)
    ahead = 0
  })

  test('rule.refresh.fire: a refresh returns a new pair, and the old access token is valid until its end', async () => {
    const first = await enter()
    const second = await renew(first.body.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token)
    expect(second.body).toMatchObject({ user_id: first.body.user_id, role_name: 'administrator' })
    expect([await alive(first), await alive(second)]).toEqual([true, true])
  })

  test('a token just replaced is valid for five seconds and returns its replacement', async () => {
    const first = await enter()
    const [second, third] = await Promise.all([renew(first.body.refresh_token), renew(first.body.refresh_token)])
    expect([second.status, third.status]).toEqual([200, 200])
    const ids = [second, third].map(
      ({ body }) => JSON.parse(Buffer.from(String(body.refresh_token).split('.')[1] ?? '', 'base64url').toString()).jti,
    )
    expect(ids[0]).toBe(ids[1])
    ahead = 4500
    expect((await renew(first.body.refresh_token)).status).toBe(200)
    expect((await renew(second.body.refresh_token)).status).toBe(200)
    ahead = 0
  })

  test('a token used again after the grace period ends its token family', async () => {
    const first = await enter()
    const other = await enter()
    const second = await renew(first.body.refresh_token)
    ahead = 5500
    const reused = await renew(first.body.refresh_token)
    expect([reused.status, reused.body.error]).toEqual([400, 'invalid_grant'])
    expect((await renew(second.body.refresh_token)).status).toBe(400)
    expect([await alive(first), await alive(second), await alive(other)]).toEqual([false, false, true])
    ahead = 0
  })

  test('a token before the one just replaced ends the family at once', async () => {
    const first = await enter()
    const second = await renew(first.body.refresh_token)
    const third = await renew(second.body.refresh_token)
    expect((await renew(first.body.refresh_token)).status).toBe(400)
    expect((await renew(third.body.refresh_token)).status).toBe(400)
  })

  test('a refresh token is not valid for another tenant', async () => {
    const guest = await enter('guest', 'guest', '100001')
    expect((await renew(guest.body.refresh_token, '000000')).status).toBe(400)
    expect((await renew(guest.body.refresh_token, '100001')).status).toBe(200)
  })

  test('oauth.logout.get: ends the session, and answers 200 without one too', async () => {
    const first = await enter()
    expect((await as(first).get('/api/blade-auth/oauth/logout')).code).toBe(200)
    expect(await alive(first)).toBe(false)
    expect((await renew(first.body.refresh_token)).status).toBe(400)
    expect((await product.anonymous.get('/api/blade-auth/oauth/logout')).code).toBe(200)
  })

  test('oauth.logout.post: stores the error logs of the console, then ends the session', async () => {
    const first = await enter()
    const log = { url: '/city/map/index', time: '2026-01-01', type: 'error', message: 'boom', stack: 'at x', info: '{}', extra: 1 }
    expect((await as(first).post('/api/blade-auth/oauth/logout', [log])).code).toBe(200)
    expect(await alive(first)).toBe(false)
    const rows = await product.platform.system.query('select * from system_log_client')
    const { extra: _extra, ...kept } = log
    expect(rows).toMatchObject([{ ...kept, create_user: first.body.user_id, create_by: 'admin' }])
    await product.anonymous.post('/api/blade-auth/oauth/logout', [log])
    expect(await product.platform.system.query('select 1 from system_log_client')).toHaveLength(1)
  })

  test('a disabled user and a user of an expired tenant lose their sessions and cannot sign in', async () => {
    const admin = await product.signIn()
    const made = await admin.post<{ id: string }>('/api/blade-user/submit', { account: 'leaver', password: 'Secret-1', realName: '测试' })
    const session = await enter('leaver', 'Secret-1')
    await admin.post('/api/blade-user/update', { id: made.data.id, account: 'leaver', realName: '测试', status: 0 })
    expect(await alive(session)).toBe(false)
    expect((await enter('leaver', 'Secret-1')).body.error_description).toBe('账号已停用，请联系管理员')

    const guest = await enter('guest', 'guest', '100001')
    const expire = (at: string | null) =>
      product.platform.system.query(`update identity_tenant set expire_time = $1 where tenant_id = '100001'`, [at])
    await expire('2020-01-01T00:00:00Z')
    expect((await enter('guest', 'guest', '100001')).body.error_description).toBe('租户授权已过期，请联系管理员')
    await eventually(async () => !(await alive(guest)), 4000)
    await expire(null)
  })
})

describe('captcha', () => {
  const solved = async (): Promise<{ key: string; code: string }> => {
    const { body } = await product.anonymous.get('/api/blade-auth/oauth/captcha')
    const [row] = await product.platform.system.query<{ code: string }>('select code from identity_captcha where key = $1', [body.key])
    return { key: String(body.key), code: String(row?.code) }
  }
  const form = { tenantId: '000000', username: 'admin', password: md5('admin') }

  test('oauth.captcha: a key and a picture, flat and in the envelope', async () => {
    const { body, data } = await product.anonymous.get('/api/blade-auth/oauth/captcha')
    expect(body).toMatchObject({ code: 200, success: true, data: { key: body.key, image: body.image } })
    expect(data.image).toMatch(/^data:image\/png;base64,/)
    const png = Buffer.from(String(data.image).split(',')[1] ?? '', 'base64')
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 130, 48])
  })

  test('rule.login.tenantmode: no captcha is required while account.captcha is off, one is while it is on', async () => {
    expect((await requestToken({ ...form, grant_type: 'password' })).status).toBe(200)
    const admin = await product.signIn()
    const { data } = await admin.get<{ records: Record<string, unknown>[] }>('/api/blade-system/param/list', {
      paramKey: 'account.captcha',
    })
    const set = (paramValue: string) => admin.post('/api/blade-system/param/submit', { ...data.records[0], paramValue })
    expect((await set('true')).code).toBe(200)
    await eventually(async () => (await requestToken({ ...form, grant_type: 'password' })).body.error_description === '验证码不正确', 4000)
    const { key, code } = await solved()
    expect((await requestToken({ ...form, grant_type: 'password', key, code: code.toUpperCase() })).status).toBe(200)
    // The sign-in page shows the captcha from the beginning.
    const info = async () => (await product.anonymous.get('/api/blade-system/tenant/info', { domain: product.url })).data
    expect(await info()).toMatchObject({ captchaMode: true })
    expect((await set('false')).code).toBe(200)
    await eventually(async () => (await requestToken({ ...form, grant_type: 'password' })).status === 200, 4000)
  })

  test('the captcha grant accepts a code once, from the headers', async () => {
    const { key, code } = await solved()
    const headers = { 'captcha-key': key, 'captcha-code': code }
    expect((await requestToken({ ...form, grant_type: 'captcha' }, headers)).status).toBe(200)
    expect((await requestToken({ ...form, grant_type: 'captcha' }, headers)).body.error_description).toBe('验证码不正确')
  })
})

describe('a separate installation', () => {
  test('address locks apply to loopback too; without the demo there is one account with a generated password', async () => {
    const strict = await testPlatform({ slices: [systemServer, identityServer], config: { DEMO: '0', LOGIN_ADDRESS_FAILURES: '5' } })
    try {
      const users = await strict.platform.system.query('select account from identity_user')
      expect(users).toEqual([{ account: 'admin' }])
      const client = createClient(strict.url)
      const guess = (username: string) =>
        client.post(TOKEN, undefined, { tenantId: '000000', username, password: md5('admin'), grant_type: 'password' })
      for (const name of ['admin', 'b', 'c', 'd']) expect((await guess(name)).body.error_description).toBe('用户名或密码错误')
      for (const name of ['e', 'f']) expect((await guess(name)).body.error_description).toContain('用户登录失败次数过多，请稍后再试')
      expect(await strict.platform.port(safetyPort).demoPasswords()).toEqual([])
    } finally {
      await strict.stop()
    }
  })

  test('the demo lists the accounts with known passwords', async () => {
    const accounts = await product.platform.port(safetyPort).demoPasswords()
    expect(accounts).toEqual(['000000/admin', '100001/admin', '100001/guest', '100001/operator'])
  })

  test('seeding again changes nothing', async () => {
    const count = async () =>
      product.platform.system.query(
        `select (select count(*) from system_menu) as menus, (select count(*) from system_dict) as dicts, (select count(*) from system_param) as params,
           (select count(*) from identity_role_menu) as rights, (select count(*) from identity_role) as roles`,
      )
    const before = await count()
    await systemServer.seed?.(product.platform, product.platform.clock.now())
    await identityServer.seed?.(product.platform, product.platform.clock.now())
    expect(await count()).toEqual(before)
  })
})
