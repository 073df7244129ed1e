import { controlServer } from '@lamplight/control/server'
import { gatewaysPort } from '@lamplight/devices/model'
import { devicesServer } from '@lamplight/devices/server'
import { identityServer } from '@lamplight/identity/server'
import { lightingServer } from '@lamplight/lighting/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { createRandom, skyOn } from '@lamplight/town'
import type { PlayedDevice } from '@lamplight/virtual-city'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solarLampType } from '../model/index.ts'
import { solarLampPlay } from '../play/solar-lamp.play.ts'
import { solarServer } from './index.ts'

const TENANT = '100001'
const GATEWAY = 'GW-SUN'
const SN = 'SL-WEEK'
const BASE = '/api/blade-sun/device'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const OVERCAST = 0.1

let product: TestPlatform
let operator: ApiClient
let client: MqttClient
let id: string
let projectId: string

const idOf = async (path: string, body: object): Promise<string> => {
  const { code, msg, data } = await operator.post<{ id: string }>(path, body)
  expect(code, msg).toBe(200)
  return data.id
}
const idOfBatch = async (path: string, body: object): Promise<string> => {
  const { code, msg, data } = await operator.post<{ batchId: string }>(path, body)
  expect(code, msg).toBe(200)
  return data.batchId
}
beforeAll(async () => {
  const slices = [systemServer, identityServer, placesServer, devicesServer, controlServer, lightingServer, solarServer]
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const gatewayId = product.platform.newId()
  projectId = product.platform.newId()
  const { query } = product.platform.system
  await query('insert into places_projects (id, tenant_id, name, type) values ($1, $2, $3, 200)', [projectId, TENANT, '阳光村'])
  await query('insert into devices_gateway (id, tenant_id, sn, status, online, project_id) values ($1, $2, $3, 1, false, $4)', [
    gatewayId,
    TENANT,
    GATEWAY,
    projectId,
  ])
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret, reconnectPeriod: 0 })
  id = await idOf(`${BASE}/submit`, { sn: SN, name: '村口灯', gatewayId, projectId, longitude: '112.91', latitude: '28.21' })
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

interface Lamp {
  readonly soc: string | number | null
  readonly deviceState: number
  readonly on: number
}
const lamp = async (): Promise<Lamp> => (await operator.get<Lamp>(`${BASE}/detail`, { id })).data
/** First day of so many rainy ones. */
const rain = (days: number): number => {
  for (let day = 20_000; ; day++) if (Array.from({ length: days }, (_, at) => skyOn(day + at)).every((sky) => sky < OVERCAST)) return day
}
const played = (at: number) => {
  const device = {
    sn: SN,
    type: solarLampType,
    held: new Set<string>(),
    load: () => undefined,
    above: () => undefined,
    calendar: () => undefined,
    behind: () => [],
    random: createRandom(1, SN),
    params: {},
  }
  const values = { soc: 100, faults: [], charged: 0, discharged: 0, hours: 0 } as PlayedDevice['values']
  return { ...device, values, steppedAt: at }
}

test('a battery empties over a simulated rainy week: list, state, history, map and public page show it', async () => {
  const start = rain(5) * DAY_MS - 8 * HOUR_MS
  const device = played(start)
  const now = Date.now() - HOUR_MS
  const told: number[] = []
  let dark = false
  for (let hour = 4; hour <= 7 * 24 && !dark; hour += 4) {
    const at = start + hour * HOUR_MS
    device.values = { ...device.values, ...solarLampPlay.step?.(device, at) } as PlayedDevice['values']
    device.steppedAt = at
    const { soc, faults, ...values } = device.values
    told.push(Math.round(Number(soc)))
    dark = Array.isArray(faults) && faults.length > 0
    const rounded = Object.fromEntries(Object.entries(values).map(([name, one]) => [name, typeof one === 'number' ? Math.round(one) : one]))
    const entry = { sn: SN, at: now + hour * 1000, p: { ...rounded, soc: told.at(-1), faults } }
    await client.publishAsync(`ll/1/${GATEWAY}/up/report`, JSON.stringify([entry]), { qos: 1 })
  }
  expect(dark).toBe(true)
  await eventually(async () => {
    expect(await lamp()).toMatchObject({ deviceState: 3, on: 0 })
    return true
  })
  expect(Number((await lamp()).soc)).toBe(told.at(-1))
  expect(told.at(-1)).toBeLessThanOrEqual(5)
  const { data: low } = await operator.get<{ records: { id: string }[] }>(`${BASE}/list`, { soc_le: 10, projectId })
  expect(low.records.map((row) => row.id)).toEqual([id])
  const { data: points } = await operator.get<Record<string, unknown[]>>(`${BASE}/points`, { projectId })
  expect(points).toMatchObject({ ids: [id], soc: [told.at(-1)], states: [3], lng: [1_129_100_000] })
})

