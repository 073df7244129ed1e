import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { must } from '../api/own-rows.ts'
import { addDevices, addSide, type PlacedDevices, type Side } from '../import/placed-devices.ts'

const TENANT = '100001'
const BASE = '/api/blade-device'
interface Registered {
  readonly id: string
  readonly sn: string
  readonly devType: number
  readonly resource: string
  readonly projectId: string
  readonly areaId: string
  readonly areaName: string
  readonly activated: number
  readonly currentControllerStatus: number
  readonly stateName: string
}
interface Records<R = Registered> {
  readonly records: readonly R[]
  readonly total: number
  readonly size: number
}
interface Each {
  readonly successCount: number
  readonly failCount: number
  readonly failures: readonly { id: string; msg: string }[]
}
let product: TestPlatform
let admin: ApiClient
let operator: ApiClient
let [east, west]: Side[] = []
let devices: PlacedDevices

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '30' } })
  admin = await product.signIn()
  // Places belong to the tenant's administrators.
  const [role] = await product.platform.system.query<{ id: string }>(
    "select id from identity_role where tenant_id = $1 and role_alias = 'admin'",
    [TENANT],
  )
  const made = { tenantId: TENANT, account: 'register_chief', password: 'Places-1', realName: '登记', roleId: role?.id ?? '' }
  await must(admin, '/api/blade-user/submit', made)
  operator = await product.signIn({ tenantId: TENANT, account: 'register_chief', password: 'Places-1' })
  east = await addSide(operator, 'EAST')
  west = await addSide(operator, 'WEST')
  devices = await addDevices(product, operator, east, west)
})
afterAll(() => product?.stop())

const listed = async (query: object = {}): Promise<Records> =>
  (await operator.get<Records>(`${BASE}/device/list`, { size: 1000, ...query })).data
const of = (resource: string): string => devices.get(resource)?.own ?? ''

test('eq.device: the register lists the devices and gateways that the lists of their types show, each once', async () => {
  const { records, total } = await listed()
  expect(new Set(records.map(({ id }) => id)).size).toBe(total)
  const types = (
    await operator.get<{ code: number; slug: string; resource: string; total: number; registered: number }[]>(`${BASE}/device/type/list`)
  ).data
  expect(types.reduce((sum, one) => sum + (one.registered ? one.total : 0), 0)).toBe(total)
  for (const { code, resource, total: own, registered } of types.filter((one) => one.registered && one.code < 10_000)) {
    const page = (await operator.get<Records<{ id: string }>>(`${BASE}/device/page/${code}`, { size: 1000 })).data
    const rows = records.filter(({ devType }) => devType === code)
    expect([resource, own, page.records.map(({ id }) => id).sort()]).toEqual([resource, page.total, rows.map(({ id }) => id).sort()])
    expect(registered).toBe(1)
    for (const row of rows) expect(row.resource).toBe(resource)
  }
  // The names that the types have in this list are those of the filter, also of products made at run time.
  const named = types.filter((one) => one.registered)
  expect(named.some(({ code, total: own }) => code >= 10_000 && own > 0)).toBe(true)
  for (const { slug, total: own } of named) expect([slug, (await listed({ deviceType: slug })).total]).toEqual([slug, own])
})

test('eq.type: families that do not report, such as lamp posts, switch boxes and loops, have their type and page too', async () => {
  const types = (await operator.get<{ code: number; slug: string; total: number }[]>(`${BASE}/device/type/list`)).data
  for (const [code, slug, path] of [
    [1, 'lamp_post', 'blade-city/lamp_post/page'],
    [5, 'lamp', 'blade-city/lamp/list'],
    [8, 'switchbox', 'blade-city/switchbox/page'],
    [10, 'loop', 'blade-city/loop/page'],
  ] as const) {
    const own = (await operator.get<Records>(`/api/${path}`, { size: 1 })).data
    expect(types.find((one) => one.code === code)).toMatchObject({ slug, total: own.total })
    expect((await operator.get<Records>(`${BASE}/device/page/${slug}`, { size: 1 })).data.total).toBe(own.total)
  }
})

