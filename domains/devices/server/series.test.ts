import { f } from '@lamplight/fields/model'
import { identityServer } from '@lamplight/identity/server'
import { defineDeviceType, defineResource } from '@lamplight/kit'
import { placesServer } from '@lamplight/places/server'
import { EVENT_TYPES } from '@lamplight/protocol'
import { ddlOf, provide } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, eventually, queryOnce, type TestPlatform, testPlaces, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controllerType } from '../model/index.ts'
import { type AckRow, acksPort, gatewaysPort } from '../model/ports.ts'
import { devicesServer, onDevice } from './index.ts'
import type { SeriesRow } from './sort-messages.ts'
import { foldSeries, storeSeries } from './store-series.ts'

const TENANT = '100001'
const label = ['值', 'Value'] as const
const binType = defineDeviceType({
  name: 'bin',
  code: 19,
  label: ['垃圾桶', 'Trash bin'],
  properties: {
    level: { slot: 1, label, unit: '%', min: 0, max: 100, decimals: 0, history: true },
    lid: { slot: 2, label, values: { 0: ['关', 'Closed'], 1: ['开', 'Open'] }, history: true },
    tilted: { slot: 3, label, type: 'boolean' },
    temperature: { slot: 5, label, unit: 'Cel', min: -50, max: 1000 },
    openings: { slot: 4, label, counter: { wrapsAt: 65_536 }, history: true },
    version: { label, type: 'text' },
    faults: { label, type: 'list', words: EVENT_TYPES },
  },
  commands: {},
  events: ['highTemperature', 'impactDetected'],
})

const bin = defineResource({
  name: 'bins.bin',
  label: ['垃圾桶', 'Trash bin'],
  code: 'bin',
  scope: 'tenant',
  roles: 'write',
  device: binType.name,
  api: { base: 'blade-device/bin', verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    sn: f.text({ label, required: true, unique: true, max: 40 }),
    name: f.text({ label, max: 80 }),
    gatewayId: f.ref('devices.gateway', { label }),
    activated: f.flag({ label, initial: true }),
    currentControllerStatus: f.int({ label, readonly: true, from: 'devices.state' }),
    online: f.flag({ label, readonly: true, from: 'devices.state' }),
    level: f.number({ label, readonly: true, from: 'devices.state' }),
    tilted: f.flag({ label, readonly: true, from: 'devices.state' }),
    version: f.text({ label, readonly: true, from: 'devices.state' }),
  },
  actions: { activated: { label, on: 'rows', path: 'activated', input: { activated: f.flag({ label, required: true }) } } },
})

const places = testPlaces([controllerType.name])
const binMenu = [{ code: 'bin', label, path: '/bin', icon: 'hdd', sort: 1, resource: bin.name }]

let product: TestPlatform
let operator: ApiClient
let client: MqttClient
const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const GATEWAY = 'GW-BINS'
/** Ids by serial number: two trash bins, a lamp controller, and a device of an unknown type. */
const ids: Record<string, string> = {}
const acked: AckRow[] = []

beforeAll(async () => {
  product = await testPlatform({
    slices: [
      systemServer,
      identityServer,
      placesServer,
      devicesServer,
      {
        domain: { name: 'bins', label, level: 2, dependsOn: [] },
        deviceTypes: [binType],
        resources: [onDevice(bin, binType)],
        menu: binMenu,
      },
      places.slice,
      {
        domain: { name: 'ledger', label, level: 2, dependsOn: [] },
        ports: [provide(acksPort, () => ({ acked: async (rows) => void acked.push(...rows) }))],
      },
    ],
  })
  await queryOnce(product.databaseUrl, ddlOf(bin))
  await places.create(product)
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const gatewayId = product.platform.newId()
  await sql('insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 4)', [
    gatewayId,
    TENANT,
    GATEWAY,
  ])
  for (const [sn, type] of [
    ['BIN-1', 19],
    ['BIN-2', 19],
    ['LC-1', 4],
    ['ODD-1', 77],
  ] as const) {
    const id = product.platform.newId()
    ids[sn] = id
    await sql(
      `insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, type, name) values ($1, $2, $3, $4, $5, $6, $1)`,
      [sn, id, TENANT, gatewayId, GATEWAY, type],
    )
  }
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret, reconnectPeriod: 0 })
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

