import { gatewaysPort } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const GATEWAY = 'GW-ENV'
const DEVICE = '/api/blade-device'
const REPORT = '/api/blade-report/env_sensor'
const HOUR = 3_600_000

let product: TestPlatform
let operator: ApiClient
let guest: ApiClient
let other: ApiClient
let client: MqttClient
const ids: Record<string, string> = {}
const commands: Command[] = []

interface Page<R = Record<string, unknown>> {
  readonly records: readonly R[]
  readonly total: number
}
const get = async <D = Record<string, unknown>>(path: string, query: object = {}): Promise<D> =>
  (await operator.get<D>(path, { ...query })).data

beforeAll(async () => {
  product = await testPlatform({
    slices,
    config: { COMMAND_VERIFY_SECONDS: '2', DEMO_LAMPS: '0', DEMO_DEVICES: '0', FACILITY_FAULT_SECONDS: '0.3' },
  })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  other = await product.signIn()
  const gatewayId = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 9)',
    [gatewayId, TENANT, GATEWAY],
  )
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret, reconnectPeriod: 0 })
  client.on('message', (_topic, payload) => commands.push(JSON.parse(payload.toString()) as Command))
  await client.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })
  for (const [path, sn, at] of [
    ['trashdevice', 'TB-1', [112.9, 28.2]],
    ['trashdevice', 'TB-2', [112.9, 28.21]],
    ['trashdevice', 'TB-3', [112.91, 28.2]],
    ['trashdevice', 'TB-4', [112.9, 28.23]],
    ['well', 'WL-1', [112.9, 28.2]],
    ['env_sensor', 'ES-1', [112.9, 28.2]],
    ['spray/device', 'SP-1', [112.9, 28.2]],
  ] as const) {
    const place = { longitude: at[0], latitude: at[1] }
    const made = await operator.post<{ id: string }>(`${DEVICE}/${path}/submit`, { sn, name: `设备 ${sn}`, gatewayId, ...place })
    ids[sn] = made.data.id
  }
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

const up = (kind: 'report' | 'ack' | 'event', ...entries: object[]): Promise<unknown> =>
  client.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(entries), { qos: 1 })
const report = (sn: string, p: object, at = Date.now()): Promise<unknown> => up('report', { sn, at, p })
const received = (id: string): Promise<Command> => eventually(() => commands.find((one) => one.id === id))
const row = (path: string, sn: string): Promise<Record<string, unknown>> => get(`${DEVICE}/${path}/detail`, { id: ids[sn] })

test('rule.family.4: environmental sensors, bins, wells and spray devices are in the register with the values that they report', async () => {
  await report('TB-1', { fillLevel: 40, temperature: 21, battery: 3.9, tilt: 2, threshold: 80 })
  await report('WL-1', { waterLevel: 120, fillLevel: 6, cover: 0, lock: 0, gas: 0.4, battery: 3.6, tilt: 1 })
  await report('ES-1', { temperature: 24.5, humidity: 60, pm25: 35, noise: 58 })
  await report('SP-1', { on: 0, level: 0, pressure: 420, flow: 0 })
  for (const [slug, sn, path, shown] of [
    ['trash', 'TB-1', 'trashdevice', { fillLevel: '40', battery: '3.9' }],
    ['well', 'WL-1', 'well', { waterLevel: '120', cover: 0, gas: '0.4' }],
    ['env_sensor', 'ES-1', 'env_sensor', { temperature: '24.5', pm25: '35' }],
    ['spray', 'SP-1', 'spray/device', { on: 0, pressure: '420' }],
  ] as const) {
    const registered = await get<Page>(`${DEVICE}/device/page/${slug}`, { size: 50 })
    expect(
      registered.records.map((one) => one.sn),
      slug,
    ).toContain(sn)
    await eventually(async () => expect(await row(path, sn), slug).toMatchObject({ ...shown, deviceState: 1 }))
    expect((await operator.get(`${DEVICE}/device/page/${slug}`, { size: 50 })).body.code).toBe(200)
  }
})

