import { gatewaysPort } from '@lamplight/devices/model'
import { type ApiClient, eventually, insertRow, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

// Values and events that the type of a device does not allow: left out, counted, and shown to users who may see the device.
const TENANT = '100001'
const GATEWAY = 'GW-REJECTED'
const REJECTED = '/api/blade-device/device/misfit/list'
const TRASH = '/api/blade-device/trashdevice'
const LAMP = '/api/blade-city/controller'
/** Rows that one gateway may have. */
const AT_MOST = 300

interface RejectedValue {
  readonly kind: string
  readonly property: string
  readonly label: string
  readonly value: string
  readonly limit: string
  readonly reason: string
  readonly firstTime: string
  readonly lastTime: string
  readonly count: number
}
let product: TestPlatform
let operator: ApiClient
let gateway: MqttClient
let bin = ''
let lamp = ''
let at = Date.now() - 3_600_000
const projects: string[] = []

const tick = (): number => {
  at += 1000
  return at
}
const sql = (text: string, params: unknown[] = []) => product.platform.system.query<Record<string, unknown>>(text, params)
const up = (kind: 'report' | 'event' | 'ack', ...entries: object[]): Promise<unknown> =>
  gateway.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(entries), { qos: 1 })
const rejectedValuesOf = async (deviceId: string, client: ApiClient = operator): Promise<RejectedValue[]> => {
  const { body } = await client.get<RejectedValue[]>(REJECTED, { deviceId })
  expect(body).toMatchObject({ code: 200 })
  return (body as { data: RejectedValue[] }).data
}
/** Waits until the rejected value of a property has this count. */
const counted = (deviceId: string, property: string, count: number): Promise<RejectedValue> =>
  eventually(async () => (await rejectedValuesOf(deviceId)).find((one) => one.property === property && one.count === count))

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  for (const name of ['东', '西']) projects.push(await insertRow(product, TENANT, 'places_project', { name, sort: 1 }))
  const gatewayId = product.platform.newId()
  await sql('insert into devices_gateway (id, tenant_id, sn, status, online, children, project_id) values ($1, $2, $3, 1, false, 2, $4)', [
    gatewayId,
    TENANT,
    GATEWAY,
    projects[0],
  ])
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  gateway = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret })
  const made = async (add: string, list: string, body: { readonly sn: string }): Promise<string> => {
    expect((await operator.post(add, { ...body, gatewayId, projectId: projects[0] })).body).toMatchObject({ code: 200 })
    const { data } = await operator.get<{ records: { id: string; sn: string }[] }>(list, { size: 100 })
    return data.records.find(({ sn }) => sn === body.sn)?.id ?? ''
  }
  bin = await made(`${TRASH}/submit`, `${TRASH}/list`, { sn: 'MF-BIN' })
  lamp = await made(LAMP, `${LAMP}/page`, { sn: 'MF-LAMP' })
})
afterAll(async () => {
  gateway?.end(true)
  await product?.stop()
})

test('a value outside its limits is kept by device and property with limit, times and count; the next one of another device changes nothing of it', async () => {
  expect(await rejectedValuesOf(bin)).toEqual([])
  await up('report', { sn: 'MF-BIN', at: tick(), p: { fillLevel: 140, lid: 1 } })
  await counted(bin, 'fillLevel', 1)
  await up('report', { sn: 'MF-BIN', at: tick(), p: { fillLevel: 141.5, lid: 7 } })
  await up('report', { sn: 'MF-LAMP', at: tick(), p: { dim: 130, power: 20 } })
  await counted(lamp, 'dim', 1)
  const [first, second, ...others] = (await rejectedValuesOf(bin)).sort((a, b) => a.property.localeCompare(b.property))
  expect([first, second, others]).toMatchObject([
    {
      kind: 'value',
      property: 'fillLevel',
      label: '满溢度',
      value: '141.5',
      limit: '0–100 %',
      count: 2,
      reason: 'must be between 0 and 100',
    },
    { property: 'lid', label: '桶盖', value: '7', limit: '0 关、1 开', count: 1 },
    [],
  ])
  expect(first?.firstTime.length).toBe(19)
  expect(first && first.lastTime >= first.firstTime).toBe(true)
  const english = await product.signIn({ tenantId: TENANT, account: 'operator', lang: 'en-US' })
  expect((await rejectedValuesOf(bin, english)).find(({ property }) => property === 'lid')).toMatchObject({
    label: 'Lid',
    limit: '0 Closed, 1 Open',
  })
})

