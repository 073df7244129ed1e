import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'

// Limits of reported values become alarms: held, cleared, for a type, a group or single devices.
const TENANT = '100001'
const CONFIG = '/api/blade-alarm/alarm/config'
let product: TestPlatform
let operator: ApiClient
let city: City
let lamps: readonly { readonly id: string; readonly sn: string }[]
beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '12', ALARM_SECONDS: '0.3', COMMAND_RESEND_SECONDS: '1' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const inventory = await inventoryOf(product.running)
  lamps = await product.platform.system.query<{ id: string; sn: string }>(
    'select device_id::text as id, sn from devices_registered where tenant_id = $1 and type = 4 and activated and gateway_id is not null order by sn limit 4',
    [TENANT],
  )
  city = createCity({ inventory, latency: 20, reportInterval: 3, ...plays })
  city.showNight(
    inventory.gateways.map(({ sn }) => sn),
    true,
  )
  city.start()
  for (const gateway of inventory.gateways) await eventually(() => city.isOnline(gateway.sn))
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

const LIMIT = { devType: 4, property: 'power', operator: 1, value: 1, clearValue: 0.8, holdSeconds: 0, severity: 2 }
const alarmsOf = async (query: Record<string, unknown>) =>
  (
    await operator.get<{ records: { sn: string; present: number; value: string; severity: number }[] }>('/api/blade-alarm/alarm/page', {
      alarmType: '3',
      size: 100,
      ...query,
    })
  ).data.records

test('a limit opens one alarm for each device that it means, and the alarm ends when the value is back', async () => {
  const [first, second] = lamps as [(typeof lamps)[0], (typeof lamps)[0]]
  const made = await operator.post<{ id: string }>(`${CONFIG}/submit`, {
    name: '功率过高',
    ...LIMIT,
    deviceIds: [first.id, second.id].join(),
  })
  expect(made.body, JSON.stringify(made.body)).toMatchObject({ code: 200 })
  await eventually(async () => (await alarmsOf({ present: 1 })).length === 2, 20_000)
  expect((await alarmsOf({ present: 1 })).map(({ sn }) => sn).sort()).toEqual([first.sn, second.sn].sort())
  expect((await alarmsOf({ sn: first.sn }))[0]).toMatchObject({
    severity: 2,
    value: expect.stringMatching(/^功率过高：功率 [\d.]+\sW > 1\sW$/),
  })
  const english = await product.signIn({ tenantId: TENANT, account: 'operator', lang: 'en-US' })
  const told = await english.get<{ records: { value: string }[] }>('/api/blade-alarm/alarm/page', { alarmType: '3', sn: first.sn })
  // The name of the configuration is a text of the user.
  expect(told.data.records[0]?.value).toMatch(/^功率过高: Power [\d.]+\sW > 1\sW$/)
  const sent = await operator.post('/api/blade-city/controller/batch/switch', { controllerIds: [first.id], on: 0 })
  expect([200, 404]).toContain(sent.body.code)
  city.setFault(first.sn, 'dark')
  await eventually(async () => (await alarmsOf({ sn: first.sn }))[0]?.present === 0, 20_000)
  expect((await alarmsOf({ sn: second.sn }))[0]?.present).toBe(1)
})

test('an alarm waits for the hold time; a disabled configuration opens none; bound by a call it counts', async () => {
  const third = lamps[2]!
  const held = await operator.post<{ id: string }>(`${CONFIG}/submit`, { name: '持续', ...LIMIT, holdSeconds: 86_400, deviceIds: third.id })
  const off = await operator.post<{ id: string }>(`${CONFIG}/submit`, { name: '停用', ...LIMIT, enable: 0, deviceIds: lamps[1]!.id })
  await eventually(async () => {
    const [row] = await product.platform.system.query<{ n: number }>('select count(*)::int as n from alarms_pending where config_id = $1', [
      held.data.id,
    ])
    return row!.n === 1
  }, 20_000)
  expect((await alarmsOf({ sn: third.sn })).length).toBe(0)
  const send = await operator.post(`${CONFIG}/send`, { alarmConfigIds: off.data.id, devIds: lamps[3]!.id })
  expect(send.body).toMatchObject({ code: 200, data: { count: 1 } })
  await eventually(async () => (await alarmsOf({ sn: lamps[3]!.sn }))[0]?.present === 1, 20_000)
})

test('bad limits name the field, and another tenant sees none', async () => {
  const submit = (more: object) => operator.post(`${CONFIG}/submit`, { name: `X${Math.random()}`, ...LIMIT, ...more })
  expect((await submit({ property: 'colour' })).body).toMatchObject({ code: 400, field: 'property' })
  expect((await submit({ devType: 32_000 })).body).toMatchObject({ code: 400, field: 'devType' })
  expect((await submit({ clearValue: 5 })).body).toMatchObject({ code: 400, field: 'clearValue' })
  expect((await operator.post(`${CONFIG}/send`, { alarmConfigIds: '1' })).body).toMatchObject({ code: 400, field: 'devIds' })
  const other = await product.signIn({ tenantId: '000000', account: 'admin' })
  expect((await other.get<{ total: number }>(`${CONFIG}/list`, { name: '功率过高' })).data.total).toBe(0)
})