describe('commands by code', () => {
  const send = (name: 'trash' | 'well', body: object, by = operator) =>
    by.post<{ batchId: string; total: number }>(`${DEVICE}/${name}/batch/command`, body)

  test('trash.command: each code of decisions.md A40 becomes the command of a bin or a well', async () => {
    for (const [name, sn, code, parameter, cmd, args] of [
      ['trash', 'TB-1', 1, undefined, 'read', {}],
      ['trash', 'TB-1', 2, 30, 'interval', { minutes: 30 }],
      ['trash', 'TB-1', 3, '75', 'threshold', { percent: 75 }],
      ['trash', 'TB-1', 4, undefined, 'lid', { open: 1 }],
      ['trash', 'TB-1', 5, '', 'lid', { open: 0 }],
      ['trash', 'TB-1', 6, undefined, 'reboot', {}],
      ['trash', 'TB-1', 7, 25, 'tiltAlarm', { degrees: 25 }],
      ['well', 'WL-1', 4, undefined, 'lock', { open: 1 }],
      ['well', 'WL-1', 7, 20, 'tiltAlarm', { degrees: 20 }],
    ] as const) {
      const given = { [`${name}Ids`]: ids[sn], commandType: code, ...(parameter === undefined ? {} : { commandParameter: parameter }) }
      const { body, data } = await send(name, given)
      expect(body.code, `${name} ${code}`).toBe(200)
      expect(await received(data.batchId)).toMatchObject({ cmd, args, sns: [sn] })
    }
  })

  test('a command ends by the report of the bin; it is in the issued list, a failed one in the failed list, within the range of time', async () => {
    const { data } = await send('trash', { trashIds: [ids['TB-2']], commandType: 3, commandParameter: 90 })
    await received(data.batchId)
    const at = Date.now()
    await up('ack', { id: data.batchId, sn: 'TB-2', ok: true, code: 'ok', at, p: { threshold: 90 } })
    await report('TB-2', { threshold: 90, fillLevel: 20 }, at + 1000)
    const refused = await send('trash', { trashIds: ids['TB-2'], commandType: 4 })
    await received(refused.data.batchId)
    await up('ack', { id: refused.data.batchId, sn: 'TB-2', ok: false, code: 'busy', at: Date.now() })
    const today = new Date(Date.now() - 24 * HOUR).toISOString().slice(0, 10)
    const list = (kind: string, query: object = {}) =>
      get<Page>(`${DEVICE}/trash/${kind}/list`, { startDate: `${today} 00:00:00`, ...query })
    await eventually(async () => {
      expect((await list('failcommand')).records).toMatchObject([{ id: refused.data.batchId, state: 4 }])
      expect((await list('issucommand')).records.find(({ id }) => id === data.batchId)).toMatchObject({
        state: 2,
        commandText: '设置满溢阈值：90 %',
      })
      return true
    })
    expect((await get<Page>(`${DEVICE}/trash/issucommand/list`, { endDate: '2020-01-01 00:00:00' })).total).toBe(0)
    expect((await get<Page>(`${DEVICE}/well/issucommand/list`)).total).toBe(2)
    expect((await get<Page>(`${DEVICE}/well/failcommand/list`)).total).toBe(0)
  })

  test('wrong codes, parameters and ids are refused with the name of the field; nothing is sent', async () => {
    const count = async () => (await product.platform.system.query<{ n: number }>('select count(*)::int as n from control_batch'))[0]?.n
    const before = await count()
    const one = { trashIds: ids['TB-1'] }
    for (const [field, body] of [
      ['commandType', { ...one }],
      ['commandType', { ...one, commandType: 8 }],
      ['commandType', { ...one, commandType: 'open' }],
      ['commandParameter', { ...one, commandType: 2 }],
      ['commandParameter', { ...one, commandType: 2, commandParameter: 0 }],
      ['commandParameter', { ...one, commandType: 3, commandParameter: 101 }],
      ['commandParameter', { ...one, commandType: 7, commandParameter: 'steep' }],
      ['trashIds', { commandType: 1 }],
      ['trashIds', { trashIds: 'x', commandType: 1 }],
      ['trashIds', { trashIds: ids['WL-1'], commandType: 1 }],
    ] as const)
      expect((await send('trash', body)).body, JSON.stringify(body)).toMatchObject({ code: 400, field })
    expect((await send('trash', { ...one, commandType: 4 }, guest)).body.code).not.toBe(200)
    expect((await send('trash', { ...one, commandType: 4 }, other)).body).toMatchObject({ code: 400, field: 'trashIds' })
    expect(await count()).toBe(before)
  })
})

