import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'
import { KINDS } from '../../../domains/alarms/model/kinds.ts'
import { followFaults, openHalves } from '../../../domains/alarms/server/follow/follow.ts'

// Faults of the virtual city become alarms: opened, ended, continued, and handled by people.
const TENANT = '100001'
const BASE = '/api/blade-alarm/alarm'
let product: TestPlatform
let operator: ApiClient
let guest: ApiClient
let other: ApiClient
let city: City
let sns: readonly string[]
beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '30', ALARM_SECONDS: '0.3', COMMAND_RESEND_SECONDS: '1' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  other = await product.signIn({ tenantId: '000000', account: 'admin' })
  const inventory = await inventoryOf(product.running)
  const lamps = await product.platform.system.query<{ sn: string }>(
    'select sn from devices_registered where tenant_id = $1 and type = 4 and activated and gateway_id is not null order by sn limit 5',
    [TENANT],
  )
  sns = lamps.map(({ sn }) => sn)
  city = createCity({ inventory, latency: 20, reportInterval: 5, ...plays })
  city.start()
  city.showNight(
    inventory.gateways.map(({ sn }) => sn),
    true,
  )
  for (const gateway of inventory.gateways) await eventually(() => city.isOnline(gateway.sn))
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

interface Alarm {
  readonly id: string
  readonly sn: string
  readonly subAlarmType: number
  readonly present: number
  readonly dispose: number
  readonly result: number | null
  readonly count: number
  readonly endedAt: string
}
const alarmsOf = async (sn: string, query: object = {}): Promise<readonly Alarm[]> =>
  (await operator.get<{ records: Alarm[] }>(`${BASE}/page`, { sn, ...query })).data.records
const one = (sn: string, as: object, query: object = {}): Promise<unknown> =>
  eventually(async () => {
    const [first] = await alarmsOf(sn, query)
    expect(first).toMatchObject(as)
    return true
  }, 20_000)

test('a fault opens one alarm with its place; when it ends, the alarm recovers; when it comes back soon, the same alarm goes on', async () => {
  const sn = sns[0]!
  city.setFault(sn, 'dark')
  await one(sn, { present: 1, dispose: 0, count: 1, alarmType: 2, cityExceptionType: 4001 })
  const [first] = await alarmsOf(sn)
  city.setFault(sn, 'none')
  await one(sn, { id: first!.id, present: 0, dispose: 1, result: 4 })
  city.setFault(sn, 'dark')
  await one(sn, { id: first!.id, present: 1, dispose: 0, count: 2 })
  expect((await alarmsOf(sn)).length).toBe(1)
  city.setFault(sn, 'none')
  await one(sn, { present: 0 })
})

test('a lost gateway is an alarm of its own, and so are its lamps, until it is back', async () => {
  const [gateway] = await product.platform.system.query<{ sn: string }>(
    'select g.sn from devices_gateways g where g.tenant_id = $1 and g.children > 0 order by g.sn limit 1',
    [TENANT],
  )
  city.killGateway(gateway!.sn)
  await one(gateway!.sn, { present: 1, alarmType: 1, subAlarmType: 1, cityExceptionType: 4002, dispose: 0 })
  const behind = await eventually(async () => {
    const rows = await product.platform.system.query<{ n: number; alarms: number }>(
      `select count(*)::int as n, count(a.id)::int as alarms from devices_registered r join devices_gateways g on g.id = r.gateway_id and g.sn = $1
       left join alarms_alarm a on a.device_id = r.device_id and a.present and a.sub_alarm_type = 1 where r.type = 4 and r.activated`,
      [gateway!.sn],
    )
    expect(rows[0]!.n).toBeGreaterThan(0)
    expect(rows[0]!.alarms).toBe(rows[0]!.n)
    return rows[0]!
  }, 20_000)
  expect(behind.n).toBeGreaterThan(3)
  city.reviveGateway(gateway!.sn)
  await one(gateway!.sn, { present: 0, dispose: 1, result: 4 })
})

