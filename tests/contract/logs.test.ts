import { identityServer } from '@lamplight/identity/server'
import { defineDomain } from '@lamplight/kit'
import { A, errors, type Route, route, type ServerSlice, T } from '@lamplight/server-kit'
import { type Logs, logsPort } from '@lamplight/system/model'
import { dropOldLogs, systemServer } from '@lamplight/system/server'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

/** A route that fails with an unexpected error. */
const broken: Route = route({
  method: 'POST',
  path: '/api/blade-broken/call',
  summary: ['坏的接口', 'A broken call'],
  permission: 'signed-in',
  body: T.Object({ note: T.Optional(T.String()) }),
  returns: A.done,
  handler: async () => {
    throw new TypeError('the wheel came off\u0000')
  },
})
/** A call that machines send all the time. */
const pushed: Route = route({
  method: 'POST',
  path: '/api/blade-broken/push',
  summary: ['机器推送', 'A push of a machine'],
  permission: 'public',
  logs: 'refused',
  body: T.Object({ signed: T.Boolean() }),
  returns: A.done,
  handler: async ({ body }) => {
    if (!body.signed) throw errors.badToken()
    return {}
  },
})
const brokenSlice: ServerSlice = {
  domain: defineDomain({ name: 'broken', label: ['坏', 'Broken'], level: 5, dependsOn: [] }),
  routes: [broken, pushed],
}

interface Page {
  readonly records: readonly Record<string, string | number>[]
  readonly total: number
}
let product: TestPlatform
let admin: ApiClient
let logs: Logs

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer, brokenSlice] })
  admin = await product.signIn()
  logs = product.platform.port(logsPort)
})
afterAll(() => product?.stop())
beforeEach(async () => {
  await logs.flush()
  for (const kind of ['usual', 'api', 'error', 'client']) await product.platform.system.query(`delete from system_log_${kind}`)
})

/** Returns the log after its pending entries have been written. */
const read = async (kind: string, query: Record<string, unknown> = {}, client = admin): Promise<Page> => {
  // The response is sent before its log entry is queued; a short wait makes sure that it is.
  await new Promise((done) => setTimeout(done, 50))
  await logs.flush()
  return (await client.get<Page>(`/api/blade-log/${kind}/list`, { size: 50, ...query })).data
}

test('log.api.list, log.api.detail, mon.api: write calls and failed calls are logged, reads are not, and no secret with them', async () => {
  await admin.get('/api/blade-system/param/list', { size: 1 })
  await admin.get('/api/blade-system/param/detail', { id: '9', token: 'opens-all' })
  const added = await admin.post('/api/blade-system/param/submit', { paramName: '口令', paramKey: 'x.password', paramValue: 'Hidden-77' })
  expect(added.code, added.msg).toBe(200)
  const { records } = await read('api')
  expect(records.map(({ method, requestUri, status }) => [method, requestUri, status])).toEqual([
    ['POST', '/api/blade-system/param/submit', 200],
    ['GET', '/api/blade-system/param/detail', 400],
  ])
  expect(records[0]).toMatchObject({
    type: '1',
    title: '系统参数新增或修改',
    enTitle: 'Parameter: add or change',
    serviceId: 'lamplight',
    createBy: 'admin',
    tenantId: '000000',
    params: '',
  })
  expect(records[0]?.time).toMatch(/^\d+$/)
  const kept = JSON.stringify(await product.platform.system.query('select * from system_log_api'))
  expect(kept).toContain('"id\\":\\"9\\"')
  expect(kept).not.toMatch(/Hidden-77|opens-all/)
  const detail = await admin.get<Record<string, unknown>>('/api/blade-log/api/detail', { id: records[1]?.id })
  expect(detail.data).toMatchObject({ methodName: '/api/blade-system/param/detail', methodClass: 'blade-system/param', status: 400 })
  expect((await read('api', { serviceId: 'elsewhere' })).total).toBe(0)
})

test('of a route that logs only refusals, succeeded calls are left out; refused and malformed ones are logged', async () => {
  for (let n = 0; n < 60; n += 1) expect((await product.anonymous.post('/api/blade-broken/push', { signed: true })).status).toBe(200)
  expect((await product.anonymous.post('/api/blade-broken/push', { signed: false })).status).toBe(401)
  expect((await product.anonymous.post('/api/blade-broken/push', {})).status).toBe(400)
  const { records } = await read('api')
  expect(records.map(({ requestUri, status }) => [requestUri, status])).toEqual([
    ['/api/blade-broken/push', 400],
    ['/api/blade-broken/push', 401],
  ])
  // The successful calls are not counted as left out either.
  expect((await read('usual', { logId: 'left out' })).total).toBe(0)
})