describe('statistics', () => {
  test('trash.overview eq.trashDetail: levels, states and hours of the bins, of one bin or of all', async () => {
    await report('TB-3', { fillLevel: 95, battery: 3.8, openings: 10 })
    await report('TB-4', { fillLevel: 4, battery: 3.8 })
    await eventually(async () =>
      expect(await get(`${DEVICE}/trash/full-empty`)).toEqual({ total: 4, full: 1, partly: 2, empty: 1, unknown: 0, fullRate: 25 }),
    )
    expect(await get(`${DEVICE}/trash/full-empty`, { id: ids['TB-3'] })).toMatchObject({ total: 1, full: 1 })
    expect(await get(`${DEVICE}/trash/status/rate`)).toMatchObject({ total: 4, online: 4, offline: 0, onlineRate: 100 })
    const bands = await get<{ categories: string[]; series: { data: number[] }[] }>(`${DEVICE}/trash/chart`)
    expect(bands.categories).toHaveLength(10)
    expect(bands.series[0]?.data).toEqual([1, 0, 1, 0, 1, 0, 0, 0, 0, 1])
    const curve = await get<{ categories: string[]; series: { name: string; data: number[] }[] }>(`${DEVICE}/trash/chart`, {
      id: ids['TB-3'],
    })
    expect(curve.series.find(({ name }) => name === 'fillLevel')?.data).toEqual([95])
    const hours = await get<{ hour: number; records: Record<string, unknown>[] }>(`${DEVICE}/trash/monitoring`, { hour: 3 })
    expect(hours.records).toHaveLength(3)
    expect(hours.records.reduce((sum, { reporting }) => sum + Number(reporting), 0)).toBeGreaterThanOrEqual(4)
    const own = await get<{ records: Record<string, unknown>[] }>(`${DEVICE}/trash/monitoring`, { hour: 2, id: ids['TB-3'] })
    expect(own.records.at(-1)).toMatchObject({ reporting: 1, level: 95, highest: 95 })
  })

  test('openings belong to the hour that ends with the report, also if the hour has no other report', async () => {
    const hour = Math.floor(Date.now() / HOUR) * HOUR
    for (const [ago, openings] of [
      [4, 5],
      [2, 9],
      [1, 12],
    ] as const) {
      const at = new Date(hour - ago * HOUR)
      await product.platform.system.query('select devices_telemetry_partition($1::date)', [at])
      await product.platform.system.query('insert into devices_series (tenant_id, device_id, type, at, v) values ($1, $2, 19, $3, $4)', [
        TENANT,
        ids['TB-4'],
        at,
        [null, null, null, null, openings],
      ])
    }
    const { records } = await get<{ records: Record<string, unknown>[] }>(`${DEVICE}/trash/monitoring`, { hour: 5, id: ids['TB-4'] })
    expect(records.slice(0, 4).map(({ reporting, openings }) => [reporting, openings])).toEqual([
      [1, 0],
      [0, 4],
      [1, 3],
      [1, 0],
    ])
  })

  test('rt.eq.trapdoor eq.wellDetail: the same of wells', async () => {
    expect(await get(`${DEVICE}/well/${ids['WL-1']}`)).toMatchObject({ sn: 'WL-1', waterLevel: '120' })
    expect(await get(`${DEVICE}/well/status/rate`)).toMatchObject({ total: 1, online: 1 })
    expect(await get<{ series: object[] }>(`${DEVICE}/well/chart`, { id: ids['WL-1'] })).toHaveProperty('series.length', 5)
    expect(await get<{ records: object[] }>(`${DEVICE}/well/monitoring`)).toHaveProperty('records.length', 24)
    expect(await get(`${DEVICE}/trash/${ids['TB-1']}`)).toMatchObject({ sn: 'TB-1' })
  })

  test('another tenant sees nothing, a guest reads, and wrong input is named', async () => {
    expect((await other.get(`${DEVICE}/trash/full-empty`, { id: ids['TB-3'] })).data).toMatchObject({ total: 0 })
    for (const path of ['trash/chart', 'trash/monitoring', 'well/chart', 'well/monitoring'])
      expect((await other.get(`${DEVICE}/${path}`, { id: ids['TB-3'] })).body.code, path).not.toBe(200)
    for (const path of ['trash/full-empty', 'trash/status/rate', 'trash/data/fault/now', 'well/chart', 'trash/collection'])
      expect((await guest.get(`${DEVICE}/${path}`)).body.code, path).toBe(200)
    expect((await operator.get(`${DEVICE}/trash/monitoring`, { hour: 0 })).body).toMatchObject({ code: 400, field: 'hour' })
    expect((await operator.get(`${DEVICE}/trash/monitoring`, { hour: 'x' })).body).toMatchObject({ code: 400, field: 'hour' })
    expect((await operator.get(`${DEVICE}/well/chart`, { id: 'x' })).body).toMatchObject({ code: 400, field: 'id' })
  })
})