const FAULTS = { alarmType: '2' }
test('people acknowledge, shelve, assign and dispose of alarms; who did it is kept; others are refused', async () => {
  const sn = sns[1]!
  city.setFault(sn, 'dark')
  await one(sn, { present: 1 }, FAULTS)
  const [{ id }] = (await alarmsOf(sn, FAULTS)) as [Alarm]
  for (const [action, input] of [
    ['acknowledge', {}],
    ['shelve', { hours: 2, remark: '等待备件' }],
    ['unshelve', {}],
    ['comment', { remark: '已通知班组' }],
  ] as const)
    expect((await operator.post(`${BASE}/${action}`, { ids: id, ...input })).body).toMatchObject({ code: 200, data: { count: 1 } })
  expect((await operator.post(`${BASE}/shelve`, { ids: id, hours: 999, remark: 'x' })).body).toMatchObject({ code: 400, field: 'hours' })
  expect((await guest.post(`${BASE}/acknowledge`, { ids: id })).body).toMatchObject({ code: 400, msg: '没有该操作的权限' })
  await other.post(`${BASE}/dispose`, { ids: id, result: 1 })
  expect((await alarmsOf(sn, FAULTS))[0]).toMatchObject({ dispose: 0 })
  expect((await operator.post(`${BASE}/dispose`, { ids: id, result: 1, remark: '更换驱动' })).data).toMatchObject({ successCount: 1 })
  const disposed = (await operator.get<Record<string, unknown>>(`${BASE}/detail`, { id })).data
  expect(disposed).toMatchObject({ dispose: 1, result: 1, remark: '更换驱动' })
  expect(disposed.acknowledgedAt).toBeTruthy()
  expect((await operator.post(`${BASE}/dispose`, { ids: id, result: 1 })).data, 'it is disposed of already').toMatchObject({ failCount: 1 })
  // The fault is still there: the alarm that was disposed of does not open again by itself.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect((await alarmsOf(sn, FAULTS)).length).toBe(1)
  city.setFault(sn, 'none')
  await one(sn, { present: 0, result: 1 }, FAULTS)
})

test('the lists have their defaults: faults, alarms of a device, SOS; bad input names the field', async () => {
  const faults = await operator.get<{ records: { alarmType: number }[] }>(`${BASE}/alarms_by_page`, { size: 100 })
  expect(new Set(faults.data.records.map(({ alarmType }) => alarmType))).toEqual(new Set([2]))
  const lost = await operator.get<{ records: { alarmType: number }[] }>(`${BASE}/alarms_by_page`, { size: 100, alarmType: 1 })
  expect(new Set(lost.data.records.map(({ alarmType }) => alarmType))).toEqual(new Set([1]))
  expect((await operator.get<{ total: number }>('/api/blade-alarm/sos/alarm/page', {})).data.total).toBe(0)
  expect((await operator.get(`${BASE}/alarms_by_page`, { alarmType: 9 })).body).toMatchObject({ code: 400 })
  expect((await operator.get(`${BASE}/page_by_device_id`, {})).body).toMatchObject({ code: 400 })
})

