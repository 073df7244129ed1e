import type { Running } from '@lamplight/server-kit'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'

interface Batch {
  status: number
  total: number
  queued: number
  verified: number
  failed: number
  timedOut: number
  ended: number
  returned: number
}
interface Item {
  deviceId: string
  sn: string
  gatewaySn: string
  rung: number
  status: number
  code: string
  reason: string
  appliedAt: string
  verifiedAt: string
}
const LAMPS = 1000
const STUCK = 7
const COMMAND = '/api/blade-city/controller/batch/command'
let product: TestPlatform
let city: City
let admin: ApiClient
let english: ApiClient
let projectId: string
let stuck: string[]

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: String(LAMPS), COMMAND_EXPIRE_SECONDS: '8', COMMAND_VERIFY_SECONDS: '6' } })
  const inventory = await inventoryOf(product.running as Running)
  city = createCity({ inventory, seed: 5, faults: {}, latency: 20, loss: 0.05, reportInterval: 60 })
  await city.start()
  admin = await product.signIn()
  english = await product.signIn({ lang: 'en-US' })
  const projects = await admin.get<{ id: string }[]>('/api/blade-system/project/list')
  projectId = projects.data[0]?.id ?? ''
  await eventually(async () => {
    const [row] = await product.platform.system.query<{ n: number }>(
      "select count(*)::int as n from devices_state where online and tenant_id = '000000'",
    )
    return row?.n === LAMPS
  })
  const sns = await product.platform.system.query<{ sn: string }>(
    "select sn from lighting_controller where tenant_id = '000000' order by id limit $1",
    [STUCK],
  )
  stuck = sns.map((row) => row.sn)
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

const send = async (body: object, headers?: Record<string, string>): Promise<string> => {
  const answer = await admin.post<{ batchId: string; commandRecordId: string }>(COMMAND, body, undefined, headers)
  expect(answer.code, answer.msg).toBe(200)
  expect(answer.data.commandRecordId).toBe(answer.data.batchId)
  return answer.data.batchId
}
const batch = async (id: string): Promise<Batch> => (await admin.get<Batch>('/api/blade-city/commandrecord/detail', { id })).data
const ended = (id: string): Promise<Batch> =>
  eventually(async () => {
    const found = await batch(id)
    return found.ended === found.total ? found : null
  })
const items = async (id: string, query: object = {}, client = admin): Promise<Item[]> =>
  (
    await client.get<{ records: Item[] }>('/api/blade-city/commandrecord/executeStatus', {
      commandRecordId: id,
      current: 1,
      size: 2000,
      ...query,
    })
  ).data.records

test('rule.function.1: a thousand lamps are dimmed and verified by their meters; stuck ones end "applied, not verified"', async () => {
  for (const sn of stuck) city.setFault(sn, 'stuck')
  const id = await send({ command: 'dim', level: 30, duration: 3600, selector: { projectId } })
  const done = await ended(id)
  expect(done).toMatchObject({ total: LAMPS, status: 3, verified: LAMPS - STUCK, failed: STUCK, timedOut: 0 })
  const failed = await items(id, { status: 4 })
  expect(failed.map((item) => item.sn).sort()).toEqual([...stuck].sort())
  for (const item of failed) {
    expect([item.rung, item.code]).toEqual([3, 'notVerified'])
    expect(item.reason).toMatch(/^已执行，未验证：实测 [\d.]+ W，应为 [\d.]+ W$/)
    expect(item.appliedAt).not.toBe('')
    expect(item.verifiedAt).toBe('')
  }
  expect((await items(id, { status: 4 }, english))[0]?.reason).toMatch(/^Applied, not verified: measured [\d.]+ W, expected [\d.]+ W$/)
  const effects = city.effects(id)
  expect(effects.size).toBe(LAMPS)
  expect([...effects.values()].every((count) => count === 1)).toBe(true)
})

test('rule.log.retry: all failed devices are retried at once as a batch that refers to the old one', async () => {
  for (const sn of stuck) city.setFault(sn, 'none')
  const id = await send({ command: 'dim', level: 55, duration: 3600, selector: { projectId } })
  await ended(id)
  for (const sn of stuck) city.setFault(sn, 'stuck')
  const second = await send({ command: 'dim', level: 90, duration: 3600, selector: { projectId } })
  expect((await ended(second)).failed).toBe(STUCK)
  for (const sn of stuck) city.setFault(sn, 'none')
  const again = await admin.post<{ batchId: string }>('/api/blade-city/commandrecord/retry', { commandRecordId: second })
  expect(again.code, again.msg).toBe(200)
  expect(await ended(again.data.batchId)).toMatchObject({ total: STUCK, verified: STUCK, status: 2 })
  expect(
    (await admin.get<{ againCommandRecordId: string }>('/api/blade-city/commandrecord/detail', { id: again.data.batchId })).data
      .againCommandRecordId,
  ).toBe(second)
})

