import { identityServer } from '@lamplight/identity/server'
import type { EventKey } from '@lamplight/kit'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DEVICE_NEWS, GATEWAY_PRESENCE } from '../model/events.ts'
import { gatewaysPort } from '../model/ports.ts'
import { claimCodeOf } from './claim-code.ts'
import { issueSecrets } from './credentials.ts'
import { devicesServer } from './index.ts'

const TENANT = '100001'
let product: TestPlatform
let admin: ApiClient
let next = 1
const clients: MqttClient[] = []

beforeAll(async () => {
  product = await testPlatform({
    slices: [systemServer, identityServer, placesServer, devicesServer],
  })
  admin = await product.signIn()
})
afterAll(() => product?.stop())
afterEach(() => {
  for (const client of clients.splice(0)) client.end(true)
})

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)

const connect = async (sn: string, secret: string, options: IClientOptions = {}): Promise<MqttClient> => {
  const client = await connectAsync(product.broker.url, { clientId: sn, username: sn, password: secret, reconnectPeriod: 0, ...options })
  client.on('error', () => undefined)
  clients.push(client)
  return client
}
const send = (client: MqttClient, sn: string, kind: string, message: unknown): Promise<unknown> =>
  client.publishAsync(`ll/1/${sn}/up/${kind}`, typeof message === 'string' ? message : JSON.stringify(message), { qos: 1 })

/** An assigned gateway with a secret and `children` registered devices. */
const install = async (children: number): Promise<{ sn: string; id: string; secret: string; devices: { sn: string; id: string }[] }> => {
  const n = next++
  const sn = `GW-${n}`
  const id = product.platform.newId()
  await sql('insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, $4)', [
    id,
    TENANT,
    sn,
    children,
  ])
  const devices = Array.from({ length: children }, (_, at) => ({ sn: `LC-${n}-${at}`, id: product.platform.newId() }))
  await sql(
    `insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, name)
     select sn, id, $3, $4, $5, 'lamp ' || sn from unnest($1::text[], $2::bigint[]) as d(sn, id)`,
    [devices.map((device) => device.sn), devices.map((device) => device.id), TENANT, id, sn],
  )
  const secret = await product.platform.port(gatewaysPort).issueSecret(sn)
  return { sn, id, secret, devices }
}
const stateOf = async (deviceId: string) =>
  (await sql<Record<string, unknown>>('select * from devices_state where device_id = $1', [deviceId]))[0]
const eventsOf = <T>(event: EventKey<T>): T[] => {
  const all: T[] = []
  product.platform.bus.on(event, (payload) => void all.push(payload))
  return all
}
const now = (): number => Date.now()

test('an unknown gateway is trusted on first use, listed as unregistered, and its reports count once it is assigned', async () => {
  const [sn, secret, child] = ['GW-NEW-1', 'brought-from-the-factory', 'LC-NEW-1']
  await expect(connect('GW-NEW-0', 'too-short')).rejects.toThrow(/username or password/i)
  let client = await connect(sn, secret)
  await send(client, sn, 'hello', { sn, type: 'gateway', version: '2.0', children: [{ sn: child, type: 'controller' }], calendars: {} })
  await send(client, sn, 'report', [{ sn: child, at: now(), p: { dim: 50 } }])
  const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  expect((await operator.get<{ total: number }>('/api/blade-device/gateway/list', { sn, status: 0 })).data.total).toBe(0)
  const listed = await admin.get<{ records: Record<string, unknown>[] }>('/api/blade-device/gateway/list', { sn, status: 0 })
  expect(listed.data.records).toMatchObject([{ sn, status: 0, online: 1, version: '2.0', childCount: 1, tenantId: '000000' }])
  const id = String(listed.data.records[0]?.id)

  expect((await admin.post('/api/blade-device/gateway/unregistered/assign', {}, { ids: id, tenantId: '999999' })).msg).toContain('999999')
  const assigned = await admin.post('/api/blade-device/gateway/unregistered/assign', {}, { ids: id, tenantId: TENANT })
  expect(assigned.data).toEqual({ successCount: 1, failCount: 0, failures: [] })
  const again = await admin.post('/api/blade-device/gateway/unregistered/assign', {}, { ids: id, tenantId: TENANT })
  expect(again.data).toMatchObject({ failCount: 1, failures: [{ id, msg: `当前状态不允许该操作：${sn}（已分配）` }] })
  expect((await operator.get<{ total: number }>('/api/blade-device/gateway/list', { sn })).data.total).toBe(1)
  await eventually(() => !client.connected)

  await expect(connect(sn, 'another-secret-of-someone')).rejects.toThrow(/username or password/i)
  client = await connect(sn, secret)
  await send(client, sn, 'hello', { sn, type: 'gateway', version: '2.0', children: [{ sn: child, type: 'controller' }], calendars: {} })
  const strangers = await operator.get<{ sn: string }[]>('/api/blade-device/device/gw/unregistered_child_dev', { gwSn: sn })
  expect(strangers.data).toEqual([{ sn: child, type: 'controller', gwSn: sn }])
  const deviceId = product.platform.newId()
  await sql('insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn) values ($1, $2, $3, $4, $5)', [
    child,
    deviceId,
    TENANT,
    id,
    sn,
  ])
  product.platform.port(gatewaysPort).forget([child])
  await send(client, sn, 'report', [{ sn: child, at: now(), p: { on: true, dim: 50 } }])
  expect(await stateOf(deviceId)).toMatchObject({ state: 1, dim: 50 })

  const busy = await admin.post('/api/blade-device/gateway/unregistered/cancel', {}, { ids: id })
  expect(busy.data).toMatchObject({ failCount: 1, failures: [{ msg: `网关 ${sn} 下仍有已注册的子设备` }] })
  await sql('delete from devices_registry where device_id = $1', [deviceId])
  expect(await stateOf(deviceId)).toBeUndefined()
  expect((await admin.post('/api/blade-device/gateway/unregistered/cancel', {}, { ids: id })).data).toMatchObject({ successCount: 1 })
  expect((await operator.get<{ total: number }>('/api/blade-device/gateway/list', { sn })).data.total).toBe(0)
})

