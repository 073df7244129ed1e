import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gatewaysPort, playedPort } from '@lamplight/devices/model'
import { createDatabase, databaseUrl, dropDatabase } from '@lamplight/postgres'
import type { Command } from '@lamplight/protocol'
import { restoreBackup, takeBackup } from '@lamplight/server-kit/backup'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { MIGRATIONS } from '../platform/migrations.ts'

const TYPE = '/api/blade-device/type'
const DEVICE = '/api/blade-device/typed'
const PRODUCT = 'METER-1'

interface Tenant {
  readonly admin: ApiClient
  readonly client: MqttClient
  readonly gateway: string
  readonly gatewayId: string
  readonly typeId: string
  readonly code: number
  readonly deviceId: string
  readonly commands: Command[]
}
let product: TestPlatform
const open: MqttClient[] = []
let a: Tenant
let b: Tenant

const label = (text: string) => [text, text]
const WATER = {
  properties: {
    level: { label: ['液位', 'Level'], unit: '%', min: 0, max: 100, decimals: 0, history: true },
    note: { label: label('note'), type: 'text' },
  },
  commands: {
    alarm: {
      label: ['报警阈值', 'Alarm threshold'],
      input: { percent: { kind: 'int', label: ['阈值', 'Threshold'], min: 1, max: 100, required: true } },
      proves: { threshold: 'percent' },
    },
  },
}
const withThreshold = { ...WATER, properties: { ...WATER.properties, threshold: { label: label('threshold'), unit: '%' } } }
const HEAT = {
  properties: { warmth: { label: ['温度', 'Warmth'], unit: 'Cel', min: -40, max: 90, decimals: 1, history: true } },
  commands: {
    warm: {
      label: ['加热', 'Warm'],
      input: { to: { kind: 'number', label: ['到', 'To'], min: 0, max: 40, required: true } },
      proves: { warmth: 'to' },
    },
  },
}

const rowOf = async <T extends object>(client: ApiClient, base: string, query: Record<string, unknown>): Promise<T> =>
  (await client.get<{ records: T[] }>(`${base}/list`, query)).data.records[0] as T
const makeTenant = async (tenantId: string, account: string, descriptor: object): Promise<Tenant> => {
  const admin = await product.signIn({ tenantId, account })
  const gateway = `GW-TYPES-${tenantId}`
  const gatewayId = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 1)',
    [gatewayId, tenantId, gateway],
  )
  const secret = await product.platform.port(gatewaysPort).issueSecret(gateway)
  const client = await connectAsync(product.broker.url, { clientId: gateway, username: gateway, password: secret, reconnectPeriod: 0 })
  open.push(client)
  const commands: Command[] = []
  client.on('message', (_topic, payload) => commands.push(JSON.parse(payload.toString()) as Command))
  await client.subscribeAsync(`ll/1/${gateway}/down/command`, { qos: 1 })
  const made = await admin.post(`${TYPE}/submit`, {
    unitProductCode: PRODUCT,
    name: '表',
    nameEn: 'Meter',
    descriptor: JSON.stringify(descriptor),
  })
  expect(made.body).toMatchObject({ code: 200 })
  const type = await rowOf<{ id: string; code: number }>(admin, TYPE, { unitProductCode_equal: PRODUCT })
  expect((await admin.post(`${DEVICE}/submit`, { sn: 'PD-1', typeId: type.id, gatewayId })).body).toMatchObject({ code: 200 })
  const device = await rowOf<{ id: string }>(admin, DEVICE, { sn_equal: 'PD-1' })
  return { admin, client, gateway, gatewayId, typeId: type.id, code: type.code, deviceId: device.id, commands }
}
const up = ({ client, gateway }: Tenant, kind: 'report' | 'ack', ...entries: object[]): Promise<unknown> =>
  client.publishAsync(`ll/1/${gateway}/up/${kind}`, JSON.stringify(entries), { qos: 1 })
const valuesOf = async ({ admin, deviceId }: Tenant) =>
  (await admin.get<{ values: Record<string, unknown> }>('/api/blade-device/state', { deviceId })).data.values
const change = (tenant: Tenant, descriptor: object) =>
  tenant.admin.post(`${TYPE}/submit`, { id: tenant.typeId, descriptor: JSON.stringify(descriptor) })
const storedOf = async ({ admin, typeId }: Tenant) =>
  JSON.parse((await admin.get<{ descriptor: string }>(`${TYPE}/detail`, { id: typeId })).data.descriptor) as {
    properties: Record<string, { slot?: number; retired?: true }>
  }

