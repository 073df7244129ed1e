import { gatewaysPort } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { CODE, LOCK } from './lock-product.ts'

const PRODUCT = '/api/blade-visual/integratedProduct/physical'
const DEVICE = '/api/blade-device/integrated_device'
const CONDITIONS = '/api/blade-device/device/conditions'
const PORTS = '/api/blade-visual/interface'
const GATEWAY = 'GW-PRODUCTS'
const SNS = ['CL-1', 'CL-2', 'CL-3'] as const

type Product = typeof LOCK & { readonly id: string; readonly devType: number }

let product: TestPlatform
let admin: ApiClient
let operator: ApiClient
let gateway: MqttClient
let typeId: string
let groupId: string
const commands: Command[] = []
const ids: Record<string, string> = {}

const list = async <T extends object>(
  client: ApiClient,
  path: string,
  query: Record<string, unknown> = {},
): Promise<{ records: T[]; total: number }> => (await client.get<{ records: T[]; total: number }>(path, query)).data
const up = (kind: 'report' | 'ack', ...entries: object[]): Promise<unknown> =>
  gateway.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(entries), { qos: 1 })
const detail = async (client: ApiClient = admin, id = typeId): Promise<Product> =>
  (await client.get<Product>(`${PRODUCT}/detail`, { id })).data

beforeAll(async () => {
  product = await testPlatform({ slices, config: { COMMAND_VERIFY_SECONDS: '3', DEMO_LAMPS: '0', DEMO_DEVICES: '0' } })
  admin = await product.signIn({ tenantId: '000000', account: 'admin' })
  operator = await product.signIn({ tenantId: '100001', account: 'operator' })
  const gatewayId = product.platform.newId()
  await product.platform.system.query(
    `insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, '000000', $2, 1, false, 1)`,
    [gatewayId, GATEWAY],
  )
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  gateway = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret, reconnectPeriod: 0 })
  gateway.on('message', (_topic, payload) => commands.push(JSON.parse(payload.toString()) as Command))
  await gateway.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })

  const made = await admin.post<{ id: string }>(`${PRODUCT}/submit`, LOCK)
  expect(made.body).toMatchObject({ code: 200 })
  typeId = made.data.id
  for (const sn of SNS) {
    const saved = await admin.post<{ id: string }>(`${DEVICE}/save`, { sn, name: `锁 ${sn}`, typeId, gatewayId })
    expect(saved.body).toMatchObject({ code: 200 })
    ids[sn] = saved.data.id
  }
  const at = Date.now()
  await up(
    'report',
    { sn: 'CL-1', at, p: { level: 30, locked: true, mode: 1, note: 'a' } },
    { sn: 'CL-2', at, p: { level: 60, locked: false, mode: 2, note: 'b' } },
    { sn: 'CL-3', at, p: { level: 90, locked: true, mode: 2 } },
  )
  groupId = (await admin.post<{ id: string }>('/api/blade-city/device_group', { groupName: '机柜锁一组' })).data.id
  await admin.post('/api/blade-city/device_group/copy', undefined, { groupId, ids: [ids['CL-2'], ids['CL-3']].join() })
})
afterAll(async () => {
  gateway?.end(true)
  await product?.stop()
})

