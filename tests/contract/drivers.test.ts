import { driversPort } from '@lamplight/control/server'
import { defineDeviceResource, gatewaysPort } from '@lamplight/devices/model'
import { devicesOf } from '@lamplight/devices/server'
import { f } from '@lamplight/fields/model'
import { defineDeviceType, defineDomain, defineMenu } from '@lamplight/kit'
import type { Command } from '@lamplight/protocol'
import { ddlOf, type ServerSlice } from '@lamplight/server-kit'
import { type ApiClient, eventually, freshDatabase, queryOnce, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'
import { openVendor, type Vendor, vendorDriver } from './vendor-driver.ts'

const GATEWAY = 'GW-BEACON'
const BASE = '/api/blade-device/beacon'

const beaconType = defineDeviceType({
  name: 'beacon',
  code: 901,
  label: ['信标', 'Beacon'],
  driver: 'vendor',
  properties: { level: { slot: 1, label: ['亮度', 'Level'], unit: '%', min: 0, max: 100, decimals: 0, history: true } },
  commands: {
    dim: {
      label: ['调光', 'Dim'],
      input: { level: f.int({ label: ['亮度', 'Level'], min: 0, max: 100, required: true }) },
      proves: { level: 'level' },
    },
    flash: { label: ['闪烁', 'Flash'], repeatable: false },
  },
  events: [],
})
const beacon = defineDeviceResource(beaconType, {
  name: 'beacons.beacon',
  about: ['测试用信标', 'Beacons of a test'],
  code: 'beacon',
  api: { base: 'blade-device/beacon', verbs: ['list', 'detail', 'submit', 'remove'] },
})
const domain = defineDomain({
  name: 'beacons',
  label: ['信标', 'Beacons'],
  about: ['信标', 'Beacons'],
  level: 4,
  dependsOn: ['devices', 'control'],
})
const menu = defineMenu([
  {
    code: 'beacon',
    label: beacon.label,
    path: '/equipmentMana/beacon',
    icon: 'trash',
    sort: 90,
    parent: 'equipment',
    resource: beacon.name,
  },
])

let ignoresCommands = false
let vendor: Vendor
let database: Awaited<ReturnType<typeof freshDatabase>>
let product: TestPlatform
let admin: ApiClient
let client: MqttClient
const commands: Command[] = []
const ids: Record<string, string> = {}

const slice = (): ServerSlice => ({
  domain,
  ...devicesOf([{ resource: beacon, type: beaconType }]),
  menu,
  drivers: [vendorDriver(vendor.base, () => ignoresCommands)],
})
const open = async (config: Record<string, string> = {}): Promise<void> => {
  product = await testPlatform({
    slices: [...slices, slice()],
    database: { ...database, drop: async () => undefined },
    config: { OUTBOUND_PRIVATE: '1', COMMAND_VERIFY_SECONDS: '3', COMMAND_RESEND_SECONDS: '0.5', DEMO_LAMPS: '0', ...config },
  })
  admin = await product.signIn()
}
const connect = async (): Promise<void> => {
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret, reconnectPeriod: 0 })
  client.on('message', (_topic, payload) => commands.push(JSON.parse(payload.toString()) as Command))
  await client.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })
}

beforeAll(async () => {
  vendor = await openVendor()
  database = await freshDatabase()
  await queryOnce(database.url, ddlOf(beacon))
  await open()
  const gatewayId = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 1)',
    [gatewayId, '000000', GATEWAY],
  )
  await connect()
  for (const [sn, more] of [
    ['B-MQTT', { gatewayId }],
    ['B-1', { address: 'acme' }],
    ['B-2', { address: 'acme' }],
    ['B-NO', { address: 'acme' }],
    ['B-NONE', {}],
  ] as const) {
    expect((await admin.post(`${BASE}/submit`, { sn, name: sn, ...more })).body).toMatchObject({ code: 200 })
    ids[sn] = (await admin.get<{ records: { id: string }[] }>(`${BASE}/list`, { sn_equal: sn })).data.records[0]?.id ?? ''
  }
  vendor.manners.set('B-NO', 'refuses')
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
  await vendor?.close()
  await database?.drop()
})