test('only lamps of the offline gateway time out with that reason', async () => {
  const [gateway] = await product.platform.system.query<{ sn: string; n: number }>(
    "select g.sn, count(*)::int as n from devices_gateway g join lighting_controller c on c.gateway_id = g.id where g.tenant_id = '000000' group by g.sn order by g.sn limit 1",
  )
  city.killGateway(gateway?.sn ?? '')
  await eventually(
    async () =>
      (await product.platform.system.query('select 1 from devices_gateway where sn = $1 and not online', [gateway?.sn])).length === 1,
  )
  const id = await send({ command: 'dim', level: 20, duration: 3600, selector: { projectId } })
  const done = await ended(id)
  expect(done).toMatchObject({ total: LAMPS, timedOut: gateway?.n, verified: LAMPS - (gateway?.n ?? 0), status: 3 })
  const lost = await items(id, { status: 5 })
  expect(new Set(lost.map((item) => item.gatewaySn))).toEqual(new Set([gateway?.sn]))
  expect(new Set(lost.map((item) => item.reason))).toEqual(new Set(['网关离线，期限内未能下发']))
  city.reviveGateway(gateway?.sn ?? '')
  await eventually(
    async () => (await product.platform.system.query('select 1 from devices_gateway where sn = $1 and online', [gateway?.sn])).length === 1,
  )
})

test('a command waits for a gateway that is back in time', async () => {
  const [gateway] = await product.platform.system.query<{ sn: string; id: string }>(
    "select sn, id from devices_gateway where tenant_id = '000000' order by sn desc limit 1",
  )
  city.killGateway(gateway?.sn ?? '')
  await eventually(
    async () =>
      (await product.platform.system.query('select 1 from devices_gateway where sn = $1 and not online', [gateway?.sn])).length === 1,
  )
  const ids = await product.platform.system.query<{ id: string }>('select id from lighting_controller where gateway_id = $1', [gateway?.id])
  const id = await send({ command: 'off', duration: 600, selector: { controllerIds: ids.map((row) => row.id) } })
  expect((await batch(id)).queued).toBe(ids.length)
  city.reviveGateway(gateway?.sn ?? '')
  expect(await ended(id)).toMatchObject({ verified: ids.length, status: 2 })
})

test('rule.closelamp.dimMode: a temporary command returns by itself, and the ledger shows it', async () => {
  const devices = await product.platform.system.query<{ id: string }>(
    "select id from lighting_controller where tenant_id = '000000' order by id desc limit 20",
  )
  const answer = await admin.post<{ batchId: string }>('/api/blade-city/controller/getOffLamp', {
    controllerIds: devices.map((row) => row.id).join(','),
    dimType: 1,
    dimValue: 0,
    duration: 4,
    lampSelect: 0,
  })
  expect(answer.code, answer.msg).toBe(200)
  const done = await eventually(async () => {
    const found = await batch(answer.data.batchId)
    return found.returned === 20 ? found : null
  })
  expect(done).toMatchObject({ total: 20, returned: 20 })
})

test('the same Idempotency-Key returns the same batch; with another body it is 409', async () => {
  const body = { command: 'dim', level: 40, duration: 60, selector: { projectId } }
  const first = await send(body, { 'idempotency-key': 'once' })
  expect(await send(body, { 'idempotency-key': 'once' })).toBe(first)
  const other = await admin.post(COMMAND, { ...body, level: 41 }, undefined, { 'idempotency-key': 'once' })
  expect([other.status, other.code]).toEqual([409, 409])
  await ended(first)
})

test('another tenant can neither command these lamps nor see the batch', async () => {
  const operator = await product.signIn({ tenantId: '100001', account: 'operator' })
  const devices = await product.platform.system.query<{ id: string }>(
    "select id from lighting_controller where tenant_id = '000000' order by id limit 5",
  )
  const tried = await operator.post(COMMAND, { command: 'off', duration: 60, selector: { controllerIds: devices.map((row) => row.id) } })
  expect(tried.code).toBe(400)
  expect((await operator.post(COMMAND, { command: 'off', duration: 60, selector: { projectId } })).code).toBe(400)
  const id = await send({ command: 'dim', level: 33, duration: 60, selector: { controllerIds: devices.map((row) => row.id) } })
  expect((await operator.get('/api/blade-city/commandrecord/detail', { id })).code).toBe(400)
  expect(
    (await operator.get<{ records?: Item[] }>('/api/blade-city/commandrecord/executeStatus', { commandRecordId: id })).data.records ?? [],
  ).toEqual([])
})