test('log.error.list, log.error.detail, mon.error: an undeclared error is logged with its stack and the user', async () => {
  expect((await admin.post('/api/blade-broken/call', { note: 'Hidden-78' })).status).toBe(500)
  const { records } = await read('error')
  expect(records).toHaveLength(1)
  expect(records[0]).toMatchObject({
    exceptionName: 'TypeError',
    message: 'the wheel came off',
    createBy: 'admin',
    requestUri: '/api/blade-broken/call',
  })
  const detail = await admin.get<Record<string, unknown>>('/api/blade-log/error/detail', { id: records[0]?.id })
  expect(detail.data.stackTrace).toContain('logs.test')
  expect(detail.data.fileName).toContain('logs.test')
  expect(detail.data.lineNumber).toBeGreaterThan(1)
  expect(JSON.stringify(detail.data)).not.toContain('Hidden-78')
})

test('log.usual.list, log.usual.detail, mon.usual: lines of the server log are stored, secret values masked', async () => {
  product.platform.log.warn('a gateway was late', { gateway: 'GW1', secret: 'Hidden-79', nested: { accessToken: 'Hidden-79' } })
  const { records } = await read('usual', { logId: 'late' })
  expect(records).toMatchObject([{ logLevel: 'warn', logId: 'a gateway was late' }])
  const detail = await admin.get<Record<string, string>>('/api/blade-log/usual/detail', { id: records[0]?.id })
  expect(detail.data.logData).toContain('GW1')
  expect(detail.data.logData).not.toContain('Hidden-79')
})

test('rule.err.client, mon.client: errors of a console are listed', async () => {
  const leaving = await product.signIn()
  await leaving.post('/api/blade-auth/oauth/logout', [{ url: '/city/map', type: 'error', message: 'boom\u0000', stack: 'at x', odd: 1 }])
  expect((await read('client')).records).toMatchObject([{ url: '/city/map', message: 'boom', stack: 'at x', createBy: 'admin' }])
})

test('a tenant reads only its own entries, and nobody can write any', async () => {
  await admin.get('/api/blade-system/param/detail', { id: '9' })
  await product.platform.system.query(`insert into system_log_api (id, tenant_id, title) values (1, '100001', 'theirs')`)
  const [{ n } = { n: 0 }] = await product.platform
    .asTenant('100001')
    .query<{ n: number }>(`select count(*)::int as n from system_log_api where tenant_id <> '100001'`)
  expect(n).toBe(0)
  const { asTenant } = product.platform
  for (const sql of [
    `insert into system_log_api (id, tenant_id) values (2, '100001')`,
    `update system_log_api set title = ''`,
    'delete from system_log_api',
  ])
    await expect(asTenant('100001').query(sql), sql).rejects.toThrow(/permission denied/)
  expect((await product.anonymous.get('/api/blade-log/usual/list')).status).toBe(401)
})

test('calls without a sign-in cannot fill the log, and the number of skipped ones is logged', async () => {
  for (let at = 0; at < 80; at += 1) await product.anonymous.get('/api/blade-system/param/list')
  await new Promise((done) => setTimeout(done, 50))
  const { total } = await read('api')
  expect(total).toBeGreaterThan(0)
  const entries = (await read('usual', { logId: 'left out' })).records
  const left = entries.reduce((sum, { logData }) => sum + Number(JSON.parse(String(logData)).count), 0)
  expect(total + left).toBe(80)
})

test('entries older than `log.keepDays` are deleted by the hour; newer ones stay', async () => {
  const insert = (id: number, days: number) =>
    product.platform.system.query(
      `insert into system_log_error (id, tenant_id, message, create_time) values ($1, '000000', 'old', now() - make_interval(days => $2))`,
      [id, days],
    )
  await insert(11, 91)
  await insert(12, 89)
  expect(await dropOldLogs(product.platform)).toBe(1)
  expect(await product.platform.system.query('select id from system_log_error')).toEqual([{ id: '12' }])
})