test('trash collection: bins from a threshold on, in the order of a short route', async () => {
  const route = await get<{ records: { sn: string; leg: number }[]; total: number; metres: number }>(`${DEVICE}/trash/collection`, {
    threshold: 0,
    startLng: 112.9,
    startLat: 28.199,
  })
  expect(route.records.map(({ sn }) => sn)).toEqual(['TB-1', 'TB-3', 'TB-2', 'TB-4'])
  expect(route).toMatchObject({ total: 4 })
  expect(route.metres).toBe(route.records.reduce((sum, { leg }) => sum + leg, 0))
  expect((await get<Page>(`${DEVICE}/trash/collection`)).records).toMatchObject([{ sn: 'TB-3' }])
  for (const [field, query] of [
    ['startLat', { startLng: 112 }],
    ['threshold', { threshold: 101 }],
    ['startLat', { startLng: 112, startLat: 91 }],
  ] as const)
    expect((await operator.get(`${DEVICE}/trash/collection`, query)).body).toMatchObject({ code: 400, field })
})

describe('faults', () => {
  const present = (name: string, query: object = {}) =>
    get<{ total: number; unchecked: number; kinds: { kind: number; count: number }[] }>(`${DEVICE}/${name}/data/fault/now`, query)
  const kindsOf = async (name: string): Promise<number[]> => (await present(name)).kinds.map(({ kind }) => kind).sort((a, b) => a - b)

  test('trash.fault: tilt, fire, battery, water, cover and gas open a fault at once, and a later report ends it', async () => {
    await report('TB-1', { tilt: 60, temperature: 82, battery: 3.1, fillLevel: 40 })
    await report('WL-1', { fillLevel: 85, waterLevel: 1700, cover: 1, gas: 25, tilt: 1, battery: 3.6 })
    await eventually(async () => expect(await kindsOf('trash')).toEqual([2, 3, 4]))
    await eventually(async () => expect(await kindsOf('well')).toEqual([6, 7, 8]))
    const faults = await get<Page>(`${DEVICE}/trashfaultinfo/list`)
    expect(faults.total).toBe(3)
    expect(faults.records.every(({ deviceType, sn, status }) => deviceType === 19 && sn === 'TB-1' && status === 0)).toBe(true)
    await report('TB-1', { tilt: 1, temperature: 22, battery: 3.9, fillLevel: 40 }, Date.now() + 1000)
    await eventually(async () => expect((await present('trash')).total).toBe(0))
    expect((await get<Page>(`${DEVICE}/trashfaultinfo/list`)).records.every(({ endedAt }) => endedAt !== '')).toBe(true)
  })

  test('present faults: the numbers count all, the list has the newest hundred', async () => {
    await product.platform.system.query(
      `insert into environment_fault (id, tenant_id, kind, sn, device_id, device_type, began_at, status)
       select 7000 + n, $1, 2 + n % 2, 'TB-2', $2, 19, now() - n * interval '1 min', (n % 5 = 0)::int from generate_series(1, 130) n`,
      [TENANT, ids['TB-2']],
    )
    const found = await get<Page & { unchecked: number; kinds: object[] }>(`${DEVICE}/trash/data/fault/now`, { id: ids['TB-2'] })
    await product.platform.system.query('delete from environment_fault where id between 7001 and 7130')
    expect(found).toMatchObject({
      total: 130,
      unchecked: 104,
      kinds: [
        { kind: 2, count: 65 },
        { kind: 3, count: 65 },
      ],
    })
    expect(found.records.map(({ id }) => Number(id))).toEqual(Array.from({ length: 100 }, (_, n) => 7001 + n))
  })

  test('an event of the device opens the same fault as its value', async () => {
    // An event older than the last report is not applied: TB-2 has reported with a time one second ahead.
    const at = Date.now() + 2000
    await up('event', { sn: 'TB-2', at, type: 'orientationChanged', on: true, p: {} })
    await eventually(async () => expect(await kindsOf('trash')).toEqual([2]))
    await up('event', { sn: 'TB-2', at: at + 1000, type: 'orientationChanged', on: false, p: {} })
    await eventually(async () => expect((await present('trash')).total).toBe(0))
  })

  test('a bin has a fault when it has been full for 24 hours, and not before', async () => {
    const now = Date.now()
    await report('TB-4', { fillLevel: 90 }, now - 20 * HOUR)
    await report('TB-4', { fillLevel: 92 }, now + 2000)
    await report('TB-3', { fillLevel: 96 }, now - 25 * HOUR)
    await report('TB-3', { fillLevel: 96 }, now + 2000)
    await eventually(async () => expect(await kindsOf('trash')).toEqual([1]))
    expect(await present('trash', { id: ids['TB-3'] })).toMatchObject({ total: 1 })
    expect(await present('trash', { id: ids['TB-4'] })).toMatchObject({ total: 0 })
  })

  test('a bin has a fault half an hour after its last report', async () => {
    await product.platform.system.query(
      "update devices_state set state = 4, online = false, received_at = now() - interval '31 minutes' where device_id = $1",
      [ids['TB-2']],
    )
    await eventually(async () => expect(await present('trash', { id: ids['TB-2'] })).toMatchObject({ kinds: [{ kind: 5, count: 1 }] }))
  })

  test('a fault is checked once with a result; users without the right may not check it', async () => {
    const [first] = (await get<Page>(`${DEVICE}/trashfaultinfo/list`)).records
    const check = (body: object, by = operator) => by.post(`${DEVICE}/trashfaultinfo/check`, body)
    expect((await check({ id: first?.id })).body).toMatchObject({ code: 400, field: 'result' })
    expect((await check({ id: first?.id, result: 9 })).body).toMatchObject({ code: 400, field: 'result' })
    expect((await check({ id: first?.id, result: 1 }, guest)).body.code).not.toBe(200)
    expect((await check({ id: first?.id, result: 1 }, other)).body.code).not.toBe(200)
    expect((await check({ id: first?.id, result: 2, remark: '传感器误报' })).body.code).toBe(200)
    expect(await get(`${DEVICE}/facilityfault/detail`, { id: first?.id })).toMatchObject({ status: 1, result: 2, remark: '传感器误报' })
    expect((await check({ id: first?.id, result: 1 })).body.code).not.toBe(200)
    expect((await other.get<Page>(`${DEVICE}/trashfaultinfo/list`)).data.total).toBe(0)
  })
})