describe('rt.cab.UnitProduct: a unit product', () => {
  test('is answered with the arrays in which it was sent, and stored once, as the definition of a device type', async () => {
    const shown = await detail()
    const { interfaces, ...thing } = LOCK
    expect(shown).toMatchObject({ ...thing, devType: expect.any(Number) })
    expect(shown.interfaces).toMatchObject(interfaces.map(({ port, name, enable }) => ({ port, name, enable })))
    const listed = await list<Product>(admin, `${PRODUCT}/list`, { unitProductCode: CODE })
    expect(listed).toMatchObject({ total: 1, records: [{ id: typeId, functions: [{ code: 'lock' }] }] })
    const row = (await admin.get<{ descriptor: string; code: number }>('/api/blade-device/type/detail', { id: typeId })).data
    expect(row.code).toBe(shown.devType)
    expect(JSON.parse(row.descriptor)).toMatchObject({
      icon: 'lock',
      properties: { level: { slot: 1, unit: '%' }, note: { type: 'text' } },
    })
  })

  test('with a fault is refused with the name of the field in both languages, and nothing changes', async () => {
    const [level, locked, mode] = LOCK.properties
    const [lock] = LOCK.functions
    for (const [change, field] of [
      [{ properties: [{ ...level, min: 9, max: 1 }] }, 'properties.0.max'],
      [{ properties: [{ ...level, unit: 'bananas' }] }, 'properties.0.unit'],
      [{ properties: [{ ...level, identifier: 'Level' }] }, 'properties.0.identifier'],
      [{ properties: [{ ...level, identifier: 'gatewayId' }] }, 'properties.0.identifier'],
      [{ properties: [level, level] }, 'properties.1.identifier'],
      [{ properties: [level, { ...mode, values: [] }] }, 'properties.1.values'],
      [{ properties: [{ ...level, name: '' }] }, 'properties.0.name'],
      [{ properties: [{ ...level, identifier: 'constructor' }] }, 'properties.0.identifier'],
      [{ properties: LOCK.properties, functions: [{ ...lock, code: 'set' }] }, 'functions.0.code'],
      [{ properties: [level], functions: LOCK.functions }, 'functions.0.input.0.proves'],
      [{ events: ['dances'] }, 'events.0'],
      [{ interfaces: [...LOCK.interfaces, LOCK.interfaces[0]] }, 'interfaces.2.port'],
      [{ properties: [{ ...level, unit: 'V' }, locked, mode] }, 'properties.0.type'],
    ] as const) {
      const { body } = await admin.post(`${PRODUCT}/submit`, { id: typeId, ...change })
      expect(body, JSON.stringify(change)).toMatchObject({ code: 400, field })
    }
    for (const wrong of [{ properties: 'x' }, { properties: [{ identifier: 1 }] }, { functions: [{}] }, { interfaces: [{ port: 'a b' }] }])
      expect((await admin.post(`${PRODUCT}/submit`, { id: typeId, ...wrong })).body, JSON.stringify(wrong)).toMatchObject({ code: 400 })
    expect((await admin.post(`${PRODUCT}/submit`, LOCK)).body).toMatchObject({ code: 400, field: 'unitProductCode' })
    expect(await detail()).toMatchObject({ properties: LOCK.properties, events: LOCK.events })
  })
})

describe('vis.integrated: devices of a product', () => {
  const page = (query: Record<string, unknown> = {}) =>
    list<Record<string, unknown>>(admin, `${DEVICE}/page`, { unitProductCode: CODE, ascs: 'sn', ...query })

  test('are listed with a column for each property, filtered by them, by group and by product, and exported with the labels', async () => {
    const all = await page()
    expect(all.records).toMatchObject([
      { sn: 'CL-1', level: '30', locked: 1, mode: 1, note: 'a', enable: 1 },
      { sn: 'CL-2', level: '60', locked: 0, mode: 2, note: 'b' },
      { sn: 'CL-3', level: '90', locked: 1, mode: 2 },
    ])
    const sns = async (query: Record<string, unknown>) => (await page(query)).records.map(({ sn }) => sn)
    expect(await sns({ level_ge: 60 })).toEqual(['CL-2', 'CL-3'])
    expect(await sns({ locked: 1, level_ge: 60 })).toEqual(['CL-3'])
    expect(await sns({ mode: '2' })).toEqual(['CL-2', 'CL-3'])
    expect(await sns({ note_like: 'a' })).toEqual(['CL-1'])
    expect(await sns({ groupId })).toEqual(['CL-2', 'CL-3'])
    expect(await sns({ unitProductCode: 'NONE' })).toEqual([])
    expect((await list(admin, '/api/blade-device/typed/list', { typeId, level_ge: 90 })).total).toBe(1)
    // Without a chosen product the list has no columns of properties, and it ignores their filters.
    expect((await list(admin, `${DEVICE}/page`, { level_ge: 90 })).total).toBe(3)
    const file = await admin.get('/api/blade-device/typed/export', { typeId, format: 'csv', columns: 'sn,level,mode', level_ge: 60 })
    const text = String(file.body.text)
    expect(text).toContain('液位')
    expect(text).toContain('手动')
    expect(text).not.toContain('CL-1')
  })
})

