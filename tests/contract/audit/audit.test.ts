import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { identityServer } from '@lamplight/identity/server'
import { connectTo } from '@lamplight/postgres/connect'
import { dropOldAudit, sealEntries, systemServer, verifyAudit } from '@lamplight/system/server'
import { type ApiClient, createClient, eventually, md5, type TestPlatform, testPlatform } from '@lamplight/testing'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let product: TestPlatform
let admin: ApiClient
let ahead = 0
/** Connection as the owner of the database, who can change any row. */
let owner: pg.Client

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer], clock: { now: () => Date.now() + ahead } })
  admin = await product.signIn()
  owner = await connectTo(product.databaseUrl)
})
afterAll(async () => {
  await owner?.end()
  await product?.stop()
})

let counter = 0
const change = async (): Promise<void> => {
  counter += 1
  const made = await admin.post('/api/blade-system/param/submit', {
    paramName: `链${counter}`,
    paramKey: `chain.${counter}`,
    paramValue: '1',
  })
  expect(made.code, made.msg).toBe(200)
}
const verify = (noted?: { seq: string; hash: string }) => verifyAudit(product.platform.system.query, noted)
/** Runs the SQL, verifies the chain, and rolls back. */
const tampered = async (sql: string, params: unknown[] = []) => {
  await owner.query('begin')
  try {
    await owner.query(sql, params)
    return await verifyAudit(async (text, values) => (await owner.query(text, values as unknown[])).rows)
  } finally {
    await owner.query('rollback')
  }
}
const entries = async (): Promise<string[]> =>
  (await product.platform.system.query<{ id: string }>('select audit_id as id from kit_audit_seal order by seq')).map(({ id }) => id)

beforeEach(async () => {
  for (let at = 0; at < 3; at += 1) await change()
  await sealEntries(product.platform)
})

test('entries are sealed within seconds, in one valid chain', async () => {
  const before = await verify()
  expect(before).toMatchObject({ ok: true, waiting: 0 })
  await change()
  await eventually(async () => (await verify()).sealed === before.sealed + 1)
  const after = await verify(before.head)
  expect(after).toMatchObject({ ok: true })
  expect(after.head.seq).toBe(String(Number(before.head.seq) + 1))
})

test('verification names the first changed entry', async () => {
  const [first = '', second = ''] = await entries()
  for (const set of [`account = 'nobody'`, `detail = detail || '{"a": 1}'`, `at = at + interval '1 microsecond'`, `ip = '10.0.0.1'`])
    expect(await tampered(`update kit_audit set ${set} where id = any($1)`, [[second, (await entries()).at(-1)]]), set).toMatchObject({
      ok: false,
      sealed: 1,
      broken: { seq: '2', entry: second, why: 'the entry is not what was sealed' },
    })
  expect(await tampered('delete from kit_audit where id = $1', [first])).toMatchObject({
    broken: { seq: '1', entry: first, why: 'the entry is gone' },
  })
  expect((await verify()).ok).toBe(true)
})

test('inserted, resealed, deleted and truncated entries are found', async () => {
  const all = await entries()
  const { head } = await verify()
  const slipped = await tampered(`with gone as (insert into kit_audit (id, tenant_id, what) values (7, '000000', 'forged') returning id)
    select * from gone; delete from kit_audit_unsealed where audit_id = 7`)
  expect(slipped.broken).toMatchObject({ seq: null, entry: '7', why: 'it was kept from the chain' })
  expect((await tampered('delete from kit_audit_seal where seq = 2')).broken).toMatchObject({ seq: '3', entry: all[2] })
  expect((await tampered(`update kit_audit_seal set hash = repeat('a', 64) where seq = 2`)).broken).toMatchObject({
    seq: '2',
    entry: all[1],
  })
  expect((await verify({ seq: head.seq, hash: 'f'.repeat(64) })).broken).toMatchObject({ seq: head.seq })
  expect((await verify({ seq: String(Number(head.seq) + 1), hash: head.hash })).broken).toMatchObject({
    why: 'the end of the chain is gone',
  })
})

test('an entry whose transaction commits late is sealed then, after later entries', async () => {
  const { sealed } = await verify()
  await product.platform.system.tx(async (query) => {
    await query(`insert into kit_audit (id, tenant_id, what) values (5, '000000', 'slow')`)
    await change()
    await eventually(async () => (await verify()).sealed === sealed + 1)
  })
  await sealEntries(product.platform)
  expect((await entries()).at(-1)).toBe('5')
  expect(await verify()).toMatchObject({ ok: true, sealed: sealed + 2 })
})