const report = (...entries: object[]): Promise<unknown> =>
  client.publishAsync(`ll/1/${GATEWAY}/up/report`, JSON.stringify(entries), { qos: 1 })
const latestOf = async (sn: string) =>
  (
    await sql(
      'select l.v, l.texts, s.state, s.online, s.faults, s.reported_at from devices_latest l join devices_state s using (device_id) where device_id = $1',
      [ids[sn]],
    )
  )[0]
const seriesOf = (sn: string) => sql('select v, at from devices_series where device_id = $1 order by at', [ids[sn]])
const stateOf = async (sn: string) => (await operator.get<Record<string, unknown>>('/api/blade-device/state', { deviceId: ids[sn] })).data
const rejection = () => operator.get<{ reason?: string } | null>('/api/blade-device/gateway/message/latest', { sn: GATEWAY })
const base = Date.now() - 600_000

test('a report of any type is stored before it is acknowledged, in one message with that of a lamp', async () => {
  await report(
    { sn: 'BIN-1', at: base, p: { level: 40, lid: 1, tilted: false, openings: 7, version: '1.2', colour: 'green' } },
    { sn: 'LC-1', at: base, p: { on: true, dim: 30, power: 20 } },
  )
  expect(await latestOf('BIN-1')).toMatchObject({
    v: [40, 1, 0, 7, null],
    texts: { version: '1.2' },
    state: 1,
    online: true,
    faults: [],
    reported_at: new Date(base),
  })
  expect(await seriesOf('BIN-1')).toEqual([{ v: [40, 1, 0, 7, null], at: new Date(base) }])
  expect(await stateOf('BIN-1')).toMatchObject({
    currentControllerStatus: 1,
    online: true,
    values: { level: 40, lid: 1, tilted: false, openings: 7, version: '1.2' },
  })
  expect(await stateOf('LC-1')).toMatchObject({ dim: 30, power: 20 })
  expect((await stateOf('LC-1')).values).toEqual({ on: true, dim: 30, power: 20 })
  expect(await sql('select from devices_latest where device_id = $1', [ids['LC-1']])).toEqual([])
})

test('absent values keep their last value; older and repeated reports change no newer value, and history adds missing values', async () => {
  await report({ sn: 'BIN-1', at: base + 1000, p: { level: 55 } }, { sn: 'BIN-1', at: base + 2000, p: { lid: 0, version: '1.3' } })
  expect(await latestOf('BIN-1')).toMatchObject({ v: [55, 0, 0, 7, null], texts: { version: '1.3' } })
  await report({ sn: 'BIN-1', at: base - 5000, p: { level: 1, lid: 1 } })
  await report({ sn: 'BIN-1', at: base + 1000, p: { level: 99, openings: 8 } })
  expect(await latestOf('BIN-1')).toMatchObject({ v: [55, 0, 0, 8, null], reported_at: new Date(base + 2000) })
  expect((await seriesOf('BIN-1')).map(({ v }) => v)).toEqual([
    [1, 1, null, null, null],
    [40, 1, 0, 7, null],
    [55, null, null, 8, null],
    [null, 0, null, null, null],
  ])
})

test('a value outside its limits is stored separately for the operator, and the rest of the report counts', async () => {
  await report({ sn: 'BIN-2', at: base, p: { level: 140, lid: 1 } })
  expect(await latestOf('BIN-2')).toMatchObject({ v: [null, 1, null, null, null] })
  await eventually(async () => (await rejection()).data?.reason?.includes('[0].p.level must be between 0 and 100'))
  await report({ sn: 'ODD-1', at: base, p: { level: 1 } }, { sn: 'BIN-2', at: base + 1, p: { level: 10 } })
  expect(await latestOf('BIN-2')).toMatchObject({ v: [10, 1, null, null, null] })
  await eventually(async () => (await rejection()).data?.reason?.includes('is of type 77'))
})