test('the public page knows a lamp by its serial number, and tells neither ids nor place nor tenant', async () => {
  const { data, body } = await product.anonymous.get<Record<string, unknown>>(`${BASE}/scan`, { sn: SN })
  expect(data).toMatchObject({ sn: SN, name: '村口灯', state: 3, stateName: '故障' })
  expect(Object.keys(data).sort()).toEqual(['name', 'reportedAt', 'sn', 'state', 'stateName', 'values'])
  const text = JSON.stringify(body)
  for (const secret of [id, projectId, TENANT, GATEWAY, '112.91']) expect(text).not.toContain(secret)
  for (const sn of ['SL-NONE', GATEWAY, ' ', "x' or 1=1"])
    expect((await product.anonymous.get(`${BASE}/scan`, { sn })).body.code, sn).not.toBe(200)
  expect((await product.anonymous.get(`${BASE}/detail`, { id })).body.code).toBe(401)
})

test('the public page does not know lamps of an expired tenant, nor removed ones', async () => {
  const { query } = product.platform.system
  await query('update identity_tenants set expire_time = $2 where tenant_id = $1', [TENANT, new Date(Date.now() - DAY_MS)])
  expect((await product.anonymous.get(`${BASE}/scan`, { sn: SN })).body.code).not.toBe(200)
  await query('update identity_tenants set expire_time = null where tenant_id = $1', [TENANT])
  expect((await product.anonymous.get(`${BASE}/scan`, { sn: SN })).body.code).toBe(200)
})

test('rule.const.projecttype: lists of posts, gateways and controllers show the rows of a type of project', async () => {
  const city = await idOf('/api/blade-system/project/submit', { name: '城区', type: 2 }).catch(() => '')
  const posts = { solar: projectId, ...(city && { city }) }
  for (const [sn, project] of Object.entries(posts))
    await idOf('/api/blade-city/lamp_post/submit', { lampPostName: sn, lampPostSn: `P-${sn}`, projectId: project })
  const names = async (path: string, key: string, query: object) =>
    (await operator.get<{ records: Record<string, unknown>[] }>(path, { ...query })).data.records.map((row) => row[key])
  expect(await names('/api/blade-city/lamp_post/page', 'lampPostSn', { projectType: 200 })).toEqual(['P-solar'])
  expect(await names('/api/blade-device/gateway/list', 'sn', { projectType: 200 })).toEqual([GATEWAY])
  expect(await names('/api/blade-device/gateway/list', 'sn', { projectType: 4 })).toEqual([])
  expect(await names('/api/blade-city/controller/page', 'sn', { projectType: 4 })).toEqual([])
  expect((await operator.get('/api/blade-city/lamp_post/page', { projectType: 'x' })).body).toMatchObject({
    code: 400,
    field: 'projectType',
  })
})

test('a group of solar lamps selects the rows of the list', async () => {
  const groupId = await idOf('/api/blade-city/group/submit', { groupName: '村口', devType: 7 })
  await operator.post('/api/blade-city/device_group/copy', { groupId, ids: id })
  const { data } = await operator.get<{ records: { id: string }[] }>(`${BASE}/list`, { groupId })
  expect(data.records.map((row) => row.id)).toEqual([id])
})