test('no role of the server can change or delete an entry or a seal, or prevent a seal', async () => {
  const { system, asTenant } = product.platform
  for (const sql of ['update kit_audit set account = account', 'delete from kit_audit', 'truncate kit_audit'])
    for (const run of [system.query, asTenant('000000').query]) await expect(run(sql), sql).rejects.toThrow(/permission denied/)
  for (const sql of ['update kit_audit_seal set prev = prev', 'delete from kit_audit_seal', 'insert into kit_audit_unsealed values (1)'])
    for (const run of [system.query, asTenant('000000').query]) await expect(run(sql), sql).rejects.toThrow(/permission denied/)
  await expect(asTenant('000000').query('select 1 from kit_audit_seal')).rejects.toThrow(/permission denied/)
})

test('platform administrators read the audit log of every tenant, other users that of their own', async () => {
  await product.platform.system.query(`insert into kit_audit (id, tenant_id, what, target) values (21, '100001', 'far.pageAction', 'x')`)
  const list = async (query: object) =>
    (await admin.get<{ records: Record<string, unknown>[]; total: number }>('/api/blade-log/audit/list', { size: 5, ...query })).data
  const { records, total } = await list({ what: 'system.param.add', account: 'admin' })
  expect(total).toBeGreaterThanOrEqual(3)
  expect(records[0]).toMatchObject({ what: 'system.param.add', account: 'admin', ip: '127.0.0.1', count: 1, tenantId: '000000' })
  const detail = await admin.get<Record<string, unknown>>('/api/blade-log/audit/detail', { id: records[0]?.id })
  expect(detail.data.detail).toContain('paramKey')
  expect(await list({ what: 'far.pageAction' })).toMatchObject({ total: 1, records: [{ tenantId: '100001' }] })
  const seen = await product.platform.asTenant('100001').query('select what from system_audit')
  expect(seen).toEqual([{ what: 'far.pageAction' }])
})

test('npm run audit -- verify distinguishes a valid chain from a broken one, and names the entry', async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [fileURLToPath(new URL('../../../apps/server/audit.ts', import.meta.url)), ...args], {
      env: { ...process.env, DATABASE_URL: product.databaseUrl },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (thrown: { code: number; stdout: string }) => ({ code: thrown.code, stdout: thrown.stdout }),
    )
  const whole = await run('verify')
  expect(whole.code).toBe(0)
  const head = /head (\d+:[0-9a-f]{64})/.exec(whole.stdout)?.[1] ?? ''
  const [, second = ''] = await entries()
  await owner.query('update kit_audit set account = account || $2 where id = $1', [second, '!'])
  try {
    const broken = await run('verify', '--head', head)
    expect(broken.code).toBe(1)
    expect(broken.stdout).toContain(`broken at entry ${second} (seal 2)`)
  } finally {
    await owner.query('update kit_audit set account = left(account, -1) where id = $1', [second])
  }
  expect((await run('verify', '--head', head)).code).toBe(0)
  expect((await run()).code).toBe(2)
})

interface Entry {
  what: string
  account: string
  target: string
  detail: Record<string, unknown>
  count: number
  result: string
  tenant_id: string
}
const last = async (what: string, more = 'true'): Promise<Entry | undefined> =>
  (
    await product.platform.system.query<Entry>(
      `select what, account, target, detail, count::int as count, result, tenant_id from kit_audit where what = $1 and ${more} order by id desc limit 1`,
      [what],
    )
  )[0]
const tokenFor = (account: string, password: string, tenantId = '000000') =>
  product.anonymous.post('/api/blade-auth/oauth/token', undefined, {
    tenantId,
    username: account,
    password: md5(password),
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  })

test('sign-ins, refused sign-ins and sign-outs are logged with way and reason, never with a password', async () => {
  const answer = await tokenFor('admin', 'admin')
  const userId = String(answer.body.user_id)
  expect(await last('identity.signIn')).toMatchObject({ account: 'admin', target: userId, result: 'ok', detail: { grant: 'password' } })
  expect((await tokenFor('admin', 'guess-4711')).status).toBe(400)
  const refused = await last('identity.signIn')
  expect(refused).toMatchObject({ account: 'admin', target: 'admin', result: 'wrong', tenant_id: '000000', count: 1 })
  expect(JSON.stringify(refused)).not.toContain(md5('guess-4711'))
  await tokenFor('nobody-here', 'x', '987654')
  expect(await last('identity.signIn'), 'of a tenant that does not exist').toMatchObject({ account: 'nobody-here', tenant_id: '000000' })
  const leaving = createClient(product.url, { token: String(answer.body.access_token) })
  expect((await leaving.get('/api/blade-auth/oauth/logout')).code).toBe(200)
  expect(await last('identity.signOut')).toMatchObject({ account: 'admin', target: userId })
  const [{ n = 0 } = {}] = await product.platform.system.query<{ n: number }>(
    `select count(*)::int as n from kit_audit where what = 'identity.signOut'`,
  )
  await leaving.get('/api/blade-auth/oauth/logout')
  expect(await product.platform.system.query(`select 1 from kit_audit where what = 'identity.signOut'`)).toHaveLength(n)
})

