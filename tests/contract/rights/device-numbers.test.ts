import { deviceListing, gateway } from '@lamplight/devices/model'
import { anyDevice } from '@lamplight/devices/server'
import { defineListing } from '@lamplight/kit'
import { onListing, type ServerSlice, tableOf } from '@lamplight/server-kit'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { must } from '../api/own-rows.ts'
import { routeRows } from '../api/router.ts'
import { addDevices, addSide, deviceResources, type Side } from '../import/placed-devices.ts'

// Numbers of devices count what the lists show to the user: devices of every type, also of those made at run time, without removed ones and without those of
// other places. Each is counted a second time from what this test has placed.
const TENANT = '100001'
const CONTROLLER = 'lighting.controller'
const PASSWORD = 'Numbers-1'

/** Devices and gateways without any condition. */
const anyOf = defineListing({
  ...deviceListing,
  name: 'tests.anyDevice',
  label: ['任意设备', 'Any device'],
  rightsOf: gateway,
  api: { base: 'blade-test/any_device', verbs: ['page'] },
})
const withAnyDevice: ServerSlice = {
  domain: { name: 'tests', label: ['测试', 'Tests'], level: 9, uses: [] } as unknown as ServerSlice['domain'],
  listings: [onListing(anyOf, { source: (ctx, params) => anyDevice(ctx, params, '', { gateways: true }) })],
}

interface Device {
  readonly id: string
  readonly resource: string
  readonly area: string | null
  readonly gateway: string | null
  readonly type: number
  readonly state: number
  readonly power: number
}
let product: TestPlatform
let chief: ApiClient
/** Of the area on the east side only; `lampViewer` besides may not list lamp controllers, and no gateways. */
let eastern: ApiClient
let lampViewer: ApiClient
let [east, west]: Side[] = []
let devices: readonly Device[]
/** The controller on the west side that a lamp on the east side shows. */
let shown: string
const removed: string[] = []

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const good = async <T>(answer: Promise<{ code: number; msg: string; data: T }>): Promise<T> => {
  const { code, msg, data } = await answer
  expect(code, msg).toBe(200)
  return data
}
const addUser = async (account: string, without: RegExp, areaId?: string): Promise<ApiClient> => {
  const roleId = product.platform.newId()
  await sql('insert into identity_role (id, tenant_id, role_name, role_alias, sort) values ($1, $2, $3, $3, 9)', [roleId, TENANT, account])
  const menus = await sql<{ code: string }>(
    "select code from system_menu where not is_deleted and code !~ '^(user|role|tenant|menu|dict|param)_'",
  )
  await sql(
    'insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, c, $3 from unnest($2::text[]) c on conflict do nothing',
    [roleId, menus.map(({ code }) => code).filter((code) => !without.test(code)), TENANT],
  )
  await must(await product.signIn(), '/api/blade-user/submit', { tenantId: TENANT, account, password: PASSWORD, realName: account, roleId })
  const client = await product.signIn({ tenantId: TENANT, account, password: PASSWORD })
  if (areaId)
    await sql("insert into identity_grant (user_id, kind, ref_id, tenant_id) values ($1, 'area', $2, $3)", [client.userId, areaId, TENANT])
  return client
}

/** The devices as their own rows have them, of every resource whose rows are devices. Their states and powers are made up. */
const readDevices = async (): Promise<Device[]> => {
  const types = await sql<{ id: string; type: number }>('select device_id::text as id, type::int as type from devices_registry')
  const typeOf = new Map(types.map(({ id, type }) => [id, type]))
  const found: Device[] = []
  for (const resource of deviceResources(product)) {
    const rows = await sql<{ id: string; area: string | null; gateway: string | null }>(
      `select t.id::text as id, to_jsonb(t) ->> 'area_id' as area, to_jsonb(t) ->> 'gateway_id' as gateway from ${tableOf(resource)} t
       where t.tenant_id = $1 and not t.is_deleted order by t.id`,
      [TENANT],
    )
    for (const [n, row] of rows.entries())
      found.push({ ...row, resource: resource.name, type: typeOf.get(row.id) ?? 0, state: n % 2 === 0 ? 3 : 4, power: 10 + n })
  }
  return found
}

