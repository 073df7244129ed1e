import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { controlServer } from '@lamplight/control/server'
import { devicesServer } from '@lamplight/devices/server'
import { identityServer } from '@lamplight/identity/server'
import { imeiOf } from '@lamplight/kit'
import { placesServer } from '@lamplight/places/server'
import { createVault, type DriverOrder, type Outbound, OutboundError, type Platform } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type ApiAnswer, type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iotServer } from './index.ts'
import { operatorDriver } from './operator-driver.ts'
import { openPlatform, secretUse } from './platform-client.ts'
import { createVirtualPlatforms } from './virtual-platforms.port.ts'

const OC = '/api/blade-device/iot/oc'
const REG = '/api/blade-device/iot/registration'
const [OWN, OTHER] = ['000000', '100001'] as const
const SECRETS = { appId: 'app', secret: 'Platform-secret-1' }
const imei = (n: number): string => imeiOf(`86000002${String(n).padStart(6, '0')}`)

let product: TestPlatform
let admin: ApiClient
let chief: ApiClient
let vendor: Server
let vendorUrl = ''
/** Paths of the requests that the vendor received. */
const asked: string[] = []
const types: Record<string, string> = {}

const good = <T>(answer: ApiAnswer<T>): T => {
  expect(answer.body).toMatchObject({ code: 200 })
  return answer.data
}
const addPlatform = async (client: ApiClient, name: string, more: object = {}): Promise<string> =>
  good(await client.post<{ id: string }>(`${OC}/save`, { name, baseUrl: vendorUrl, ...SECRETS, ...more })).id
const addDevice = async (n: number, ocId: string): Promise<string> =>
  good(await admin.post<{ id: string }>(`${REG}/submit`, { imei: imei(n), typeId: types[OWN], ocId })).id
const stateOf = async (id: string) => (await admin.get<Record<string, unknown>>(`${REG}/detail`, { id })).data
const statused = (id: string, status: number) =>
  eventually(async () => {
    const row = await stateOf(id)
    return row.registerStatus === status ? row : undefined
  }, 8000)

beforeAll(async () => {
  // Never answers below /silent.
  vendor = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (!request.url?.startsWith('/silent')) response.end('{}')
  })
  await new Promise<void>((ready) => vendor.listen(0, '127.0.0.1', ready))
  vendorUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  const slices = [systemServer, identityServer, placesServer, devicesServer, controlServer, iotServer]
  product = await testPlatform({ slices, config: { OUTBOUND_PRIVATE: '1' } })
  admin = await product.signIn()
  const [role] = await product.platform.system.query<{ id: string }>(
    `select id from identity_role where tenant_id = $1 and role_alias = 'admin' and not is_deleted`,
    [OTHER],
  )
  const who = { tenantId: OTHER, account: 'iot_chief', password: 'Contract-1' }
  good(await admin.post('/api/blade-user/submit', { ...who, realName: '物联', roleId: role?.id }))
  chief = await product.signIn(who)
  const descriptor = JSON.stringify({ driver: 'operator', properties: { level: { label: ['液位', 'Level'], unit: '%' } } })
  for (const [tenantId, client] of [
    [OWN, admin],
    [OTHER, chief],
  ] as const) {
    const type = { unitProductCode: `NB-${tenantId}`, name: '液位计', descriptor }
    types[tenantId] = good(await client.post<{ id: string }>('/api/blade-device/type/submit', type)).id
  }
})
afterAll(async () => {
  vendor?.closeAllConnections()
  vendor?.close()
  await product?.stop()
})

const inProduction = (): Platform => ({ ...product.platform, config: { ...product.platform.config, demo: false } })
/** Sends a command to three devices through the driver; returns the requests that it made and the outcome. */
const sendTo = async (tenantId: string, address: string, outbound: Outbound, expiresAt = Date.now() + 60_000) => {
  const told = { calls: 0, taken: [] as string[], failed: [] as string[] }
  const counted: Outbound = (...call) => {
    told.calls += 1
    return outbound(...call)
  }
  const host = { platform: product.platform, outbound: counted } as Parameters<typeof operatorDriver.start>[0]
  const order = { id: '1', cmd: 'interval', args: {}, sns: [1, 2, 3].map(imei), expiresAt, tenantId, address, route: '' }
  const link = await operatorDriver.start(host)
  await link.send(order as DriverOrder, {
    taken: (sns) => void told.taken.push(...sns),
    failed: (sns) => void told.failed.push(...sns),
    signal: new AbortController().signal,
  })
  return told
}

test('the driver reads a platform of the device’s own tenant only', async () => {
  const id = await addPlatform(admin, '本租户')
  const took: Outbound = async () => new Response('{}')
  expect(await sendTo(OWN, id, took)).toMatchObject({ calls: 3, taken: [1, 2, 3].map(imei) })
  expect(await sendTo(OTHER, id, took)).toEqual({ calls: 0, taken: [], failed: [1, 2, 3].map(imei) })
  expect(await sendTo(OWN, 'no-number', took)).toMatchObject({ calls: 0, taken: [] })
})

test('the driver stops after a network error and after the time of the command, not after a refusal', async () => {
  const id = await addPlatform(admin, '下发')
  const away: Outbound = async () => {
    throw new OutboundError('timeout', 'no answer')
  }
  expect(await sendTo(OWN, id, away)).toEqual({ calls: 1, taken: [], failed: [] })
  const refuses: Outbound = async () => new Response('{}', { status: 403 })
  expect(await sendTo(OWN, id, refuses)).toMatchObject({ calls: 3, failed: [1, 2, 3].map(imei) })
  let left = 0
  const slow: Outbound = async (_address, { timeoutMs = 0 } = {}) => {
    left = timeoutMs
    await new Promise((done) => setTimeout(done, timeoutMs))
    return new Response('{}')
  }
  expect(await sendTo(OWN, id, slow, Date.now() + 300)).toMatchObject({ calls: 1, taken: [imei(1)] })
  expect(left).toBeLessThanOrEqual(300)
  expect(await sendTo(OWN, id, slow, Date.now() - 1)).toMatchObject({ calls: 0 })
})