test('the register pages, filters by type, project, area, state and text, and refuses wrong values', async () => {
  const all = await listed()
  const second = await listed({ size: 7, current: 2 })
  expect(second.records.map(({ id }) => id)).toEqual(all.records.slice(7, 14).map(({ id }) => id))
  expect(second.total).toBe(all.total)
  const here = await listed({ projectId: east?.project })
  expect(here.records.length).toBeGreaterThan(5)
  for (const row of here.records) expect(row.projectId).toBe(east?.project)
  expect(here.total).toBe(all.records.filter(({ projectId }) => projectId === east?.project).length)
  const area = await listed({ areaId: west?.area, deviceType: 'controller' })
  expect(area.records.length).toBeGreaterThan(0)
  for (const row of area.records) expect([row.areaId, row.devType, row.areaName]).toEqual([west?.area, 4, 'WEST片'])
  expect((await listed({ status: 5 })).total).toBe(all.records.filter((row) => row.currentControllerStatus === 5).length)
  expect((await listed({ keyword: 'gw-east' })).records.map(({ sn }) => sn)).toEqual(['GW-EAST'])
  // decisions.md B2: only lamps are on or off.
  const words = (lamps: boolean): string[] =>
    all.records.filter((row) => /controller$/.test(row.resource) === lamps).map(({ stateName }) => stateName)
  expect(words(false).filter((word) => ['亮灯', '熄灯', ''].includes(word))).toEqual([])
  const search = (await operator.get<Records>(`${BASE}/device/search`)).data
  expect([search.size, search.records.length]).toEqual([10, 10])
  for (const [query, field] of [
    [{ deviceType: 'nothing' }, 'deviceType'],
    [{ status: 9 }, 'status'],
    [{ projectId: 'x' }, 'projectId'],
    [{ current: 0 }, 'current'],
  ] as const)
    expect((await operator.get(`${BASE}/device/list`, query)).body).toMatchObject({ code: 400, field })
})

test('GET device/{id} answers the row of any type; category, if given, must be its type; fixed addresses are no ids', async () => {
  const id = of('environment.trash')
  const plain = await operator.get<{ id: string; sn: string }>(`${BASE}/device/${id}`)
  expect(plain.data).toMatchObject({ id })
  expect((await operator.get(`${BASE}/device/${id}`, { category: 'trash' })).data).toEqual(plain.data)
  expect((await operator.get(`${BASE}/device/${id}`, { category: 'controller' })).code).not.toBe(200)
  expect((await operator.get(`${BASE}/device/abc`)).body).toMatchObject({ code: 400, field: 'id' })
})

test('moveArea moves devices of several types with the lamps of a controller, and names those that cannot move', async () => {
  const controller = of('lighting.controller')
  const lamp = await must(operator, '/api/blade-city/lamp/submit', {
    name: '随迁灯',
    sn: 'MOVES-1',
    lampControlId: controller,
    areaId: east?.area,
    projectId: east?.project,
  })
  const ids = [controller, of('environment.trash'), of('solar.lamp'), '4711']
  const { data, msg } = await operator.post<Each>(`${BASE}/deviceManage/moveArea`, { ids, areaId: west?.area })
  expect(data, msg).toMatchObject({ successCount: 3, failCount: 1, failures: [{ id: '4711' }] })
  const moved = (await listed({ areaId: west?.area })).records.map(({ id }) => id)
  for (const id of ids.slice(0, 3)) expect(moved).toContain(id)
  expect((await operator.get<{ areaId: string }>('/api/blade-city/lamp/detail', { id: lamp })).data.areaId).toBe(west?.area)
  const life = await operator.get<Records<{ changes: { after: string }[] }>>(`${BASE}/device/life_record/page`, {
    deviceId: controller,
    kind: 'moved',
  })
  expect(life.data.records[0]?.changes[0]?.after).toBe('WEST片')
  expect((await operator.post(`${BASE}/deviceManage/moveProject`, { ids, projectId: west?.project })).data).toMatchObject({
    successCount: 3,
  })
})

test('a move goes to no place of another tenant, and no device of another tenant moves', async () => {
  const foreign = await must(admin, '/api/blade-system/area/submit', { areaName: '外区', areaCode: 'FOREIGN' })
  const own = of('environment.trash')
  const refused = await operator.post(`${BASE}/deviceManage/moveArea`, { ids: [own], areaId: foreign })
  expect(refused.body).toMatchObject({ code: 400, field: 'areaId' })
  // The platform's administrator sees the gateways of all tenants.
  const gateway = east?.gateway ?? ''
  const across = await admin.post<Each>(`${BASE}/deviceManage/moveArea`, { ids: [gateway, own], areaId: foreign })
  expect(across.data).toMatchObject({ successCount: 0, failCount: 2 })
  expect((await operator.get<{ areaId: string }>(`${BASE}/gateway/detail`, { id: gateway })).data.areaId).toBe(east?.area)
  for (const [body, field] of [
    [{ ids: [], areaId: foreign }, 'ids'],
    [{ ids: ['x'], areaId: foreign }, 'ids'],
    [{ ids: [own] }, 'areaId'],
    [{ ids: [own], areaId: 'x' }, 'areaId'],
  ] as const)
    expect((await operator.post(`${BASE}/deviceManage/moveArea`, body)).body).toMatchObject({ code: 400, field })
})