test('values are checked by the type of the device, also where a lamp controller could not have them', async () => {
  await report({ sn: 'BIN-2', at: base + 500, p: { level: 12, temperature: 650 } })
  expect(await latestOf('BIN-2')).toMatchObject({ v: [12, 1, null, null, 650] })
  await report(
    { sn: 'LC-1', at: base + 500, p: { temperature: 650 } },
    { sn: 'BIN-2', at: base + 501, p: { temperature: 651 } },
    { sn: 'BIN-1', at: base + 2500, p: { temperature: 'hot', level: 56 } },
  )
  expect(await latestOf('BIN-2')).toMatchObject({ v: [12, 1, null, null, 651] })
  expect(await latestOf('BIN-1')).toMatchObject({ v: [56, 0, 0, 8, null] })
  const { data: lamp } = await operator.get<{ temperature: number | null }>('/api/blade-device/state', { deviceId: ids['LC-1'] })
  expect(lamp.temperature).toBeNull()
  const event = [{ sn: 'BIN-2', at: base + 600, type: 'impactDetected', on: true, p: { temperature: 652 } }]
  await client.publishAsync(`ll/1/${GATEWAY}/up/event`, JSON.stringify(event), { qos: 1 })
  expect(await latestOf('BIN-2')).toMatchObject({ state: 3, faults: ['impactDetected'], v: [12, 1, null, null, 652] })
  const over = [{ ...event[0], at: base + 700, on: false, p: {} }]
  await client.publishAsync(`ll/1/${GATEWAY}/up/event`, JSON.stringify(over), { qos: 1 })
  await eventually(async () => (await latestOf('BIN-2'))?.state === 1)
})

test('an answer with values that are valid for its type reaches the ledger; values invalid for a lamp are left out', async () => {
  const answer = (sn: string) => ({ id: '77', sn, ok: true, code: 'ok', at: base + 800, p: { temperature: 700 } })
  await client.publishAsync(`ll/1/${GATEWAY}/up/ack`, JSON.stringify([answer('LC-1'), answer('BIN-2')]), { qos: 1 })
  expect(acked.map(({ sns, p }) => [sns, p])).toEqual([
    [['LC-1'], {}],
    [['BIN-2'], { temperature: 700 }],
  ])
  expect(await latestOf('BIN-2')).toMatchObject({ v: [12, 1, null, null, 700] })
})

test('of two reports with the same time, the second adds missing values, in history and latest values', async () => {
  const at = base + 900
  await report({ sn: 'BIN-2', at, p: { level: 13 } })
  await report({ sn: 'BIN-2', at, p: { level: 14, tilted: true, version: '3' } })
  expect(await latestOf('BIN-2')).toMatchObject({ v: [13, 1, 1, null, 700], texts: { version: '3' } })
  expect((await seriesOf('BIN-2')).at(-1)).toEqual({ v: [13, null, 1, null, null], at: new Date(at) })
})

test('of two concurrent writes, the newer report stays complete', async () => {
  const row = (at: number, level: number): SeriesRow => ({
    child: { deviceId: ids['BIN-2'] as string, tenantId: TENANT, gatewayId: '1', gatewaySn: GATEWAY, type: 19 },
    at,
    isAnswer: false,
    v: [level, null, null, null, null],
    texts: {},
  })
  const { system } = product.platform
  for (let round = 0; round < 20; round += 1) {
    const at = base + 910 + 2 * round
    await Promise.all([
      system.tx((query) => storeSeries(query, [row(at + 1, 50 + round)], Date.now(), { again: true, watched: round % 2 > 0 })),
      system.tx((query) => storeSeries(query, [row(at, round)], Date.now(), { again: true, watched: round % 2 > 0 })),
    ])
    expect((await latestOf('BIN-2'))?.v).toEqual([50 + round, 1, 1, null, 700])
  }
})

