import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DeviceNews, Gateways, Presence } from '../model/index.ts'
import { devicesServer } from './index.ts'

const TENANT = '100001'
let house: TestPlatform
let admin: ApiClient
let next = 1
const clients: MqttClient[] = []

beforeAll(async () => {
  house = await testPlatform({
    slices: [systemServer, identityServer, placesServer, devicesServer],
  })
  admin = await house.signIn()
})
afterAll(() => house?.stop())
afterEach(() => {
  for (const client of clients.splice(0)) client.end(true)
})

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  house.platform.system.query<T>(text, params)

const connect = async (sn: string, secret: string, options: IClientOptions = {}): Promise<MqttClient> => {
  const client = await connectAsync(house.broker.url, { clientId: sn, username: sn, password: secret, reconnectPeriod: 0, ...options })
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
  const id = house.platform.newId()
  await sql('insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, $4)', [
    id,
    TENANT,
    sn,
    children,
  ])
  const devices = Array.from({ length: children }, (_, at) => ({ sn: `LC-${n}-${at}`, id: house.platform.newId() }))
  await sql(
    `insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, name)
     select sn, id, $3, $4, $5, 'lamp ' || sn from unnest($1::text[], $2::bigint[]) as d(sn, id)`,
    [devices.map((device) => device.sn), devices.map((device) => device.id), TENANT, id, sn],
  )
  const secret = await house.platform.port<Gateways>('devices.gateways').issueSecret(sn)
  return { sn, id, secret, devices }
}
const stateOf = async (deviceId: string) =>
  (await sql<Record<string, unknown>>('select * from devices_state where device_id = $1', [deviceId]))[0]
const heard = <T>(event: string): T[] => {
  const all: T[] = []
  house.platform.bus.on<T>(event, (payload) => void all.push(payload))
  return all
}
const now = (): number => Date.now()

test('an unknown gateway is trusted on first use, stands as unregistered, and reports count once it is assigned', async () => {
  const [sn, secret, child] = ['GW-NEW-1', 'brought-from-the-factory', 'LC-NEW-1']
  await expect(connect('GW-NEW-0', 'too-short')).rejects.toThrow(/username or password/i)
  let client = await connect(sn, secret)
  await send(client, sn, 'hello', { sn, type: 'gateway', version: '2.0', children: [{ sn: child, type: 'controller' }], calendars: {} })
  await send(client, sn, 'report', [{ sn: child, at: now(), p: { dim: 50 } }])
  await expect(connect(sn, 'another-secret-of-someone')).rejects.toThrow(/username or password/i)
  const operator = await house.signIn({ tenantId: TENANT, account: 'operator' })
  expect((await operator.get<{ total: number }>('/api/blade-device/gateway/list', { sn, status: 0 })).data.total).toBe(0)
  const listed = await admin.get<{ records: Record<string, unknown>[] }>('/api/blade-device/gateway/list', { sn, status: 0 })
  expect(listed.data.records).toMatchObject([{ sn, status: 0, online: 1, version: '2.0', childCount: 1, tenantId: '000000' }])
  const id = String(listed.data.records[0]?.id)

  expect((await admin.post('/api/blade-device/gateway/unregistered/assign', {}, { ids: id, tenantId: '999999' })).msg).toContain('999999')
  const assigned = await admin.post('/api/blade-device/gateway/unregistered/assign', {}, { ids: id, tenantId: TENANT })
  expect(assigned.data).toEqual({ successCount: 1, failCount: 0, failures: [] })
  const again = await admin.post('/api/blade-device/gateway/unregistered/assign', {}, { ids: id, tenantId: TENANT })
  expect(again.data).toMatchObject({ failCount: 1, failures: [{ id, msg: '当前状态不允许该操作' }] })
  expect((await operator.get<{ total: number }>('/api/blade-device/gateway/list', { sn })).data.total).toBe(1)
  await eventually(() => !client.connected)

  client = await connect(sn, secret)
  await send(client, sn, 'hello', { sn, type: 'gateway', version: '2.0', children: [{ sn: child, type: 'controller' }], calendars: {} })
  const strangers = await operator.get<{ sn: string }[]>('/api/blade-device/device/gw/unregistered_child_dev', { gwSn: sn })
  expect(strangers.data).toEqual([{ sn: child, type: 'controller', gwSn: sn }])
  const deviceId = house.platform.newId()
  await sql('insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn) values ($1, $2, $3, $4, $5)', [
    child,
    deviceId,
    TENANT,
    id,
    sn,
  ])
  house.platform.port<Gateways>('devices.gateways').forget([child])
  await send(client, sn, 'report', [{ sn: child, at: now(), p: { on: true, dim: 50 } }])
  expect(await stateOf(deviceId)).toMatchObject({ state: 1, dim: 50 })

  const busy = await admin.post('/api/blade-device/gateway/unregistered/cancel', {}, { ids: id })
  expect(busy.data).toMatchObject({ failCount: 1, failures: [{ msg: `网关 ${sn} 下仍有已注册的子设备` }] })
  await sql('delete from devices_registry where device_id = $1', [deviceId])
  expect(await stateOf(deviceId)).toBeUndefined()
  expect((await admin.post('/api/blade-device/gateway/unregistered/cancel', {}, { ids: id })).data).toMatchObject({ successCount: 1 })
  expect((await operator.get<{ total: number }>('/api/blade-device/gateway/list', { sn })).data.total).toBe(0)
})

