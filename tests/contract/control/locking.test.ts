import { identityServer, signInPort } from '@lamplight/identity/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, md5, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const WRONG = '用户名或密码错误'
const LOCKED = '用户登录失败次数过多，账号已锁定'
const ADDRESS_LOCKED = '用户登录失败次数过多，请稍后再试'
const USER = '/api/blade-user'
let product: TestPlatform
let admin: ApiClient
let ahead = 0
const clock = { now: () => Date.now() + ahead }

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer], clock, config: { TRUST_PROXY: '1', LOGIN_ADDRESS_FAILURES: '' } })
  admin = await product.signIn()
})
afterAll(() => product?.stop())
afterEach(async () => {
  ahead = 0
  await product.platform.system.query('delete from identity_lock')
})

interface From {
  readonly ip?: string
  readonly cookie?: string
  readonly lang?: string
  readonly tenantId?: string
}
const OFFICE = '198.51.100.20'
const token = async (options: Record<string, string>, { ip = OFFICE, cookie = '', lang = 'zh-CN', tenantId = '100001' }: From = {}) => {
  const form = new URLSearchParams({ tenantId, ...options })
  const response = await fetch(`${product.url}/api/blade-auth/oauth/token?${form}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('saber:saber_secret')}`, 'x-forwarded-for': ip, cookie, 'accept-language': lang },
  })
  const body = (await response.json()) as Record<string, unknown>
  return {
    status: response.status,
    text: String(body.error_description ?? ''),
    body,
    retryAfter: Number(response.headers.get('retry-after')),
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
  }
}
const enter = (account: string, password: string, from: From = {}) =>
  token({ username: account, password: md5(password), grant_type: 'password' }, from)
/** Signs in with a wrong password; the fifth attempt causes the lock and is answered with it. */
const miss = async (account: string, times: number, from: From = {}) => {
  for (let at = 1; at <= times; at += 1) expect((await enter(account, 'wrong', from)).text.startsWith(at < 5 ? WRONG : LOCKED)).toBe(true)
}
/** Counts `times` failures of an address, as wrong passwords would. */
const failuresOf = async (ip: string, times: number): Promise<void> => {
  const { locks } = product.platform.port(signInPort)
  for (let at = 0; at < times; at += 1) await locks.take(`address:${ip}`, locks.limits.address)
}
const userOf = async (account: string): Promise<Record<string, unknown> & { id: string }> => {
  const page = await admin.get<{ records: (Record<string, unknown> & { id: string })[] }>(`${USER}/page`, {
    account_equal: account,
    size: 50,
  })
  const [found] = page.data.records.filter((row) => row.account === account && row.tenantId === '100001')
  if (!found) throw new Error(`no user ${account}`)
  return found
}
const unlock = async (client: ApiClient, id: string) => client.post(`${USER}/unlock`, undefined, { userIds: id })