test('of a lamp the wrong values are left out and the others are used, in reports and in answers', async () => {
  const state = async () => (await operator.get<Record<string, unknown>>('/api/blade-device/state', { deviceId: lamp })).data
  const time = tick()
  await up('report', { sn: 'MF-LAMP', at: time, p: { dim: 40, power: -100, temperature: 'hot', voltage: 231, colour: 'red' } })
  expect(await state()).toMatchObject({ dim: 40, voltage: 231, power: 20, temperature: null })
  expect(await counted(lamp, 'temperature', 1)).toMatchObject({ value: 'hot', limit: '-100 – 300 °C', reason: 'must be a number' })
  expect(await counted(lamp, 'power', 1)).toMatchObject({ value: '-100' })
  await up('ack', { id: '77', sn: 'MF-LAMP', ok: true, code: 'ok', at: tick(), p: { dim: 41, pf: 3 } })
  expect(await state()).toMatchObject({ dim: 41 })
  await counted(lamp, 'pf', 1)
  await up('report', { sn: 'MF-LAMP', at: tick(), p: { dim: 'full' } })
  expect(await state()).toMatchObject({ dim: 41, online: true })
  expect(await counted(lamp, 'dim', 2)).toMatchObject({ value: 'full' })
})

test('an event that the type does not declare is rejected; lost communication is said of any device', async () => {
  const present = async () => {
    const { data } = await operator.get<{ records: { type: string }[] }>('/api/blade-device/deviceFault/list', {
      deviceId: bin,
      present: 1,
    })
    return data.records.map(({ type }) => type)
  }
  await up('event', { sn: 'MF-BIN', at: tick(), type: 'supplyLoss', on: true, p: { battery: 3.5 } })
  expect(await counted(bin, 'supplyLoss', 1)).toMatchObject({ kind: 'event', label: '停电', limit: '设备类型未声明的事件' })
  expect(await present()).toEqual([])
  const { data } = await operator.get<{ values: object }>('/api/blade-device/state', { deviceId: bin })
  expect(data.values).toMatchObject({ battery: 3.5 })
  await up('event', { sn: 'MF-BIN', at: tick(), type: 'highTemperature', on: true })
  await up('event', { sn: 'MF-BIN', at: tick(), type: 'communicationFailure', on: true })
  expect((await present()).sort()).toEqual(['communicationFailure', 'highTemperature'])
  await up('event', { sn: GATEWAY, at: tick(), type: 'lampFailure', on: true })
  await eventually(async () => {
    const latest = await operator.get<{ reason?: string }>('/api/blade-device/gateway/message/latest', { sn: GATEWAY })
    return latest.data.reason === '[0].type lampFailure is no event of the type gateway'
  })
})

test('who may not see the device is told nothing; another tenant neither', async () => {
  const admin = await product.signIn()
  expect((await admin.get(REJECTED, { deviceId: bin })).status).toBe(400)
  expect((await operator.get(REJECTED, { deviceId: '1' })).status).toBe(400)
  expect((await product.anonymous.get(REJECTED, { deviceId: bin })).status).toBe(401)
  expect(await product.platform.asTenant('000000').query('select from devices_misfit_value')).toEqual([])
  expect((await product.platform.asTenant(TENANT).query('select from devices_misfit_value')).length).toBeGreaterThan(3)
  await sql('update environment_trash set project_id = $2 where id = $1', [bin, projects[1]])
  await sql('insert into identity_grant (user_id, kind, ref_id, tenant_id) values ($1, $2, $3, $4)', [
    operator.userId,
    'project',
    projects[0],
    TENANT,
  ])
  await admin.get('/api/blade-auth/oauth/clear-cache')
  expect((await operator.get(REJECTED, { deviceId: bin })).status).toBe(400)
  expect((await rejectedValuesOf(lamp)).length).toBeGreaterThan(2)
  await sql('delete from identity_grant where user_id = $1', [operator.userId])
  await admin.get('/api/blade-auth/oauth/clear-cache')
})

test('a gateway has a bounded number of them: the oldest go, and all go with the device', async () => {
  await sql(
    `insert into devices_misfit_value (device_id, kind, name, tenant_id, gateway_sn, value, reason, first_at, last_at)
     select n, 'value', 'x', $1, $2, '1', 'r', now() - interval '1 day', now() - n * interval '1 minute' from generate_series(1, $3) n`,
    [TENANT, GATEWAY, 2 * AT_MOST],
  )
  await up('report', { sn: 'MF-LAMP', at: tick(), p: { hours: -5 } })
  await counted(lamp, 'hours', 1)
  const left = async () =>
    (await sql('select device_id from devices_misfit_value where gateway_sn = $1', [GATEWAY])).map((row) => row.device_id)
  await eventually(async () => (await left()).length === AT_MOST)
  expect(await left()).toEqual(expect.arrayContaining([lamp, bin, '1']))
  expect(await left()).not.toContain(String(2 * AT_MOST))
  expect((await operator.post(`${TRASH}/remove`, {}, { ids: bin })).body).toMatchObject({ code: 200 })
  expect(await left()).not.toContain(bin)
})