test('devPloy/batch sets the wanted state of devices of several types; the same value again changes nothing', async () => {
  const ids = [of('lighting.controller'), of('environment.trash'), east?.gateway ?? '']
  for (const activated of [0, 0, 1]) {
    const { data, msg } = await operator.post<Each>(`${BASE}/device/devPloy/batch`, { ids: ids.join(','), activated })
    expect(data, msg).toMatchObject({ successCount: 2, failCount: 1, failures: [{ id: ids[2] }] })
    const now = (await listed()).records.filter(({ id }) => ids.slice(0, 2).includes(id))
    expect(now.map((row) => row.activated)).toEqual([activated, activated])
  }
  expect((await operator.post(`${BASE}/device/devPloy/batch`, { ids, activated: 2 })).body).toMatchObject({ code: 400, field: 'activated' })
})

test('bind connects devices to a gateway by serial numbers; uninstall takes them off the gateway and out of groups', async () => {
  const gateway = await must(operator, `${BASE}/gateway/submit`, { sn: 'GW-BIND' })
  const bin = await must(operator, `${BASE}/trashdevice/submit`, { sn: 'BIND-1', name: '桶' })
  const group = await must(operator, '/api/blade-city/device_group', { groupName: '卸载组', devType: 19 })
  expect((await operator.post('/api/blade-city/device_group/copy', { groupId: group, ids: bin })).code).toBe(200)
  const bound = await operator.post<Each>(`${BASE}/deviceManage/bind`, { parentSn: 'GW-BIND', sns: ['BIND-1', 'NOBODY'] })
  expect(bound.data, bound.msg).toMatchObject({ successCount: 1, failCount: 1, failures: [{ id: 'NOBODY' }] })
  const row = async () => (await operator.get<{ gatewayId: string; activated: number }>(`${BASE}/device/${bin}`)).data
  expect(await row()).toMatchObject({ gatewayId: gateway })
  const foundByIds = await operator.post<Each>(`${BASE}/deviceManage/bind`, { gatewayId: gateway, ids: [bin] })
  expect(foundByIds.data, foundByIds.msg).toMatchObject({ successCount: 1, failCount: 0 })
  expect((await operator.post<Each>(`${BASE}/deviceManage/uninstall`, { ids: [bin, gateway], reason: '拆除' })).data).toMatchObject({
    successCount: 1,
    failCount: 1,
    failures: [{ id: gateway }],
  })
  expect(await row()).toMatchObject({ gatewayId: '', activated: 0 })
  const members = await operator.get<Records>('/api/blade-city/device_group/device/page', { groupId: group })
  expect(members.data.total).toBe(0)
  // A controller is bound to a post by its lamps.
  const post = await must(operator, '/api/blade-city/lamp_post/submit', { lampPostName: '绑定杆', lampPostSn: 'POST-BIND' })
  const lampControlId = await must(operator, '/api/blade-city/controller', { sn: 'BIND-2' })
  const lamp = await must(operator, '/api/blade-city/lamp/submit', { name: '绑定灯', sn: 'BIND-L', lampControlId })
  const mounted = await operator.post<Each>(`${BASE}/deviceManage/bind`, { lampPostId: post, sns: ['BIND-2', 'BIND-1'] })
  expect(mounted.data, mounted.msg).toMatchObject({ successCount: 1, failCount: 1, failures: [{ id: bin }] })
  expect((await operator.get<{ lampPostId: string }>('/api/blade-city/lamp/detail', { id: lamp })).data.lampPostId).toBe(post)
  for (const [body, field] of [
    [{ sns: ['BIND-1'] }, 'parentSn'],
    [{ sns: ['BIND-1'], parentSn: 'GW-NOBODY' }, 'parentSn'],
    [{ sns: [], parentSn: 'GW-BIND' }, 'sns'],
    [{ sns: ['BIND-1'], parentSn: 'GW-BIND', lampPostId: post }, 'parentSn'],
    [{ sns: ['BIND-1'], gatewayId: '1' }, 'gatewayId'],
  ] as const)
    expect((await operator.post(`${BASE}/deviceManage/bind`, body)).body).toMatchObject({ code: 400, field })
})