beforeAll(async () => {
  product = await testPlatform({
    slices: [...slices.map((slice) => ({ ...slice, tasks: [] })), withAnyDevice],
    config: { DEMO_LAMPS: '0', DEMO_DEVICES: '0' },
  })
  chief = await addUser('numbers_chief', /^$/)
  east = await addSide(chief, 'EAST')
  west = await addSide(chief, 'WEST')
  const placed = await addDevices(product, chief, east, west)
  for (const [n, [side, stand]] of (
    [
      [east, 'otherAlone'],
      [west, 'ownAlone'],
    ] as const
  ).entries())
    await sql(
      'insert into lighting_lamp (id, tenant_id, name, sn, project_id, area_id, controller_id) values ($1, $2, $3, $3, $4, $5, $6)',
      [product.platform.newId(), TENANT, `LAMP-${n}`, side?.project, side?.area, placed.get(CONTROLLER)?.[stand]],
    )
  shown = placed.get(CONTROLLER)?.otherAlone ?? ''
  // One access point and one device of a type made at run time are removed again.
  for (const name of ['equipment.ap', 'devices.device']) {
    const call = routeRows(product.registry).find(({ follows }) => follows?.resource.name === name && follows.verb === 'remove')
    const answer = await chief.post(call?.route.path ?? '', undefined, { ids: placed.get(name)?.own })
    expect(answer.code, `${name} ${answer.msg}`).toBe(200)
    removed.push(placed.get(name)?.own ?? '')
  }
  devices = await readDevices()
  await sql(
    `update devices_state s set state = d.state, online = d.state = 3, power = d.power, faults = case when d.state = 3 then '{lampFailure}'::text[] else '{}' end,
       reported_at = now() from unnest($1::bigint[], $2::int[], $3::float8[]) as d (id, state, power) where s.device_id = d.id`,
    [devices.map(({ id }) => id), devices.map(({ state }) => state), devices.map(({ power }) => power)],
  )
  await sql('update devices_gateway set online = true, status = 1 where id = $1', [east?.gateway])
  await sql(
    "insert into devices_gateway (id, tenant_id, sn, status, online, area_id) values ($1, $3, 'GW-DARK', 1, false, $4), ($2, $3, 'GW-NEW', 0, false, $4)",
    [product.platform.newId(), product.platform.newId(), TENANT, east?.area],
  )
  await sql('update devices_gateway set online = false, status = 1 where id = $1', [west?.gateway])
  eastern = await addUser('numbers_east', /^$/, east?.area)
  lampViewer = await addUser('numbers_lamps', /^(controller|gateway)_/, east?.area)
  await (await product.signIn()).get('/api/blade-auth/oauth/clear-cache')
})
afterAll(() => product?.stop())

const isEast = ({ area }: Device): boolean => area === east?.area
/** Who sees which of the devices. */
const SIGHTS: readonly (readonly [name: string, client: () => ApiClient, sees: (device: Device) => boolean])[] = [
  ['all places', () => chief, () => true],
  ['one area', () => eastern, (device) => isEast(device) || device.id === shown],
  ['one area without controllers', () => lampViewer, (device) => (isEast(device) && device.resource !== CONTROLLER) || device.id === shown],
]
const countBy = (all: readonly Device[], key: (device: Device) => string | number): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(all, key)].map(([name, some]) => [String(name), some.length]))

test('the world has devices of many types, of one made at run time, and two removed ones', () => {
  expect(new Set(devices.map(({ resource }) => resource)).size).toBeGreaterThan(10)
  expect(devices.some(({ type }) => type >= 10_000)).toBe(true)
  expect(devices.filter(({ id, type }) => type === 0 || removed.includes(id))).toEqual([])
  expect(removed.length).toBe(2)
})

