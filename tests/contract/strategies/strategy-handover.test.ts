import { gatewaysPort } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { must } from '../api/own-rows.ts'

// All pages say the same about a device's strategy: which one is assigned, sent, stored in the device and running, also after a
// replacement.
const TENANT = '100001'
const GATEWAY = 'GW-HANDOVER'
const CITY = '/api/blade-city'
const BASE = '/api/blade-strategy/workstrategy'
const REPLACE = '/api/blade-device/deviceManage/replaceElectronics'
const ENTRIES = [
  { trigger: 2, offset: 0, level: 100 },
  { trigger: 1, time: '23:00', level: 60 },
  { trigger: 3, offset: 0, level: 0 },
]
interface Calendar {
  readonly id: string
  readonly hash: string
}
let product: TestPlatform
let operator: ApiClient
let client: MqttClient
let [gatewayId, supplierId] = ['', '']
/** The calendar stored in each device. */
const held = new Map<string, Calendar>()

const up = (kind: 'report' | 'ack', ...entries: object[]): Promise<unknown> =>
  client.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(entries), { qos: 1 })
const answer = async ({ id, cmd, args, sns }: Command): Promise<void> => {
  if (cmd !== 'set' && cmd !== 'get') return
  for (const sn of sns) {
    if (cmd === 'set') held.set(sn, (args as { value: Calendar }).value)
    await up('ack', { id, sn, ok: true, code: 'ok', at: Date.now(), p: {}, params: { calendar: held.get(sn) ?? { id: '', hash: '' } } })
  }
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { COMMAND_RESEND_SECONDS: '1', DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  gatewayId = await must(operator, '/api/blade-device/gateway/submit', { sn: GATEWAY })
  supplierId = await must(operator, '/api/blade-device/supplier/submit', { name: '接替', code: 'HANDOVER' })
  const password = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password, reconnectPeriod: 0 })
  client.on('message', (topic, payload) => void (topic.endsWith('command') && answer(JSON.parse(payload.toString()) as Command)))
  await client.subscribeAsync(`ll/1/${GATEWAY}/down/+`, { qos: 1 })
})
afterAll(async () => {
  await client?.endAsync()
  await product?.stop()
})

const controller = (sn: string, more: object = {}): Promise<string> =>
  must(operator, `${CITY}/controller`, { sn, name: sn, gatewayId, ...more })
const lampOf = (sn: string, lampControlId: string): Promise<string> =>
  must(operator, `${CITY}/lamp/submit`, { name: sn, sn: `L-${sn}`, lampControlId, power: 100, longitude: 113.1, latitude: 28.2 })
const strategyOf = async (name: string): Promise<string> => {
  const made = await operator.post<{ id: string }>(`${BASE}/normal`, { name, systemType: 2, entries: ENTRIES })
  expect(made.body).toMatchObject({ code: 200 })
  return made.data.id
}
const counts = async (id: string) => (await operator.get<Record<string, unknown>>(`${BASE}/${id}`)).data
const why = async (controllerId: string) => (await operator.get<Record<string, unknown>>(`${BASE}/why`, { controllerId })).data
const driftOf = async (keyword: string) =>
  (await operator.get<{ records: Record<string, unknown>[] }>(`${CITY}/param/drift`, { family: 'calendar', keyword })).data.records
const publish = async (strategyId: string, controllerIds: string): Promise<void> => {
  const sent = await operator.post(`${BASE}/publish`, { strategyId, controllerIds })
  expect(sent.body).toMatchObject({ code: 200, data: { state: 1 } })
}
const inEffect = (id: string): Promise<unknown> => expect.poll(async () => (await why(id)).status, { timeout: 20_000 }).toBe(2)

test('a replaced controller hands its strategy, calendar, instance and timed switch to its successor; the undo gives them back', async () => {
  const old = await controller('HO-1')
  await lampOf('HO-1', old)
  const strategyId = await strategyOf('接替策略')
  await must(operator, '/api/blade-sun/workstrategyinstance/submit', { name: '接替实例', strategyId, deviceIds: old })
  const timed = { name: '接替定时', repeat: 2, time: '18:30', command: 1, controllerIds: old, enable: 0 }
  const timedId = await must(operator, '/api/blade-strategy/timedSwitchLight/submit', timed)
  await inEffect(old)

  const { data, msg } = await operator.post<{ id: string; deviceId: string; left: string[] }>(REPLACE, { faultSn: 'HO-1', newSn: 'HO-2' })
  expect(data, msg).toMatchObject({ left: [] })
  expect(data).toMatchObject({
    followed: expect.arrayContaining([
      expect.objectContaining({ name: 'strategies.assignments', count: 1 }),
      expect.objectContaining({ name: 'strategies.instances', count: 1 }),
      expect.objectContaining({ name: 'strategies.timedSwitches', count: 1 }),
    ]),
  })
  const next = data.deviceId
  expect(await why(next)).toMatchObject({ strategy: { id: strategyId, name: '接替策略' } })
  await inEffect(next)
  expect(held.get('HO-2')).toEqual(held.get('HO-1'))
  expect(await why(next)).toMatchObject({ held: 1, status: 2 })
  // The old controller has no strategy any more, and the list counts one device.
  expect(await why(old)).toMatchObject({ strategy: null })
  await expect.poll(async () => counts(strategyId)).toMatchObject({ assigned: 1, held: 1, outdated: 0 })
  const { data: instances } = await operator.get<{ records: Record<string, unknown>[] }>('/api/blade-sun/workstrategyinstance/list', {
    name: '接替实例',
  })
  expect(instances.records[0]).toMatchObject({ status: 2 })
  const switched = await operator.get<Record<string, unknown>>('/api/blade-strategy/timedSwitchLight/detail', { id: timedId })
  expect(JSON.stringify(switched.data.controllerIds)).toContain(next)

  expect((await operator.post(`${REPLACE}/undo`, { id: data.id })).body).toMatchObject({ code: 200 })
  expect(await why(old)).toMatchObject({ strategy: { id: strategyId } })
  expect(await why(next)).toMatchObject({ strategy: null })
  expect(await counts(strategyId)).toMatchObject({ assigned: 1 })
})