test('statistics add up with the rows: by day, by device, open ones by severity, presence with causes', async () => {
  const sumOf = (series: readonly { readonly values: readonly number[] }[]): number =>
    series.flatMap(({ values }) => values).reduce((sum, n) => sum + n, 0)
  const [rows] = await product.platform.system.query<{ all: number; faults: number; open: number }>(
    `select count(*)::int as all, (count(*) filter (where alarm_type = 2))::int as faults, (count(*) filter (where dispose = 0))::int as open
     from alarms_alarm where tenant_id = $1 and not is_deleted`,
    [TENANT],
  )
  const get = async <T>(name: string, query: Record<string, unknown> = {}): Promise<T> =>
    (await operator.get<T>(`${BASE}/${name}`, query)).data
  type Chart = { times: string[]; series: { values: number[] }[] }
  const chart = await get<Chart>('stat_charts')
  expect(sumOf(chart.series)).toBe(rows!.all)
  expect(chart.times.length).toBeGreaterThan(28)
  expect(sumOf((await get<Chart>('fault_stat_charts')).series)).toBe(rows!.faults)
  expect((await get<{ total: number }>('count')).total).toBe(rows!.open)
  expect((await get<{ total: number }>('today_alarm_stat', { alarmType: 100 })).total).toBe(rows!.all)
  const rank = await get<{ records: { count: number }[]; total: number }>('rank_by_page', { size: 1000 })
  expect(rank.records.map(({ count }) => count)).toEqual(rank.records.map(({ count }) => count).toSorted((a, b) => b - a))
  const longest = await get<{ records: { seconds: number }[] }>('offline_duration_rank_by_page')
  expect(longest.records.every(({ seconds }) => seconds >= 0)).toBe(true)
  const [devices] = await product.platform.system.query<{ total: number; offline: number; online: number; inactive: number }>(
    `select count(*)::int as total, (count(*) filter (where s.state = 4))::int as offline, (count(*) filter (where s.state in (1, 2, 3)))::int as online,
       (count(*) filter (where s.state = 5))::int as inactive from devices_registry r join devices_state s using (device_id) where r.tenant_id = $1`,
    [TENANT],
  )
  expect(await get('oline_stat')).toMatchObject(devices!)
  const lost = await get<{ offline: number; causes: { count: number }[] }>('offline_stat')
  expect(lost.offline).toBe(devices!.offline)
  expect(lost.causes.reduce((sum, { count }) => sum + count, 0)).toBe(devices!.offline)
  for (const name of ['oline_stat', 'offline_stat', 'offline_analyse', 'today_alarm_stat', 'count'])
    for (const field of ['startDate', 'endDate'])
      expect((await operator.get(`${BASE}/${name}`, { [field]: 'nope' })).body, name).toMatchObject({ code: 400, field })
  expect((await operator.get(`${BASE}/stat_charts`, { startDate: 'yesterday' })).body).toMatchObject({ code: 400, field: 'startDate' })
  expect((await operator.get(`${BASE}/stat_charts`, { startDate: '2026-02-01', endDate: '2026-01-01' })).body).toMatchObject({
    field: 'startDate',
  })
})

test('reading the faults again changes nothing, and a restart loses none', async () => {
  const counts = async () => {
    const [row] = await product.platform.system.query<{ n: number; times: number }>(
      'select count(*)::int as n, sum(count)::int as times from alarms_alarm where alarm_type = 2',
    )
    return row!
  }
  const before = await counts()
  await product.platform.system.query("update alarms_cursor set seen = '0'::xid8")
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await counts()).toEqual(before)
})

test('after a flood two connections open the alarms of half of the devices each: one for each device, none twice', async () => {
  const sql = product.platform.system.query
  // The virtual city never reports this fault, so it neither ends nor repeats it.
  const faults = await sql<{ id: string }>(
    `insert into devices_fault (device_id, type, began_at, tenant_id) select device_id, 'controlGearFailure', now() - interval '1 minute', tenant_id
     from devices_registered where type = 4 and activated and gateway_id is not null returning device_id::text as id`,
  )
  const opened = async () =>
    (
      await sql<{ id: string; n: number }>(
        'select device_id::text as id, count(*)::int as n from alarms_alarm where present and sub_alarm_type = $2 and device_id = any($1::bigint[]) group by 1',
        [faults.map(({ id }) => id), KINDS.controlGearFailure.number],
      )
    ).map(({ id, n }) => `${id} ${n}`)
  const told: string[] = []
  const platform = { ...product.platform, log: { ...product.platform.log, warn: (text: string) => told.push(text) } }
  const explained = Promise.resolve()
  await Promise.all([openHalves(platform, explained), openHalves(platform, explained)])
  expect(told).toEqual([])
  const wanted = faults.map(({ id }) => `${id} 1`).sort()
  expect(wanted.length).toBeGreaterThan(20)
  expect((await opened()).sort()).toEqual(wanted)
  await followFaults(platform)
  expect(told).toEqual([])
  expect((await opened()).sort()).toEqual(wanted)
})