describe('locks of accounts', () => {
  test('five failures lock the account and no other account of the address', async () => {
    await miss('operator', 5)
    expect((await enter('operator', 'operator')).text).toContain(LOCKED)
    expect((await enter('guest', 'guest')).status).toBe(200)
  })

  test('the refusal contains the end of the lock in the zone of the tenant, and what to do', async () => {
    await miss('operator', 5)
    const refused = await enter('operator', 'operator')
    const until = String(refused.body.locked_until)
    const at = new Date(`${until.replace(' ', 'T')}+08:00`).getTime()
    expect(at - Date.now()).toBeGreaterThan(29 * 60_000)
    expect(at - Date.now()).toBeLessThanOrEqual(30 * 60_000)
    expect(refused.retryAfter).toBeGreaterThan(29 * 60)
    expect(refused.text).toMatch(/请于 \d\d:\d\d（约 (29|30) 分钟后）再试，或联系管理员解锁账号$/)
    // A sign-in at the minute named in the message must succeed.
    const named = new Date(`${until.slice(0, 10)}T${/请于 (\d\d:\d\d)/.exec(refused.text)?.[1]}:00+08:00`).getTime()
    expect(named === at || named - at < 60_000).toBe(true)
    expect((await enter('operator', 'operator', { lang: 'en-US' })).text).toMatch(
      /^Too many failed attempts: the account is locked\. Try again at \d\d:\d\d \(in about \d+ min\), or ask your administrator to unlock it$/,
    )
    ahead = 30 * 60_000 + 1000
    expect((await enter('operator', 'operator')).status).toBe(200)
  })

  test('the last attempts give the number of remaining attempts, and the locking one the end of the lock', async () => {
    const answers = []
    for (let at = 0; at < 6; at += 1) answers.push(await enter('operator', 'wrong'))
    expect(answers.slice(0, 4).map(({ text }) => text)).toEqual([
      WRONG,
      WRONG,
      `${WRONG}，还可尝试 2 次，之后账号将锁定 30 分钟`,
      `${WRONG}，还可尝试 1 次，之后账号将锁定 30 分钟`,
    ])
    expect(answers.map(({ body }) => body.attempts_left)).toEqual([undefined, undefined, 2, 1, undefined, undefined])
    for (const { text, body, retryAfter } of answers.slice(4)) {
      expect(text).toMatch(/^用户登录失败次数过多，账号已锁定。请于 \d\d:\d\d（约 (29|30) 分钟后）再试，或联系管理员解锁账号$/)
      expect(body.locked_until).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      expect(retryAfter).toBeGreaterThan(29 * 60)
    }
    expect(answers[5]?.body.locked_until).toBe(answers[4]?.body.locked_until)
    await product.platform.system.query('delete from identity_lock')
    for (let at = 0; at < 3; at += 1) await enter('operator', 'wrong')
    expect((await enter('operator', 'wrong', { lang: 'en-US' })).text).toBe(
      'Wrong account or password. Attempts left: 1; then the account is locked for 30 min',
    )
  })

  test('a success resets the count of the account', async () => {
    for (let round = 0; round < 3; round += 1) {
      await miss('guest', 4)
      expect((await enter('guest', 'guest')).status).toBe(200)
    }
  })

  test('answers for an unknown account equal those of an existing one, before and after the lock', async () => {
    const answersFor = async (account: string) => {
      const answers = []
      for (let at = 0; at < 7; at += 1) answers.push(await enter(account, 'wrong'))
      return answers.map(({ status, text, body }) => [status, text.replace(/\d+/g, '#'), Object.keys(body)])
    }
    expect(await answersFor('nobody_here')).toEqual(await answersFor('operator'))
  })

  test('code attempts for a phone neither lock nor reveal its account', async () => {
    const guess = (phone: string) => token({ phone, code: '000000', grant_type: 'sms' })
    const operator = await userOf('operator')
    expect((await admin.post(`${USER}/update`, { ...operator, phone: '13900000001' })).code).toBe(200)
    const texts = []
    for (let at = 0; at < 6; at += 1) texts.push((await guess('13900000001')).text)
    expect(texts[3]).toBe('验证码错误或已过期，还可尝试 1 次，之后账号将锁定 30 分钟')
    expect(texts.slice(4).every((text) => text.startsWith(LOCKED))).toBe(true)
    expect((await enter('operator', 'operator')).status).toBe(200)
    await product.platform.system.query('delete from identity_lock')
    await miss('operator', 5)
    expect((await guess('13900000001')).text).toBe((await guess('13900000002')).text)
  })

  test('locked accounts are shown in the list, by a filter and in the record, and are free after the unlock', async () => {
    await miss('operator', 5)
    const locked = await userOf('operator')
    expect(locked.loginLock).toBe(1)
    expect(locked.lockedUntil).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const filtered = async (value: number) =>
      (await admin.get<{ records: { account: string }[] }>(`${USER}/page`, { loginLock: value, size: 100 })).data.records.map(
        ({ account }) => account,
      )
    expect(await filtered(1)).toEqual(['operator'])
    expect(await filtered(0)).not.toContain('operator')
    expect((await admin.get(`${USER}/detail`, { id: locked.id })).data).toMatchObject({ loginLock: 1, lockedUntil: locked.lockedUntil })
    expect((await unlock(admin, locked.id)).code).toBe(200)
    expect(await userOf('operator')).toMatchObject({ loginLock: 0, lockedUntil: '' })
    expect((await enter('operator', 'operator')).status).toBe(200)
  })

  test('an administrator of another tenant neither sees nor removes the lock', async () => {
    const made = await admin.post<{ id: string }>('/api/blade-system/tenant/submit', { tenantName: '邻市' })
    expect(made.code, made.msg).toBe(200)
    const number = String((await admin.get('/api/blade-system/tenant/detail', { id: made.data.id })).data.tenantId)
    const chief = await product.signIn({ tenantId: number, account: 'admin', password: 'admin' })
    await miss('operator', 5)
    const { id } = await userOf('operator')
    const seen = await chief.get<{ records: unknown[] }>(`${USER}/page`, { loginLock: 1 })
    expect(seen.data.records).toEqual([])
    const refused = await unlock(chief, id)
    expect([refused.status, refused.code]).toEqual([400, 400])
    expect((await enter('operator', 'operator')).text).toContain(LOCKED)
  })
})

