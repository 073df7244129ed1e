import { gatewaysPort } from '@lamplight/devices/model'
import type { Running } from '@lamplight/server-kit'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'

// A concentrator of the virtual city behind the broker of the test, with two loops on its outputs 1 and 2.
const TENANT = '100001'
const GATEWAY = 'GW-CONC'
const SN = 'CONC-1'
const BASE = '/api/blade-city/concentrator'
type Wire = Readonly<Record<string, unknown>>
interface Page {
  readonly total: number
  readonly records: readonly Wire[]
}

let product: TestPlatform
let operator: ApiClient
let city: City
const ids: Record<string, string> = {}

const made = async (path: string, body: object): Promise<string> => {
  const { code, msg, data } = await operator.post<{ id: string }>(path, body)
  expect(code, msg).toBe(200)
  return data.id
}
const post = async (path: string, body: object): Promise<Wire> => {
  const { code, msg, data } = await operator.post<Wire>(`${BASE}/${path}`, { concentratorId: ids.concentrator, ...body })
  expect(code, msg).toBe(200)
  return data
}
const get = async <D = Wire>(path: string, query: object = {}): Promise<D> => {
  const { code, msg, data } = await operator.get<D>(`${BASE}/${path}`, { concentratorId: ids.concentrator, ...query })
  expect(code, msg).toBe(200)
  return data
}
const ends = (id: unknown, as: object): Promise<unknown> =>
  eventually(async () => {
    expect((await operator.get('/api/blade-city/commandrecord/detail', { id })).data).toMatchObject(as)
    return true
  }, 20_000)
const verified = { state: 2, verified: 1, deviceType: 3 }
const heldBy = (name: string): unknown => (city.device(SN) as unknown as { values: Wire }).values[name]

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  ids.gateway = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children, lng, lat) values ($1, $2, $3, 1, false, 1, 112.9, 28.2)',
    [ids.gateway, TENANT, GATEWAY],
  )
  await product.platform.port(gatewaysPort).issueSecret(GATEWAY, { virtual: true })
  ids.concentrator = await made(`${BASE}/submit`, { sn: SN, name: '人民路集中器', gatewayId: ids.gateway })
  for (const no of [1, 2]) ids[`loop${no}`] = await made('/api/blade-city/loop/submit', { name: `回路 ${no}`, no })
  ids.lamp = await made('/api/blade-city/lamp/submit', { name: '灯 1', sn: 'L-1' })
  ids.other = await made(`${BASE}/submit`, { sn: 'CONC-2', name: '备用集中器' })
  city = createCity({ inventory: await inventoryOf(product.running as Running), latency: 20, reportInterval: 2, ...plays })
  city.start()
  await eventually(() => city.isOnline(GATEWAY))
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

test('loops are configured on the device, listed with their outputs, and deleted on the device alone', async () => {
  // The server supersedes a list of loops that is not answered yet when a newer one is sent.
  for (const loop of [
    { loopId: ids.loop1, no: 1, phase: 1, doNo: 1, diNo: 3 },
    { loopId: ids.loop2, no: 2, phase: 4, doNo: 2, diNo: 2, strategyId: 7 },
  ])
    await ends((await post('control/set/loopconfig', loop)).batchId, { state: 2, deviceType: 3, cmd: 'set' })
  expect(city.params(SN).loopConfig).toEqual({ list: '1:A/DO1/DI3/0;2:ABC/DO2/DI2/7' })
  const { records } = await get<Page>('loop/list')
  expect(records.map(({ name, doNo, diNo }) => [name, doNo, diNo]).sort()).toEqual([
    ['回路 1', 1, 3],
    ['回路 2', 2, 2],
  ])
  const read = await get('control/get/loopconfig')
  expect(read.loops).toMatchObject([
    { no: 1, phase: 1, doNo: 1 },
    { no: 2, strategyId: 7 },
  ])
  await ends((await post('control/del/loopconfig', { loopId: ids.loop2 })).batchId, { state: 2 })
  expect(city.params(SN).loopConfig).toEqual({ list: '1:A/DO1/DI3/0' })
  expect((await get<Page>('loop/list')).total).toBe(2)
  await ends((await post('control/set/loopconfig', {})).batchId, { state: 2 })
  expect(city.params(SN).loopConfig).toEqual({ list: '1:A/DO1/DI3/0;2:ABC/DO2/DI2/7' })
})

