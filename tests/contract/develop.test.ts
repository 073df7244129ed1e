import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityServer } from '@lamplight/identity/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, type DatabaseGate, openDatabaseGate, queryOnce, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesIn } from './archives.ts'

let product: TestPlatform
let admin: ApiClient
let english: ApiClient
let gate: DatabaseGate
let dataDir: string
let datasourceId: string

const TABLE = `
  create schema city;
  create table city.t_bollard (
    id bigint primary key, name varchar(64) not null unique, height numeric(5,2), mounted date, "order" int default 0, lit boolean not null, info jsonb,
    create_time timestamptz
  );
  comment on table city.t_bollard is '护柱';
  comment on column city.t_bollard.name is '名称：唯一';
  create table city."t_x""; drop table city.t_bollard; --" (id int primary key, name text);
  create table city.t_hostile (id int primary key, "__proto__" text);
  create table city.t_paths (id int primary key, "../../x" text)`

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'll-develop-'))
  product = await testPlatform({ slices: [systemServer, identityServer], config: { OUTBOUND_PRIVATE: '1', DATA_DIR: dataDir } })
  await queryOnce(product.databaseUrl, TABLE)
  gate = await openDatabaseGate(product.databaseUrl)
  admin = await product.signIn()
  english = await product.signIn({ lang: 'en-US' })
  const made = await admin.post<{ id: string }>('/api/blade-develop/datasource/submit', source())
  expect(made.code, made.msg).toBe(200)
  datasourceId = made.data.id
})
afterAll(async () => {
  await gate?.stop()
  await product?.stop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

const source = (more: object = {}, query = '') => {
  const { port, username, pathname } = new URL(gate.url)
  return {
    name: '城市',
    driverClass: 'org.postgresql.Driver',
    url: `jdbc:postgresql://127.0.0.1:${port}${pathname}${query}`,
    username,
    password: 'a secret',
    remark: '',
    ...more,
  }
}
const entry = (more: object = {}) => ({
  codeName: '护柱',
  datasourceId,
  tableName: 'city.t_bollard',
  tablePrefix: 't_',
  pkName: 'id',
  serviceName: 'blade-city',
  packageName: 'org.example.lighting',
  baseMode: 2,
  wrapMode: 2,
  ...more,
})
const addEntry = async (more: object = {}): Promise<string> => {
  const made = await admin.post<{ id: string }>('/api/blade-develop/code/submit', entry(more))
  expect(made.code, made.msg).toBe(200)
  return made.data.id
}
interface Generated {
  readonly attachId: string
  readonly name: string
  readonly link: string
  readonly files: readonly string[]
  readonly notes: readonly string[]
}
const generate = (ids: string, client = admin, system = 'saber') =>
  client.post<Generated>('/api/blade-develop/code/gen-code', undefined, { ids, system })

/** Returns the target of the newest audit entry with that name. */
const noted = async (what: string): Promise<unknown> =>
  (await product.platform.system.query('select target from kit_audit where what = $1 order by id desc limit 1', [what]))[0]?.target

/** Opens a fake database server that asks for the password in plain text and stores what it receives. */
const openListener = async (): Promise<{ server: Server; port: number; received: string[] }> => {
  const received: string[] = []
  const server = createServer((socket) => {
    let begun = false
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      if (!begun) socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
      else {
        received.push(bytes.subarray(5, -1).toString())
        socket.destroy()
      }
      begun = true
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { server, port: (server.address() as AddressInfo).port, received }
}

test('dev.datasource: the password is encrypted, never returned, kept when none is sent, and sent only to its own host', async () => {
  const { server, port, received } = await openListener()
  const made = await admin.post<{ id: string }>('/api/blade-develop/datasource/submit', {
    ...source({ url: `jdbc:postgresql://127.0.0.1:${port}/any` }),
    password: 'v1.not sealed yet',
  })
  const { id } = made.data
  const kept = async () =>
    (await product.platform.system.query<{ password: string }>('select password from system_datasource where id = $1', [id]))[0]
      ?.password ?? ''
  const sealed = await kept()
  expect(sealed).toMatch(/^v1\.[\w-]{40,}$/)
  const shown = await admin.get('/api/blade-develop/datasource/detail', { id })
  expect(JSON.stringify(shown.data)).not.toContain('sealed')
  expect(shown.data.password).toBe('')
  expect((await admin.post('/api/blade-develop/datasource/submit', { ...shown.data, remark: '改' })).code).toBe(200)
  expect(await kept()).toBe(sealed)
  expect((await admin.post('/api/blade-develop/datasource/test', { ids: [id] })).code).toBe(400)
  expect(received).toEqual(['v1.not sealed yet'])
  const elsewhere = await admin.post('/api/blade-develop/datasource/submit', { ...shown.data, url: 'jdbc:postgresql://127.0.0.2/any' })
  expect([elsewhere.status, elsewhere.msg]).toEqual([400, 'password:主机或端口已改变，请重新输入密码'])
  // A password entered for an encrypted connection must not be sent over an unencrypted one.
  const set = (encryption: number, more = {}) =>
    admin.post('/api/blade-develop/datasource/submit', { ...shown.data, url: 'jdbc:postgresql://db.example/any', encryption, ...more })
  expect((await set(2, { password: 'typed' })).code).toBe(200)
  for (const weaker of [0, 1, 3]) {
    const refused = await set(weaker)
    expect([refused.status, refused.msg]).toEqual([400, 'password:加密已减弱，请重新输入密码'])
  }
  const byAddress = await set(0, { url: 'jdbc:postgresql://db.example/any?sslmode=disable' })
  expect([byAddress.status, byAddress.body.field]).toEqual([400, 'password'])
  expect((await set(3, { password: 'typed anew' })).code).toBe(200)
  expect((await set(1)).code).toBe(200)
  await admin.post('/api/blade-develop/datasource/remove', undefined, { ids: id })
  server.close()
})

test('dev.datasource: the connection test returns what it found, or the reason of the failure as text', async () => {
  const tried = await admin.post<{ version: string; tables: number; ms: number }>('/api/blade-develop/datasource/test', {
    ids: [datasourceId],
  })
  expect(tried.code, tried.msg).toBe(200)
  expect(tried.data.version).toMatch(/^\d+/)
  expect(tried.data.tables).toBeGreaterThan(40)
  expect(await noted('system.datasource.test')).toBe(datasourceId)
  gate.set('shut')
  const shut = await english.post('/api/blade-develop/datasource/test', { ids: [datasourceId] })
  expect([shut.status, shut.msg.startsWith('The data source cannot be read: ')]).toEqual([400, true])
  gate.set('open')
  const other = await admin.post<{ id: string }>('/api/blade-develop/datasource/submit', source({}, 'x'))
  expect((await admin.post('/api/blade-develop/datasource/test', { ids: [other.data.id] })).msg).toMatch(
    /^无法连接数据源：.*does not exist/,
  )
  expect((await admin.post('/api/blade-develop/datasource/remove', undefined, { ids: other.data.id })).code).toBe(200)
})

test('dev.datasource: a database that does not answer times out', async () => {
  gate.set('stalled')
  const began = performance.now()
  const late = await admin.post('/api/blade-develop/datasource/test', { ids: [datasourceId] })
  gate.set('open')
  expect([late.status, late.msg]).toEqual([400, '数据源未在规定时间内应答'])
  expect(performance.now() - began).toBeLessThan(12_000)
})

test('dev.datasource: only PostgreSQL and valid addresses without a password are accepted', async () => {
  for (const [field, more] of [
    ['driverClass', { driverClass: 'com.mysql.cj.jdbc.Driver' }],
    ['url', { url: 'jdbc:mysql://127.0.0.1/x' }],
    ['url', { url: 'file:///etc/passwd' }],
    ['url', { url: 'postgres://user:word@127.0.0.1/x' }],
    ['url', { url: 'postgres://127.0.0.1/x?password=word' }],
    ['url', { url: 'postgres://127.0.0.1/x?sslmode=perhaps' }],
    ['url', { url: 'postgres://%2Ftmp%2Fsocket/x' }],
    ['url', { url: 'postgres://127.0.0.1/%zz' }],
    ['password', { password: '' }],
  ] as const) {
    const refused = await admin.post('/api/blade-develop/datasource/submit', source(more))
    expect([refused.status, refused.msg.startsWith(`${field}:`)], JSON.stringify([more, refused.msg])).toEqual([400, true])
  }
  for (const url of ['postgres://[::1]:5433/x', 'postgresql://db.example.com/x?sslmode=verify-full&currentSchema=city']) {
    const made = await admin.post<{ id: string }>('/api/blade-develop/datasource/submit', source({ url }))
    expect(made.code, made.msg).toBe(200)
    await admin.post('/api/blade-develop/datasource/remove', undefined, { ids: made.data.id })
  }
})

test('dev.datasource: internal addresses are refused unless the deployment allows them', async () => {
  const strict = await testPlatform({ slices: [systemServer, identityServer] })
  try {
    const client = await strict.signIn()
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '[::ffff:127.0.0.1]']) {
      const made = await client.post<{ id: string }>('/api/blade-develop/datasource/submit', source({ url: `postgres://${host}/x` }))
      expect(made.code, made.msg).toBe(200)
      expect((await client.post('/api/blade-develop/datasource/test', { ids: [made.data.id] })).msg).toBe('该地址属于内部网络，不允许连接')
    }
  } finally {
    await strict.stop()
  }
})

test('dev.code: tables of the source are listed with their comments; a source in use cannot be removed', async () => {
  const tables = await admin.get<{ tableName: string; comment: string }[]>('/api/blade-develop/datasource/tables', { datasourceId })
  expect(tables.data).toContainEqual({ tableName: 'city.t_bollard', comment: '护柱' })
  expect(tables.data).toContainEqual({ tableName: 'system_code', comment: '' })
  const id = await addEntry()
  expect((await admin.post('/api/blade-develop/datasource/remove', undefined, { ids: datasourceId })).msg).toBe(
    '数据正在使用中，无法删除：代码生成',
  )
  const listed = await admin.get<{ records: Record<string, unknown>[] }>('/api/blade-develop/code/list', {
    current: 1,
    size: 10,
    codeName: '护',
  })
  expect(listed.data.records).toHaveLength(1)
  expect(listed.data.records[0]).toMatchObject({ datasourceName: '城市', tableName: 'city.t_bollard', baseMode: 2 })
  const copied = await admin.post<{ id: string }>('/api/blade-develop/code/copy', undefined, { id })
  expect((await admin.get('/api/blade-develop/code/detail', { id: copied.data.id })).data).toMatchObject({
    ...entry(),
    codeName: '护柱-copy',
    datasourceId,
  })
  expect((await admin.post('/api/blade-develop/code/remove', undefined, { ids: `${id},${copied.data.id}` })).data.count).toBe(2)
})

test('dev.code: an entry becomes an archive with the resource, its migration and instructions', async () => {
  const id = await addEntry()
  const made = await generate(id)
  expect([made.code, made.msg]).toEqual([200, '代码生成成功'])
  expect(made.data.name).toBe('lighting.bollard.zip')
  expect(await noted('system.code.generate')).toBe(id)
  const opened = await product.anonymous.call('GET', made.data.link)
  expect(opened.headers.get('content-type')).toBe('application/zip')
  const files = await filesIn(Buffer.from(await opened.arrayBuffer()))
  expect([...files.keys()].sort()).toEqual([...made.data.files].sort())
  expect([...files.keys()].map((path) => path.replace(/\d{4}_/, ''))).toEqual([
    'README.md',
    'domains/lighting/model/bollard.resource.ts',
    'domains/lighting/server/bollard.server.ts',
    'db/migrations/lighting_bollard.sql',
  ])
  const resource = files.get('domains/lighting/model/bollard.resource.ts') ?? ''
  expect(resource).toContain(`name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 64, list: true, search: true }),`)
  expect(resource).toContain(`height: f.number({ label: ['Height', 'Height'], decimals: 2, min: -999.99, max: 999.99, list: true }),`)
  expect(resource).toContain(`orderValue: f.int({`)
  expect(resource).not.toContain('createTime')
  expect(made.data.notes).toContain('mounted：日期以当天零点保存')
  const rows = await admin.get<{ records: { originalName: string }[] }>('/api/blade-resource/attach/list', {
    originalName: 'lighting.bollard',
  })
  expect(rows.data.records[0]?.originalName).toBe('lighting.bollard.zip')
  const plain = await generate(await addEntry({ wrapMode: 1, baseMode: 1, packageName: 'org.acme2.lighting' }), english, 'saber3')
  expect(plain.msg).toBe('The code was generated')
  expect(plain.data.files.some((path) => path.includes('/server/'))).toBe(false)
})

test('dev.code: invalid identifiers, hostile names and missing tables are refused with the name of the field', async () => {
  for (const [field, more] of [
    ['tableName', { tableName: '"; drop table x' }],
    ['tableName', { tableName: '../../x' }],
    ['tablePrefix', { tablePrefix: "t'" }],
    ['pkName', { pkName: 'id"' }],
    ['serviceName', { serviceName: '../blade' }],
    ['packageName', { packageName: '../../etc' }],
    ['packageName', { packageName: '__proto__' }],
  ] as const) {
    const refused = await admin.post('/api/blade-develop/code/submit', entry(more))
    expect([refused.status, refused.msg.startsWith(`${field}:`)], refused.msg).toEqual([400, true])
  }
  for (const [field, more] of [
    ['tableName', { tableName: 'city.t_hostile' }],
    ['tableName', { tableName: 'city.t_paths' }],
    ['tableName', { tableName: '__proto__' }],
    ['tableName', { tableName: 'city.nowhere' }],
    ['pkName', { pkName: 'none' }],
  ] as const) {
    const refused = await generate(await addEntry(more))
    expect([refused.status, refused.msg.startsWith(`${field}:`)], refused.msg).toEqual([400, true])
  }
  const twice = await generate([await addEntry(), await addEntry()].join(','))
  expect(twice.msg).toContain('两条配置生成同一个文件')
  expect((await admin.post('/api/blade-develop/code/gen-code', undefined, { ids: '1', system: 'sword' })).status).toBe(400)
  expect((await generate('1')).msg).toBe('数据不存在或已被删除')
})
