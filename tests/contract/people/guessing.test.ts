import { identityServer } from '@lamplight/identity/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiAnswer, createClient, md5, type TestPlatform, testPlatform } from '@lamplight/testing'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const TOKEN = '/api/blade-auth/oauth/token'
const LOCKED = '用户登录失败次数过多'
const WRONG = '用户名或密码错误'
/** True if the server checked the password. The attempt that causes the lock answers with the lock. */
const isLookedAt = ({ text }: { readonly text: string }): boolean => text.startsWith(WRONG)
let product: TestPlatform
let ahead = 0
const clock = { now: () => Date.now() + ahead }

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer], clock, config: { TRUST_PROXY: '1', LOGIN_ADDRESS_FAILURES: '5' } })
})
afterAll(() => product?.stop())
afterEach(async () => {
  ahead = 0
  await product.platform.system.query('delete from identity_lock')
})

interface From {
  readonly ip?: string
  readonly cookie?: string
}
const enter = async (account: string, password: string, { ip = '198.51.100.1', cookie = '' }: From = {}) => {
  const form = new URLSearchParams({ tenantId: '100001', username: account, password: md5(password), grant_type: 'password' })
  const response = await fetch(`${product.url}${TOKEN}?${form}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('saber:saber_secret')}`, 'x-forwarded-for': ip, cookie, 'accept-language': 'zh-CN' },
  })
  const body = (await response.json()) as Record<string, unknown>
  const set = response.headers.get('set-cookie') ?? ''
  return { status: response.status, text: String(body.error_description ?? ''), body, set, cookie: set.split(';')[0] ?? '' }
}
const addressOf = (at: number): string => `203.0.${at >> 8}.${at & 255}`
const renew = (token: unknown): Promise<ApiAnswer> =>
  createClient(product.url).post(TOKEN, undefined, { tenantId: '100001', refresh_token: String(token), grant_type: 'refresh_token' })
const alive = async (token: unknown): Promise<boolean> =>
  (await createClient(product.url, { token: String(token) }).get('/api/blade-auth/oauth/user-info')).status === 200
const idOf = (token: unknown): string => JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()).jti

describe('guesses', () => {
  test('an account gets at most ten guesses in fifteen minutes, from any number of addresses and at any rate', async () => {
    let looked = 0
    for (let minute = 0; minute < 15; minute += 1) {
      ahead = minute * 60_000
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, at) => enter('operator', 'guess', { ip: addressOf(minute * 10 + at) })),
      )
      looked += answers.filter(isLookedAt).length
      expect(answers.every((answer) => isLookedAt(answer) || answer.text.startsWith(LOCKED))).toBe(true)
    }
    expect(looked).toBeGreaterThan(0)
    expect(looked).toBeLessThanOrEqual(10)
  })

  test('one address can guess at five accounts, not at two hundred', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => enter(`somebody${at}`, '123456', { ip: '198.51.100.7' })))
    const looked = answers.filter(isLookedAt).length
    // The fifth failure answers with the lock. The server checks up to four attempts of one address in parallel, so three more may be under way.
    expect(looked).toBeGreaterThanOrEqual(4)
    expect(looked).toBeLessThanOrEqual(7)
  })

  test('a forged forwarded address before that of the load balancer is ignored', async () => {
    const answers = []
    for (let at = 0; at < 8; at += 1) answers.push(await enter(`nobody${at}`, '123456', { ip: `${addressOf(at)}, 198.51.100.8` }))
    expect(answers.filter(isLookedAt)).toHaveLength(4)
  })

  test('password guesses inside a session are limited too', async () => {
    const { body } = await enter('guest', 'guest')
    const guess = () =>
      createClient(product.url, { token: String(body.access_token) }).post('/api/blade-user/update-password', undefined, {
        oldPassword: md5('guess'),
        newPassword: md5('Secret-1'),
        newPassword1: md5('Secret-1'),
      })
    const texts = []
    for (let at = 0; at < 8; at += 1) texts.push((await guess()).msg)
    expect(texts).toEqual([...Array(5).fill('原密码不正确!'), ...Array(3).fill('原密码错误次数过多，请稍后再试')])
  })
})