test('a loop of another concentrator, tenant or area is refused: nothing is sent or deleted', async () => {
  const elsewhere = await made('/api/blade-city/loop/submit', { name: '别处回路', no: 9, concentratorId: ids.other })
  const foreign = product.platform.newId()
  await product.platform.system.query(
    `insert into cabinets_loop (id, tenant_id, name, no, concentrator_id) values ($1, '000000', '外租户回路', 8, $2)`,
    [foreign, ids.concentrator],
  )
  const before = (await get<Page>('commandrecord/page', { size: 1 })).total
  for (const loopId of [elsewhere, foreign, '1234567890123456789'])
    for (const [path, more] of [
      ['control/del/loopconfig', {}],
      ['manualctr/loop', { on: true }],
    ] as const) {
      const answer = await operator.post(`${BASE}/${path}`, { concentratorId: ids.concentrator, loopId, ...more })
      expect(answer.body, path).toMatchObject({ code: 400, field: 'loopId' })
    }
  const read = await operator.get(`${BASE}/loop/data`, { concentratorId: ids.concentrator, loopId: elsewhere })
  expect(read.body).toMatchObject({ code: 400, field: 'loopId' })
  expect((await get<Page>('commandrecord/page', { size: 1 })).total).toBe(before)
  expect(city.params(SN).loopConfig).toEqual({ list: '1:A/DO1/DI3/0;2:ABC/DO2/DI2/7' })
})

test('outputs and loops are switched; the contact is verified by a report, and its feedback follows', async () => {
  await ends((await post('manualctr/loop', { loopId: ids.loop1, on: false })).batchId, verified)
  expect(heldBy('do1')).toBe(0)
  const data = await eventually(async () => {
    const found = await get('loop/data', { loopId: ids.loop1 })
    return found.on === 0 && found.feedback === 0 ? found : null
  })
  expect(data).toMatchObject({ loopId: ids.loop1, lamps: 0, phases: [{ phase: 'A', voltage: expect.any(Number) }] })
  await ends((await post('manualctr/do', { no: 1, on: true })).batchId, verified)
  const outputs = await get<{ contacts: readonly Wire[] }>('control/get/do')
  expect(outputs.contacts[0]).toEqual({ no: 1, name: 'DO1', on: 1 })
  expect((await get<{ contacts: readonly Wire[] }>('control/get/di')).contacts).toHaveLength(8)
  expect(await get<Page>('operate_log/page')).toMatchObject({
    records: expect.arrayContaining([expect.objectContaining({ userName: expect.any(String), sn: SN })]),
  })
  const { data: reports } = await operator.get<Page>('/api/blade-report/concentrator/history/page', { concentratorId: ids.concentrator })
  expect(reports.records[0]).toMatchObject({ concentratorId: ids.concentrator, voltageA: expect.any(Number) })
})

test('members replace the list on the device; a member needs a serial number or an address', async () => {
  for (const [path, family] of [
    ['illuminance_member', 'illuminanceMembers'],
    ['luminance_member', 'luminanceMembers'],
    ['meter_member', 'meterMembers'],
  ] as const) {
    const members = [
      { index: 1, sn: 'SENSOR-1', protocol: 1 },
      { index: 2, address: 17, protocol: 3 },
    ]
    await ends((await post(`control/set/${path}`, { members })).batchId, { state: 2 })
    expect(city.params(SN)[family]).toEqual({ list: '1=1:SENSOR-1;2=3:17' })
    expect((await get('detail', { id: ids.concentrator }))[family]).toHaveLength(2)
  }
  const wrong = await operator.post(`${BASE}/control/set/meter_member`, {
    concentratorId: ids.concentrator,
    members: [{ index: 1, protocol: 1 }],
  })
  expect(wrong.body).toMatchObject({ code: 400, field: 'members' })
})