describe('many accounts from one address', () => {
  const SPRAYER = '203.0.113.77'

  test('the limit is a hundred in half an hour: the hundredth and later attempts are refused for any account, with the time', async () => {
    await failuresOf(SPRAYER, 98)
    expect((await enter('nobody_1', 'Lamp2024', { ip: SPRAYER })).text).toBe(WRONG)
    expect((await enter('nobody_2', 'Lamp2024', { ip: SPRAYER })).text).toContain(ADDRESS_LOCKED)
    const refused = await Promise.all(['nobody_3', 'guest', 'operator'].map((account) => enter(account, account, { ip: SPRAYER })))
    for (const { text } of refused) {
      expect(text).toContain(ADDRESS_LOCKED)
      expect(text).toMatch(/请于 \d\d:\d\d（约 (29|30) 分钟后）再试/)
    }
    expect(new Set(refused.map(({ text }) => text.replace(/\d/g, '#'))).size).toBe(1)
    expect((await enter('guest', 'guest')).status).toBe(200)
  })

  test('a success with an own account does not reset the count of the address', async () => {
    await failuresOf(SPRAYER, 99)
    expect((await enter('guest', 'guest', { ip: SPRAYER })).status).toBe(200)
    expect((await enter('nobody_1', 'Lamp2024', { ip: SPRAYER })).text).toContain(ADDRESS_LOCKED)
    expect((await enter('guest', 'guest', { ip: SPRAYER })).text).toContain(ADDRESS_LOCKED)
  })

  test('failures are counted over half an hour, not without end', async () => {
    await failuresOf(OFFICE, 60)
    ahead = 20 * 60_000
    await failuresOf(OFFICE, 20)
    ahead = 31 * 60_000
    await failuresOf(OFFICE, 60)
    expect((await enter('guest', 'guest')).status).toBe(200)
  })

  test('known devices are not blocked', async () => {
    const { cookie } = await enter('operator', 'operator')
    await failuresOf(OFFICE, 100)
    expect((await enter('guest', 'guest')).text).toContain(ADDRESS_LOCKED)
    expect((await enter('operator', 'operator', { cookie })).status).toBe(200)
  })

  test("an administrator's unlock admits this user from the locked address, and no other", async () => {
    await failuresOf(OFFICE, 95)
    await miss('operator', 5)
    expect((await enter('guest', 'guest')).text).toContain(ADDRESS_LOCKED)
    const [operator, guest] = [await userOf('operator'), await userOf('guest')]
    expect((await unlock(admin, operator.id)).code).toBe(200)
    expect((await enter('operator', 'operator')).status).toBe(200)
    expect((await enter('guest', 'guest')).text).toContain(ADDRESS_LOCKED)
    expect((await unlock(admin, guest.id)).code).toBe(200)
    expect((await enter('guest', 'guest')).status).toBe(200)
    // The pass given by unlocking ends with the lock time. Meanwhile, five wrong passwords lock the account as before.
    await miss('guest', 5)
    expect((await enter('guest', 'guest')).text).toContain(LOCKED)
  })

  test('a tenant administrator gains no guesses at others by unlocking own users', async () => {
    await failuresOf(SPRAYER, 100)
    const { id } = await userOf('guest')
    expect((await unlock(admin, id)).code).toBe(200)
    expect((await enter('operator', 'Lamp2024', { ip: SPRAYER })).text).toContain(ADDRESS_LOCKED)
  })
})