test('the page of unregistered devices shows the real address of the broker', async () => {
  const { data } = await admin.get<{ url: string; local: boolean }[]>('/api/blade-device/gateway/unregistered/address')
  expect(data).toEqual([{ url: product.broker.url, local: true }])
})

test('a gateway entered by a user waits for its secret; a new secret ends the session of the old one', async () => {
  const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const made = await operator.post<{ id: string }>('/api/blade-device/gateway/submit', { sn: 'GW-HAND', name: '手工' })
  expect(made.code, made.msg).toBe(200)
  expect((await operator.post('/api/blade-device/gateway/submit', { sn: 'gw-hand' })).msg).toBe('该编号的网关已存在')
  expect((await admin.post('/api/blade-device/gateway/submit', { sn: 'GW-HAND' })).msg).toBe(
    `该编号已由租户 ${TENANT} 登记，可在列表中将其转移`,
  )
  const devices = await admin.get('/api/blade-device/gateway/child_device', { gwSn: 'GW-HAND' })
  expect([devices.status, devices.msg]).toEqual([400, `该网关属于租户 ${TENANT}，请登录该租户查看其设备`])
  await expect(connect('GW-HAND', 'a-secret-that-is-long-enough')).rejects.toThrow(/username or password/i)
  expect((await operator.post('/api/blade-device/gateway/secret', {}, { id: made.data.id })).msg).toBe('没有该操作的权限')
  const first = await admin.post<{ secret: string }>('/api/blade-device/gateway/secret', {}, { id: made.data.id })
  expect(first.data.secret).toMatch(/^[\w-]{43}$/)
  const client = await connect('GW-HAND', first.data.secret)
  const second = await admin.post<{ secret: string }>('/api/blade-device/gateway/secret', {}, { id: made.data.id })
  await eventually(() => !client.connected)
  await expect(connect('GW-HAND', first.data.secret)).rejects.toThrow(/username or password/i)
  await connect('GW-HAND', second.data.secret)
})

