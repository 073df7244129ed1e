import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { must } from '../api/own-rows.ts'

const TENANT = '100001'
const BASE = '/api/blade-device/device'
interface Entry {
  readonly id: string
  readonly deviceId: string
  readonly sn: string
  readonly kind: number
  readonly text: string
  readonly account: string
  readonly changes: readonly { label: string; before: string; after: string }[]
}
interface Log {
  readonly records: readonly Entry[]
  readonly total: number
  readonly size: number
}
let product: TestPlatform
let operator: ApiClient
let chief: ApiClient
let gatewayId: string
let device: string

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '30' } })
  const admin = await product.signIn()
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const { query } = product.platform.system
  const [role] = await query<{ id: string }>("select id from identity_role where tenant_id = $1 and role_alias = 'admin'", [TENANT])
  const made = { tenantId: TENANT, account: 'log_chief', password: 'Places-1', realName: '日志', roleId: role?.id ?? '' }
  await must(admin, '/api/blade-user/submit', made)
  chief = await product.signIn({ tenantId: TENANT, account: 'log_chief', password: 'Places-1' })
  gatewayId = await must(operator, '/api/blade-device/gateway/submit', { sn: 'GW-LOG' })
  device = await must(operator, '/api/blade-device/trashdevice/submit', { sn: 'LOGGED-1', name: '桶', gatewayId })
})
afterAll(() => product?.stop())

const log = async (query: Record<string, unknown>, client = operator): Promise<Log> =>
  (await client.get<Log>(`${BASE}/log/page`, query)).data

test('city.mt.deviceLog eq.log: the log has what happened to a device: changed, moved, commanded, went and came', async () => {
  await must(operator, '/api/blade-device/trashdevice/submit', { id: device, name: '新桶' })
  await must(operator, '/api/blade-device/trashdevice/submit', { id: device, longitude: 113.1, latitude: 28.1 })
  expect((await operator.post(`${BASE}/devPloy/batch`, { ids: [device], activated: 0 })).code).toBe(200)
  expect((await operator.post(`${BASE}/devPloy/batch`, { ids: [device], activated: 1 })).code).toBe(200)
  const type = (await operator.get<{ id: string }>(`/api/blade-device/trashdevice/detail`, { id: device })).data
  expect(type.id).toBe(device)
  const { query } = product.platform.system
  const fault = [device, TENANT]
  await query(
    "insert into devices_fault (device_id, type, began_at, tenant_id) values ($1, 'communicationFailure', now() - interval '1 minute', $2)",
    fault,
  )
  await query("update devices_fault set ended_at = now() where device_id = $1 and tenant_id = $2 and type = 'communicationFailure'", fault)
  const { records, total } = await log({ deviceId: device, size: 50 })
  expect(total).toBe(records.length)
  expect(records.map(({ kind }) => kind).sort()).toEqual([1, 2, 3, 5, 5, 5])
  const renamed = records.find(({ changes }) => changes[0]?.after === '新桶')
  expect(renamed).toMatchObject({ kind: 5, sn: 'LOGGED-1', account: 'operator', changes: [{ before: '桶' }] })
  expect((await log({ deviceId: device, kind: 3 })).total).toBe(1)
  expect((await log({ sn: 'LOGGED' })).total).toBe(total)
})

test('a command of an operator is in the log of each device, with its text', async () => {
  const [lamp] = (await operator.get<{ records: { id: string; lampControlId: string }[] }>('/api/blade-city/lamp/list', { size: 1 })).data
    .records
  expect((await operator.post('/api/blade-city/lamp/dim', { ids: [lamp?.id], level: 30, duration: 60 })).code).toBe(200)
  expect((await log({ deviceId: lamp?.lampControlId, kind: 4 })).records[0]).toMatchObject({ text: '调光', account: 'operator' })
})

test('rule.const.recent5: the list of recent entries has five by default, the latest first', async () => {
  const { data } = await operator.get<Log>(`${BASE}/log/list`, { deviceId: device })
  expect([data.size, data.records.length]).toEqual([5, 5])
  const all = await log({ deviceId: device, size: 50 })
  expect(data.records).toEqual(all.records.slice(0, 5))
})

test('city.mt.life: the locus has the points at which a device was placed', async () => {
  const { data } = await operator.get<{ longitude: number; latitude: number; source: number }[]>(`${BASE}/locus`, { id: device })
  expect(data.map(({ longitude, latitude, source }) => [longitude, latitude, source])).toEqual([[113.1, 28.1, 2]])
  expect((await operator.get(`${BASE}/locus`, { id: device, startDate: '2099-01-01 00:00:00' })).data).toEqual([])
  expect((await operator.get(`${BASE}/locus`, { id: 'x' })).body).toMatchObject({ code: 400, field: 'id' })
  expect((await operator.get(`${BASE}/locus`, { id: device, startDate: 'x' })).body).toMatchObject({ code: 400, field: 'startDate' })
})

test('only administrators delete entries; the audit log keeps both the change and the deletion', async () => {
  const { records, total } = await log({ deviceId: device, size: 50 })
  const ids = records.slice(0, 2).map(({ id }) => id)
  expect((await operator.call('DELETE', `/api/blade-device/device/log?deviceLogIds=${ids.join()}`)).status).not.toBe(200)
  const { query } = product.platform.system
  const audited = async (): Promise<number> => (await query<{ n: number }>('select count(*)::int as n from kit_audit'))[0]?.n ?? 0
  const before = await audited()
  expect((await chief.call('DELETE', `/api/blade-device/device/log?deviceLogIds=${ids.join()}`)).status).toBe(200)
  expect(await audited()).toBeGreaterThan(before)
  expect((await log({ deviceId: device, size: 50 })).total).toBe(total - 2)
  // An entry of another tenant, or one that is gone, deletes nothing.
  const again = await chief.call('DELETE', `/api/blade-device/device/log?deviceLogIds=${ids[0]},${records[2]?.id}`)
  expect(again.status).toBe(400)
  expect((await log({ deviceId: device, size: 50 })).total).toBe(total - 2)
})

test('a lamp post names what is mounted on it', async () => {
  const post = await must(chief, '/api/blade-city/lamp_post/submit', { lampPostName: '挂载杆', lampPostSn: 'POST-M' })
  const lamp = await must(chief, '/api/blade-city/lamp/submit', { name: '杆上灯', sn: 'ON-POST', lampPostId: post })
  const mounted = await operator.get(`${BASE}/lamp_post/mount_device`, { lampPostId: post })
  expect(mounted.data, mounted.msg).toEqual([
    { id: lamp, resource: 'lighting.lamp', label: '灯具', sn: 'ON-POST', name: '杆上灯', currentControllerStatus: 5, reportedAt: '' },
  ])
  expect((await operator.get(`${BASE}/lamp_post/mount_device`)).body).toMatchObject({ code: 400, field: 'lampPostId' })
})