describe('vis.integrated: functions', () => {
  const send = (body: object, client = admin) => client.post<{ batchId: string; total: number }>(`${DEVICE}/send/function`, body)
  const answer = async (id: string, on: boolean, ...sns: string[]): Promise<void> => {
    const at = Date.now() + 1000
    await up('ack', ...sns.map((sn) => ({ id, sn, ok: true, code: 'ok', at, p: { locked: on } })))
    await up('report', ...sns.map((sn) => ({ sn, at: at + 1000, p: { locked: on } })))
  }
  const record = (id: string) => admin.get<Record<string, unknown>>('/api/blade-city/commandrecord/detail', { id })

  test('a function is sent to one device and to the devices of a group; the records say who sent it, and that the devices prove it', async () => {
    const one = await send({ devIds: [ids['CL-1']], unitProductCode: CODE, productFunctionVO: { code: 'lock', input: { on: false } } })
    expect(one.body).toMatchObject({ code: 200, data: { total: 1 } })
    const command = await eventually(() => commands.find(({ id }) => id === one.data.batchId))
    expect(command).toMatchObject({ cmd: 'lock', args: { on: false }, sns: ['CL-1'] })
    await answer(one.data.batchId, false, 'CL-1')
    const devType = (await detail()).devType
    const group = await send({ groupId, devType, productFunctionVO: { code: 'lock', input: { on: true } } })
    expect(group.body).toMatchObject({ code: 200, data: { total: 2 } })
    const toGroup = await eventually(() => commands.find(({ id }) => id === group.data.batchId))
    expect([...(toGroup as { sns: string[] }).sns].sort()).toEqual(['CL-2', 'CL-3'])
    await answer(group.data.batchId, true, 'CL-2', 'CL-3')
    await eventually(async () => {
      for (const [id, text] of [
        [one.data.batchId, '上锁：否'],
        [group.data.batchId, '上锁：是'],
      ] as const)
        expect((await record(id)).data).toMatchObject({ state: 2, commandText: text, account: 'admin' })
      return true
    })
    expect((await record(group.data.batchId)).data).toMatchObject({ verified: 2, targetText: expect.stringContaining('机柜锁一组') })
  })

  test('wanted and reported values of a device stand side by side: the newest function call, who sent it, and what the device says', async () => {
    const params = async (sn: string) =>
      (await admin.get<Record<string, unknown>[]>('/api/blade-city/param/product', { deviceId: ids[sn] })).data
    expect(await params('CL-1')).toMatchObject([
      {
        identifier: 'locked',
        code: 'lock',
        wanted: false,
        reported: 0,
        drift: 0,
        account: 'admin',
        wantedAt: expect.stringMatching(/^\d{4}-/),
      },
    ])
    await up('report', { sn: 'CL-1', at: Date.now() + 5000, p: { locked: true } })
    await eventually(async () => {
      expect(await params('CL-1')).toMatchObject([{ wanted: false, reported: 1, drift: 1 }])
      return true
    })
    expect((await operator.get('/api/blade-city/param/product', { deviceId: ids['CL-1'] })).code).toBe(400)
  })

  test('its alarm conditions are there as soon as it is saved: comparisons by type, with units, limits, choices and events', async () => {
    const { devType } = await detail()
    const asked = await admin.get<{ properties: { property: string; operators: string[] }[]; events: object[] }>(CONDITIONS, { devType })
    const by = Object.fromEntries(asked.data.properties.map((one) => [one.property, one]))
    expect(by.level).toMatchObject({
      operators: ['gt', 'ge', 'lt', 'le', 'eq', 'ne'],
      unit: '%',
      min: 0,
      max: 100,
      label: ['液位', 'Level'],
    })
    expect(by.locked).toMatchObject({ operators: ['eq', 'ne'] })
    expect(by.mode).toMatchObject({ operators: ['eq', 'ne'], values: { 1: expect.any(Array), 2: expect.any(Array) } })
    expect(asked.data.events).toEqual([{ event: 'cabinetDoorOpen', label: expect.any(Array) }])
    const foreign = await operator.get(CONDITIONS, { devType })
    expect(foreign.body).toMatchObject({ code: 400, field: 'devType' })
    expect((await operator.get(CONDITIONS, { devType: 4 })).body, 'a type of the product').toMatchObject({ code: 200 })
    expect((await admin.get(CONDITIONS, { devType: 9999 })).body).toMatchObject({ code: 400, field: 'devType' })
  })
  test('wrong calls name the parameter', async () => {
    const vo = { productFunctionVO: { code: 'lock', input: { on: true } } }
    for (const [body, field] of [
      [{ ...vo }, 'devIds'],
      [{ ...vo, devIds: ids['CL-1'], groupId }, 'groupId'],
      [{ ...vo, devIds: '1' }, 'devIds'],
      [{ ...vo, groupId: '1', unitProductCode: CODE }, 'groupId'],
      [{ ...vo, groupId }, 'unitProductCode'],
      [{ ...vo, devIds: ids['CL-1'], unitProductCode: 'NONE' }, 'unitProductCode'],
      [{ ...vo, devIds: ids['CL-1'], devType: 19 }, 'devType'],
      [{ devIds: ids['CL-1'], productFunctionVO: { code: 'fly' } }, 'productFunctionVO.code'],
      [{ devIds: ids['CL-1'], productFunctionVO: { code: 'lock' } }, 'on'],
      [{ devIds: ids['CL-1'], productFunctionVO: { code: 'lock', input: { on: true, speed: 1 } } }, 'speed'],
    ] as const)
      expect((await send(body)).body, JSON.stringify(body)).toMatchObject({ code: 400, field })
    expect((await admin.post(`${DEVICE}/send/function`, { devIds: ids['CL-1'] })).body).toMatchObject({ code: 400 })
  })

  test('rule.device.enable: the call sets the value that it contains, twice as well as once; a disabled device shows it', async () => {
    const enabled = async () => (await list<{ enable: number }>(admin, `${DEVICE}/page`, { sn_equal: 'CL-3' })).records[0]?.enable
    for (const enable of [0, 0, 1, 1]) {
      expect((await admin.post(`${DEVICE}/enable`, { id: ids['CL-3'], enable })).body).toMatchObject({ code: 200 })
      expect(await enabled()).toBe(enable)
    }
    expect((await admin.post(`${DEVICE}/enable`, { id: ids['CL-3'], enable: 2 })).body).toMatchObject({ code: 400, field: 'enable' })
    expect((await admin.post(`${DEVICE}/enable`, { enable: 1 })).body).toMatchObject({ code: 400 })
  })

  test('property/by/id answers the properties with values, units and their time', async () => {
    const { data } = await admin.get<Record<string, unknown>[]>(`${DEVICE}/property/by/id`, { id: ids['CL-1'] })
    expect(data).toMatchObject([
      { identifier: 'level', name: '液位', type: 'number', unit: '%', value: 30, reportedAt: expect.stringMatching(/^\d{4}-/) },
      { identifier: 'locked', value: true },
      { identifier: 'mode', value: 1 },
      { identifier: 'note', value: 'a' },
    ])
  })
})