beforeAll(async () => {
  product = await testPlatform({ slices, config: { COMMAND_VERIFY_SECONDS: '3', DEMO_LAMPS: '0' } })
  a = await makeTenant('000000', 'admin', withThreshold)
  b = await makeTenant('100001', 'operator', HEAT)
})
afterAll(async () => {
  for (const client of open) client.end(true)
  await product?.stop()
})

test('two tenants have different types with one product code; devices report by the type of their own tenant', async () => {
  expect(a.code).not.toBe(b.code)
  const at = Date.now()
  await up(a, 'report', { sn: 'PD-1', at, p: { level: 40, note: 'dry', warmth: 21, unknown: 1 } })
  await up(b, 'report', { sn: 'PD-1', at, p: { level: 40, warmth: 21.5 } })
  expect(await valuesOf(a)).toEqual({ level: 40, note: 'dry' })
  expect(await valuesOf(b)).toEqual({ warmth: 21.5 })
  await up(a, 'report', { sn: 'PD-1', at: at + 1000, p: { level: 400 } })
  expect(await valuesOf(a)).toEqual({ level: 40, note: 'dry' })
  expect(await rowOf(a.admin, DEVICE, { sn_equal: 'PD-1' })).toMatchObject({ deviceState: 1, online: 1, unitProductCode: PRODUCT })
  const history = await a.admin.get<{ points: object[] }>('/api/blade-device/telemetry/history', { deviceId: a.deviceId, hours: 1 })
  expect(history.data.points).toMatchObject([{ level: 40, count: 1 }])
})

test('a command of the type reaches the device and is verified by a later report', async () => {
  const sent = await b.admin.post<{ batchId: string }>(`${DEVICE}/send`, { ids: b.deviceId, cmd: 'warm', args: '{"to":22.5}' })
  const id = sent.data.batchId
  const command = await eventually(() => b.commands.find((one) => one.id === id))
  expect(command).toMatchObject({ cmd: 'warm', args: { to: 22.5 }, sns: ['PD-1'] })
  const at = Date.now() + 1000
  await up(b, 'ack', { id, sn: 'PD-1', ok: true, code: 'ok', at, p: { warmth: 22.5 } })
  await up(b, 'report', { sn: 'PD-1', at: at + 1000, p: { warmth: 22.5 } })
  await eventually(async () => {
    const { data } = await b.admin.get('/api/blade-city/commandrecord/detail', { id })
    expect(data).toMatchObject({ state: 2, verified: 1, commandText: '加热：22.5' })
    return true
  })
})

test('unknown commands and invalid arguments are refused by name', async () => {
  for (const [body, field] of [
    [{ cmd: 'fly' }, 'cmd'],
    [{ cmd: 'constructor' }, 'cmd'],
    [{ cmd: 'warm' }, 'to'],
    [{ cmd: 'warm', args: '{"to":41}' }, 'to'],
    [{ cmd: 'warm', args: '{"to":20,"more":1}' }, 'more'],
    [{ cmd: 'warm', args: '[1]' }, 'args'],
    [{ cmd: 'warm', args: 'x' }, 'args'],
  ] as const)
    expect((await b.admin.post(`${DEVICE}/send`, { ids: b.deviceId, ...body })).body, JSON.stringify(body)).toMatchObject({
      code: 400,
      field,
    })
})

test('an invalid descriptor is refused with the invalid part', async () => {
  const one = { label: label('x') }
  for (const [descriptor, why] of [
    ['{', 'JSON'],
    ['[]', 'object'],
    [{ properties: { constructor: { label: label('x') } } }, 'reserved'],
    [{ commands: {} }, 'properties'],
    [{ properties: { Level: one } }, 'properties must have keys'],
    [{ properties: { level: { ...one, unit: 'bananas' } } }, 'bananas'],
    [{ properties: { level: { ...one, min: 9, max: 1 } } }, 'min above max'],
    [{ properties: { level: { ...one, colour: 1 } } }, 'colour'],
    [{ properties: { level: { label: ['x'] } } }, 'label'],
    [{ properties: { a: { ...one, slot: 1 }, b: { ...one, slot: 1 } } }, 'slot'],
    [{ properties: { faults: { ...one, type: 'list', words: { sad: label('x') } } } }, 'sad'],
    [{ properties: {}, commands: { set: one } }, 'set'],
    [{ properties: {}, commands: { go: { ...one, proves: { level: 'x' } } } }, 'proves'],
    [{ properties: {}, commands: { go: { ...one, input: { x: { kind: 'choice', ...one } } } } }, 'values'],
    [{ properties: {}, commands: { go: { ...one, input: { x: { kind: 'secret', ...one } } } } }, 'kind'],
    [{ properties: {}, events: ['dances'] }, 'events'],
  ] as const) {
    const text = typeof descriptor === 'string' ? descriptor : JSON.stringify(descriptor)
    const { body } = await a.admin.post(`${TYPE}/submit`, { unitProductCode: 'WRONG', name: 'x', descriptor: text })
    expect(body, text).toMatchObject({ code: 400, field: 'descriptor' })
    expect(String(body.msg), text).toContain(why)
  }
  const parsed = await a.admin.post(`${TYPE}/submit`, {
    unitProductCode: 'OK-1',
    name: 'x',
    descriptor: '{"properties":{"__proto__":{"label":["x","x"]}}}',
  })
  expect(parsed.body).toMatchObject({ code: 400, field: 'descriptor' })
})

