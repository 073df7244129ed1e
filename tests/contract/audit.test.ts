import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { identityServer } from '@lamplight/identity/server'
import { sealEntries, systemServer, verifyAudit } from '@lamplight/system/server'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let house: TestPlatform
let admin: ApiClient
/** Whoever has the database itself in hand. */
let owner: pg.Client

beforeAll(async () => {
  house = await testPlatform({ slices: [systemServer, identityServer] })
  admin = await house.signIn()
  owner = new pg.Client({ connectionString: house.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await house?.stop()
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
const verify = (noted?: { seq: string; hash: string }) => verifyAudit(house.platform.system.query, noted)
/** What is done here is undone at its end. */
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
  (await house.platform.system.query<{ id: string }>('select audit_id as id from kit_audit_seal order by seq')).map(({ id }) => id)

beforeEach(async () => {
  for (let at = 0; at < 3; at += 1) await change()
  await sealEntries(house.platform)
})

test('what is done is sealed within seconds, in one chain that is whole', async () => {
  const before = await verify()
  expect(before).toMatchObject({ ok: true, waiting: 0 })
  await change()
  await eventually(async () => (await verify()).sealed === before.sealed + 1)
  const after = await verify(before.head)
  expect(after).toMatchObject({ ok: true })
  expect(after.head.seq).toBe(String(Number(before.head.seq) + 1))
})

test('the first entry that was changed is named', async () => {
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

test('entries that were slipped in, sealed anew, cut out or cut off are found', async () => {
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

test('an entry whose transaction ends late is sealed then, after those that came later', async () => {
  const { sealed } = await verify()
  await house.platform.system.tx(async (query) => {
    await query(`insert into kit_audit (id, tenant_id, what) values (5, '000000', 'slow')`)
    await change()
    await eventually(async () => (await verify()).sealed === sealed + 1)
  })
  await sealEntries(house.platform)
  expect((await entries()).at(-1)).toBe('5')
  expect(await verify()).toMatchObject({ ok: true, sealed: sealed + 2 })
})

test('no role of the server can change or remove an entry or a seal, or keep one from its seal', async () => {
  const { system, asTenant } = house.platform
  for (const sql of ['update kit_audit set account = account', 'delete from kit_audit', 'truncate kit_audit'])
    for (const run of [system.query, asTenant('000000').query]) await expect(run(sql), sql).rejects.toThrow(/permission denied/)
  for (const sql of ['update kit_audit_seal set prev = prev', 'delete from kit_audit_seal', 'insert into kit_audit_unsealed values (1)'])
    for (const run of [system.query, asTenant('000000').query]) await expect(run(sql), sql).rejects.toThrow(/permission denied/)
  await expect(asTenant('000000').query('select 1 from kit_audit_seal')).rejects.toThrow(/permission denied/)
})

test('who did what is there to be read: by administrators of the platform for every tenant, by others for their own', async () => {
  await house.platform.system.query(`insert into kit_audit (id, tenant_id, what, target) values (21, '100001', 'far.deed', 'x')`)
  const list = async (query: object) =>
    (await admin.get<{ records: Record<string, unknown>[]; total: number }>('/api/blade-log/audit/list', { size: 5, ...query })).data
  const { records, total } = await list({ what: 'system.param.add', account: 'admin' })
  expect(total).toBeGreaterThanOrEqual(3)
  expect(records[0]).toMatchObject({ what: 'system.param.add', account: 'admin', ip: '127.0.0.1', count: 1, tenantId: '000000' })
  const detail = await admin.get<Record<string, unknown>>('/api/blade-log/audit/detail', { id: records[0]?.id })
  expect(detail.data.detail).toContain('paramKey')
  expect(await list({ what: 'far.deed' })).toMatchObject({ total: 1, records: [{ tenantId: '100001' }] })
  const seen = await house.platform.asTenant('100001').query('select what from system_audit')
  expect(seen).toEqual([{ what: 'far.deed' }])
})

test('npm run audit -- verify tells a whole chain from a broken one, and names where', async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [fileURLToPath(new URL('../../apps/server/audit.ts', import.meta.url)), ...args], {
      env: { ...process.env, DATABASE_URL: house.databaseUrl },
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