const order = async (action: string, sns: readonly string[], body: object = {}): Promise<string> => {
  const answer = await admin.post<{ batchId: string }>(`${BASE}/${action}`, { ids: sns.map((sn) => ids[sn]), ...body })
  expect(answer.body).toMatchObject({ code: 200 })
  return answer.data.batchId
}
const itemsOf = async (commandRecordId: string): Promise<Record<string, Record<string, unknown>>> =>
  Object.fromEntries(
    (
      await admin.get<{ records: { sn: string }[] }>('/api/blade-city/commandrecord/executeStatus', { commandRecordId, size: 100 })
    ).data.records.map((item) => [item.sn, item]),
  )
const stand = (batchId: string, as: Record<string, object>): Promise<unknown> =>
  eventually(async () => {
    expect(await itemsOf(batchId)).toMatchObject(as)
    return true
  }, 15_000)
const taken = (key: string, n: number): Promise<unknown> => eventually(() => vendor.of(key).length >= n && true, 8000)
const answer = (key: string, p?: Record<string, unknown>): void => {
  for (const task of vendor.of(key)) task.answer = { ok: true, code: 'ok', at: Date.now(), ...(p ? { p } : {}) }
}

test('a preview counts only devices that no driver reaches as without a gateway', async () => {
  const counted = await admin.post('/api/blade-device/command/preview', { deviceType: beaconType.code, ids: Object.values(ids) })
  expect(counted.data).toMatchObject({ lamps: 5, gateways: 1, noGatewayLamps: 1 })
})

test('a type created at run time names a driver: its devices have an access address, and commands go to the vendor platform', async () => {
  const descriptor = {
    driver: 'vendor',
    properties: { level: { label: ['亮度', 'Level'], unit: '%', min: 0, max: 100, decimals: 0, history: true } },
    commands: {
      dim: {
        label: ['调光', 'Dim'],
        input: { level: { kind: 'int', label: ['亮度', 'Level'], min: 0, max: 100, required: true } },
        proves: { level: 'level' },
      },
    },
  }
  const type = async (unitProductCode: string, options: object) =>
    (await admin.post('/api/blade-device/type/submit', { unitProductCode, name: unitProductCode, descriptor: JSON.stringify(options) }))
      .body
  expect(await type('LOST', { ...descriptor, driver: 'carrier' })).toMatchObject({ code: 400, field: 'descriptor' })
  for (const [code, options] of [
    ['BEACON-2', descriptor],
    ['PLAIN', { properties: descriptor.properties }],
  ] as const)
    expect(await type(code, options)).toMatchObject({ code: 200 })
  const types = (await admin.get<{ records: { id: string; unitProductCode: string; code: number }[] }>('/api/blade-device/type/list')).data
    .records
  const [own, plain] = ['BEACON-2', 'PLAIN'].map((code) => types.find(({ unitProductCode }) => unitProductCode === code))
  const add = async (body: object) => (await admin.post('/api/blade-device/typed/submit', body)).body
  expect(await add({ sn: 'T-0', typeId: plain?.id, address: 'acme' })).toMatchObject({ code: 400, field: 'address' })
  expect(await add({ sn: 'T-1', typeId: own?.id, address: 'acme' })).toMatchObject({ code: 200 })
  const fixed = { id: own?.id, descriptor: JSON.stringify({ properties: descriptor.properties }) }
  expect((await admin.post('/api/blade-device/type/submit', fixed)).body).toMatchObject({ code: 400, field: 'descriptor' })
  const deviceId =
    (await admin.get<{ records: { id: string }[] }>('/api/blade-device/typed/list', { sn_equal: 'T-1' })).data.records[0]?.id ?? ''
  const counted = await admin.post('/api/blade-device/command/preview', { deviceType: own?.code, ids: [deviceId] })
  expect(counted.data).toMatchObject({ lamps: 1, noGatewayLamps: 0 })
  const sent = await admin.post<{ batchId: string }>('/api/blade-device/typed/send', { ids: [deviceId], cmd: 'dim', args: '{"level":40}' })
  const id = sent.data.batchId
  await taken(id, 1)
  answer(id, { level: 40 })
  vendor.reports.push({ sn: 'T-1', at: Date.now() + 1000, p: { level: 40 } })
  await stand(id, { 'T-1': { rung: 4, state: 2, gatewaySn: 'vendor:000000/acme' } })
})