describe('environmental sensors', () => {
  test('vis.envSensor: mean, least and most by hour, day and month', async () => {
    const now = Date.now()
    await report('ES-1', { temperature: 20 }, now + 1000)
    await report('ES-1', { temperature: 30 }, now + 2000)
    const stats = (query: object) =>
      get<{ unit: string; records: { time: string; mean: number; least: number; most: number }[] }>(`${REPORT}/history/stats`, {
        envId: ids['ES-1'],
        indexType: 1,
        ...query,
      })
    await eventually(async () => expect((await stats({ timeType: 1 })).records.at(-1)).toMatchObject({ most: 30 }))
    for (const [timeType, length] of [
      [1, 16],
      [2, 10],
      [3, 7],
    ] as const) {
      const { unit, records } = await stats({ timeType })
      expect(unit).toBe('°C')
      const { time, mean, least, most } = records.at(-1) ?? { time: '', mean: 0, least: 0, most: 0 }
      expect(time).toHaveLength(length)
      expect([least, most]).toEqual([20, 30])
      expect(mean).toBeGreaterThan(20)
      expect(mean).toBeLessThan(30)
    }
    expect((await stats({ indexType: 9 })).records.at(-1)).toMatchObject({ mean: 58 })
    for (const [field, query] of [
      ['envId', { indexType: 1 }],
      ['indexType', { indexType: 12, envId: ids['ES-1'] }],
      ['timeType', { timeType: 4, envId: ids['ES-1'] }],
    ] as const)
      expect((await operator.get(`${REPORT}/history/stats`, query)).body).toMatchObject({ code: 400, field })
    expect((await other.get(`${REPORT}/history/stats`, { envId: ids['ES-1'] })).body.code).not.toBe(200)
    expect((await get<Page>(`${DEVICE}/env_sensor/page`, { projectId: '1' })).total).toBe(0)
    expect((await get<Page>(`${DEVICE}/env_sensor/page`)).total).toBe(1)
  })

  test('without a provider the answer has a hint and no forecast; the server does not call an address that is not https', async () => {
    const forecast = () => get<{ records: object[]; hint: string; source: string }>(`${REPORT}/weather/forecast`)
    const first = await forecast()
    expect(first.hint === '' ? first.source : first.hint).toMatch(/虚拟城市|weather\.url/)
    const { system } = product.platform
    await system.query("update system_param set param_value = 'http://127.0.0.1:1/' where param_key = 'weather.url'")
    await eventually(async () => expect(await forecast()).toMatchObject({ records: [], hint: expect.stringContaining('https') }))
    await system.query("update system_param set param_value = 'https://127.0.0.1:1/' where param_key = 'weather.url'")
    await eventually(async () => expect(await forecast()).toMatchObject({ records: [], hint: expect.stringContaining('稍后重试') }))
  })
})