test.each(SIGHTS)('device.type.list: the numbers of devices by type, and the pages of the register: %s', async (_, client, sees) => {
  const mine = devices.filter(sees)
  interface Type {
    readonly code: number
    readonly total: number
    readonly registered: number
    readonly slug: string
  }
  const types = (await good(client().get<Type[]>('/api/blade-device/device/type/list'))).filter(({ registered }) => registered === 1)
  const found = types.flatMap(({ slug, code, total }) => (slug === 'gateway' || total === 0 ? [] : [[String(code), total]]))
  expect(Object.fromEntries(found)).toEqual(countBy(mine, ({ type }) => type))
  const page = await good(client().get<{ total: number }>('/api/blade-device/device/list', { size: 1 }))
  expect(types.reduce((sum, { total }) => sum + total, 0)).toBe(page.total)
})

test.each(SIGHTS.slice(0, 2))('report.dashboard.gw.datas: the devices behind a gateway that the user sees: %s', async (_, client, sees) => {
  const behind = devices.filter((device) => sees(device) && device.gateway === east?.gateway)
  const on = behind.filter(({ state }) => state === 3)
  const data = await good(client().get('/api/blade-report/dashboard/gw/datas', { gwId: east?.gateway ?? '' }))
  expect(data).toMatchObject({
    devices: behind.length,
    onlineDevices: on.length,
    faulty: on.length,
    power: on.reduce((sum, { power }) => sum + power, 0),
  })
})

test('sales.deviceFault.list: faulty devices of every type, with the area of their own row', async () => {
  const faulty = devices.filter(({ state }) => state === 3)
  interface Faults {
    readonly total: number
    readonly records: readonly { readonly id: string; readonly areaName: string }[]
  }
  const page = await good((await product.signIn()).get<Faults>('/api/blade-sales/deviceFault/list', { tenantId: TENANT, size: 1000 }))
  expect(page.total).toBe(faulty.length)
  const areas = await sql<{ id: string; name: string }>('select id::text as id, area_full_name as name from places_area')
  const nameOf = new Map(areas.map(({ id, name }) => [id, name]))
  const expected = faulty.map((device) => [device.id, nameOf.get(device.area ?? '') ?? ''])
  expect(expected.filter(([, area]) => area === 'EAST片').length).toBeGreaterThan(10)
  expect(page.records.map(({ id, areaName }) => [id, areaName]).sort()).toEqual(expected.sort())
})

test.each(SIGHTS)('report.dashboard.info: gateways and devices of the dashboards: %s', async (name, client, sees) => {
  const all = await sql<{ sn: string; online: boolean; area: string | null }>(
    'select sn, coalesce(online, false) as online, area_id::text as area from devices_gateway where tenant_id = $1 and status = 1 and not is_deleted',
    [TENANT],
  )
  const gateways = all.filter(({ area }) => name === 'all places' || (name === 'one area' && area === east?.area))
  interface Info {
    readonly gateways: object
    readonly offline: readonly { readonly sn: string }[]
  }
  const info = await good(client().get<Info>('/api/blade-report/dashboard/info'))
  expect(info.gateways).toEqual({ total: gateways.length, online: gateways.filter(({ online }) => online).length })
  expect(info.offline.length).toBe(Math.min(5, gateways.filter(({ online }) => !online).length))
  for (const { sn } of info.offline) expect(gateways.map((one) => one.sn)).toContain(sn)
  interface Table {
    readonly columns: readonly { readonly code: string }[]
    readonly rows: readonly (readonly (string | number)[])[]
  }
  const { values } = await good(client().get<{ values: readonly Table[] }>('/api/blade-report/dashboard/overview', { name: 'visual' }))
  const table = values.find(({ columns }) => columns[0]?.code === 'kind')
  const labels = new Map([...product.registry.resources.values()].map(({ resource }) => [resource.name, resource.label[0]]))
  const mine = devices.filter(sees)
  const byKind = [...Map.groupBy(mine, ({ resource }) => labels.get(resource as `${string}.${string}`) ?? '')]
  expect(Object.fromEntries(table?.rows.map(([label, ...counts]) => [label, counts]) ?? [])).toEqual(
    Object.fromEntries(
      byKind.map(([label, all]) => {
        const on = all.filter(({ state }) => state === 3).length
        return [label, [all.length, on, on]]
      }),
    ),
  )
})