test('controller.batch.set.battery: controllerIds of solar lamps get parameters, by id and by group, also together with lamp controllers', async () => {
  const told: { cmd: string; args: object; sns: string[] }[] = []
  client.on('message', (_topic, payload) => told.push(...[JSON.parse(payload.toString())].flat()))
  await client.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })
  const { gatewayId } = (await operator.get<{ gatewayId: string }>(`${BASE}/detail`, { id })).data
  const controllerId = await idOf('/api/blade-city/controller', { sn: 'LC-BESIDE', gatewayId })
  const value = { type: 3, capacityAh: 100, ratedV: 12.8, chargeLimitV: 14.4, dischargeLimitV: 10.5, recoverV: 12 }
  const path = (target: string, op: string) => `/api/blade-city/controller/${target}/${op}/battery`
  const sent = await operator.post(path('batch', 'set'), { controllerIds: [id, controllerId], ...value })
  expect([sent.code, sent.data], sent.msg).toMatchObject([200, { total: 2 }])
  await eventually(() => {
    const sets = told.filter(({ cmd }) => cmd === 'set')
    expect(sets.flatMap(({ sns }) => sns).sort()).toEqual(['LC-BESIDE', SN])
    for (const { args } of sets) expect(args).toEqual({ family: 'battery', value })
    return true
  })
  expect((await operator.get(path('batch', 'get'), { controllerIds: id })).data).toMatchObject({ total: 1 })
  const groupId = await idOf('/api/blade-city/group/submit', { groupName: '村尾', devType: 7 })
  await operator.post('/api/blade-city/device_group/copy', { groupId, ids: id })
  expect((await operator.post(path('group', 'set'), { groupId, ...value })).data).toMatchObject({ total: 1 })
})

test('rule.paging.systemType: records of commands are listed in the systems of their devices', async () => {
  const { gatewayId } = (await operator.get<{ gatewayId: string }>(`${BASE}/detail`, { id })).data
  const records: Record<string, string> = { 200: await idOfBatch(`${BASE}/dim`, { ids: id, level: 40, reason: '检修' }) }
  const lamps: string[] = []
  for (const type of [2, 3, 4]) {
    const project = product.platform.newId()
    await product.platform.system.query('insert into places_projects (id, tenant_id, name, type) values ($1, $2, $3, $4)', [
      project,
      TENANT,
      `记录 ${type}`,
      type,
    ])
    lamps.push(await idOf('/api/blade-city/controller', { sn: `LC-OF-${type}`, gatewayId, projectId: project }))
    records[type] = await idOfBatch('/api/blade-city/controller/batch/openlamp', { controllerIds: lamps.at(-1) })
  }
  const both = await idOfBatch('/api/blade-city/controller/batch/openlamp', { controllerIds: lamps.slice(1) })
  const city = await idOfBatch('/api/blade-city/controller/batch/openlamp', {
    controllerIds: await idOf('/api/blade-city/controller', { sn: 'LC-NOWHERE', gatewayId }),
  })
  const all = [...Object.values(records), both, city]
  const listed = async (query: object, path = 'blade-city/commandrecord/page') =>
    (await operator.get<{ records: { id: string }[] }>(`/api/${path}`, { size: 100, ...query })).data.records
      .map((row) => row.id)
      .filter((one) => all.includes(one))
      .sort()
  expect(await listed({ system: 2 })).toEqual([records[2], city].sort())
  expect(await listed({ system: 200 })).toEqual([records[200]])
  expect(await listed({}, 'blade-sun/commandRecord/list')).toEqual([records[200]])
  expect(await listed({ system: 3 })).toEqual([records[3], both].sort())
  expect(await listed({ systemType: 3 })).toEqual([records[3], both].sort())
  expect(await listed({ system: 4 })).toEqual([records[4], both].sort())
  expect(await listed({ systemType: 2 })).toEqual([records[200], records[2], records[4], both, city].sort())
  const issued = (
    await operator.get<{ records: { batchId: string }[] }>('/api/blade-city/issuecommand/pageList', { system: 200, size: 100 })
  ).data
  expect(issued.records.map(({ batchId }) => batchId)).toContain(records[200])
  expect(issued.records.map(({ batchId }) => batchId)).not.toContain(records[2])
  expect((await operator.get('/api/blade-city/commandrecord/page', { system: 'x' })).status).toBe(400)
})