test('the will takes the children offline; a quick second connection does not; the next report brings them back', async () => {
  const { sn, id, secret, devices } = await install(2)
  const [lamp] = devices as [(typeof devices)[0], (typeof devices)[0]]
  const changes = eventsOf(GATEWAY_PRESENCE)
  const events = eventsOf(DEVICE_NEWS)
  const will = {
    topic: `ll/1/${sn}/up/event`,
    payload: Buffer.from(JSON.stringify([{ sn, at: 0, type: 'communicationFailure', on: true }])),
    qos: 1 as const,
    retain: false,
  }
  const first = await connect(sn, secret, { will })
  await send(
    first,
    sn,
    'report',
    devices.map((device) => ({ sn: device.sn, at: now(), p: { on: true, dim: 100 } })),
  )
  await eventually(() => changes.some((one) => one.online && one.gatewaySn === sn))

  const second = await connect(sn, secret, { will })
  await eventually(() => !first.connected)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await stateOf(lamp.id)).toMatchObject({ state: 1, online: true })
  expect(changes.filter((one) => one.gatewaySn === sn)).toHaveLength(1)

  second.stream.destroy()
  await eventually(async () => (await stateOf(lamp.id))?.state === 4)
  const [gateway] = await sql('select online, last_seen from devices_gateway where id = $1', [id])
  expect(gateway?.online).toBe(false)
  await eventually(() => changes.filter((one) => one.gatewaySn === sn).length === 2)
  expect(changes.at(-1)).toMatchObject({ tenantId: TENANT, gatewayId: id, online: false })
  expect(events.flat().filter((one) => one.sn === sn)).toMatchObject([
    { type: 'communicationFailure', on: false },
    { type: 'communicationFailure', on: true, deviceId: id },
  ])

  const third = await connect(sn, secret)
  await send(third, sn, 'report', [{ sn: lamp.sn, at: now() + 1, p: { on: false, dim: 0 } }])
  expect(await stateOf(lamp.id)).toMatchObject({ state: 2, online: true })
  expect(await stateOf(devices[1]?.id as string)).toMatchObject({ state: 4, online: false })
})

interface SignIns {
  readonly kept: string
  readonly firstIp: string
  readonly lastIp: string
  readonly conflict: number
  readonly children: { sn: string }[]
  readonly refused: { ip: string; reason: string; count: number }[]
  readonly entered: { tenantId: string; holds: number }[]
}
const signInsOf = async (sn: string, client = admin) => (await client.get<SignIns>('/api/blade-device/gateway/sign-in', { sn })).data
/** Waits until refused sign-ins have been written and returns their reasons. */
const refusedOf = (sn: string, ...reasons: string[]) =>
  eventually(async () => {
    const shown = await signInsOf(sn)
    return reasons.every((reason) => shown.refused.some((one) => one.reason === reason)) ? shown : null
  })
const idOf = async (sn: string, tenantId: string): Promise<string> => {
  const [row] = await sql<{ id: string }>('select id from devices_gateway where sn = $1 and tenant_id = $2 and not is_deleted', [
    sn,
    tenantId,
  ])
  return String(row?.id)
}
const WRONG = /username or password/i

test('a conflict on first use is listed and blocks assignment; the box with the claim code gets the serial number', async () => {
  const sn = 'GW-STOLEN'
  const [real, fake] = ['the-secret-of-the-real-box', 'the-secret-of-the-stranger']
  const stranger = await connect(sn, fake)
  await send(stranger, sn, 'hello', { sn, type: 'gateway', version: '9', children: [{ sn: 'LC-FAKE', type: 'controller' }], calendars: {} })
  await expect(connect(sn, real)).rejects.toThrow(WRONG)
  const shown = await refusedOf(sn, 'secret')
  expect(shown).toMatchObject({ kept: 'firstUse', firstIp: '127.0.0.1', lastIp: '127.0.0.1', conflict: 1, children: [{ sn: 'LC-FAKE' }] })
  expect(shown.refused).toMatchObject([{ ip: '127.0.0.1', reason: 'secret', count: 1 }])
  const page = await admin.get<{ records: { sn: string }[] }>('/api/blade-device/gateway/unregistered/page')
  expect(page.data.records.find((row) => row.sn === sn)).toMatchObject({
    conflict: 1,
    refusedCount: 1,
    firstIp: '127.0.0.1',
    childCount: 1,
  })

  const notices = () => sql(`select title, content from system_notice where content like $1`, [`%${sn}%`])
  await eventually(async () => (await notices()).length > 0)
  await expect(connect(sn, 'another-secret-of-a-stranger')).rejects.toThrow(WRONG)
  await expect.poll(async () => (await refusedOf(sn, 'secret')).refused).toMatchObject([{ count: 2 }])
  expect(await notices()).toEqual([
    { title: expect.stringContaining('网关编号冲突'), content: expect.stringContaining('Unregistered devices') },
  ])
  expect((await admin.get<{ count: number }>('/api/blade-desk/notice/unread')).data.count).toBeGreaterThan(0)

  const ids = await idOf(sn, '000000')
  const assign = (claimCode?: string) =>
    admin.post<{ failures: { msg: string }[] }>('/api/blade-device/gateway/unregistered/assign', {}, { ids, tenantId: TENANT, claimCode })
  expect((await assign()).data.failures[0]?.msg).toContain('有两台设备')
  const label = claimCodeOf(sn, real)
  expect(label).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)
  expect(await assign(label)).toMatchObject({ status: 400, body: { field: 'claimCode' } })
  expect(await assign('nonsense')).toMatchObject({ status: 400, body: { field: 'claimCode' } })
  expect((await signInsOf(sn)).kept).toBe('firstUse')

  expect(
    (await admin.post('/api/blade-device/gateway/claim', {}, { ids, claimCode: label.toLowerCase().replaceAll('-', ' ') })).data,
  ).toEqual({
    sn,
    paired: 0,
  })
  await eventually(() => !stranger.connected)
  await expect(connect(sn, fake)).rejects.toThrow(WRONG)
  await connect(sn, real)
  expect(await refusedOf(sn, 'claim')).toMatchObject({ kept: 'paired' })
  expect((await assign(label)).data).toMatchObject({ failures: [] })
  await connect(sn, real)
  await expect(connect(sn, fake)).rejects.toThrow(WRONG)
})