test('the map has a layer for each product with its icon', async () => {
  await admin.post(`${DEVICE}/update`, { id: ids['CL-1'], longitude: 113.1, latitude: 28.2 })
  const devType = (await detail()).devType
  const kinds = (await admin.get<{ type: string }[]>('/api/blade-device/map/kinds')).data
  expect(kinds).toContainEqual({ type: `product.${devType}`, resource: 'devices.device', label: '机柜锁', icon: 'lock', total: 1 })
  const points = await admin.get<{ ids: string[] }>('/api/blade-device/map/points', { type: `product.${devType}` })
  expect(points.data.ids).toEqual([ids['CL-1']])
  expect((await admin.get('/api/blade-device/map/device', { id: ids['CL-1'] })).data).toMatchObject({ type: `product.${devType}` })
  expect((await operator.get('/api/blade-device/map/points', { type: `product.${devType}` })).code).toBe(400)
})

test('rt.cab.InterfaceManage: ports come from the product, their name, address and state can be changed, and they go with the product', async () => {
  const all = await list<Record<string, unknown>>(admin, `${PORTS}/page`, { typeId })
  expect(all.records.map(({ port }) => port).sort()).toEqual(['RS485-1', 'RS485-2'])
  const first = all.records.find(({ port }) => port === 'RS485-1')
  expect(first).toMatchObject({ name: '串口一', address: '3', enable: 1, category: 1, unitProductCode: CODE })
  const id = String(first?.id)
  expect((await admin.post(`${PORTS}/update`, { id, name: '主串口', address: '7', enable: 0, port: 'X' })).body).toMatchObject({
    code: 200,
  })
  expect((await admin.post(`${PORTS}/update`, { id, address: '=1+1' })).body).toMatchObject({ code: 400, field: 'address' })
  expect((await list(admin, `${PORTS}/page`, { typeId, port: 'RS485-1' })).records).toMatchObject([
    { id, port: 'RS485-1', name: '主串口', address: '7', enable: 0 },
  ])
  await admin.post(`${PRODUCT}/submit`, { id: typeId, interfaces: [{ port: 'RS485-1', name: '串口' }] })
  expect((await list(admin, `${PORTS}/page`, { typeId })).records).toMatchObject([{ id, name: '串口', enable: 1 }])

  const other = await admin.post<{ id: string }>(`${PRODUCT}/submit`, {
    unitProductCode: 'GONE',
    name: 'x',
    properties: [],
    functions: [],
    events: [],
    interfaces: [{ port: 'A', name: 'A' }],
  })
  expect((await list(admin, `${PORTS}/page`, { typeId: other.data.id })).total).toBe(1)
  expect((await admin.post(`${PRODUCT}/remove`, undefined, { ids: other.data.id })).body).toMatchObject({ code: 200 })
  await eventually(async () => (await list(admin, `${PORTS}/page`, { typeId: other.data.id })).total === 0)
  expect((await admin.post(`${PRODUCT}/remove`, undefined, { ids: typeId })).body, 'it has devices').toMatchObject({
    code: 400,
    field: 'ids',
  })
})

