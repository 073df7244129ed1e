import { f } from '@lamplight/fields/model'
import { identityServer } from '@lamplight/identity/server'
import { defineDeviceType } from '@lamplight/kit'
import { placesServer } from '@lamplight/places/server'
import { provide, type ServerSlice } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, eventually, type TestPlatform, testPlaces, testPlatform } from '@lamplight/testing'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayPlace } from '../../model/gateway-page.ts'
import { controllerType } from '../../model/index.ts'
import { gatewaysPort, type InventoryRow, inventoryPort } from '../../model/ports.ts'
import { devicesServer } from '../index.ts'

const TENANT = '100001'
let product: TestPlatform
let admin: ApiClient
let operator: ApiClient
let guest: ApiClient
let inventory: InventoryRow[] = []

const label = ['值', 'Value'] as const
const binType = defineDeviceType({
  name: 'bin',
  code: 19,
  label,
  properties: {
    level: { slot: 1, label, unit: '%', min: 0, max: 100 },
    tilted: { slot: 2, label, type: 'boolean' },
    openings: { slot: 3, label, counter: true },
    version: { label, type: 'text' },
  },
  commands: { interval: { label, input: { minutes: f.int({ label, min: 1, max: 60, required: true }) } } },
  events: [],
})

/** Stands where the lamps will: it knows what hangs on gateways. */
const places = testPlaces([controllerType.name, binType.name])

const lamps: ServerSlice = {
  domain: { name: 'lamps', label: ['灯具', 'Lamps'], level: 3, dependsOn: [] },
  deviceTypes: [binType],
  ports: [
    provide(inventoryPort, () => ({
      children: async (ids: readonly string[]) => inventory.filter((row) => ids.includes(row.gatewayId)),
      propose: async () => ({ gateways: 0, lamps: 0, left: 0 }),
    })),
  ],
}

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer, placesServer, devicesServer, lamps, places.slice] })
  await places.create(product)
  admin = await product.signIn()
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
})
afterAll(() => product?.stop())

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const add = async (sn: string, more: { tenantId?: string; projectId?: string | null; online?: boolean } = {}): Promise<string> => {
  const id = product.platform.newId()
  await sql(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children, project_id, lng, lat) values ($1, $2, $3, 1, $4, 0, $5, 112.9, 28.2)',
    [id, more.tenantId ?? TENANT, sn, more.online ?? false, more.projectId ?? null],
  )
  return id
}
const register = async (gatewayId: string, gatewaySn: string, sn: string): Promise<string> => {
  const id = product.platform.newId()
  await sql('insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, name) values ($1, $2, $3, $4, $5, $1)', [
    sn,
    id,
    TENANT,
    gatewayId,
    gatewaySn,
  ])
  return id
}
test('the page of unregistered devices is in the menu of users who may assign them', async () => {
  const paths = async (client: ApiClient) => JSON.stringify((await client.get('/api/blade-system/menu/routes')).data)
  expect(await paths(admin)).toContain('/equipmentMana/unregisteredDevice')
  for (const client of [operator, guest]) {
    expect(await paths(client)).toContain('/visual/equipmentMana/gateway/index')
    expect(await paths(client)).not.toContain('/equipmentMana/unregisteredDevice')
  }
})

interface Listed {
  readonly records: { id: string; sn: string }[]
  readonly total: number
}

test('rule.const.gwpaging.big rule.const.gwpaging.small gateway.list: paging by marker and offset reaches every row exactly once', async () => {
  await sql(
    `insert into devices_gateway (id, tenant_id, sn, status, online, children) select 5000 + n, $1, 'PAGE-' || n, 1, n % 2 = 0, 0 from generate_series(1, 730) n`,
    [TENANT],
  )
  const size = 30
  const seen: string[] = []
  const lastOf = new Map<number, string>()
  for (let current = 1; current <= 25; current++) {
    const { data } = await operator.get<Listed>('/api/blade-device/gateway/list', {
      current,
      size,
      sn: 'PAGE-',
      ...gatewayPlace(current, size, lastOf),
    })
    expect(data.total).toBe(730)
    seen.push(...data.records.map(({ sn }) => sn))
    lastOf.set(current, data.records.at(-1)?.id as string)
  }
  expect(seen).toHaveLength(730)
  expect(new Set(seen).size).toBe(730)
  const plain = await operator.get<Listed>('/api/blade-device/gateway/list', { current: 3, size: 10, sn: 'PAGE-', online: 1 })
  expect(plain.data.records.map(({ sn }) => sn)).toEqual(Array.from({ length: 10 }, (_, n) => `PAGE-${42 + n * 2}`))
  await sql("update devices_gateway set is_deleted = true where sn like 'PAGE-%'")
})