test('reports of a replaced controller stay reports of the lamp: its card names no other gap, and a past instant shows them; also after the undo', async () => {
  const old = await controller('HG-1')
  const lampId = await lampOf('HG-1', old)
  await publish(await strategyOf('断点策略'), old)
  await inEffect(old)
  const [now, quarter] = [Date.now(), 15 * 60_000]
  await up('report', ...Array.from({ length: 25 }, (_, n) => ({ sn: 'HG-1', at: now - n * quarter, p: { dim: 60, power: 60 } })))
  // Two hours ago, in the zone of the tenant.
  const at = new Date(now - 8.5 * quarter + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const past = async () => (await operator.get<Record<string, unknown>>(`${CITY}/lamp/past/detail`, { id: lampId, at })).data
  await expect.poll(async () => (await past()).last, { timeout: 20_000 }).toMatchObject({ dim: 60, power: 60 })
  const { last, readings, gap } = await past()
  const { gaps } = await why(old)
  expect([gap, (readings as unknown[]).length]).toEqual([null, 7])

  const { data, msg } = await operator.post<{ id: string; deviceId: string }>(REPLACE, { faultSn: 'HG-1', newSn: 'HG-2' })
  expect(data?.deviceId, msg).toMatch(/^\d+$/)
  expect(await past()).toMatchObject({ deviceId: data.deviceId, last, readings, gap })
  expect((await why(data.deviceId)).gaps).toEqual(gaps)
  expect((await operator.post(`${REPLACE}/undo`, { id: data.id })).body).toMatchObject({ code: 200 })
  expect(await past()).toMatchObject({ deviceId: old, last, readings, gap })
  expect((await why(old)).gaps).toEqual(gaps)
})

test('a successor of a model that cannot hold the calendar has no strategy, is sent none, and the answer says why', async () => {
  const old = await controller('HM-1')
  await lampOf('HM-1', old)
  const strategyId = await strategyOf('型号策略')
  await publish(strategyId, old)
  await inEffect(old)
  const modelId = await must(operator, '/api/blade-device/model/submit', { name: '两点型', devType: 4, supplierId })
  const limits = { modelId, entries: 2, specials: 0, heads: 1, sun: 1, civil: 1, sensor: 1 }
  await must(operator, '/api/blade-strategy/calendarlimit/submit', limits)
  const next = await controller('HM-2', { modelId })
  const { data, msg } = await operator.post<{ left: string[] }>(REPLACE, { faultSn: 'HM-1', newSn: 'HM-2' })
  expect(data?.left?.join(), msg).toMatch(/策略：新设备的型号不能执行/)
  expect(await why(next)).toMatchObject({ strategy: null })
  await expect.poll(() => held.get('HM-2')).toEqual({ id: '', hash: '' })
  expect(await counts(strategyId)).toMatchObject({ assigned: 0 })
})

test('removed devices are not counted as assigned, and a strategy that only they had can be removed', async () => {
  const one = await controller('HR-1')
  const strategyId = await strategyOf('拆除策略')
  await publish(strategyId, one)
  expect(await counts(strategyId)).toMatchObject({ assigned: 1 })
  expect((await operator.delete(`${CITY}/controller`, { ids: one })).body).toMatchObject({ code: 200 })
  expect(await counts(strategyId)).toMatchObject({ assigned: 0 })
})

test('a calendar that no strategy assigned is drift of the device, and cannot be accepted: strategies alone assign', async () => {
  const one = await controller('HF-1')
  await lampOf('HF-1', one)
  held.set('HF-1', { id: '7', hash: 'abcdef0123456789' })
  expect((await operator.post(`${CITY}/param/send`, { family: 'calendar', ids: one, op: 'get' })).body).toMatchObject({ code: 200 })
  await eventually(async () => {
    expect(await driftOf('HF-1')).toMatchObject([{ sn: 'HF-1', isSendable: 0, isAcceptable: 0, wantedAt: '' }])
    return true
  }, 20_000)
  expect(await why(one)).toMatchObject({ strategy: null, held: 2, agrees: null })
  expect((await operator.post(`${CITY}/param/accept`, { family: 'calendar', ids: one })).body).toMatchObject({ code: 400, field: 'family' })
  // After a strategy is assigned and stored in the device, there is no drift.
  const strategyId = await strategyOf('收回策略')
  await publish(strategyId, one)
  await inEffect(one)
  expect(await driftOf('HF-1')).toEqual([])
  expect(await why(one)).toMatchObject({ held: 1 })
})

test('a lamp without a recent report is neither as planned nor against the plan', async () => {
  const one = await controller('HS-1')
  await lampOf('HS-1', one)
  const strategyId = await strategyOf('沉默策略')
  await publish(strategyId, one)
  await inEffect(one)
  const { level } = (await why(one)) as { level: number }
  await up('report', { sn: 'HS-1', at: Date.now(), p: { dim: level, on: level > 0, power: level } })
  await expect.poll(async () => (await why(one)).agrees).toBe(1)
  expect(await why(one)).toMatchObject({ silent: 0 })
  await product.platform.system.query("update devices_state set reported_at = now() - interval '45 minutes' where device_id = $1", [one])
  expect(await why(one)).toMatchObject({ reported: level, agrees: null, silent: 1 })
})