test('one batch over gateway devices and driver devices: each has its own rungs and its own failure reason', async () => {
  const id = await order('dim', Object.keys(ids), { level: 40 })
  await taken(id, 2)
  await stand(id, {
    'B-1': { rung: 1, state: 1, gatewaySn: 'vendor:000000/acme' },
    'B-2': { rung: 1, state: 1 },
    'B-NO': { state: 4, code: 'refused' },
    'B-NONE': { state: 4, code: 'noGateway' },
  })
  await eventually(() => commands.some((one) => one.id === id))
  const at = Date.now()
  answer(id, { level: 40 })
  await client.publishAsync(`ll/1/${GATEWAY}/up/ack`, JSON.stringify([{ id, sn: 'B-MQTT', ok: true, code: 'ok', at, p: { level: 40 } }]), {
    qos: 1,
  })
  await stand(id, { 'B-MQTT': { rung: 3 }, 'B-1': { rung: 3, state: 1 }, 'B-2': { rung: 3, state: 1 } })
  vendor.reports.push({ sn: 'B-1', at: at + 2000, p: { level: 40 } }, { sn: 'B-2', at: at + 2000, p: { level: 55 } })
  await client.publishAsync(`ll/1/${GATEWAY}/up/report`, JSON.stringify([{ sn: 'B-MQTT', at: at + 2000, p: { level: 40 } }]), { qos: 1 })
  await stand(id, { 'B-MQTT': { rung: 4, state: 2 }, 'B-1': { rung: 4, state: 2 }, 'B-2': { state: 4, code: 'otherState' } })
  expect(commands.filter((one) => one.id === id).every(({ sns }) => sns.join() === 'B-MQTT')).toBe(true)
  expect(
    vendor
      .of(id)
      .map(({ sn }) => sn)
      .sort(),
  ).toEqual(['B-1', 'B-2'])
  const state = (await admin.get<{ records: object[] }>(`${BASE}/list`, { sn_equal: 'B-1' })).data.records[0]
  expect(state).toMatchObject({ level: '40', online: 1, deviceState: 1 })
})

test('reports of a driver about devices of another route or tenant are dropped', async () => {
  const tenant = await product.signIn({ tenantId: '100001', account: 'operator' })
  const { received } = product.platform.port(driversPort)
  const at = Date.now() + 5000
  await received('vendor:100001/acme', { kind: 'report', entries: [{ sn: 'B-1', at, p: { level: 99 } }] })
  await received('vendor:000000/other', { kind: 'report', entries: [{ sn: 'B-1', at, p: { level: 98 } }] })
  await received('vendor:000000/acme', { kind: 'report', entries: [{ sn: 'B-MQTT', at, p: { level: 97 } }] })
  const rows = (await admin.get<{ records: object[] }>(`${BASE}/list`)).data.records
  expect(rows).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ sn: 'B-1', level: '40' }), expect.objectContaining({ sn: 'B-MQTT', level: '40' })]),
  )
  const rejected = await eventually(async () => {
    const found = await product.platform.system.query<{ tenant_id: string }>(
      `select gateway_sn, tenant_id from devices_misfit where gateway_sn like 'vendor:%' order by gateway_sn`,
    )
    return found.length === 3 ? found : undefined
  })
  expect(rejected.map(({ tenant_id }) => tenant_id)).toEqual(['000000', '000000', '100001'])
  await received('vendor:000000/acme', { kind: 'report', entries: [{ sn: 'B-1', at: at + 1, p: { level: 999 } }] })
  const refused = await eventually(async () => {
    const { data } = await admin.get<object[]>('/api/blade-device/device/misfit/list', { deviceId: ids['B-1'] })
    return data.length > 0 ? data : undefined
  })
  expect(refused).toMatchObject([{ property: 'level', value: '999', count: 1 }])
  expect((await tenant.get<{ total: number }>('/api/blade-city/commandrecord/list')).data).toMatchObject({ total: 0 })
})