test('gateway.status_num, gateway.child_device: counts and children are those of the own tenant', async () => {
  const id = await add('GW-NUM-1', { online: true })
  await add('GW-NUM-2')
  await add('GW-NUM-3', { tenantId: '000000' })
  const device = await register(id, 'GW-NUM-1', 'LC-NUM-1')
  const counts = await operator.get('/api/blade-device/gateway/status_num')
  expect(counts.data).toEqual({ total: 2, online: 1, offline: 1, unregistered: 0 })
  const children = await operator.get('/api/blade-device/gateway/child_device', { gwSn: 'GW-NUM-1' })
  expect(children.data).toMatchObject([{ id: device, sn: 'LC-NUM-1', gwSn: 'GW-NUM-1', devType: 4, currentControllerStatus: 4, dim: -1 }])
  expect((await admin.get('/api/blade-device/gateway/child_device', { gwSn: 'GW-NUM-1' })).msg).toContain(`租户 ${TENANT}`)
})

test('gateway.delete: refused while devices are registered; removal ends the session of the gateway', async () => {
  const id = await add('GW-DEL')
  const device = await register(id, 'GW-DEL', 'LC-DEL')
  const secret = await product.platform.port(gatewaysPort).issueSecret('GW-DEL')
  const client = await connectAsync(product.broker.url, { clientId: 'GW-DEL', username: 'GW-DEL', password: secret, reconnectPeriod: 0 })
  client.on('error', () => undefined)
  expect((await guest.delete(`/api/blade-device/gateway/${id}`)).msg).toBe('没有该操作的权限')
  expect((await operator.delete(`/api/blade-device/gateway/${id}`)).msg).toBe('网关 GW-DEL 下仍有已注册的子设备')
  expect((await operator.post('/api/blade-device/gateway/remove', {}, { ids: id })).msg).toBe('网关 GW-DEL 下仍有已注册的子设备')
  await sql('delete from devices_registry where device_id = $1', [device])
  expect((await operator.delete(`/api/blade-device/gateway/${id}`)).code).toBe(200)
  expect((await operator.delete(`/api/blade-device/gateway/${id}`)).code).toBe(400)
  await eventually(() => !client.connected)
})

test('gateway.unregistered.assign and cancel are for administrators of the platform', async () => {
  const id = await add('GW-RIGHT')
  const tenantAdmin = await product.signIn({ tenantId: TENANT, account: 'admin' }).catch(() => operator)
  for (const client of [guest, operator, tenantAdmin]) {
    expect((await client.post('/api/blade-device/gateway/unregistered/cancel', {}, { ids: id })).code).toBe(400)
    expect((await client.post('/api/blade-device/gateway/unregistered/assign', {}, { ids: id, tenantId: TENANT })).code).toBe(400)
  }
  const [row] = await sql('select status, tenant_id from devices_gateway where id = $1', [id])
  expect(row).toEqual({ status: 1, tenant_id: TENANT })
})

test('gateway/virtual: new secrets for gateways of the project without a physical box, and the devices behind them', async () => {
  const project = await admin.post<{ id: string }>('/api/blade-system/project/submit', { name: '虚拟项目', type: 2 })
  const projectId = project.data.id
  const free = await add('GW-FREE', { tenantId: '000000', projectId })
  await add('GW-REAL', { tenantId: '000000', projectId })
  await product.platform.port(gatewaysPort).issueSecret('GW-REAL')
  inventory = [{ gatewayId: free, sn: 'LC-FREE', lng: 112.91, lat: 28.21, power: 150, minPower: 20, minLevel: 10 }]
  const answer = await admin.post<{ gateways: { sn: string; secret: string; children: object[] }[]; broker: object; timeZone: string }>(
    '/api/blade-device/gateway/virtual',
    undefined,
    { projectName: '虚拟项目' },
  )
  expect(answer.data).toMatchObject({
    broker: { url: product.broker.url },
    timeZone: 'Asia/Shanghai',
    gateways: [{ sn: 'GW-FREE', lng: 112.9, lat: 28.2, children: [{ sn: 'LC-FREE', power: 150, minPower: 20, minLevel: 10 }] }],
  })
  const [played] = answer.data.gateways
  const client = await connectAsync(product.broker.url, {
    clientId: 'GW-FREE',
    username: 'GW-FREE',
    password: played?.secret,
    reconnectPeriod: 0,
  })
  client.on('error', () => undefined)
  const again = await admin.post<{ gateways: { secret: string }[] }>('/api/blade-device/gateway/virtual', undefined, {
    projectName: '虚拟项目',
  })
  expect(again.data.gateways).toHaveLength(1)
  expect(again.data.gateways[0]?.secret).not.toBe(played?.secret)
  await eventually(() => !client.connected)
  expect((await admin.post('/api/blade-device/gateway/virtual', undefined, { projectName: '没有' })).msg).toBe('项目不存在：没有')
  expect((await guest.post('/api/blade-device/gateway/virtual', undefined, { projectName: '虚拟项目' })).msg).toBe('没有该操作的权限')
})