test('refusals before the password check are logged once a minute for all accounts, with their number', async () => {
  const guess = (username: string) =>
    product.anonymous.post('/api/blade-auth/oauth/token', undefined, { grant_type: 'captcha', username, tenantId: '000000', scope: 'all' })
  const written = () =>
    product.platform.system.query<{ account: string; count: string }>(
      `select account, count from kit_audit where what = 'identity.signIn' and result = 'captcha' order by id`,
    )
  for (let at = 0; at < 5; at += 1) expect((await guess(`flood-${at}`)).status).toBe(400)
  expect(await written()).toEqual([{ account: 'flood-0', count: '1' }])
  ahead = 61_000
  await guess('flood-5')
  ahead = 0
  expect((await written()).at(-1)).toEqual({ account: 'flood-5', count: '5' })
})

test('refusals after a correct password are logged once a minute for each account, wrong passwords one by one', async () => {
  const made = await admin.post<{ id: string }>('/api/blade-user/submit', {
    account: 'over_now',
    password: 'Over-0001',
    realName: '到期',
    expireTime: '2020-01-01 00:00:00',
  })
  expect(made.code, made.msg).toBe(200)
  const written = (result: string) =>
    product.platform.system.query<{ count: string }>(
      `select count from kit_audit where what = 'identity.signIn' and account = 'over_now' and result = $1 order by id`,
      [result],
    )
  for (let at = 0; at < 5; at += 1)
    expect((await tokenFor('over_now', 'Over-0001')).body.error_description).toBe('账号已到期，请联系管理员')
  expect(await written('accountExpired')).toEqual([{ count: '1' }])
  ahead = 61_000
  await tokenFor('over_now', 'Over-0001')
  expect(await written('accountExpired')).toEqual([{ count: '1' }, { count: '5' }])
  for (let at = 0; at < 3; at += 1) await tokenFor('over_now', 'no-such')
  ahead = 0
  expect(await written('wrong')).toEqual([{ count: '1' }, { count: '1' }, { count: '1' }])
})

test('ending a session elsewhere, by an administrator or after token reuse is logged', async () => {
  const answer = await tokenFor('admin', 'admin')
  const again = { grant_type: 'refresh_token', refresh_token: String(answer.body.refresh_token), scope: 'all' }
  await product.anonymous.post('/api/blade-auth/oauth/token', undefined, again)
  await product.platform.system.query(
    `update identity_session set rotated_at = rotated_at - interval '1 minute' where previous_id is not null`,
  )
  expect((await product.anonymous.post('/api/blade-auth/oauth/token', undefined, again)).status).toBe(400)
  expect(await last('identity.session.end')).toMatchObject({ account: 'admin', result: 'reuse' })
  const other = await tokenFor('admin', 'admin')
  const mine = await admin.get<{ id: string; current: boolean }[]>('/api/blade-auth/session/mine')
  expect(other.status).toBe(200)
  const end = mine.data.find(({ current }) => !current)
  expect((await admin.post('/api/blade-auth/session/end', undefined, { id: end?.id })).code).toBe(200)
  expect(await last('identity.session.end')).toMatchObject({ target: end?.id, account: 'admin' })
})

test('a change is logged with the changed fields before and after, secrets masked', async () => {
  const made = await admin.post<{ id: string }>('/api/blade-system/param/submit', {
    paramName: '差',
    paramKey: 'diff.one',
    paramValue: '1',
  })
  const { id } = made.data
  expect((await last('system.param.add'))?.detail).toEqual({ after: { paramName: '差', paramKey: 'diff.one', paramValue: '1' } })
  await admin.post('/api/blade-system/param/submit', { id, paramName: '差', paramKey: 'diff.one', paramValue: '2' })
  expect((await last('system.param.update'))?.detail).toEqual({ before: { paramValue: '1' }, after: { paramValue: '2' } })
  await admin.post('/api/blade-system/param/remove', undefined, { ids: id })
  expect((await last('system.param.remove'))?.detail).toEqual({ before: { paramName: ['差'] } })
  const store = {
    category: '1',
    ossCode: 'diff',
    endpoint: 'https://s3.example.com',
    bucketName: 'b',
    accessKey: 'k',
    secretKey: 'first-secret',
  }
  const oss = await admin.post<{ id: string }>('/api/blade-resource/oss/submit', store)
  expect(oss.code, oss.msg).toBe(200)
  await admin.post('/api/blade-resource/oss/submit', { ...store, id: oss.data.id, bucketName: 'c', secretKey: 'second-secret' })
  expect((await last('system.oss.update'))?.detail).toEqual({
    before: { bucketName: 'b', secretKey: '••••••' },
    after: { bucketName: 'c', secretKey: '••••••' },
  })
  const key = await admin.post<{ id: string }>('/api/blade-system/param/submit', {
    paramName: '钥',
    paramKey: 'diff.secret',
    paramValue: 'first-secret',
  })
  expect((await last('system.param.add'))?.detail).toMatchObject({ after: { paramValue: '••••••' } })
  const again = { id: key.data.id, paramName: '钥', paramKey: 'diff.secret' }
  await admin.post('/api/blade-system/param/submit', { ...again, paramValue: 'second-secret' })
  expect((await last('system.param.update'))?.detail).toEqual({ before: { paramValue: '••••••' }, after: { paramValue: '••••••' } })
  await admin.post('/api/blade-system/param/submit', { ...again, paramValue: '••••••' })
  expect((await last('system.param.update'))?.detail, 'a masked secret sent back stays unchanged').toEqual({ before: {}, after: {} })
  const entries = await product.platform.system.query(`select 1 from kit_audit where detail::text ~ '(first|second)-secret'`)
  expect(entries).toEqual([])
})

