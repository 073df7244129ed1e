import { gatewaysPort } from '@lamplight/devices/model'
import type { Running } from '@lamplight/server-kit'
import { type ApiAnswer, type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'
import { must } from '../api/own-rows.ts'

const TENANT = '000000'
const OTHER = '100001'
const GROUP = '/api/blade-city/integrated_dev_group'
const REBOOT = '/api/blade-device/gateway/reboot'
type Wire = Readonly<Record<string, unknown>>
interface Page {
  readonly total: number
  readonly records: readonly Wire[]
}

let product: TestPlatform
let admin: ApiClient
let operator: ApiClient
let guest: ApiClient
let city: City
let [projectId, poleId, meterId, cameraId, apId, lockId, machineId, screenId] = ['', '', '', '', '', '', '', '']
const gateways: Record<string, string> = {}

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const good = async <D>(answer: Promise<ApiAnswer<D>>): Promise<D> => {
  const { code, msg, data } = await answer
  expect(code, msg).toBe(200)
  return data
}
const addGateway = async (sn: string, tenantId: string, project: string | null = null): Promise<void> => {
  gateways[sn] = product.platform.newId()
  await sql(
    'insert into devices_gateway (id, tenant_id, sn, name, status, online, children, project_id, lng, lat) values ($1, $2, $3, $4, 1, false, 0, $5, 112.9, 28.2)',
    [gateways[sn], tenantId, sn, `网关 ${sn}`, project],
  )
  await product.platform.port(gatewaysPort).issueSecret(sn, { virtual: true })
}
const record = (id: unknown): Promise<Wire> => good(admin.get<Wire>('/api/blade-city/commandrecord/detail', { id }))
const ends = (id: unknown): Promise<Wire> =>
  eventually(async () => {
    const found = await record(id)
    expect(found.status).toBe(2)
    return found
  }, 20_000)
const send = async (path: string, body: object): Promise<string> => (await good(admin.post<{ batchId: string }>(path, body))).batchId
const records = async (path: string, query: Wire = {}): Promise<readonly Wire[]> => (await good(admin.get<Page>(path, query))).records

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0', COMMAND_EXPIRE_SECONDS: '20', COMMAND_RESEND_SECONDS: '5' } })
  admin = await product.signIn()
  operator = await product.signIn({ tenantId: OTHER, account: 'operator' })
  guest = await product.signIn({ tenantId: OTHER, account: 'guest' })
  projectId = await must(admin, '/api/blade-system/project/submit', { name: '灯杆一期', type: 3 })
  await addGateway('GW-E1', TENANT, projectId)
  await addGateway('GW-E2', TENANT)
  await addGateway('GW-E9', OTHER)
  const gatewayId = gateways['GW-E1']
  poleId = await must(admin, '/api/blade-city/lamp_post/submit', { lampPostName: '一号杆', lampPostSn: 'P-1', projectId })
  await must(admin, '/api/blade-city/lamp_post/submit', { lampPostName: '空杆', lampPostSn: 'P-2', projectId })
  const mounted = { gatewayId, projectId, lampPostId: poleId }
  cameraId = await must(admin, '/api/blade-media/camera/submit', { sn: 'CAM-1', name: '一号摄像头', ...mounted })
  lockId = await must(admin, '/api/blade-media/smart_lock/submit', { sn: 'LOCK-1', ...mounted })
  machineId = await must(admin, '/api/blade-media/alarm_machine/submit', { sn: 'SOS-1', ...mounted })
  screenId = await must(admin, '/api/blade-media/info_screen/submit', { sn: 'SCREEN-1', name: '一号屏', gatewayId, projectId })
  apId = await must(admin, '/api/blade-device/ap/submit', { sn: 'AP-1', name: '一号AP', ...mounted })
  meterId = await must(admin, '/api/blade-city/meter/submit', { sn: 'METER-1', gatewayId: gateways['GW-E2'], projectId })
  city = createCity({ inventory: await inventoryOf(product.running as Running), latency: 20, reportInterval: 2, ...plays })
  await city.start()
  await eventually(() => city.isOnline('GW-E1') && city.isOnline('GW-E2'))
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

test('vis.devGroup: groups of smart poles are added, renamed, filled, emptied and deleted at their own address', async () => {
  const id = await must(admin, GROUP, { groupName: '摄像头一组', type: 1, category: 'camera', devType: 11 })
  const second = await must(admin, GROUP, { groupName: '摄像头二组', devType: 11 })
  const city = await must(admin, '/api/blade-city/device_group', { groupName: '路灯组', devType: 4 })
  const names = async (): Promise<unknown[]> => (await records(`${GROUP}/list`, { current: 1, size: 10 })).map((row) => row.groupName)
  expect(await names()).toEqual(['摄像头一组', '摄像头二组'])
  await good(admin.put(GROUP, { groupId: id, groupName: '摄像头甲组' }))
  expect(await names()).toContain('摄像头甲组')
  // A group of another system is not found here.
  expect(await admin.put(GROUP, { groupId: city, groupName: '不许' })).toMatchObject({ code: 400 })
  const members = async (groupId: string): Promise<unknown[]> =>
    (await records(`${GROUP}/device/page`, { groupId, current: 1, size: 10 })).map((row) => row.sn)

  await good(admin.post(`${GROUP}/copy`, { groupId: id, ids: cameraId }))
  expect(await members(id)).toEqual(['CAM-1'])
  await good(admin.post(`${GROUP}/copy`, { groupId: second, ids: cameraId }))
  expect([await members(id), await members(second)]).toEqual([['CAM-1'], ['CAM-1']])
  await good(admin.post(`${GROUP}/remove`, { groupId: second, ids: cameraId }))
  expect([await members(id), await members(second)]).toEqual([['CAM-1'], []])
  await good(admin.post(`${GROUP}/move`, { groupId: second, ids: cameraId }))
  expect([await members(id), await members(second)]).toEqual([[], ['CAM-1']])
  // The groups stay when devices leave them.
  expect(await names()).toHaveLength(2)
  expect(await admin.post(`${GROUP}/copy`, { groupId: id, ids: '123' })).toMatchObject({ code: 400 })
  expect(await operator.post(`${GROUP}/copy`, { groupId: id, ids: cameraId })).toMatchObject({ code: 400 })
  await good(admin.delete(GROUP, { ids: [id, second].join(',') }))
  expect(await names()).toEqual([])
})

test('vis.infoScreen: a screen is switched off and on by the argument of the protocol; its report proves both', async () => {
  for (const onOff of [0, 1]) {
    const batchId = await send('/api/blade-media/info_screen/command/switch', { deviceIds: [screenId], onOff })
    await ends(batchId)
    const [item] = await records('/api/blade-city/commandrecord/executeStatus', { commandRecordId: batchId })
    expect(item).toMatchObject({ sn: 'SCREEN-1', status: 2, rung: 4 })
  }
})

test('vis.gateway: a gateway restarts by serial number: the command climbs its rungs, the gateway leaves and comes back', async () => {
  let wasAway = false
  const watch = setInterval(() => {
    wasAway ||= !city.isOnline('GW-E1')
  }, 20)
  const batchId = await send(REBOOT, { gwSns: ['GW-E1'] })
  expect(await ends(batchId)).toMatchObject({ deviceType: 2, commandText: '重启', targetText: '网关 GW-E1', total: 1, received: 1 })
  await eventually(() => wasAway && city.isOnline('GW-E1'), 20_000)
  clearInterval(watch)
  const [item] = await records('/api/blade-city/commandrecord/executeStatus', { commandRecordId: batchId })
  expect(item).toMatchObject({ sn: 'GW-E1', status: 2, rung: 2 })
  expect(await sql("select 1 from devices_misfit where gateway_sn = 'GW-E1'")).toEqual([])
})

test('gateways restart by project, by group and as rows of the list', async () => {
  const sent = async (body: object, path = REBOOT): Promise<unknown[]> => {
    const batchId = await send(path, body)
    await ends(batchId)
    return (await records('/api/blade-city/commandrecord/executeStatus', { commandRecordId: batchId })).map(({ sn }) => sn)
  }
  expect(await sent({ projectId })).toEqual(['GW-E1'])
  const groupId = await must(admin, GROUP, { groupName: '电表组', devType: 25 })
  await good(admin.post(`${GROUP}/copy`, { groupId, ids: meterId }))
  expect(await sent({ groupId })).toEqual(['GW-E2'])
  await eventually(() => city.isOnline('GW-E1') && city.isOnline('GW-E2'), 20_000)
  expect(await sent({ ids: [gateways['GW-E1'], gateways['GW-E2']] }, '/api/blade-device/gateway/batchReboot')).toEqual(['GW-E1', 'GW-E2'])
  await eventually(() => city.isOnline('GW-E1') && city.isOnline('GW-E2'), 20_000)
})

test.each([
  ['no target', {}, 'gwSns'],
  ['an unknown serial number', { gwSns: 'GW-E1,NOBODY' }, 'gwSns'],
  ["another tenant's serial number", { gwSns: 'GW-E9' }, 'gwSns'],
  ['two kinds of targets', { gwSns: 'GW-E1', projectId: '1' }, 'gwSns'],
  ['an unknown group', { groupId: '123' }, 'groupId'],
  ['an unknown project', { projectId: '123' }, 'projectId'],
])('a reboot of %s is refused, and nothing is sent', async (_case, body, field) => {
  const before = await sql('select count(*) as n from control_batch')
  expect((await admin.post(REBOOT, body)).body).toMatchObject({ code: 400, field })
  expect(await sql('select count(*) as n from control_batch')).toEqual(before)
})

test('who may not send commands may not restart gateways', async () => {
  expect(await guest.post(REBOOT, { gwSns: 'GW-E9' })).toMatchObject({ code: 400 })
  expect((await operator.post(REBOOT, { gwSns: 'GW-E1' })).body).toMatchObject({ code: 400, field: 'gwSns' })
})

test('evs/camera/sync reads the values of a camera from the device and stores them', async () => {
  const latest = async (): Promise<Wire> => await good(admin.get<Wire>('/api/blade-media/camera/detail', { id: cameraId }))
  await sql("update devices_latest set v = '{}', texts = '{}' where device_id = $1", [cameraId])
  expect((await latest()).channels).toBe('')
  const { batchId } = await good(admin.post<{ batchId: string }>('/api/blade-device/evs/camera/sync?sn=CAM-1', {}))
  expect(await ends(batchId)).toMatchObject({ deviceType: 11, total: 1 })
  await eventually(async () => {
    expect(await latest()).toMatchObject({ channels: '1', stream: 1, resolution: '2560x1440' })
    return true
  })
  for (const sn of ['', 'NOBODY', 'AP-1', 'CAM-1,NOBODY'])
    expect((await admin.post('/api/blade-device/evs/camera/sync', { sn })).body, sn).toMatchObject({ code: 400, field: 'sn' })
  expect((await operator.post('/api/blade-device/evs/camera/sync', { sn: 'CAM-1' })).body).toMatchObject({ code: 400, field: 'sn' })
})

test('locks, alarm machines, cameras and access points carry out their commands', async () => {
  for (const [path, body] of [
    ['/api/blade-media/smart_lock/lock', { ids: lockId, open: 1, reason: '更换电源' }],
    ['/api/blade-media/alarm_machine/speakerVolume', { ids: machineId, volume: 35 }],
    ['/api/blade-media/alarm_machine/reset', { ids: machineId }],
    ['/api/blade-media/camera/algorithm', { ids: cameraId, algorithm: 2 }],
    ['/api/blade-device/ap/channel', { ids: apId, channel: 11 }],
  ] as const)
    expect(await ends(await send(path, body)), path).toMatchObject({ total: 1 })
  expect(await good(admin.get<Wire>('/api/blade-media/smart_lock/detail', { id: lockId }))).toMatchObject({ open: 1, openedBy: 'remote' })
  expect(await good(admin.get<Wire>('/api/blade-device/ap/detail', { id: apId }))).toMatchObject({ channel: '11' })
})

test('a lock is opened with a reason, which the record and the audit log keep, also by repair staff; it is locked without one', async () => {
  const path = '/api/blade-media/smart_lock/lock'
  for (const reason of [undefined, null, '', ' ', 'x'.repeat(201)])
    expect((await admin.post(path, { ids: lockId, open: 1, reason })).body, String(reason)).toMatchObject({ code: 400, field: 'reason' })
  const batchId = await send(path, { ids: lockId, open: 1, reason: '更换控制器' })
  expect((await record(batchId)).commandText).toContain('更换控制器')
  const [entry] = await sql<{ detail: { command: string } }>('select detail from kit_audit where target = $1', [batchId])
  expect(JSON.stringify(entry)).toContain('更换控制器')
  await send(path, { ids: lockId, open: 0 })
  const holders = await sql<{ role_alias: string }>(
    `select distinct r.role_alias from identity_role r join identity_role_menu m on m.role_id = r.id where m.menu_code = 'smart_lock_lock'`,
  )
  expect(holders.map((row) => row.role_alias)).toContain('maintainer')
})

test('ai.table area.ai: devices with an AI capability are listed with algorithm and events, filtered by algorithm', async () => {
  const [one, ...others] = await records('/api/blade-device/ai/device/page', { algorithm: 2 })
  expect(others).toEqual([])
  expect(one).toMatchObject({
    id: cameraId,
    sn: 'CAM-1',
    devType: 11,
    algorithm: 2,
    algorithmName: '区域入侵',
    eventsToday: expect.any(Number),
  })
  expect(await records('/api/blade-device/ai/device/page', { algorithm: 4 })).toEqual([])
  expect(await records('/api/blade-device/ai/device/page', { keyword: 'cam-' })).toHaveLength(1)
  expect((await good(operator.get<Page>('/api/blade-device/ai/device/page'))).total).toBe(0)
})

test('vis.smartPole rule.family.2: a pole has the numbers of its devices by family and state; posts without devices are left out', async () => {
  const page = (query: Wire = {}): Promise<readonly Wire[]> => records('/api/blade-device/smart_pole/device/page', query)
  await eventually(async () => {
    const [pole, ...others] = await page({ projectId, current: 1, size: 10 })
    expect(others).toEqual([])
    expect(pole).toMatchObject({ id: poleId, lampPostName: '一号杆', projectName: '灯杆一期', total: 4, online: 4, offline: 0 })
    expect(((pole?.families ?? []) as Wire[]).map(({ resource, total }) => [resource, total]).sort()).toEqual([
      ['equipment.ap', 1],
      ['media.alarmMachine', 1],
      ['media.camera', 1],
      ['media.smartLock', 1],
    ])
    return true
  }, 15_000)
  expect(await page({ keyword: '空杆' })).toEqual([])
  expect(await page({ keyword: 'p-1' })).toHaveLength(1)
  expect((await good(operator.get<Page>('/api/blade-device/smart_pole/device/page'))).total).toBe(0)
  const mounted = await good(admin.get<readonly Wire[]>('/api/blade-device/device/lamp_post/mount_device', { lampPostId: poleId }))
  expect(mounted.find(({ sn }) => sn === 'CAM-1')).toMatchObject({ resource: 'media.camera', label: '摄像头', currentControllerStatus: 1 })
})

test('a device of a pole is replaced: it takes the post, and the replacement can be undone', async () => {
  const made = await good(admin.post<Wire>('/api/blade-device/smart_pole/replace', { faultSn: 'LOCK-1', newSn: 'LOCK-2' }))
  expect(made).toMatchObject({ faultSn: 'LOCK-1', newSn: 'LOCK-2' })
  const lock = (id: unknown): Promise<Wire> => good(admin.get<Wire>('/api/blade-media/smart_lock/detail', { id }))
  expect(await lock(made.deviceId)).toMatchObject({ sn: 'LOCK-2', lampPostId: poleId })
  expect(await lock(lockId)).toMatchObject({ lampPostId: '' })
  await good(admin.post('/api/blade-device/deviceManage/replaceElectronics/undo', { id: made.id }))
  expect(await lock(lockId)).toMatchObject({ lampPostId: poleId })
})

test('vis.ap: the data of an access point are its latest values and the traffic of the last day', async () => {
  const data = await eventually(async () => {
    const found = await good(admin.get<Wire>('/api/blade-report/dashboard/ap/getApDatas', { apId }))
    expect(found).toMatchObject({ apId, sn: 'AP-1', values: { channel: 11, clients: expect.any(Number), down: expect.any(Number) } })
    expect(Number(found.downToday)).toBeGreaterThan(0)
    return found
  }, 20_000)
  const points = data.points as Wire[]
  expect(Number(data.downToday)).toBeCloseTo(
    points.reduce((sum, { down }) => sum + Number(down ?? 0), 0),
    6,
  )
  for (const other of [cameraId, '123'])
    expect(await admin.get('/api/blade-report/dashboard/ap/getApDatas', { apId: other })).toMatchObject({ code: 400 })
  expect(await operator.get('/api/blade-report/dashboard/ap/getApDatas', { apId })).toMatchObject({ code: 400 })
})

test('vis.meter: the data and the history of meters are what is stored', async () => {
  const [at, energy] = [new Date(Date.now() - 3 * 86_400_000), [100.5, 101, 0.25, 1.75]]
  await sql('select devices_telemetry_partition($1::date)', [at])
  for (const [n, value] of energy.entries())
    await sql(`insert into devices_series (device_id, tenant_id, type, at, v) values ($1, $2, 25, $3, array[$4, 1500, 228.5]::float8[])`, [
      meterId,
      TENANT,
      new Date(at.getTime() + n * 60_000),
      value,
    ])
  const history = await good(
    admin.get<Page>('/api/blade-report/meter/history/page', { meterId, endDate: wireTime(at.getTime() + 600_000), current: 1, size: 3 }),
  )
  expect(history.total).toBe(4)
  expect(history.records.map((row) => Number(row.energy))).toEqual([1.75, 0.25, 101])
  expect(history.records[0]).toMatchObject({ meterId, sn: 'METER-1', power: 1500, voltageA: 228.5, currentA: null })
  // Times are those of the tenant's zone.
  const second = { meterId, startDate: wireTime(at.getTime() + 59_000), endDate: wireTime(at.getTime() + 61_000) }
  expect((await records('/api/blade-report/meter/history/page', second)).map((row) => Number(row.energy))).toEqual([101])
  for (const [query, field] of [
    [{ startDate: '2025-01-01', endDate: '2026-01-03' }, 'startDate'],
    [{ startDate: '2020-01-01 00:00:00' }, 'startDate'],
    [{ meterId, startDate: '2026-02-31' }, 'startDate'],
    [{ endDate: '2026-02-31 00:00:00' }, 'endDate'],
    [{ startDate: '2026-01-02', endDate: '2026-01-01' }, 'endDate'],
  ] as const)
    expect((await admin.get('/api/blade-report/meter/history/page', query)).body, JSON.stringify(query)).toMatchObject({ code: 400, field })
  expect((await admin.get('/api/blade-report/meter/history/page', { startDate: '2025-01-01', endDate: '2026-01-02' })).code).toBe(200)
  // Without a meter or a time: the reports of the last day.
  const recent = await records('/api/blade-report/meter/history/page', { size: 1000 })
  expect(recent.length).toBeGreaterThan(0)
  expect(recent.some((row) => row.energy === 101)).toBe(false)

  await city.stop()
  // All earlier readings are deleted, because the counter begins again and they would make its first values a spike. Reports that were in
  // the server when the city stopped are still written, so the deletion is repeated until it finds none.
  await eventually(async () => {
    const found = await sql("delete from devices_series where device_id = $1 and at > now() - interval '5 days' returning 1", [meterId])
    await new Promise((resolve) => setTimeout(resolve, 500))
    return found.length === 0
  })
  const noon = Date.now() - 60_000
  for (const [n, value] of energy.entries())
    await sql(`insert into devices_series (device_id, tenant_id, type, at, v) values ($1, $2, 25, $3, array[$4]::float8[])`, [
      meterId,
      TENANT,
      new Date(noon + n * 1000),
      value,
    ])
  const [data] = await records('/api/blade-report/integrated_device/meter/data', { projectId })
  const [stored] = await sql<{ v: number[] }>('select v from devices_latest where device_id = $1', [meterId])
  expect(data).toMatchObject({ meterId, sn: 'METER-1' })
  expect(Number(data?.power)).toBeCloseTo(Number(stored?.v[1]), 6)
  // The counter was reset and showed 0.25 in the first report after the reset; the rollups count these 0.25.
  expect(Number(data?.energyToday)).toBeCloseTo(0.5 + 0.25 + 1.5, 6)
  expect((await good(operator.get<Page>('/api/blade-report/integrated_device/meter/data'))).total).toBe(0)
  expect(await operator.get('/api/blade-report/meter/history/page', { meterId })).toMatchObject({ data: { total: 0 } })
})

/** A time on the wire, in the zone of the tenant (China). */
const wireTime = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