test('city.mt.offlineDiagnose: the cause tree of an offline device names the first check that fails, with the evidence of each', async () => {
  interface Step {
    readonly key: string
    readonly result: string
    readonly evidence: string
  }
  const diagnosis = async (id: string): Promise<[cause: string | undefined, steps: readonly Step[]]> => {
    const [found] = (await operator.post<{ cause: string; steps: Step[] }[]>(`${BASE}/deviceManage/offlineDiagnose`, { ids: [id] })).data
    return [found?.cause, found?.steps ?? []]
  }
  const causeOf = async (id: string) => (await diagnosis(id))[0]
  const bin = await must(operator, `${BASE}/trashdevice/submit`, { sn: 'DIAG-1', name: '桶' })
  const [cause, steps] = await diagnosis(bin)
  expect(cause).toBe('unbound')
  expect(steps.map(({ key, result }) => `${key} ${result}`)).toEqual([
    'inactive good',
    'unbound cause',
    'supplyLost skipped',
    'simExpired skipped',
    'gatewayOffline skipped',
    'neverReported skipped',
    'neighboursSilent skipped',
    'weakSignal skipped',
  ])
  const { query } = product.platform.system
  const gateway = await must(operator, `${BASE}/gateway/submit`, { sn: 'GW-DIAG' })
  await must(operator, `${BASE}/trashdevice/submit`, { id: bin, gatewayId: gateway })
  expect(await causeOf(bin)).toBe('gatewayOffline')
  await query('update devices_gateway set online = true where id = $1', [gateway])
  expect(await causeOf(bin)).toBe('neverReported')
  await query('update devices_state set reported_at = now() where device_id = $1', [bin])
  expect(await causeOf(bin)).toBe('silent')
  const card = { iccid: '8986001234567890123', sn: 'GW-DIAG', expireAt: '2020-01-01 00:00:00' }
  await query('insert into devices_esim_card (id, tenant_id, iccid, sn, expire_at) values ($1, $2, $3, $4, $5)', [
    product.platform.newId(),
    TENANT,
    card.iccid,
    card.sn,
    card.expireAt,
  ])
  const [expired, checks] = await diagnosis(bin)
  expect(expired).toBe('simExpired')
  expect(checks.find(({ key }) => key === 'simExpired')?.evidence).toContain(card.iccid)
  await query("insert into devices_fault (device_id, type, began_at, tenant_id) values ($1, 'supplyLoss', now(), $2)", [gateway, TENANT])
  expect(await causeOf(bin)).toBe('supplyLost')
  await must(operator, `${BASE}/trashdevice/submit`, { id: bin, activated: 0 })
  expect(await causeOf(bin)).toBe('inactive')
})

test('deviceManage/import imports a sheet of the chosen type as its own list does, and refuses types without a sheet', async () => {
  const send = async (client: ApiClient, query: string) => {
    const form = new FormData()
    form.append('file', new Blob(['sn,name\nIMPORT-1,甲\nIMPORT-2,乙\n,丙\n']), '桶.csv')
    const answer = await client.call('POST', `${BASE}/deviceManage/import?${query}`, { body: form })
    return (await answer.json()) as { code: number; field?: string; data: { uploadId: string; base: string } }
  }
  const { data, code } = await send(operator, `deviceType=trash&areaId=${east?.area}`)
  expect([code, data.base]).toEqual([200, 'blade-device/trashdevice'])
  await expect
    .poll(async () => (await operator.get<{ status: number }>(`/api/${data.base}/import/status`, { uploadId: data.uploadId })).data)
    .toMatchObject({ status: 3, successNum: 2, failNum: 1 })
  const { records } = await listed({ keyword: 'IMPORT-' })
  expect(records.map(({ sn, areaId }) => [sn, areaId]).sort()).toEqual([
    ['IMPORT-1', east?.area],
    ['IMPORT-2', east?.area],
  ])
  expect(await send(operator, 'deviceType=nonsense')).toMatchObject({ code: 400, field: 'deviceType' })
  expect(await send(operator, 'deviceType=2')).toMatchObject({ code: 400, field: 'deviceType' })
  const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  expect((await send(guest, 'deviceType=trash')).code).not.toBe(200)
  expect((await listed({ keyword: 'IMPORT-' })).total).toBe(2)
})