describe('a known device', () => {
  const lockOut = async (account: string) => {
    for (let at = 0; at < 6; at += 1) await enter(account, 'guess', { ip: addressOf(at) })
    expect((await enter(account, account, { ip: '192.0.2.1' })).text).toContain(LOCKED)
  }

  test('lets the owner sign in while others have locked the account and the address', async () => {
    const home = { ip: '192.0.2.9' }
    const { cookie, set } = await enter('operator', 'operator', home)
    expect(set).toMatch(/^ll-device-[0-9a-f]{16}=.+; Path=\/api\/blade-auth\/oauth\/token; Max-Age=15552000; HttpOnly; SameSite=Lax$/)
    await lockOut('operator')
    for (let at = 0; at < 6; at += 1) await enter(`somebody${at}`, 'guess', home)
    expect((await enter('guest', 'guest', home)).text).toContain('用户登录失败次数过多，请稍后再试')
    expect((await enter('operator', 'operator', { ...home, cookie })).status).toBe(200)
    expect((await enter('operator', 'operator', { ip: '192.0.2.2' })).text).toContain(LOCKED)
  })

  test('has its own five guesses, and a success there removes no other lock', async () => {
    const { cookie } = await enter('operator', 'operator')
    for (let at = 0; at < 4; at += 1) expect(isLookedAt(await enter('operator', 'guess', { cookie }))).toBe(true)
    expect((await enter('operator', 'guess', { cookie })).text).toContain(LOCKED)
    expect((await enter('operator', 'operator', { cookie })).text).toContain(LOCKED)
    expect((await enter('operator', 'operator', { ip: '192.0.2.2' })).status).toBe(200)
    ahead = 31 * 60_000
    expect((await enter('operator', 'operator', { cookie })).status).toBe(200)
  })

  test('counts for its own account only: the cookie of another account under its name is ignored', async () => {
    const mine = await enter('guest', 'guest')
    const theirs = await enter('operator', 'operator')
    const forged = `${theirs.cookie.split('=')[0]}=${mine.cookie.slice(mine.cookie.indexOf('=') + 1)}`
    await lockOut('operator')
    expect((await enter('operator', 'operator', { cookie: forged })).text).toContain(LOCKED)
    const key = await new SignJWT({ token_type: 'device_token', sid: '', user_id: String(theirs.body.user_id) })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('lamplight')
      .setAudience('lamplight')
      .setJti('x')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('another key of the same length as the one in use'))
    expect((await enter('operator', 'operator', { cookie: `${theirs.cookie.split('=')[0]}=${key}` })).text).toContain(LOCKED)
  })

  test('does not sign in by itself', async () => {
    const { cookie } = await enter('guest', 'guest')
    const token = cookie.slice(cookie.indexOf('=') + 1)
    expect(await alive(token)).toBe(false)
    expect((await renew(token)).status).toBe(400)
  })

  test('user.unlock removes the lock of a device too', async () => {
    const { cookie, body } = await enter('guest', 'guest')
    for (let at = 0; at < 5; at += 1) await enter('guest', 'guess', { cookie })
    expect((await enter('guest', 'guest', { cookie })).text).toContain(LOCKED)
    const admin = await product.signIn()
    expect((await admin.post('/api/blade-user/unlock', undefined, { userIds: body.user_id })).code).toBe(200)
    expect((await enter('guest', 'guest', { cookie })).status).toBe(200)
  })
})

describe('concurrent use of refresh tokens', () => {
  test('twenty concurrent refreshes succeed with the same next token', async () => {
    const { body } = await enter('guest', 'guest')
    const renewed = await Promise.all(Array.from({ length: 20 }, () => renew(body.refresh_token)))
    expect(renewed.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(renewed.map((answer) => idOf(answer.body.refresh_token))).size).toBe(1)
    for (const { body: each } of renewed.slice(0, 3)) expect(await alive(each.access_token)).toBe(true)
    expect((await renew(renewed[7]?.body.refresh_token)).status).toBe(200)
  })

  test('a stolen token is refused after the next refresh, and its use ends the token family', async () => {
    const { body } = await enter('guest', 'guest')
    const owner = await renew(body.refresh_token)
    const next = await renew(owner.body.refresh_token)
    const thief = await renew(body.refresh_token)
    expect(thief.status).toBe(400)
    expect(await alive(next.body.access_token)).toBe(false)
    expect((await renew(next.body.refresh_token)).status).toBe(400)
  })

  test('a thief who refreshes first is signed out when the owner refreshes', async () => {
    const { body } = await enter('guest', 'guest')
    const thief = await renew(body.refresh_token)
    ahead = 6000
    expect((await renew(body.refresh_token)).status).toBe(400)
    expect(await alive(thief.body.access_token)).toBe(false)
    expect((await renew(thief.body.refresh_token)).status).toBe(400)
  })

  test('after sign-out no token of the family is valid, also for twenty concurrent uses', async () => {
    const { body } = await enter('guest', 'guest')
    const next = await renew(body.refresh_token)
    await createClient(product.url, { token: String(next.body.access_token) }).get('/api/blade-auth/oauth/logout')
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => renew((at % 2 ? body : next.body).refresh_token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(400))
  })
})
