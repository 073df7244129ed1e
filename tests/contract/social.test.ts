import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { identityServer } from '@lamplight/identity/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiAnswer, type ApiClient, createClient, md5, type TestPlatform, testPlatform } from '@lamplight/testing'
import Provider from 'oidc-provider'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const TENANT = '100001'
const SECRET = 'a-secret-of-the-provider'
let product: TestPlatform
let admin: ApiClient
let provider: Server
let issuer: string

/** Starts a real OpenID Connect provider in this process; its own sign-in page accepts any name. */
const startProvider = async (redirect: string): Promise<void> => {
  provider = createServer()
  await new Promise<void>((ready) => provider.listen(0, '127.0.0.1', ready))
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const made = new Provider(issuer, {
    clients: [{ client_id: 'lamplight', client_secret: SECRET, redirect_uris: [redirect], response_types: ['code'] }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    cookies: { keys: ['test'] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub, name: `名 ${sub}`, email: `${sub}@example.com` }) }),
  })
  provider.on('request', made.callback())
}

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer], config: { OUTBOUND_PRIVATE: '1', REGISTER_ADDRESS: '1000' } })
  admin = await product.signIn()
  await startProvider(`${product.url}/oauth/redirect/portal`)
  const made = await admin.post('/api/blade-auth/social/source/submit', {
    tenantId: TENANT,
    name: '市政门户',
    source: 'portal',
    issuer,
    client: 'lamplight',
    clientSecret: SECRET,
    scopes: 'openid profile email',
    enabled: 1,
  })
  expect(made.code, made.msg).toBe(200)
})
afterAll(async () => {
  await product?.stop()
  provider?.closeAllConnections()
  provider?.close()
})
afterEach(async () => {
  await product.platform.system.query('delete from identity_lock')
})