test('no device can refer to a platform of another tenant: 400 that names the field', async () => {
  const [own, foreign] = [await addPlatform(chief, '甲'), await addPlatform(admin, '乙')]
  const refused = (field: string) => ({ status: 400, body: expect.objectContaining({ code: 400, field }) })
  const registered = { imei: imei(11), typeId: types[OTHER] }
  expect(await chief.post(`${REG}/submit`, { ...registered, ocId: foreign })).toMatchObject(refused('ocId'))
  const device = { sn: 'OWN-1', name: '直接', typeId: types[OTHER] }
  const add = (address: string) => chief.post<{ id: string }>('/api/blade-device/typed/submit', { ...device, address })
  for (const address of [foreign, '1', 'no-number']) expect(await add(address), address).toMatchObject(refused('address'))
  const { id } = good(await add(own))
  expect(await chief.post('/api/blade-device/typed/submit', { id, address: foreign })).toMatchObject(refused('address'))
  good(await chief.post('/api/blade-device/typed/submit', { id, address: own, name: '改名' }))
})

test('one platform that cannot be reached, or whose token cannot be sent, does not delay the others', async () => {
  const [silent, broken, odd, fine] = [
    await addPlatform(admin, '不答', { baseUrl: `${vendorUrl}/silent` }),
    await addPlatform(admin, '坏令牌'),
    await addPlatform(admin, '坏密钥'),
    await addPlatform(admin, '正常'),
  ]
  const token = await createVault(product.platform).seal('line\nbreak', secretUse(OWN, 'token'))
  await product.platform.system.query('update iot_oc set token = $2 where id = $1', [broken, token])
  await product.platform.system.query(`update iot_oc set secret = 'altered' where id = $1`, [odd])
  const waiting = await addDevice(21, silent)
  await eventually(async () => asked.includes('/silent/devices'), 8000)
  const [refused, undecrypted, first] = [await addDevice(22, broken), await addDevice(23, odd), await addDevice(24, fine)]
  await statused(first, 1)
  expect(await statused(refused, 2)).toMatchObject({ registerTries: 1 })
  expect(await statused(undecrypted, 2)).toMatchObject({ registerTries: 1, registerReason: 'internal error' })
  expect(await stateOf(waiting)).toMatchObject({ registerStatus: 0 })
})

test('an access token has printable ASCII characters without spaces', async () => {
  for (const token of ['two words', '令牌', 'line\nbreak', 'x'.repeat(201)])
    expect((await admin.post(`${OC}/save`, { name: 'x', baseUrl: vendorUrl, ...SECRETS, token })).body, token).toMatchObject({
      code: 400,
      field: 'token',
    })
})

test('a change of the address needs the stored secrets again', async () => {
  const id = await addPlatform(admin, '改地址', { token: 'Platform-token-1' })
  const change = async (body: object) => (await admin.post(`${OC}/update`, { id, ...body })).body
  const baseUrl = `${vendorUrl}/elsewhere`
  expect(await change({ baseUrl })).toMatchObject({ code: 400, field: 'secret' })
  expect(await change({ baseUrl, secret: '', token: 'Platform-token-1' })).toMatchObject({ code: 400, field: 'secret' })
  expect(await change({ baseUrl, secret: SECRETS.secret })).toMatchObject({ code: 400, field: 'token' })
  expect(await change({ baseUrl: vendorUrl, name: '改名字' })).toMatchObject({ code: 200 })
  expect((await openPlatform(product.platform, OWN, id))?.baseUrl).toBe(vendorUrl)
  expect(await change({ baseUrl, secret: SECRETS.secret, token: 'Platform-token-2' })).toMatchObject({ code: 200 })
  expect(await openPlatform(product.platform, OWN, id)).toMatchObject({ baseUrl, token: 'Platform-token-2' })
})

test('in production the flag of a virtual platform has no effect', async () => {
  const id = await addPlatform(admin, '虚拟')
  await product.platform.system.query('update iot_oc set virtual = true where id = $1', [id])
  expect(await openPlatform(product.platform, OWN, id)).toMatchObject({ virtual: true })
  expect(await openPlatform(inProduction(), OWN, id)).toMatchObject({ virtual: false })
  const port = createVirtualPlatforms(inProduction())
  expect(await port.list()).toEqual([])
  await port.opened(id, 'http://127.0.0.1:9')
  expect(await openPlatform(inProduction(), OWN, id)).toMatchObject({ baseUrl: vendorUrl })
  const move = () => admin.post(`${OC}/update`, { id, baseUrl: `${vendorUrl}/moved`, secret: SECRETS.secret })
  expect((await move()).body).toMatchObject({ code: 400, field: 'baseUrl' })
  const { config } = product.platform as { config: { demo: boolean } }
  config.demo = false
  try {
    good(await move())
  } finally {
    config.demo = true
  }
})

test('an index finds the due devices of a platform', async () => {
  const [index] = await product.platform.system.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname = 'iot_registration_due'`,
  )
  expect(index?.indexdef).toMatch(/\(tenant_id, oc_id, next_try\) WHERE \(\(next_try IS NOT NULL\) AND \(NOT is_deleted\)\)/)
})