test('a text that the database cannot store drops only that text', async () => {
  await report({ sn: 'BIN-2', at: base + 980, p: { level: 15, version: '1\u0000' } }, { sn: 'LC-1', at: base + 980, p: { dim: 44 } })
  expect(await latestOf('BIN-2')).toMatchObject({ v: [15, 1, 1, null, 700], texts: { version: '3' } })
  expect(await stateOf('LC-1')).toMatchObject({ dim: 44 })
})

test('faults, silence and return work as for every device', async () => {
  await report({ sn: 'BIN-2', at: base + 1000, p: { faults: ['highTemperature'] } })
  expect(await latestOf('BIN-2')).toMatchObject({ state: 3, faults: ['highTemperature'], texts: { version: '3' } })
  const event = [{ sn: 'BIN-2', at: base + 2000, type: 'highTemperature', on: false }]
  await client.publishAsync(`ll/1/${GATEWAY}/up/event`, JSON.stringify(event), { qos: 1 })
  expect(await latestOf('BIN-2')).toMatchObject({ state: 1, faults: [] })
  const lost = [{ sn: 'BIN-2', at: base + 3000, type: 'communicationFailure', on: true }]
  await client.publishAsync(`ll/1/${GATEWAY}/up/event`, JSON.stringify(lost), { qos: 1 })
  expect(await latestOf('BIN-2')).toMatchObject({ state: 4, online: false })
  await report({ sn: 'BIN-2', at: base + 4000, p: { level: 11 } })
  expect(await latestOf('BIN-2')).toMatchObject({ state: 1, online: true })
})

test('history comes in buckets: counters with their last value, other values with their mean', async () => {
  const { data } = await operator.get<{ points: Record<string, number | null>[] }>('/api/blade-device/telemetry/history', {
    deviceId: ids['BIN-1'],
    from: String(base - 10_000),
    to: String(base + 10_000),
    points: 1,
  })
  expect(data.points).toMatchObject([{ count: 5, level: 38, levelMin: 1, levelMax: 56, lid: 2 / 3, openings: 8 }])
  expect(Object.keys(data.points[0] ?? {})).not.toContain('tilted')
})

test('a value that came between those of one message stays the last, whether the message is late or not', async () => {
  const at = base + 20_000
  await report({ sn: 'BIN-2', at, p: { level: 60 } })
  await report({ sn: 'BIN-2', at: at - 1000, p: { level: 58, openings: 3 } }, { sn: 'BIN-2', at: at + 1000, p: { lid: 0 } })
  expect(await latestOf('BIN-2')).toMatchObject({ v: [60, 0, 1, 3, 700], reported_at: new Date(at + 1000) })
  await report({ sn: 'BIN-2', at: at - 500, p: { level: 59, temperature: 20 } }, { sn: 'BIN-2', at: at - 400, p: { openings: 4 } })
  expect(await latestOf('BIN-2')).toMatchObject({ v: [60, 0, 1, 4, 20], reported_at: new Date(at + 1000) })
})

test('another tenant sees no rows; a device that is removed or changes its type leaves no values', async () => {
  const admin = await product.signIn()
  expect((await admin.get('/api/blade-device/state', { deviceId: ids['BIN-1'] })).status).toBe(400)
  expect(await product.platform.asTenant('000000').query('select from devices_latest')).toEqual([])
  expect(await product.platform.asTenant(TENANT).query('select from devices_latest')).toHaveLength(3)
  await sql('update devices_registry set name = $2 where device_id = $1', [ids['BIN-1'], 'renamed'])
  expect(await latestOf('BIN-1')).toMatchObject({ v: [56, 0, 0, 8, null] })
  await sql('update devices_registry set type = 4 where device_id = $1', [ids['BIN-1']])
  await sql('delete from devices_registry where device_id = $1', [ids['BIN-2']])
  expect(await sql('select type from devices_latest')).toEqual([{ type: 77 }])
})