test('a text that is truncated within a character is logged too', async () => {
  const [paramName, paramKey, paramValue] = ['断', 'broken.one', `${'x'.repeat(999)}😀 and more`]
  const made = await admin.post<{ id: string }>('/api/blade-system/param/submit', { paramName, paramKey, paramValue })
  expect(made.code, made.msg).toBe(200)
  const after = { paramName, paramKey, paramValue: `${'x'.repeat(999)}\ufffd…` }
  expect((await last('system.param.add'))?.detail).toEqual({ after })
})

test('audit.keepDays deletes the beginning of the log and leaves an anchor in the chain, which proves the rest', async () => {
  await sealEntries(product.platform)
  const whole = await verify()
  expect(await dropOldAudit(product.platform), 'by default nothing is deleted').toBe(0)
  const [param] = (
    await admin.get<{ records: { id: string; paramName: string }[] }>('/api/blade-system/param/list', { paramKey: 'audit.keepDays' })
  ).data.records
  const set = (paramValue: string) =>
    admin.post('/api/blade-system/param/submit', { id: param?.id, paramName: param?.paramName, paramKey: 'audit.keepDays', paramValue })
  expect((await set('29')).code).toBe(400)
  expect((await set('30')).code).toBe(200)
  expect(await dropOldAudit(product.platform), 'all entries are recent').toBe(0)
  await sealEntries(product.platform)
  // The first five entries get old times, and are sealed again as if they had been written then.
  const aged = (await entries()).slice(0, 5)
  await owner.query(`update kit_audit set at = at - interval '40 days' where id = any($1)`, [aged])
  expect(await dropOldAudit(product.platform), 'a changed entry is not deleted').toBe(0)
  const ids = await entries()
  await owner.query('delete from kit_audit_seal')
  for (const id of ids) {
    await owner.query('insert into kit_audit_unsealed values ($1)', [id])
    await sealEntries({ system: product.platform.system })
  }
  const before = await verify()
  expect(before).toMatchObject({ ok: true, cut: '0' })
  expect(before.sealed).toBeGreaterThanOrEqual(whole.sealed)
  expect(await dropOldAudit(product.platform)).toBe(5)
  expect(await last('system.audit.cut')).toMatchObject({ target: '5', count: 5 })
  await sealEntries(product.platform)
  const after = await verify(before.head)
  expect(after).toMatchObject({ ok: true, cut: '5', waiting: 0 })
  expect(await entries()).not.toContain(aged[0])
  expect(await dropOldAudit(product.platform), 'one anchor only').toBe(0)
  // Removing the start of the chain by hand, or changing the anchor entry, must be detected.
  const first = (await entries())[0]
  expect((await tampered('delete from kit_audit_seal where audit_id = $1', [first])).ok).toBe(false)
  expect((await tampered(`update kit_audit set detail = detail || '{"hash": "0"}' where what = 'system.audit.cut'`)).ok).toBe(false)
  expect((await tampered(`delete from kit_audit where what = 'system.audit.cut'`)).ok).toBe(false)
  expect((await tampered('update kit_audit set account = $2 where id = $1', [first, 'nobody'])).broken).toMatchObject({
    seq: '6',
    entry: first,
  })
  const { system } = product.platform
  const newest = await system.query<{ seq: string; hash: string }>('select seq, hash from kit_audit_seal order by seq desc limit 2')
  for (const { seq, hash } of newest)
    expect(await system.query('select kit_audit_cut(1, $1, $2, now()) as n', [seq, hash]), 'recent entries are not deleted').toEqual([
      { n: '0' },
    ])
})
