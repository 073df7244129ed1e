import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { identityServer } from '@lamplight/identity/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiAnswer, type ApiClient, createClient, eventually, md5, type TestPlatform, testPlatform } from '@lamplight/testing'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const TENANT = '100001'
const MFA = '/api/blade-auth/mfa'
let product: TestPlatform
let ahead = 0
const clock = { now: () => Date.now() + ahead }

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer], clock })
})
afterAll(() => product?.stop())
afterEach(async () => {
  for (const table of ['identity_lock', 'identity_authenticator', 'identity_recovery_code', 'identity_passkey', 'identity_challenge'])
    await product.platform.system.query(`delete from ${table}`)
  await policy(0)
})

const policy = (mfa: 0 | 1 | 2): Promise<unknown> =>
  product.platform.system.query('update identity_tenant set mfa = $2 where tenant_id = $1', [TENANT, mfa])
const requestToken = (options: Record<string, string>): Promise<ApiAnswer> =>
  createClient(product.url, { tenantId: TENANT }).post('/api/blade-auth/oauth/token', undefined, {
    scope: 'all',
    tenantId: TENANT,
    ...options,
  })
const enter = (account = 'operator'): Promise<ApiAnswer> =>
  requestToken({ username: account, password: md5(account), grant_type: 'password' })
const second = (mfaToken: unknown, options: Record<string, string>): Promise<ApiAnswer> =>
  requestToken({ grant_type: 'mfa', mfa_token: String(mfaToken), ...options })
/** Returns the current code of the app. Moves the clock on, because each code is accepted only once. */
const codeOf = (secret: string): string => {
  ahead += 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
}
const member = (): Promise<ApiClient> => product.signIn({ tenantId: TENANT, account: 'operator' })
/** Sets up the app for the operator; returns its secret and the recovery codes. */
const withApp = async (): Promise<{ secret: string; codes: string[] }> => {
  await policy(1)
  const client = await member()
  const begun = await client.post<{ secret: string; uri: string }>(`${MFA}/totp/begin`, { password: 'operator' })
  expect(begun.code, begun.msg).toBe(200)
  expect(begun.data.uri).toMatch(/^otpauth:\/\/totp\/Lamplight/)
  const confirmed = await client.post<{ recoveryCodes: string[] }>(`${MFA}/totp/confirm`, { code: codeOf(begun.data.secret) })
  expect(confirmed.code, confirmed.msg).toBe(200)
  return { secret: begun.data.secret, codes: confirmed.data.recoveryCodes }
}

const noted = async (what: string): Promise<unknown> =>
  (await product.platform.system.query('select detail from kit_audit where what = $1 order by id desc limit 1', [what]))[0]?.detail