test('a serial number in other case is a conflict; a box with two names is listed with its address', async () => {
  const stranger = await connect('gw-letters', 'the-secret-of-the-stranger')
  await send(stranger, 'gw-letters', 'hello', { sn: 'gw-letters', type: 'gateway', version: '9', children: [], calendars: {} })
  await expect(connect('GW-LETTERS', 'the-secret-of-the-real-box')).rejects.toThrow(WRONG)
  expect(await refusedOf('gw-letters', 'case')).toMatchObject({ kept: 'firstUse', conflict: 1 })
  await eventually(async () => (await sql(`select 1 from system_notice where content like '%gw-letters%'`)).length > 0)
  const ids = await idOf('gw-letters', '000000')
  const assigned = await admin.post<{ failures: { msg: string }[] }>(
    '/api/blade-device/gateway/unregistered/assign',
    {},
    { ids, tenantId: TENANT },
  )
  expect(assigned.data.failures[0]?.msg).toContain('有两台设备')

  await expect(connect('GW-TWO-NAMES', 'a-secret-of-some-length', { clientId: 'another' })).rejects.toThrow(/not authorized/i)
  const listed = () => admin.get<{ sn: string }[]>('/api/blade-device/gateway/unregistered/refused')
  await expect
    .poll(async () => (await listed()).data.find(({ sn }) => sn === 'GW-TWO-NAMES'))
    .toMatchObject({ ip: '127.0.0.1', reason: 'names', count: 1 })
})

test('a serial number entered by a user is never trusted on first use, in any case of letters, nor after a cancelled assignment', async () => {
  const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const { data } = await operator.post<{ id: string }>('/api/blade-device/gateway/submit', { sn: 'GW-Named' })
  const secret = 'a-secret-of-some-length'
  await expect(connect('GW-Named', secret)).rejects.toThrow(WRONG)
  await expect(connect('gw-named', secret)).rejects.toThrow(WRONG)
  await refusedOf('GW-Named', 'unpaired', 'case')
  expect((await admin.post('/api/blade-device/gateway/unregistered/cancel', {}, { ids: data.id })).data).toMatchObject({ successCount: 1 })
  await expect(connect('GW-Named', secret)).rejects.toThrow(WRONG)
  expect(await sql('select 1 from devices_credential where gateway_id = $1', [data.id])).toEqual([])
})