test('a changed descriptor keeps the history: slots stay, removed properties are retired, and their slots are not reused', async () => {
  const { level: _, ...rest } = withThreshold.properties
  expect((await change(a, { ...withThreshold, properties: { level: { label: label('x'), unit: 'V' }, ...rest } })).body).toMatchObject({
    code: 400,
    field: 'descriptor',
  })
  expect(
    (await change(a, { ...withThreshold, properties: { ...rest, volts: { label: label('volts'), unit: 'V', history: true } } })).body,
  ).toMatchObject({ code: 200 })
  expect((await storedOf(a)).properties).toMatchObject({ level: { slot: 1, retired: true }, threshold: { slot: 2 }, volts: { slot: 3 } })
  expect((await change(a, { ...withThreshold, properties: { ...rest, amps: { label: label('amps'), slot: 1 } } })).body).toMatchObject({
    code: 400,
  })
  await eventually(async () => {
    await up(a, 'report', { sn: 'PD-1', at: Date.now(), p: { volts: 12 } })
    return (await valuesOf(a)).volts === 12
  })
  expect(await valuesOf(a)).toEqual({ note: 'dry', volts: 12 })
  expect(
    (
      await change(a, {
        ...withThreshold,
        properties: { ...withThreshold.properties, volts: { label: label('volts'), unit: 'V', history: true } },
      })
    ).body,
  ).toMatchObject({ code: 200 })
  await eventually(async () => (await valuesOf(a)).level === 40)
  const history = await a.admin.get<{ points: Record<string, number | null>[] }>('/api/blade-device/telemetry/history', {
    deviceId: a.deviceId,
    hours: 1,
    points: 1,
  })
  expect(history.data.points[0]).toMatchObject({ level: 40, volts: 12 })
})

test('another tenant neither sees nor can use the types and devices', async () => {
  expect((await b.admin.get(`${TYPE}/detail`, { id: a.typeId })).body).toMatchObject({ code: 400 })
  expect((await b.admin.get<{ total: number }>(`${TYPE}/list`, { code_equal: a.code })).data.total).toBe(0)
  expect((await b.admin.post(`${DEVICE}/submit`, { sn: 'PD-9', typeId: a.typeId, gatewayId: b.gatewayId })).body).toMatchObject({
    code: 400,
  })
  expect((await b.admin.post(`${DEVICE}/send`, { ids: a.deviceId, cmd: 'alarm', args: '{"percent":5}' })).body).toMatchObject({ code: 400 })
  expect((await b.admin.get('/api/blade-device/state', { deviceId: a.deviceId })).body).toMatchObject({ code: 400 })
})

test('a type with devices cannot be removed; a device keeps its type; the virtual city gets the descriptor', async () => {
  expect((await a.admin.post(`${TYPE}/remove`, undefined, { ids: a.typeId })).body).toMatchObject({ code: 400 })
  const [other] = await product.platform.system.query<{ id: string }>('select id::text as id from devices_type where tenant_id = $1', [
    '100001',
  ])
  expect((await a.admin.post(`${DEVICE}/submit`, { id: a.deviceId, typeId: other?.id })).body).toMatchObject({ code: 400, field: 'typeId' })
  const played = await product.platform.port(playedPort).behind([a.gatewayId, b.gatewayId])
  const names = [...played.devices.values()].flat().map(({ type }) => type)
  expect(new Set(names).size).toBe(2)
  expect(
    Object.values(played.types)
      .map(({ code }) => code)
      .sort(),
  ).toEqual([a.code, b.code].sort())
})

