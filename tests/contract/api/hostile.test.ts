import { connect } from 'node:net'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

let product: TestPlatform
let admin: ApiClient
let lampIds: string[]
const HUGE = '9999999999999999999'

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await product.signIn()
  lampIds = (
    await product.platform.system.query<{ id: string }>("select id from lighting_lamp where tenant_id = '000000' order by id")
  ).map((row) => row.id)
})
afterAll(() => product?.stop())

/** Sends raw text to the HTTP port; returns what it reads until the server closes the connection or a time limit passes. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(product.url)
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let received = ''
    socket.on('data', (bytes) => {
      received += String(bytes)
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
    setTimeout(() => socket.destroy(), 1000)
  })
const upgrade = (path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`

test.each([
  ['an address that is none', upgrade('//')],
  ['a cookie that cannot be decoded', upgrade('/ws?x', 'Cookie: saber-access-token=%E0%A4%A\r\n')],
  ['another path', upgrade('/elsewhere')],
  ['no token', upgrade('/ws')],
])('rule.socket.error: an upgrade with %s is refused and the server goes on', async (_what, text) => {
  expect(await raw(text)).not.toMatch(/101 Switching/)
  expect((await fetch(`${product.url}/api/health`)).status).toBe(200)
})

test.each([
  ['nothing', {}],
  ['an array', []],
  ['a misspelt name', { nme: 'x' }],
  ['a prototype key', { constructor: '1' }],
  ['paging alone', { current: '1', size: '10' }],
])('a filter of %s does not select every lamp', async (_what, filter) => {
  const before = await product.platform.system.query('select 1 from control_batch')
  expect((await admin.post('/api/blade-city/lamp/dim', { filter, level: 77, duration: 1 })).code).toBe(400)
  expect((await admin.post('/api/blade-city/lamp/dim', { ids: [lampIds[0]], filter, level: 77, duration: 1 })).code).toBe(400)
  expect(
    (await admin.post('/api/blade-city/controller/batch/command', { command: 'dim', level: 30, duration: 5, selector: { filter } })).code,
  ).toBe(400)
  expect(await product.platform.system.query('select 1 from control_batch')).toHaveLength(before.length)
})

test('a filter selects matching lamps, and all lamps only with all=1', async () => {
  const name = (await admin.get<{ name: string }>('/api/blade-city/lamp/detail', { id: lampIds[0] })).data.name
  const preview = (filter: object) =>
    admin.post<{ lamps: number }>('/api/blade-city/controller/batch/command/preview', { command: 'on', duration: 5, selector: { filter } })
  expect((await preview({ name_equal: name })).data.lamps).toBe(1)
  expect((await preview({ all: '1' })).data.lamps).toBe(lampIds.length)
})

test('actions without filter support refuse filters', async () => {
  const before = await product.platform.system.query('select id, password from identity_user order by id')
  expect((await admin.post('/api/blade-user/reset', { filter: { all: '1' } })).code).toBe(400)
  expect((await admin.post('/api/blade-device/gateway/secret', { filter: { all: '1' } })).code).toBe(400)
  expect(await product.platform.system.query('select id, password from identity_user order by id')).toEqual(before)
})

test.each([' ', '0x1E', '1e1', 'NaN', '３０'])('a level written %j is refused', async (dimValue) => {
  const answer = await admin.post('/api/blade-city/controller/batch/manual/switch-lum', { controllerIds: '1', dimValue, duration: 5 })
  expect([answer.status, answer.msg.includes('dimValue')]).toEqual([400, true])
})

const GETS: [path: string, query: Record<string, string>][] = [
  ['/api/blade-city/controller/page', { dim_like: 'x' }],
  [`/api/blade-city/controller/${HUGE}`, {}],
  ['/api/blade-city/device_group/detail', { id: HUGE }],
  ['/api/blade-city/lamp/list', { currentControllerStatus_ge: '9223372036854775808' }],
  ['/api/blade-city/lamp/list', { remark_like: '\u0000' }],
  ['/api/blade-city/lamp/list', { constructor: '1', __proto__x: '1', toString: '2' }],
  ['/api/blade-city/lamp/search', { q: '%' }],
  ['/api/blade-device/telemetry/history', { deviceId: 'x' }],
]
test.each(GETS)('GET %s %j does not fail with 500', async (path, query) => {
  expect((await admin.get(path, query)).status).toBeLessThan(500)
})
const POSTS: [path: string, body: unknown][] = [
  ['/api/blade-system/area/submit', { areaName: '\ud800' }],
  ['/api/blade-system/area/submit', { areaName: 'x\u0000y' }],
  ['/api/blade-city/lamp/dim', { ids: { toString: 1 }, level: 1, duration: 1 }],
  ['/api/blade-city/lamp/dim', { ids: [{ toString: 1 }], level: 1, duration: 1 }],
  ['/api/blade-city/lamp/dim', { ids: HUGE, level: 1, duration: 1 }],
  ['/api/blade-city/lamp/submit', { name: 'a', sn: 'b', kind: { toString: 1 }, power: { valueOf: 1 } }],
  ['/api/blade-city/lamp/submit', { name: 'a', sn: 'b', lampControlId: HUGE }],
  ['/api/blade-city/controller/batch/command', { command: 'dim', level: 5, duration: 5, selector: { filter: { dim_ge: '99999999999' } } }],
  ['/api/blade-city/commandrecord/retry', { commandRecordId: HUGE }],
  ['/api/blade-auth/oauth/token?tenantId=%00&username=%00&password=x&grant_type=password', undefined],
]
test.each(POSTS)('POST %s %j does not fail with 500', async (path, body) => {
  const answer = await admin.post(path, body)
  expect(answer.status).toBe(400)
})

test('a serial number of another tenant gets the same answer as an unused one; a repeat within the tenant is refused', async () => {
  const [known] = await product.platform.system.query<{ sn: string }>(
    "select sn from lighting_controller where tenant_id = '100001' limit 1",
  )
  const add = (sn: string | undefined) => admin.post('/api/blade-city/controller', { sn, name: 'dup' })
  const [taken, unknown] = [await add(known?.sn), await add('NOBODY-HAS-THIS')]
  expect([taken.status, taken.msg, Object.keys(taken.body)]).toEqual([unknown.status, unknown.msg, Object.keys(unknown.body)])
  expect(taken.status).toBe(200)
  const again = await add(known?.sn)
  expect([again.status, again.msg]).toEqual([400, '序列号已存在'])
})
