import { type ApiClient, addUser } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringWorld, answeringWorld, TENANT } from './linkage-world.ts'

// An instance publishes like any other publication: with a reason below the floor, with a second person above the limit, and with a record of each.
const BASE = '/api/blade-strategy/workstrategy'
const INSTANCE = '/api/blade-sun/workstrategyinstance'
let world: AnsweringWorld
let second: ApiClient
const ids: string[] = []

interface Publication {
  readonly id: string
  readonly kind: number
  readonly state: number
  readonly devices: number
  readonly reason: string
}
const entries = (level: number) => [
  { trigger: 2, offset: 0, level },
  { trigger: 3, offset: 0, level: 0 },
]
const strategyOf = (name: string, level = 100): Promise<string> => world.made(`${BASE}/normal`, { name, entries: entries(level) })
const instanceOf = (name: string, strategyId: string, deviceIds: string, more: object = {}): Promise<string> =>
  world.made(`${INSTANCE}/submit`, { name, strategyId, deviceIds, ...more })
const get = async <D>(path: string, query: Record<string, string>): Promise<D> => (await world.operator.get<D>(path, query)).data
const instance = (id: string) =>
  get<{ status: number; sentAt: string; publicationId: string; reason: string }>(`${INSTANCE}/detail`, { id })
const detail = (id: string) => get<{ assigned: number; held: number }>(`${BASE}/${id}`, {})
/** Publications of a strategy, the last one first. */
const publications = async (strategyId: string): Promise<readonly Publication[]> =>
  (await get<{ records: Publication[] }>(`${BASE}/publication/page`, { strategyId })).records
const approve = async (id: string | undefined): Promise<void> => {
  expect((await second.post(`${BASE}/publication/approve`, { id })).body).toMatchObject({ code: 200 })
}
/** Sets the number of devices above which a second person approves; the old value counts for a few seconds. */
const limitTo = async (value: string, counts: () => Promise<boolean>): Promise<void> => {
  await world.product.platform.system.query(`update system_param set param_value = $1 where param_key = 'strategy.approval.devices'`, [
    value,
  ])
  await expect.poll(counts, { timeout: 20_000, interval: 500 }).toBe(true)
}

beforeAll(async () => {
  world = await answeringWorld('GW-INSTANCES', () => ({}))
  for (const sn of ['IN-1', 'IN-2', 'IN-3'])
    ids.push(await world.made('/api/blade-city/controller', { sn, name: sn, gatewayId: world.gatewayId }))
  second = await addUser(world.product, { tenantId: TENANT, account: 'second_person' })
})
afterAll(() => world?.stop())

test('below the floor of a road class an instance needs a reason, waits for a second person, and is sent when that person approves', async () => {
  await world.made('/api/blade-strategy/roadclass/submit', { name: '主干路', standard: 1, floor: 60, controllerIds: ids[0] })
  const strategyId = await strategyOf('低亮度', 30)
  await world.refused(`${INSTANCE}/submit`, { name: '低', strategyId, deviceIds: ids[0] }, 'reason')
  const id = await instanceOf('低', strategyId, ids[0]!, { reason: '施工期间' })
  const [asked] = await publications(strategyId)
  expect(asked).toMatchObject({ kind: 1, state: 0, devices: 1, reason: '施工期间' })
  expect(await instance(id)).toMatchObject({ status: 0, sentAt: '', publicationId: asked?.id, reason: '施工期间' })
  await approve(asked?.id)
  await expect.poll(async () => (await instance(id)).status).toBe(2)
  expect((await instance(id)).sentAt).toMatch(/^\d{4}-/)
})

test('a request that was rejected is made again when the instance is saved; one that still waits is withdrawn with its instance', async () => {
  const strategyId = await strategyOf('再次申请', 20)
  const id = await instanceOf('再', strategyId, ids[0]!, { reason: '一' })
  const [first] = await publications(strategyId)
  expect((await second.post(`${BASE}/publication/reject`, { id: first?.id })).body).toMatchObject({ code: 200 })
  await world.made(`${INSTANCE}/submit`, { id, reason: '二' })
  expect((await publications(strategyId)).map(({ state, reason }) => [state, reason])).toEqual([
    [0, '二'],
    [2, '一'],
  ])
  await world.made(`${INSTANCE}/submit`, { id, remark: '备注' })
  expect((await publications(strategyId)).length, 'a remark asks nothing').toBe(2)
  expect((await world.operator.post(`${INSTANCE}/remove`, undefined, { ids: id })).body).toMatchObject({ code: 200 })
  expect((await publications(strategyId)).map(({ state }) => state)).toEqual([3, 2])
})

test('above the limit an instance waits, and so does taking its strategy back; each has a record', async () => {
  const strategyId = await strategyOf('超限')
  let made = 0
  await limitTo('1', async () => {
    made += 1
    const id = await instanceOf(`超限 ${made}`, strategyId, ids.slice(1).join())
    if ((await instance(id)).sentAt === '') return true
    expect((await world.operator.post(`${INSTANCE}/remove`, undefined, { ids: id })).body).toMatchObject({ code: 200 })
    // The new limit may count from the removal on.
    const [removal] = await publications(strategyId)
    if (removal?.state === 0) await approve(removal.id)
    return false
  })
  const { records } = await get<{ records: { id: string }[] }>(`${INSTANCE}/list`, { strategyId })
  const id = records[0]!.id
  const [asked] = await publications(strategyId)
  expect(asked).toMatchObject({ kind: 1, state: 0, devices: 2 })
  expect((await detail(strategyId)).assigned).toBe(0)
  await approve(asked?.id)
  await expect.poll(async () => (await detail(strategyId)).held).toBe(2)
  expect((await instance(id)).sentAt).toMatch(/^\d{4}-/)

  // Another target: only the device that leaves it is taken back. One device is below the limit.
  await world.made(`${INSTANCE}/submit`, { id, deviceIds: ids[2] })
  const [assigned, taken] = await publications(strategyId)
  expect([assigned, taken]).toMatchObject([
    { kind: 1, state: 1, devices: 1 },
    { kind: 3, state: 1, devices: 1 },
  ])
  expect(await detail(strategyId)).toMatchObject({ assigned: 1 })

  await world.made(`${INSTANCE}/submit`, { id, deviceIds: ids.slice(1).join() })
  const [both] = await publications(strategyId)
  await approve(both?.id)
  await expect.poll(async () => (await detail(strategyId)).held).toBe(2)
  expect((await world.operator.post(`${INSTANCE}/remove`, undefined, { ids: id })).body).toMatchObject({ code: 200 })
  const [removal] = await publications(strategyId)
  expect(removal).toMatchObject({ kind: 3, state: 0, devices: 2, reason: expect.stringContaining('超限') })
  expect((await detail(strategyId)).assigned, 'nothing is taken before the approval').toBe(2)
  await approve(removal?.id)
  expect((await detail(strategyId)).assigned).toBe(0)
  const trail = await world.product.platform.system.query<{ n: number }>(
    `select count(*)::int as n from system_audit where tenant_id = $1 and what like 'strategies.publication.%'`,
    [TENANT],
  )
  expect(trail[0]?.n).toBeGreaterThan(5)
})