test('gateway/virtual: activated devices of all types except lamp controllers, with latest numbers and definitions, also without lamps', async () => {
  const projectId = (await admin.post<{ id: string }>('/api/blade-system/project/submit', { name: '各类设备', type: 2 })).data.id
  const [mixed, bare] = [await add('GW-MIXED', { projectId }), await add('GW-BARE', { projectId })]
  inventory = [{ gatewayId: mixed, sn: 'LC-MIXED', lng: 112.91, lat: 28.21, power: 150, minPower: 20, minLevel: 10 }]
  for (const [gatewayId, gatewaySn, sn, type, activated] of [
    [mixed, 'GW-MIXED', 'LC-MIXED', 4, true],
    [mixed, 'GW-MIXED', 'BIN-1', 19, true],
    [mixed, 'GW-MIXED', 'BIN-OFF', 19, false],
    [mixed, 'GW-MIXED', 'ODD-1', 77, true],
    [bare, 'GW-BARE', 'BIN-2', 19, true],
  ] as const)
    await sql(
      'insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, type, activated) values ($1, $2, $3, $4, $5, $6, $7)',
      [sn, product.platform.newId(), TENANT, gatewayId, gatewaySn, type, activated],
    )
  await sql(`update devices_latest l set v = '{40, 1, null}' from devices_registry r where r.device_id = l.device_id and r.sn = 'BIN-1'`)
  const { data } = await admin.post<{ gateways: { sn: string; children: { sn: string }[]; devices: object[] }[]; types: object }>(
    '/api/blade-device/gateway/virtual',
    undefined,
    { projectName: '各类设备' },
  )
  const played = data.gateways.map(({ sn, children, devices }) => [sn, children.map((child) => child.sn), devices])
  expect(played.sort()).toEqual([
    ['GW-BARE', [], [{ sn: 'BIN-2', type: 'bin', values: {} }]],
    ['GW-MIXED', ['LC-MIXED'], [{ sn: 'BIN-1', type: 'bin', values: { level: 40, tilted: true } }]],
  ])
  expect(data.types).toEqual({ bin: JSON.parse(JSON.stringify(binType)) })
  expect(data.types).toHaveProperty('bin.commands.interval.input.minutes.options.max', 60)
})

test('members are copied, moved and removed; group.* and device_group.* are the same calls', async () => {
  const gateway = await add('GW-GROUP')
  const ids = await Promise.all(['LC-G1', 'LC-G2', 'LC-G3'].map((sn) => register(gateway, 'GW-GROUP', sn)))
  const first = (await operator.post<{ id: string }>('/api/blade-city/device_group', { groupName: '一组', type: 1, devType: 4 })).data.id
  const second = (await operator.post<{ id: string }>('/api/blade-city/group/submit', { groupName: '二组', lampType: 1, systemType: 2 }))
    .data.id
  expect((await operator.post('/api/blade-city/group/submit', { groupName: '一组' })).msg).toBe('分组名称已存在')
  expect((await operator.put('/api/blade-city/device_group', { groupId: second, groupName: '第二组' })).code).toBe(200)
  expect((await operator.get('/api/blade-city/device_group/detail', { id: second })).data).toMatchObject({
    groupName: '第二组',
    lampType: 1,
  })

  const membersOf = async (groupId: string): Promise<string[]> =>
    (await operator.get<Listed>('/api/blade-city/device_group/device/page', { groupId, current: 1, size: 10 })).data.records.map(
      ({ sn }) => sn,
    )
  expect((await operator.post('/api/blade-city/device_group/copy', {}, { groupId: first, ids: ids.join(',') })).data).toEqual({ count: 3 })
  await operator.post('/api/blade-city/device_group/copy', {}, { groupId: second, ids: ids[0] })
  expect([await membersOf(first), await membersOf(second)]).toEqual([['LC-G1', 'LC-G2', 'LC-G3'], ['LC-G1']])
  await operator.post('/api/blade-city/device_group/move', { groupId: second, ids: [ids[1]] })
  expect([await membersOf(first), await membersOf(second)]).toEqual([
    ['LC-G1', 'LC-G3'],
    ['LC-G1', 'LC-G2'],
  ])
  await operator.post('/api/blade-city/group/controller/move-copy', {}, { groupId: second, ids: ids[2], type: 'copy' })
  await operator.delete('/api/blade-city/group/controller', { groupId: second, ids: ids[0] })
  await operator.post('/api/blade-city/device_group/remove', {}, { groupId: first, ids: ids[0] })
  expect([await membersOf(first), await membersOf(second)]).toEqual([['LC-G3'], ['LC-G2', 'LC-G3']])
  const listed = await operator.get<{ records: { id: string; memberCount: number }[] }>('/api/blade-city/group/list', { deviceId: ids[2] })
  expect(listed.data.records.map(({ id, memberCount }) => [id, memberCount]).sort()).toEqual(
    [
      [first, 1],
      [second, 2],
    ].sort(),
  )

  expect((await admin.post('/api/blade-city/device_group/copy', {}, { groupId: first, ids: ids[0] })).msg).toBe('分组不存在')
  const own = (await admin.post<{ id: string }>('/api/blade-city/group/submit', { groupName: '别的租户' })).data.id
  expect((await admin.post('/api/blade-city/device_group/copy', {}, { groupId: own, ids: ids[0] })).msg).toBe('设备不存在')
  expect((await guest.post('/api/blade-city/device_group/copy', {}, { groupId: first, ids: ids[0] })).msg).toBe('没有该操作的权限')
  expect((await guest.get('/api/blade-city/device_group/device/page', { groupId: first })).code).toBe(200)
  expect((await operator.post('/api/blade-city/group/remove', {}, { ids: first })).code).toBe(200)
  expect(await sql('select 1 from devices_group_member where group_id = $1', [first])).toEqual([])
})