test('another process that starts later knows the types', async () => {
  const later = await testPlatform({ slices, database: { url: product.databaseUrl, drop: async () => undefined } })
  const client = await later.signIn({ tenantId: '100001', account: 'operator' })
  expect((await client.get<{ values: object }>('/api/blade-device/state', { deviceId: b.deviceId })).data.values).toMatchObject({
    warmth: 22.5,
  })
  await later.stop()
})

test('a backup that is restored into an empty database brings types, devices, values and history; commands are still checked by the type', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lamplight-types-'))
  const server = process.env.TEST_DATABASE_URL as string
  const name = `types_${product.platform.newId()}`
  await createDatabase(server, name)
  try {
    const file = join(folder, 'backup.zip')
    const url = databaseUrl(server, name)
    await takeBackup({ url: product.databaseUrl, dataDir: join(folder, 'before'), to: file, passphrase: '' })
    await restoreBackup({ url, dataDir: join(folder, 'after'), file, passphrase: '', force: false, migrations: MIGRATIONS })
    const restored = await testPlatform({ slices, config: { DEMO_LAMPS: '0' }, database: { url, drop: async () => undefined } })
    try {
      const client = await restored.signIn({ tenantId: '100001', account: 'operator' })
      const type = await rowOf<{ id: string; descriptor: string }>(client, TYPE, { unitProductCode_equal: PRODUCT })
      expect(type).toEqual(await rowOf(b.admin, TYPE, { unitProductCode_equal: PRODUCT }))
      expect(await valuesOf({ ...b, admin: client })).toEqual(await valuesOf(b))
      const query = { deviceId: b.deviceId, hours: 1 }
      // The times of the points count back from the request.
      const history = async (of: ApiClient) =>
        (await of.get<{ points: { at: number }[] }>('/api/blade-device/telemetry/history', query)).data.points.map((point) => ({
          ...point,
          at: 0,
        }))
      expect(await history(client)).toEqual(await history(b.admin))
      expect(await history(client)).not.toEqual([])
      const send = (args: string) => client.post(`${DEVICE}/send`, { ids: b.deviceId, cmd: 'warm', args })
      expect((await send('{"to":41}')).body).toMatchObject({ code: 400, field: 'to' })
      expect((await send('{"to":21}')).body).toMatchObject({ code: 200 })
      const other = await restored.signIn()
      expect((await other.get(`${TYPE}/detail`, { id: b.typeId })).body).toMatchObject({ code: 400 })
    } finally {
      await restored.stop()
    }
  } finally {
    await dropDatabase(server, name)
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a type without devices is offered with its properties to alarm configurations, alarm templates, linkage templates and device models', async () => {
  const { admin } = a
  const made = await admin.post(`${TYPE}/submit`, {
    unitProductCode: 'NO-DEVICES',
    name: '新表',
    nameEn: 'New meter',
    descriptor: JSON.stringify(withThreshold),
  })
  expect(made.body).toMatchObject({ code: 200 })
  const { code } = await rowOf<{ code: number }>(admin, TYPE, { unitProductCode_equal: 'NO-DEVICES' })
  const offered = async (client: ApiClient) =>
    (await client.get<{ code: number; total: number; registered: number }[]>('/api/blade-device/device/type/list')).data.find(
      (one) => one.code === code,
    )
  expect(await offered(admin)).toMatchObject({ total: 0, registered: 1, name: '新表' })
  expect(await offered(b.admin)).toBeUndefined()
  const { properties } = (await admin.get<{ properties: { property: string }[] }>('/api/blade-device/device/conditions', { devType: code }))
    .data
  expect(properties.map(({ property }) => property)).toEqual(expect.arrayContaining(['level', 'threshold']))
  const limit = { devType: code, property: 'level', operator: 1, value: 80, alarmType: 3, severity: 3 }
  for (const [path, body] of [
    ['/api/blade-alarm/alarm/config/submit', { name: '新表液位', ...limit }],
    ['/api/blade-alarm/alarm/template/submit', { name: '新表液位', ...limit }],
    [
      '/api/blade-strategy/linkage/template/submit',
      {
        name: '新表联动',
        toggleDevType: code,
        property: 'level',
        operator: 1,
        value: '80',
        devType: code,
        actions: [{ cmd: 'alarm', args: JSON.stringify({ percent: 90 }) }],
      },
    ],
  ] as const) {
    const saved = await admin.post(path, body)
    expect([path, saved.code, saved.msg]).toEqual([path, 200, expect.any(String)])
  }
  const unknown = await admin.post('/api/blade-alarm/alarm/config/submit', { name: '没有此属性', ...limit, property: 'nothing' })
  expect(unknown.body).toMatchObject({ code: 400, field: 'property' })
})