test.each(SIGHTS)('alarms.alarmedDevice: each device with open alarms, and each gateway, is one row: %s', async (name, client, sees) => {
  const gateways = await sql<{ id: string; area: string | null }>(
    'select id::text as id, area_id::text as area from devices_gateway where tenant_id = $1 and status = 1 and not is_deleted order by id',
    [TENANT],
  )
  const alarmed = [
    ...devices.map((device) => ({ id: device.id, area: device.area, type: device.type, seen: sees(device) })),
    ...gateways.map(({ id, area }) => ({
      id,
      area,
      type: 2,
      seen: name === 'all places' || (name === 'one area' && area === east?.area),
    })),
  ]
  await sql('delete from alarms_alarm where tenant_id = $1', [TENANT])
  // Each device has none to three open alarms with severities from 4 down, a handled and a removed one. They stand where the device stands.
  const open = alarmed.flatMap(({ id, area }, n) => Array.from({ length: n % 4 }, (_, k) => ({ id, area, severity: 4 - k, day: k + 1 })))
  await sql(
    `insert into alarms_alarm (id, tenant_id, device_id, area_id, severity, began_at, alarm_type, sub_alarm_type, dispose, present, is_deleted)
     select nextval('kit_id'), $1, d::bigint, a::bigint, s, now() - make_interval(days => b), 1, k, dispose, false, gone
     from unnest($2::text[], $3::text[], $4::int[], $5::int[]) with ordinality as o (d, a, s, b, k)
     cross join (values (0, false), (1, false), (0, true)) as v (dispose, gone)`,
    [TENANT, open.map(({ id }) => id), open.map(({ area }) => area), open.map(({ severity }) => severity), open.map(({ day }) => day)],
  )
  interface Rows {
    readonly records: readonly { id: string; devType: number; openAlarms: number; severity: number; openSince: string }[]
  }
  const { records } = await good(client().get<Rows>('/api/blade-alarm/alarmed_device/page', { size: 1000 }))
  const expected = alarmed.flatMap(({ id, area, type, seen }, n) =>
    // The controller that a lamp of another area shows is seen; its alarms, which stand in its own area, are not.
    seen && n % 4 > 0 && (name === 'all places' || area === east?.area) ? [[id, type, n % 4, 5 - (n % 4)]] : [],
  )
  expect(expected.length).toBeGreaterThan(10)
  expect(records.map(({ id, devType, openAlarms, severity }) => [id, devType, openAlarms, severity]).sort()).toEqual(expected.sort())
  expect(records.some(({ devType }) => devType >= 10_000)).toBe(true)
  expect(records.some(({ devType }) => devType === 2)).toBe(name !== 'one area without controllers')
})

test('devices.any: the devices and gateways of the own tenant, each with its state and area', async () => {
  const gateways = await sql<{ id: string; area: string | null; state: number }>(
    `select id::text as id, area_id::text as area, case when status <> 1 then 5 when online then 2 else 4 end as state from devices_gateway
     where tenant_id = $1 and not is_deleted`,
    [TENANT],
  )
  expect(new Set(gateways.map(({ state }) => state)).size).toBe(3)
  interface Rows {
    readonly records: readonly { id: string; devType: number; currentControllerStatus: number; areaId: string | null }[]
  }
  const rowsOf = async (client: ApiClient) =>
    (await good(client.get<Rows>('/api/blade-test/any_device/page', { size: 1000 }))).records.map((row) => [
      row.id,
      row.devType,
      row.currentControllerStatus,
      row.areaId || null,
    ])
  const expected = [
    ...devices.map(({ id, type, state, area }) => [id, type, state, area]),
    ...gateways.map(({ id, state, area }) => [id, 2, state, area]),
  ]
  expect((await rowsOf(chief)).sort()).toEqual(expected.sort())
  const others = (await rowsOf(await product.signIn())).map(([id]) => id)
  expect(gateways.filter(({ id }) => others.includes(id))).toEqual([])
})