test('an unreachable route keeps its devices offline and its commands queued; they are sent when it is back', async () => {
  vendor.leave(true)
  await eventually(async () => {
    const [row] = (await admin.get<{ records: { online: number }[] }>(`${BASE}/list`, { sn_equal: 'B-1' })).data.records
    return row?.online === 0
  })
  const id = await order('dim', ['B-1', 'B-MQTT'], { level: 20 })
  await eventually(() => commands.some((one) => one.id === id))
  await new Promise((resolve) => setTimeout(resolve, 800))
  await stand(id, { 'B-1': { rung: 0, state: 0 } })
  vendor.leave(false)
  await taken(id, 1)
  await stand(id, { 'B-1': { rung: 1, state: 1 } })
  // A command that the vendor has accepted is not sent again, although it has not been answered.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(vendor.of(id)).toHaveLength(1)
})

test('after a process is killed, an unconfirmed command is sent again with the same id, unless it must not run twice', async () => {
  vendor.manners.set('B-1', 'hangs')
  ignoresCommands = true
  const dim = await order('dim', ['B-1'], { level: 10 })
  await taken(dim, 1)
  await product.stop()
  ignoresCommands = false
  vendor.manners.set('B-1', 'takes')
  await open()
  await eventually(() => vendor.of(dim).length === 2, 8000)
  answer(dim, { level: 10 })
  await stand(dim, { 'B-1': { rung: 3 } })
  vendor.manners.set('B-1', 'hangs')
  ignoresCommands = true
  const flash = await order('flash', ['B-1'])
  await taken(flash, 1)
  await product.stop()
  ignoresCommands = false
  vendor.manners.set('B-1', 'takes')
  await open()
  await new Promise((resolve) => setTimeout(resolve, 3500))
  expect(vendor.of(flash)).toHaveLength(1)
  // The new process asks the vendor for the result of the command.
  answer(flash)
  await stand(flash, { 'B-1': { rung: 2, state: 2, code: 'answered' } })
})

test('a route that is unreachable until the command expires ends it with that reason', async () => {
  await product.stop()
  await open({ COMMAND_EXPIRE_SECONDS: '1' })
  vendor.leave(true)
  const id = await order('dim', ['B-2'], { level: 5 })
  await stand(id, { 'B-2': { state: 5, code: 'unreachable' } })
  vendor.leave(false)
})

test('a device has a gateway or an access address; an address that no route supports is refused with the name of the field', async () => {
  const [gateway] = await product.platform.system.query<{ id: string }>('select id::text as id from devices_gateway where sn = $1', [
    GATEWAY,
  ])
  const both = await admin.post(`${BASE}/submit`, { sn: 'B-X', address: 'acme', gatewayId: gateway?.id })
  expect(both.body).toMatchObject({ code: 400, field: 'address' })
  for (const address of ['a/b', 'x y', 'x'.repeat(65)])
    expect((await admin.post(`${BASE}/submit`, { sn: 'B-X', address })).body).toMatchObject({ code: 400, field: 'address' })
})