test('a changed product takes effect at once: an added property gets a column, a removed one leaves the lists and keeps its history', async () => {
  const [, locked, mode, note] = LOCK.properties
  const volts = { identifier: 'volts', name: '电压', nameEn: 'Voltage', type: 'number', unit: 'V', decimals: 1, history: true, list: true }
  expect((await admin.post(`${PRODUCT}/submit`, { id: typeId, properties: [locked, mode, note, volts] })).body).toMatchObject({ code: 200 })
  await eventually(async () => {
    await up('report', { sn: 'CL-1', at: Date.now(), p: { volts: 12.5, locked: true } })
    return (await list(admin, `${DEVICE}/page`, { typeId, volts_ge: 12 })).total === 1
  })
  const [row] = (await list<Record<string, unknown>>(admin, `${DEVICE}/page`, { typeId, sn_equal: 'CL-1' })).records
  expect(row).toMatchObject({ volts: '12.5' })
  expect(row).not.toHaveProperty('level')
  expect((await detail()).properties.map(({ identifier }) => identifier)).toEqual(['locked', 'mode', 'note', 'volts'])
  const back = { properties: [...LOCK.properties, volts] }
  expect((await admin.post(`${PRODUCT}/submit`, { id: typeId, ...back })).body).toMatchObject({ code: 200 })
  await eventually(async () => {
    const history = await admin.get<{ points: Record<string, number | null>[] }>('/api/blade-device/telemetry/history', {
      deviceId: ids['CL-1'],
      hours: 1,
      points: 1,
    })
    expect(history.data.points[0]).toMatchObject({ level: 30, volts: 12.5 })
    return true
  })
})