test('a base configuration is kept by serial number and sent to the concentrator that has it', async () => {
  const id = await made(`${BASE}/base_config/submit`, { sn: SN, reportInterval: 5, ctRatio: 40 })
  await eventually(() => city.params(SN).concentratorBase?.reportInterval === 5, 20_000)
  expect(await get('base_config/by/sn', { sn: SN })).toMatchObject({ id, ctRatio: 40 })
  expect((await get('control/get/base_config')).config).toMatchObject({ id, sn: SN })
  await made(`${BASE}/base_config/submit`, { sn: 'CONC-UNKNOWN' })
  const sent = await operator.post(`${BASE}/base_config/send`, { ids: id })
  expect(sent.data).toEqual({ count: 1 })
})

test('a lamp is bound to one concentrator at most; the list finds concentrators by the name of a lamp', async () => {
  expect(await post('bind/lamps', { lampIds: ids.lamp })).toEqual({ count: 1, moved: 0 })
  expect(await post('bind/lamps', { lampIds: [ids.lamp] })).toEqual({ count: 0, moved: 0 })
  expect(await post('bind/lamps', { concentratorId: ids.other, lampIds: ids.lamp })).toEqual({ count: 1, moved: 1 })
  expect((await get<Page>('lamp/page', { concentratorId: ids.other })).records).toMatchObject([{ lampId: ids.lamp, lampName: '灯 1' }])
  expect((await get<Page>('list', { lampName: '灯 1' })).records.map(({ id }) => id)).toEqual([ids.other])
  expect(await post('unbind/lamps', { lampIds: ids.lamp })).toEqual({ count: 0 })
  expect(await post('unbind/lamps', { concentratorId: ids.other, lampIds: ids.lamp })).toEqual({ count: 1 })
  const unknown = await operator.post(`${BASE}/bind/lamps`, { concentratorId: ids.other, lampIds: '1' })
  expect(unknown.body).toMatchObject({ code: 400, field: 'lampIds' })
})

test('simple commands, the server link and the command records of concentrators', async () => {
  const simple = await post('control/do/simple_command', { data: { cmd: 8 } })
  await ends(simple.batchId, { state: 2, deviceType: 3, cmd: 'readVersion' })
  const { code, data } = await operator.post<Wire>(`${BASE}/control/batch/set/serverLinkInfo`, {
    ids: ids.concentrator,
    host: 'lamps.example.com',
    port: 1883,
    protocol: 3,
    heartbeat: 60,
  })
  expect(code).toBe(200)
  await eventually(() => city.params(SN).serverLink?.host === 'lamps.example.com', 20_000)
  expect((await operator.get<Wire>(`${BASE}/control/batch/get/serverLinkInfo`, { ids: ids.concentrator })).data).toMatchObject({ total: 1 })
  const { records } = await get<Page>('commandrecord/page', { size: 50 })
  expect(records.map(({ id }) => id)).toEqual(expect.arrayContaining([simple.batchId, data.batchId]))
  expect(new Set(records.map(({ deviceType }) => deviceType))).toEqual(new Set([3]))
})

test('wrong input is refused with the name of the field', async () => {
  const refused = async (path: string, body: object): Promise<unknown> =>
    (await operator.post(`${BASE}/${path}`, { concentratorId: ids.concentrator, ...body })).body
  expect(await refused('manualctr/do', { no: 9, on: true })).toMatchObject({ code: 400, field: 'no' })
  expect(await refused('manualctr/do', { no: 1 })).toMatchObject({ code: 400, field: 'on' })
  expect(await refused('manualctr/loop', { concentratorId: ids.other, loopId: ids.loop1, on: true })).toMatchObject({
    code: 400,
    field: 'loopId',
  })
  expect(await refused('control/set/loopconfig', { no: 3 })).toMatchObject({ code: 400, field: 'loopId' })
})