test('a resource of a device type is registered, joined with reported values, filtered and sorted by them, and removed', async () => {
  const admin = await product.signIn()
  const [gatewayId, sn] = [product.platform.newId(), 'GW-OWN']
  await sql(`insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, '000000', $2, 1, false, 0)`, [
    gatewayId,
    sn,
  ])
  const made = async (serial: string): Promise<string> => {
    const { data, msg } = await admin.post<{ id: string }>('/api/blade-device/bin/submit', { sn: serial, name: serial, gatewayId })
    expect(data?.id, msg).toBeTruthy()
    return data.id
  }
  const [first, second] = [await made('B-1'), await made('B-2')]
  expect(await sql('select type, gateway_sn, activated from devices_registry where device_id = $1', [first])).toEqual([
    { type: 19, gateway_sn: sn, activated: true },
  ])
  const secret = await product.platform.port(gatewaysPort).issueSecret(sn)
  const own = await connectAsync(product.broker.url, { clientId: sn, username: sn, password: secret, reconnectPeriod: 0 })
  const entries = [
    { sn: 'B-1', at: base, p: { level: 80, tilted: true, version: '2.0' } },
    { sn: 'B-2', at: base, p: { level: 20, tilted: false } },
  ]
  await own.publishAsync(`ll/1/${sn}/up/report`, JSON.stringify(entries), { qos: 1 })
  const listed = async (query: Record<string, unknown>) =>
    (await admin.get<{ records: Record<string, unknown>[] }>('/api/blade-device/bin/list', query)).data.records
  expect(await listed({ level_gt: 50 })).toMatchObject([
    { id: first, currentControllerStatus: 1, online: 1, level: '80', tilted: 1, version: '2.0' },
  ])
  expect((await listed({ descs: 'level' })).map((row) => row.sn)).toEqual(['B-1', 'B-2'])
  expect((await admin.post('/api/blade-device/bin/activated', { activated: false }, { ids: second })).code).toBe(200)
  expect(await listed({ currentControllerStatus: 5 })).toMatchObject([{ sn: 'B-2', activated: 0 }])
  expect((await admin.post('/api/blade-device/bin/remove', {}, { ids: `${first},${second}` })).code).toBe(200)
  for (const table of ['devices_registry', 'devices_latest', 'devices_state'])
    expect(await sql(`select from ${table} where device_id = any($1)`, [[first, second]]), table).toEqual([])
  own.end(true)
})

test('reports of one batch are folded by device and time, in any order', () => {
  const child = (deviceId: string) => ({ deviceId, tenantId: TENANT, gatewayId: '1', gatewaySn: 'G', type: 19 })
  const row = (device: string, at: number, v: (number | null)[], texts: SeriesRow['texts'] = {}): SeriesRow => ({
    child: child(device),
    at,
    isAnswer: false,
    v,
    texts,
  })
  const { history, latest } = foldSeries([
    row('2', 5, [1, null]),
    row('1', 9, [null, 4], { a: 'new' }),
    row('1', 8, [3], { a: 'old', b: 'kept' }),
    row('2', 5, [9, 2]),
    row('3', 1, [null]),
  ])
  expect(history.map(({ child: { deviceId }, at, v }) => [deviceId, at, v])).toEqual([
    ['2', 5, [1, 2]],
    ['1', 9, [null, 4]],
    ['1', 8, [3]],
  ])
  expect(latest.map(({ child: { deviceId }, v, texts }) => [deviceId, v, texts]).sort()).toEqual([
    ['1', [3, 4], { a: 'new', b: 'kept' }],
    ['2', [1, 2], {}],
    ['3', [null], {}],
  ])
})