test('a product whose stored definition cannot be read is listed with the reason, and is neither shown nor changed in part', async () => {
  const names = { unitProductCode: 'BROKEN-1', name: '坏' }
  const id = (await admin.post<{ id: string }>(`${PRODUCT}/submit`, names)).data.id
  await product.platform.system.query(`update devices_type set descriptor = 'no json' where id = $1`, [id])
  const { records } = await list<Product>(admin, `${PRODUCT}/list`, { size: -1 })
  expect(records.find((one) => one.id === id)).toMatchObject({ ...names, properties: [], stored: {}, fault: 'is not JSON' })
  expect(records.find((one) => one.id === typeId)).toMatchObject({ fault: '', functions: [{ code: 'lock' }] })
  for (const answer of [await admin.get(`${PRODUCT}/detail`, { id }), await admin.post(`${PRODUCT}/submit`, { id, name: '新' })]) {
    expect(answer.status).toBe(400)
    expect(answer.msg).toContain('BROKEN-1 的定义无法读取（is not JSON）')
  }
  expect((await admin.post(`${PRODUCT}/remove`, undefined, { ids: id })).code).toBe(200)
})

test('another tenant neither sees nor uses product, devices, functions and ports by their ids', async () => {
  expect((await operator.get(`${PRODUCT}/detail`, { id: typeId })).body).toMatchObject({ code: 400 })
  expect((await list(operator, `${PRODUCT}/list`, { unitProductCode: CODE })).total).toBe(0)
  expect((await operator.post(`${PRODUCT}/submit`, { id: typeId, name: 'mine' })).body).toMatchObject({ code: 400 })
  expect((await operator.post(`${PRODUCT}/remove`, undefined, { ids: typeId })).body).toMatchObject({ code: 400 })
  const devType = (await detail()).devType
  for (const body of [
    { devIds: ids['CL-1'], unitProductCode: CODE },
    { devIds: ids['CL-1'] },
    { groupId, devType },
    { groupId, unitProductCode: CODE },
  ]) {
    const sent = await operator.post(`${DEVICE}/send/function`, { ...body, productFunctionVO: { code: 'lock', input: { on: true } } })
    expect(sent.body, JSON.stringify(body)).toMatchObject({ code: 400 })
  }
  for (const query of [{ unitProductCode: CODE }, { typeId }, { groupId }])
    expect((await list(operator, `${DEVICE}/page`, query)).total).toBe(0)
  expect((await operator.get(`${DEVICE}/property/by/id`, { id: ids['CL-1'] })).body).toMatchObject({ code: 400 })
  for (const [path, body] of [
    ['update', { id: ids['CL-1'], name: 'mine' }],
    ['enable', { id: ids['CL-1'], enable: 0 }],
    ['save', { sn: 'CL-9', typeId }],
    ['remove', { ids: ids['CL-1'] }],
  ] as const)
    expect((await operator.post(`${DEVICE}/${path}`, body)).body, path).toMatchObject({ code: 400 })
  const [port] = (await list<{ id: string }>(admin, `${PORTS}/page`, { typeId })).records
  expect((await operator.post(`${PORTS}/update`, { id: port?.id, name: 'mine' })).body).toMatchObject({ code: 400 })
  expect((await list(operator, `${PORTS}/page`)).total).toBe(0)
  expect(await detail()).toMatchObject({ name: LOCK.name })
  // The same code in the other tenant is another product.
  const own = await operator.post<{ id: string }>(`${PRODUCT}/submit`, {
    unitProductCode: CODE,
    name: '我的',
    properties: [LOCK.properties[3]],
  })
  expect(own.body).toMatchObject({ code: 200 })
  expect((await detail(operator, own.data.id)).properties).toMatchObject([{ identifier: 'note' }])
})

test('a server that starts later answers with the products, and with columns and functions of their devices', async () => {
  const later = await testPlatform({ slices, database: { url: product.databaseUrl, drop: async () => undefined } })
  const client = await later.signIn({ tenantId: '000000', account: 'admin' })
  expect(await detail(client)).toMatchObject({ functions: [{ code: 'lock' }] })
  expect((await list(client, `${DEVICE}/page`, { unitProductCode: CODE, volts_ge: 12 })).records).toMatchObject([
    { sn: 'CL-1', volts: '12.5' },
  ])
  await later.stop()
})
