import { gatewaysPort } from '@lamplight/devices/model'
import type { Running } from '@lamplight/server-kit'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'
import type { PublicationFacts } from '../../../domains/strategies/model/publication-facts.ts'

// Strategies of solar lamps and sprays go through the ledger and the broker to devices of the virtual city.
const TENANT = '100001'
const GATEWAY = 'GW-SUN-STRATEGIES'
const BASE = '/api/blade-strategy/workstrategy'
let product: TestPlatform
let operator: ApiClient
let other: ApiClient
let limited: ApiClient
let chief: ApiClient
let city: City
const ids = new Map<string, string>()
const [village, elsewhere] = ['阳光村', '别处']
const projects = new Map<string, string>()

const NIGHT = [
  { trigger: 2, offset: 0, level: 80 },
  { trigger: 3, offset: 0, level: 0 },
]
const SPRAYING = [
  { trigger: 1, time: '13:00', level: 100 },
  { trigger: 1, time: '13:30', level: 0 },
]
const SPRAY = '/api/blade-strategy/spray/workstrategy/normal'
const add = async (body: object, path = `${BASE}/normal`, client: ApiClient = operator): Promise<string> => {
  const made = await client.post<{ id: string }>(path, body)
  expect(made.body).toMatchObject({ code: 200 })
  return made.data.id
}
const idsOf = (...sns: string[]): string => sns.map((sn) => ids.get(sn)).join()
const detail = async (id: string): Promise<Record<string, unknown>> => (await operator.get<Record<string, unknown>>(`${BASE}/${id}`)).data
const held = (sn: string): unknown => (city.params(sn) as { calendar?: { hash: string } } | undefined)?.calendar?.hash

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0', COMMAND_RESEND_SECONDS: '1' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  other = await product.signIn({ tenantId: '000000', account: 'admin' })
  const { platform } = product
  const { query } = platform.system
  for (const name of [village, elsewhere]) {
    const id = platform.newId()
    projects.set(name, id)
    await query('insert into places_projects (id, tenant_id, name, type) values ($1, $2, $3, 200)', [id, TENANT, name])
  }
  const gatewayId = platform.newId()
  await query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children, lng, lat) values ($1, $2, $3, 1, false, 5, 112.9, 28.2)',
    [gatewayId, TENANT, GATEWAY],
  )
  await platform.port(gatewaysPort).issueSecret(GATEWAY, { virtual: true })
  for (const [sn, path, project] of [
    ['SUN-1', 'blade-sun/device/submit', village],
    ['SUN-2', 'blade-sun/device/submit', village],
    ['SUN-3', 'blade-sun/device/submit', elsewhere],
    ['LAMP-1', 'blade-city/controller', village],
    ['SPRAY-1', 'blade-device/spray/device/submit', village],
  ] as const)
    ids.set(
      sn,
      await add({ sn, name: sn, gatewayId, projectId: projects.get(project), longitude: '112.91', latitude: '28.21' }, `/api/${path}`),
    )
  const [role] = await query<{ id: string }>(`select id::text as id from identity_role where tenant_id = $1 and role_alias = 'admin'`, [
    TENANT,
  ])
  const user = async (by: ApiClient, account: string, more: object): Promise<ApiClient> => {
    const who = { tenantId: TENANT, account, password: 'Elsewhere-12' }
    const made = await by.post('/api/blade-user/submit', { ...who, realName: account, roleId: role?.id, ...more })
    expect(made.code, made.msg).toBe(200)
    return product.signIn(who)
  }
  chief = await user(other, 'solar_chief', {})
  limited = await user(chief, 'elsewhere_only', { projectIds: projects.get(elsewhere) })
  city = createCity({ inventory: await inventoryOf(product.running as Running), latency: 20, ...plays })
  city.start()
  await eventually(() => city.isOnline(GATEWAY))
  // A device is online after its first report.
  await eventually(async () => {
    const [row] = await query<{ n: number }>(
      'select count(*)::int as n from devices_states where device_id = any($1::bigint[]) and online',
      [[...ids.values()]],
    )
    return row?.n === ids.size
  })
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