test('two tenants enter one serial number: both get the same answer, the claim code decides, the platform sees both and moves it', async () => {
  const other = '100002'
  await sql(`insert into identity_tenant (id, tenant_id, tenant_name) values ($1, $2, 'Another city') on conflict do nothing`, [
    product.platform.newId(),
    other,
  ])
  const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const sn = 'GW-TWICE'
  const first = product.platform.newId()
  await sql('insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 0)', [
    first,
    other,
    sn,
  ])
  const [taken, unknown] = await Promise.all(
    [sn, 'GW-ONCE'].map((one) => operator.post<{ id: string }>('/api/blade-device/gateway/submit', { sn: one })),
  )
  const looks = (answer: typeof taken) => JSON.stringify(answer).replaceAll(/\d{19}/g, 'id')
  expect(looks(taken)).toEqual(looks(unknown))
  expect((await signInsOf(sn)).entered).toEqual([
    { tenantId: other, holds: 1 },
    { tenantId: TENANT, holds: 0 },
  ])
  expect((await signInsOf(sn, operator)).entered).toEqual([])

  const secret = 'the-secret-of-the-factory'
  const id = String(taken?.data.id)
  expect((await operator.post('/api/blade-device/gateway/claim', {}, { ids: id, claimCode: claimCodeOf(sn, secret) })).code).toBe(200)
  const client = await connect(sn, secret)
  expect((await signInsOf(sn)).entered).toEqual([
    { tenantId: TENANT, holds: 1 },
    { tenantId: other, holds: 0 },
  ])
  // The first tenant gets an issued secret too late: another gateway has already proven the number.
  const late = await product.platform.system.tx((query) => issueSecrets(query, [first], false))
  await expect(connect(sn, late[0] as string)).rejects.toThrow(WRONG)
  await refusedOf(sn, 'held')
  expect(client.connected).toBe(true)

  const moved = await admin.post('/api/blade-device/gateway/move', {}, { ids: id, tenantId: other })
  expect(moved.data, moved.msg).toMatchObject({ successCount: 1 })
  await eventually(() => !client.connected)
  await connect(sn, secret)
  expect((await signInsOf(sn)).entered).toEqual([{ tenantId: other, holds: 1 }])
  expect((await operator.get<{ total: number }>('/api/blade-device/gateway/list', { sn })).data.total).toBe(0)
})

test('two tenants with one serial number: each device hears its own gateway', async () => {
  const own = await install(2)
  const other = await install(1)
  const [twin, id] = [own.devices[0]?.sn as string, product.platform.newId()]
  const tenant = '100777'
  await sql('update devices_gateway set tenant_id = $2 where id = $1', [other.id, tenant])
  await sql('insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn) values ($1, $2, $3, $4, $5)', [
    twin,
    id,
    tenant,
    other.id,
    other.sn,
  ])
  product.platform.port(gatewaysPort).forget()
  const [near, far] = [await connect(own.sn, own.secret), await connect(other.sn, other.secret)]
  for (const dim of [20, 30]) {
    const report = (sn: string, level: number) => [{ sn, at: now(), p: { dim: level } }]
    await send(near, own.sn, 'report', report(twin, dim))
    await send(far, other.sn, 'report', report(twin, dim + 1))
    expect([(await stateOf(own.devices[0]?.id as string))?.dim, (await stateOf(id))?.dim]).toEqual([dim, dim + 1])
  }
  await send(far, other.sn, 'report', [{ sn: own.devices[1]?.sn, at: now(), p: { dim: 77 } }])
  expect((await stateOf(own.devices[1]?.id as string))?.dim).not.toBe(77)
  const hello = { sn: other.sn, type: 'gateway', version: '1', children: [{ sn: own.devices[1]?.sn, type: 'controller' }], calendars: {} }
  await send(far, other.sn, 'hello', hello)
  expect(await sql('select sn, tenant_id from devices_stranger where gateway_sn = $1', [other.sn])).toEqual([
    { sn: own.devices[1]?.sn, tenant_id: tenant },
  ])
})

test('failed sign-ins from an address do not block correct secrets or first use from the same address', async () => {
  const gateways = await Promise.all(Array.from({ length: 20 }, () => install(0)))
  const brought = 'a-secret-that-was-brought'
  await connect('GW-BROUGHT', brought)
  const guesses = Array.from({ length: 400 }, (_, n) => {
    const names = ['GW-BROUGHT', gateways[n % 20]?.sn as string, `GW-GUESS-${n}`]
    return connect(names[n % 3] as string, n % 3 === 2 ? 'short' : `wrong-secret-number-${n}`).then(
      () => 'in',
      () => 'out',
    )
  })
  const right = gateways.map(({ sn, secret }) => connect(sn, secret))
  expect((await Promise.all(right)).every((client) => client.connected)).toBe(true)
  expect((await connect('GW-BROUGHT', brought)).connected).toBe(true)
  expect((await connect('GW-NEW-FROM-THERE', 'a-secret-of-a-new-one')).connected).toBe(true)
  expect(new Set(await Promise.all(guesses))).toEqual(new Set(['out']))
  const rows = await sql<{ n: number }>(`select count(*)::int as n from devices_gateway where sn like 'GW-GUESS-%'`)
  expect(rows[0]?.n).toBe(0)
})