test('readings come in time buckets with mean, minimum and maximum, counters with their last value, for the own tenant only', async () => {
  const gateway = await add('GW-HIST')
  const deviceId = await register(gateway, 'GW-HIST', 'LC-HIST')
  const start = Date.UTC(2026, 9, 1, 12)
  await sql('select devices_telemetry_partition($1::date)', ['2026-10-01'])
  await sql(
    `insert into devices_telemetry (device_id, at, tenant_id, power, dim, energy, is_on)
     select $1, to_timestamp($2::float8 / 1000) + n * interval '10 min', $3, n, 50, 1000 + n, n >= 3 from generate_series(0, 11) n`,
    [deviceId, start, TENANT],
  )
  const path = '/api/blade-device/telemetry/history'
  const zone = { from: '2026-10-01 20:00:00', to: '2026-10-01 22:00:00', points: 2 }
  const { data } = await operator.get<{ points: Record<string, number | null>[] }>(path, { deviceId, ...zone })
  expect(data).toMatchObject({ from: start, to: start + 7_200_000, step: 3_600_000 })
  expect(data.points).toMatchObject([
    { at: start, count: 6, power: 2.5, powerMin: 0, powerMax: 5, dim: 50, energy: 1005, on: 0.5, voltage: null },
    { at: start + 3_600_000, count: 6, power: 8.5, powerMin: 6, powerMax: 11, energy: 1011, on: 1 },
  ])
  expect((await admin.get(path, { deviceId, ...zone })).code).toBe(400)
  expect((await operator.get(path, { deviceId, from: zone.to, to: zone.from })).msg).toBe('时间范围不正确')
  expect((await operator.get(path, { deviceId: 'x' })).status).toBe(400)

  await sql("update devices_state set faults = '{relayFailure}', state = 3, online = true, power = 12.5 where device_id = $1", [deviceId])
  const state = await operator.get('/api/blade-device/state', { deviceId })
  expect(state.data).toMatchObject({
    sn: 'LC-HIST',
    power: 12.5,
    currentControllerStatus: 3,
    faults: [{ type: 'relayFailure', label: '继电器故障' }],
    reportedAt: '',
  })
  expect((await admin.get('/api/blade-device/state', { deviceId })).code).toBe(400)
})

test('telemetry older than the retention period is dropped by day', async () => {
  await sql('select devices_telemetry_partition($1::date), devices_telemetry_partition($2::date)', ['2020-01-01', '2020-01-02'])
  const [row] = await sql('select devices_telemetry_drop($1::date) as dropped', ['2020-01-02'])
  expect(row).toEqual({ dropped: 1 })
  expect(
    (await sql("select to_regclass('devices_telemetry_20200101') as gone, to_regclass('devices_telemetry_20200102') as kept"))[0],
  ).toEqual({
    gone: null,
    kept: 'devices_telemetry_20200102',
  })
})