describe('an authenticator app', () => {
  test('after setup the password alone does not sign in; a code does, once', async () => {
    const { secret } = await withApp()
    const first = await enter()
    expect([first.status, first.body.error, first.body.access_token]).toEqual([400, 'mfa_required', undefined])
    expect(first.body.methods).toEqual(['totp', 'recovery'])
    const code = codeOf(secret)
    const entered = await second(first.body.mfa_token, { code })
    expect([entered.status, entered.body.account]).toEqual([200, 'operator'])
    expect((await second(first.body.mfa_token, { code })).body.error_description).toBe('验证已过期，请重新登录')
    const again = await enter()
    const refused = await createClient(product.url).post('/api/blade-auth/oauth/token', undefined, {
      grant_type: 'mfa',
      mfa_token: String(again.body.mfa_token),
      code,
      username: 'guest',
    })
    expect(refused.body.error_description).toBe('验证码不正确')
    const [noted] = await product.platform.system.query(`select tenant_id, account, result from kit_audit order by id desc limit 1`)
    expect(noted, 'of the user whom the first step proved, not of the one in the request').toEqual({
      tenant_id: TENANT,
      account: 'operator',
      result: 'factor',
    })
  })

  test('the secret is stored encrypted and the recovery codes are stored hashed', async () => {
    const { secret, codes } = await withApp()
    const [kept] = await product.platform.system.query<{ secret: string }>('select secret from identity_authenticator')
    expect(kept?.secret).toMatch(/^v1\./)
    expect(kept?.secret).not.toContain(secret)
    const hashes = await product.platform.system.query<{ code: string }>('select code from identity_recovery_code')
    expect(codes).toHaveLength(10)
    expect(hashes.some(({ code }) => codes.includes(code))).toBe(false)
  })

  test('a recovery code works once', async () => {
    const { codes } = await withApp()
    const first = await enter()
    expect((await second(first.body.mfa_token, { code: String(codes[0]).toLowerCase() })).status).toBe(200)
    const next = await enter()
    expect((await second(next.body.mfa_token, { code: String(codes[0]) })).status).toBe(400)
    expect((await second(next.body.mfa_token, { code: String(codes[1]) })).status).toBe(200)
  })

  test('five wrong codes lock, over any first steps, and an administrator can unlock the user', async () => {
    const { secret } = await withApp()
    const texts = []
    for (let at = 0; at < 5; at += 1)
      texts.push((await second((await enter()).body.mfa_token, { code: 'AAAA-AAAA-AAAA' })).body.error_description)
    expect(texts.slice(0, 4)).toEqual(Array(4).fill('验证码不正确'))
    expect(texts[4]).toMatch(/^用户登录失败次数过多，账号已锁定。请于 \d\d:\d\d/)
    const locked = await second((await enter()).body.mfa_token, { code: codeOf(secret) })
    expect(locked.body.error_description).toContain('用户登录失败次数过多')
    const admin = await product.signIn()
    const [row] = await product.platform.system.query<{ id: string }>(
      `select id from identity_user where tenant_id = $1 and account = 'operator'`,
      [TENANT],
    )
    expect((await admin.post('/api/blade-user/unlock', undefined, { userIds: row?.id })).code).toBe(200)
    expect((await second((await enter()).body.mfa_token, { code: codeOf(secret) })).status).toBe(200)
    expect((await admin.post(`${MFA}/reset`, undefined, { userId: row?.id })).code).toBe(200)
    expect((await enter()).status).toBe(200)
  })

  test('the first step is valid for five minutes', async () => {
    const { secret } = await withApp()
    const first = await enter()
    ahead += 5 * 60_000 + 1000
    expect((await second(first.body.mfa_token, { code: codeOf(secret) })).body.error_description).toBe('验证已过期，请重新登录')
  })

  test('a change needs the password, and a tenant that enabled the second step', async () => {
    const client = await member()
    expect((await client.post(`${MFA}/totp/begin`, { password: 'operator' })).msg).toBe('当前租户未启用两步验证')
    await policy(1)
    const wrong = await client.post(`${MFA}/totp/begin`, { password: 'wrong' })
    expect([wrong.status, wrong.body.field]).toEqual([400, 'password'])
    await withApp()
    expect((await client.post(`${MFA}/totp/remove`, { password: 'wrong' })).status).toBe(400)
    expect((await client.post(`${MFA}/totp/remove`, { password: 'operator' })).code).toBe(200)
    expect((await enter()).status).toBe(200)
  })
})

test('a tenant that requires a second step makes users set it up at the next sign-in', async () => {
  await policy(2)
  const first = await enter('guest')
  expect(first.body).toMatchObject({ error: 'mfa_required', methods: ['enrol'] })
  const { secret } = first.body.enrolment as { secret: string }
  expect((await second(first.body.mfa_token, { code: '000000' })).status).toBe(400)
  expect((await second(first.body.mfa_token, { code: codeOf(secret) })).body.account).toBe('guest')
  expect((await enter('guest')).body.methods).toEqual(['totp', 'recovery'])
})