/** Returns a fetch function like a browser's: it keeps cookies per host, but follows no redirects. */
const browser = () => {
  const jars = new Map<string, Map<string, string>>()
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { host } = new URL(address)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { redirect: 'manual', ...init, headers: { ...(init.headers as Record<string, string>), cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }
}
type Browser = ReturnType<typeof browser>
interface Back {
  readonly code: string
  readonly state: string
}
/** Signs in at the provider as `who` and returns with a code. */
const visit = async (go: Browser, who: string, token?: string): Promise<Back> => {
  const redirect = await go(`${product.url}/api/blade-auth/oauth/render/url/portal?tenantId=${TENANT}`, {
    headers: token ? { 'blade-auth': `bearer ${token}` } : {},
  })
  let at = String(((await redirect.json()) as { data: unknown }).data)
  expect(at.startsWith(`${issuer}/auth?`)).toBe(true)
  for (let step = 0; step < 12; step += 1) {
    const address = new URL(at, issuer).href
    if (address.startsWith(product.url)) {
      const query = new URL(address).searchParams
      return { code: String(query.get('code')), state: String(query.get('state')) }
    }
    const page = await go(address)
    if (page.headers.get('location')) at = String(page.headers.get('location'))
    else {
      const html = await page.text()
      const action = /action="([^"]+)"/.exec(html)?.[1] ?? ''
      const prompt = /name="prompt" value="([^"]+)"/.exec(html)?.[1] ?? ''
      const sent = await go(new URL(action, issuer).href, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ prompt, login: who, password: 'any' }).toString(),
      })
      at = String(sent.headers.get('location'))
    }
  }
  throw new Error('the provider does not come to an end')
}
const grant = async (go: Browser, { code, state }: Back): Promise<{ status: number; body: Record<string, unknown> }> => {
  const answer = await go(
    `${product.url}/api/blade-auth/oauth/token?${new URLSearchParams({ grant_type: 'social', tenantId: TENANT, source: 'portal', code, state })}`,
    { method: 'POST', headers: { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}` } },
  )
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const enter = (account: string, password: string): Promise<ApiAnswer> =>
  createClient(product.url, { tenantId: TENANT }).post('/api/blade-auth/oauth/token', undefined, {
    tenantId: TENANT,
    username: account,
    password: md5(password),
    grant_type: 'password',
  })
const roleId = async (alias: string): Promise<string> => {
  const [row] = await product.platform.system.query<{ id: string }>(
    'select id from identity_role where tenant_id = $1 and role_alias = $2',
    [TENANT, alias],
  )
  return String(row?.id)
}

describe('sign-in by a provider', () => {
  test('rule.perm.guest: an unknown user registers, waits, and is approved with the roles that an administrator chooses', async () => {
    const go = browser()
    const unknown = await grant(go, await visit(go, 'anna_li'))
    expect(unknown.status).toBe(200)
    expect(unknown.body).toMatchObject({ user_id: '-1', access_token: '', tenant_id: TENANT, nick_name: '名 anna_li' })
    const oauthId = String(unknown.body.oauth_id)
    expect(oauthId.length).toBeGreaterThan(20)
    const fields = { tenantId: TENANT, name: '安娜', account: 'anna_li', password: md5('Anna-2026'), oauthId }
    const redirect = await product.anonymous.post('/api/blade-user/register-guest', undefined, fields)
    expect([redirect.code, redirect.data]).toEqual([200, true])
    expect((await enter('anna_li', 'Anna-2026')).status).toBe(400)
    expect((await grant(go, await visit(go, 'anna_li'))).body.error_description).toBe('注册申请待审核，请耐心等待')

    const waiting = await admin.get<{ records: { id: string; account: string; status: number }[] }>('/api/blade-user/guest/page', {
      account: 'anna_li',
    })
    expect(waiting.data.records).toMatchObject([{ account: 'anna_li', status: 0 }])
    const id = waiting.data.records[0]?.id
    expect((await admin.post('/api/blade-user/guest/approve', { ids: [id] })).body.field).toBe('roleIds')
    const foreign = await product.platform.system.query<{ id: string }>(`select id from identity_role where tenant_id = '000000' limit 1`)
    expect((await admin.post('/api/blade-user/guest/approve', { ids: [id], roleIds: foreign[0]?.id })).status).toBe(400)
    expect((await admin.post('/api/blade-user/guest/approve', { ids: [id], roleIds: await roleId('guest') })).code).toBe(200)

    const social = await grant(go, await visit(go, 'anna_li'))
    expect(social.body).toMatchObject({ account: 'anna_li', tenant_id: TENANT, role_name: 'guest' })
    expect((await enter('anna_li', 'Anna-2026')).body.account).toBe('anna_li')
  })

  test('rule.register.tenant rule.register.account rule.register.passwords: missing fields are named; the tenant is that of the sign-in page', async () => {
    const call = (fields: Record<string, string>) => product.anonymous.post('/api/blade-user/register-guest', undefined, fields)
    for (const missing of ['account', 'password', 'oauthId']) {
      const { [missing as 'account']: _left, ...fields } = {
        account: 'nobody_x',
        password: 'Guest-12',
        oauthId: 'x',
        name: 'x',
        tenantId: TENANT,
      }
      expect((await call(fields)).body.field).toBe(missing)
    }
    const wrong = await call({ tenantId: TENANT, account: 'nobody_x', password: 'Guest-12', oauthId: 'nobody' })
    expect([wrong.status, wrong.msg]).toEqual([400, '第三方登陆信息错误!'])
    const go = browser()
    const { body } = await grant(go, await visit(go, 'otto_qin'))
    const taken = await call({ tenantId: '000000', account: 'operator', password: 'Guest-12', oauthId: String(body.oauth_id) })
    expect(taken.msg).toBe('当前账号已被使用!')
    expect((await call({ tenantId: '000000', account: 'otto_qin', password: 'Guest-12', oauthId: String(body.oauth_id) })).code).toBe(200)
    const [row] = await product.platform.system.query<{ tenant: string }>(
      `select tenant_id as tenant from identity_guest where account = 'otto_qin'`,
    )
    expect(row?.tenant).toBe(TENANT)
    expect((await call({ account: 'otto_qin2', password: 'Guest-12', oauthId: String(body.oauth_id) })).status).toBe(400)
  })

  test('a rejected user may register again', async () => {
    const go = browser()
    const first = await grant(go, await visit(go, 'berta_wu'))
    const fields = { account: 'berta_wu', password: 'Guest-12', oauthId: String(first.body.oauth_id) }
    expect((await product.anonymous.post('/api/blade-user/register-guest', undefined, fields)).code).toBe(200)
    const { data } = await admin.get<{ records: { id: string }[] }>('/api/blade-user/guest/page', { account: 'berta_wu' })
    expect((await admin.post('/api/blade-user/guest/reject', { ids: [data.records[0]?.id], reason: '不认识' })).code).toBe(200)
    expect((await grant(go, await visit(go, 'berta_wu'))).body.user_id).toBe('-1')
  })

  test('the answer of the provider is accepted once, and only in the browser that started', async () => {
    const go = browser()
    const back = await visit(go, 'carl')
    expect((await grant(browser(), back)).body.error_description).toBe('第三方登录失败，请重试')
    const next = await visit(go, 'carl')
    expect((await grant(go, { ...next, code: 'forged' })).status).toBe(400)
    const last = await visit(go, 'carl')
    expect((await grant(go, last)).status).toBe(200)
    expect((await grant(go, last)).status).toBe(400)
  })

  test('oauth/render: redirects to the provider; an unknown or disabled one is refused by name', async () => {
    const there = await fetch(`${product.url}/api/blade-auth/oauth/render/portal?tenantId=${TENANT}`, { redirect: 'manual' })
    expect([there.status, String(there.headers.get('location')).startsWith(`${issuer}/auth?`)]).toEqual([302, true])
    const address = new URL(String(there.headers.get('location'))).searchParams
    expect([address.get('code_challenge_method'), address.get('response_type')]).toEqual(['S256', 'code'])
    expect((await product.anonymous.get('/api/blade-auth/oauth/render/url/nothing', { tenantId: TENANT })).body.field).toBe('source')
    expect((await product.anonymous.get('/api/blade-auth/oauth/sources', { tenantId: TENANT })).data).toEqual([
      { source: 'portal', name: '市政门户' },
    ])
    expect((await product.anonymous.get('/api/blade-auth/oauth/sources', { tenantId: '000000' })).data).toEqual([])
  })

  test('sysm.oauth: a user binds a provider account to the own user, signs in by it, and removes the binding', async () => {
    const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
    const go = browser()
    const bind = async (who: string, client = operator): Promise<{ code: number; msg: string }> => {
      const back = await visit(go, who)
      const answer = await go(`${product.url}/api/blade-user/oauth/bind`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'blade-auth': `bearer ${client.token}` },
        body: JSON.stringify({ source: 'portal', ...back }),
      })
      return (await answer.json()) as { code: number; msg: string }
    }
    expect((await bind('dora')).code).toBe(200)
    const [noted] = await product.platform.system.query('select detail from kit_audit where what = $1', ['identity.oauth.bind'])
    expect(noted?.detail).toEqual({ source: 'portal', before: { userId: null }, after: { userId: operator.userId } })
    const own = browser()
    expect((await grant(own, await visit(own, 'dora'))).body.account).toBe('operator')
    const list = await admin.get<{ records: { nickname: string }[] }>('/api/blade-auth/social/account/page', { nickname: '名 dora' })
    expect(list.data.records).toHaveLength(1)
    const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
    expect((await bind('dora', guest)).msg).toBe('该第三方账号已绑定其他用户')
    expect((await operator.get<unknown[]>('/api/blade-user/oauth/mine')).data).toHaveLength(1)
    expect((await operator.post('/api/blade-user/oauth/unbind', undefined, { source: 'portal' })).code).toBe(200)
    expect((await grant(own, await visit(own, 'dora'))).body.user_id).toBe('-1')
  })

  test('the secret is encrypted, never returned, and kept when it is left empty', async () => {
    const [kept] = await product.platform.system.query<{ id: string; secret: string }>(
      'select id, client_secret as secret from identity_social_source',
    )
    expect(kept?.secret).toMatch(/^v1\./)
    const shown = await admin.get('/api/blade-auth/social/source/detail', { id: kept?.id })
    expect(JSON.stringify(shown.body)).not.toContain(SECRET)
    expect(shown.data.clientSecret).toBe('')
    expect((await admin.post('/api/blade-auth/social/source/submit', { ...shown.data, name: '门户' })).code).toBe(200)
    const go = browser()
    expect((await grant(go, await visit(go, 'emil'))).status).toBe(200)
  })
})

test('no provider inside the network is called unless the deployment allows it', async () => {
  const strict = await testPlatform({ slices: [systemServer, identityServer] })
  try {
    const root = await strict.signIn()
    const source = { name: '内网', source: 'inside', client: 'lamplight', enabled: 1 }
    const submit = '/api/blade-auth/social/source/submit'
    expect((await root.post(submit, { ...source, issuer })).body).toMatchObject({ code: 400, field: 'issuer' })
    expect((await root.post(submit, { ...source, issuer: 'https://sign-in.example.com' })).code).toBe(200)
    // As stored while the deployment allowed it.
    await strict.platform.system.query('update identity_social_source set issuer = $1', [issuer])
    const answer = await strict.anonymous.get('/api/blade-auth/oauth/render/url/inside')
    expect([answer.status, answer.msg]).toEqual([400, '第三方登录失败，请重试'])
  } finally {
    await strict.stop()
  }
})