test('sun.strategy: a solar strategy goes to the solar lamps of a project, which then hold its hash; the preview counts them with their load', async () => {
  const id = await add({ name: '村道', systemType: 4, entries: NIGHT })
  const place = { projectId: projects.get(village) }
  const { data: preview } = await operator.post<{ devices: number; peakKw: number; total: { kwh: number } }>(`${BASE}/preview`, {
    id,
    ...place,
  })
  expect(preview).toMatchObject({ devices: 2 })
  expect(preview.peakKw).toBeGreaterThan(0.05)
  expect(preview.peakKw).toBeLessThanOrEqual(0.08)
  expect(preview.total.kwh).toBeGreaterThan(100)

  const sent = await operator.post<{ id: string; devices: number }>(`${BASE}/publish`, { strategyId: id, ...place })
  expect(sent.body).toMatchObject({ code: 200, data: { state: 1, devices: 2 } })
  await expect.poll(async () => (await detail(id)).held, { timeout: 20_000 }).toBe(2)
  const [row] = await product.platform.system.query<{ hash: string }>(
    'select c.hash from strategies_device d join strategies_calendar c on c.id = d.calendar_id where d.device_id = $1',
    [ids.get('SUN-1')],
  )
  expect([held('SUN-1'), held('SUN-2')]).toEqual([row?.hash, row?.hash])
  expect(held('LAMP-1'), 'a lamp controller of the same project').toBeUndefined()
  const { data: stored } = await operator.get<{ facts: string }>(`${BASE}/publication/detail`, { id: sent.data.id })
  expect(JSON.parse(stored.facts) as PublicationFacts).toMatchObject({ devices: 2, offline: 0 })

  // By the call of the catalogue, by a group and by an instance as well.
  const set = await operator.post(`${BASE}/normal/data/batch/set`, { controllerIds: idsOf('SUN-3'), workStrategyId: id })
  expect(set.body).toMatchObject({ code: 200, data: { total: 1 } })
  const group = await operator.post<{ id: string }>('/api/blade-city/group/submit', { groupName: '村口', devType: 7 })
  await operator.post('/api/blade-city/device_group/copy', { groupId: group.data.id, ids: ids.get('SUN-1') })
  const instance = { name: '村口实例', strategyId: await add({ name: '村口策略', systemType: 4, entries: NIGHT }), groupId: group.data.id }
  expect((await operator.post('/api/blade-sun/workstrategyinstance/submit', instance)).body).toMatchObject({ code: 200 })
  await expect.poll(async () => (await detail(instance.strategyId)).held, { timeout: 20_000 }).toBe(1)
  expect(await detail(id)).toMatchObject({ assigned: 2 })
  const taken = await operator.post(`${BASE}/unassign`, { strategyId: id, all: true })
  expect(taken.body).toMatchObject({ code: 200, data: { devices: 2 } })
  await expect.poll(() => held('SUN-3')).toBe('')
})

test('solar lamps of another tenant or outside of the places of the user are refused', async () => {
  const foreign = await add({ name: '外部', systemType: 4, entries: NIGHT }, `${BASE}/normal`, other)
  expect((await other.post(`${BASE}/publish`, { strategyId: foreign, controllerIds: ids.get('SUN-1') })).body).toMatchObject({
    code: 400,
    field: 'controllerIds',
  })
  const id = await add({ name: '只别处', systemType: 4, projectId: projects.get(elsewhere), entries: NIGHT })
  const publish = (controllerIds: string) => limited.post(`${BASE}/publish`, { strategyId: id, controllerIds })
  expect((await publish(idsOf('SUN-1'))).body).toMatchObject({ code: 400, field: 'controllerIds' })
  expect((await publish(idsOf('SUN-1', 'SUN-3'))).body, 'one of two is not seen').toMatchObject({ code: 400 })
  expect((await publish(idsOf('SUN-3'))).body).toMatchObject({ code: 200, data: { devices: 1 } })
  expect((await limited.post(`${BASE}/preview`, { id, projectId: projects.get(village) })).body).toMatchObject({ data: { devices: 0 } })
})

test('city.sprayStrategy: a spray strategy goes to sprays by day; its facts count them and the ones that are offline', async () => {
  const id = await add({ name: '午间喷淋', entries: SPRAYING }, SPRAY)
  const { data: preview } = await operator.post<{ devices: number; total: { kwh: number }; findings: { code: string }[] }>(
    `${BASE}/preview`,
    {
      id,
      areaId: '',
      projectId: projects.get(village),
    },
  )
  expect(preview).toMatchObject({ devices: 1, total: { kwh: 0, lit: expect.any(Number) }, findings: [] })
  const sent = await operator.post<{ id: string }>(`${BASE}/publish`, { strategyId: id, controllerIds: idsOf('SPRAY-1') })
  expect(sent.body).toMatchObject({ code: 200, data: { state: 1, devices: 1 } })
  await expect.poll(async () => (await detail(id)).held, { timeout: 20_000 }).toBe(1)
  const { data } = await operator.get<{ facts: string }>(`${BASE}/publication/detail`, { id: sent.data.id })
  expect(JSON.parse(data.facts) as PublicationFacts).toMatchObject({ devices: 1, offline: 0, replaces: [] })
  expect((await operator.post(`${BASE}/publish`, { strategyId: id, controllerIds: idsOf('SUN-1') })).body, 'a lamp').toMatchObject({
    code: 400,
  })
})