/** A FIDO2 authenticator in software: ES256, attestation none. */
const softKey = (rpId: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }) as { privateKey: KeyObject; publicKey: KeyObject }
  const id = randomBytes(16)
  let counter = 0
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const head = (type: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(type << 5) | length])
      : length < 256
        ? Buffer.from([(type << 5) | 24, length])
        : Buffer.from([(type << 5) | 25, length >> 8, length & 255])
  const bytes = (value: Uint8Array): Buffer => Buffer.concat([head(2, value.length), value])
  const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)])
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ])
  const data = (flags: number, more = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4)
    counter += 1
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, more])
  }
  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const shared = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key', clientExtensionResults: {} }
  return {
    create: (challenge: string, origin: string): string => {
      const length = Buffer.from([0, id.length])
      const authData = data(0x45, Buffer.concat([Buffer.alloc(16), length, id, cose]))
      const attestation = Buffer.concat([
        head(5, 3),
        text('fmt'),
        text('none'),
        text('attStmt'),
        head(5, 0),
        text('authData'),
        bytes(authData),
      ])
      const clientDataJSON = clientData('webauthn.create', challenge, origin).toString('base64url')
      return JSON.stringify({
        ...shared,
        response: { clientDataJSON, attestationObject: attestation.toString('base64url'), transports: ['internal'] },
      })
    },
    get: (challenge: string, origin: string): string => {
      const json = clientData('webauthn.get', challenge, origin)
      const authenticatorData = data(0x05)
      const signature = sign('sha256', Buffer.concat([authenticatorData, createHash('sha256').update(json).digest()]), privateKey)
      return JSON.stringify({
        ...shared,
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      })
    },
  }
}

describe('a passkey', () => {
  test('is created by its owner with the password; its answer signs in, that of another key or origin does not', async () => {
    await policy(1)
    const client = await member()
    const origin = new URL(product.url).origin
    const key = softKey('127.0.0.1')
    const begun = await client.post<{ key: string; options: { challenge: string; rp: { id: string } } }>(`${MFA}/passkey/begin`, {
      password: 'operator',
    })
    expect(begun.data.options.rp.id).toBe('127.0.0.1')
    const { challenge } = begun.data.options
    const kept = await client.post(`${MFA}/passkey/finish`, { key: begun.data.key, name: '手机', response: key.create(challenge, origin) })
    expect(kept.code, kept.msg).toBe(200)
    const state = await client.get<{ passkeys: { name: string; id: string }[] }>(`${MFA}/state`)
    expect(state.data.passkeys).toMatchObject([{ name: '手机' }])
    expect(await noted('identity.mfa.passkey')).toEqual({ before: { passkeys: [] }, after: { passkeys: ['手机'] } })

    const first = await enter()
    expect(first.body.methods).toEqual(['passkey'])
    const passkeyChallenge = (first.body.passkey as { challenge: string }).challenge
    const token = first.body.mfa_token
    expect((await second(token, { passkey: softKey('127.0.0.1').get(passkeyChallenge, origin) })).status).toBe(400)
    expect((await second(token, { passkey: key.get(passkeyChallenge, 'https://evil.example.com') })).status).toBe(400)
    expect((await second(token, { passkey: key.get(randomBytes(32).toString('base64url'), origin) })).status).toBe(400)
    expect((await second(token, { passkey: 'nonsense' })).status).toBe(400)
    const entered = await second(token, { passkey: key.get(passkeyChallenge, origin) })
    expect([entered.status, entered.body.account]).toEqual([200, 'operator'])
    await product.platform.system.query('delete from identity_lock')
    expect((await client.post(`${MFA}/passkey/remove`, { password: 'operator', id: state.data.passkeys[0]?.id })).code).toBe(200)
    expect(await noted('identity.mfa.passkey.remove')).toEqual({ before: { passkeys: ['手机'] }, after: { passkeys: [] } })
    await eventually(async () => (await enter()).status === 200)
  })
})