test('a gateway that a person entered waits for its secret; a new secret ends the session of the old', async () => {
  const operator = await house.signIn({ tenantId: TENANT, account: 'operator' })
  const made = await operator.post<{ id: string }>('/api/blade-device/gateway/submit', { sn: 'GW-HAND', name: '手工' })
  expect(made.code, made.msg).toBe(200)
  expect((await admin.post('/api/blade-device/gateway/submit', { sn: 'GW-HAND' })).msg).toBe('该编号的网关已存在')
  const own = await admin.post('/api/blade-device/gateway/submit', { sn: 'GW-OF-ANOTHER' })
  expect(own.code, own.msg).toBe(200)
  const elsewhere = await operator.post('/api/blade-device/gateway/submit', { sn: 'GW-OF-ANOTHER' })
  expect([elsewhere.status, elsewhere.msg]).toEqual([400, '该编号不能在此登记，请由平台管理员分配'])
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

test('the will takes the children along; a quick second connection does not; the next report brings them back', async () => {
  const { sn, id, secret, devices } = await install(2)
  const [lamp] = devices as [(typeof devices)[0], (typeof devices)[0]]
  const told = heard<Presence>('devices.presence')
  const events = heard<DeviceNews>('devices.event')
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
  await eventually(() => told.some((one) => one.online && one.gatewaySn === sn))

  const second = await connect(sn, secret, { will })
  await eventually(() => !first.connected)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await stateOf(lamp.id)).toMatchObject({ state: 1, online: true })
  expect(told.filter((one) => one.gatewaySn === sn)).toHaveLength(1)

  second.stream.destroy()
  await eventually(async () => (await stateOf(lamp.id))?.state === 4)
  const [gateway] = await sql('select online, last_seen from devices_gateway where id = $1', [id])
  expect(gateway?.online).toBe(false)
  await eventually(() => told.filter((one) => one.gatewaySn === sn).length === 2)
  expect(told.at(-1)).toMatchObject({ tenantId: TENANT, gatewayId: id, online: false })
  expect(events.filter((one) => one.sn === sn)).toMatchObject([
    { type: 'communicationFailure', on: false },
    { type: 'communicationFailure', on: true, deviceId: id },
  ])

  const third = await connect(sn, secret)
  await send(third, sn, 'report', [{ sn: lamp.sn, at: now() + 1, p: { on: false, dim: 0 } }])
  expect(await stateOf(lamp.id)).toMatchObject({ state: 2, online: true })
  expect(await stateOf(devices[1]?.id as string)).toMatchObject({ state: 4, online: false })
})
