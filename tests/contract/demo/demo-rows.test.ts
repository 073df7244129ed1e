import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { storeMeterPast } from '../../../domains/cabinets/server/demo-meters.ts'
import { calculateBoxes } from '../../../domains/reports/server/box-nights.ts'
import { checkDue } from '../../../domains/strategies/server/night/night.task.ts'

const NIGHTS = 4
const USERS = [
  { tenantId: '000000', account: 'admin' },
  { tenantId: '100001', account: 'operator' },
] as const
/** Lists that were empty on the first day of a demo. */
const LISTS = [
  'blade-device/model/list',
  ...['lamp/source/page', 'constantCurrentSource/page', 'lampCap/list', 'power/list', 'statistics_group/list', 'workParam/list'].map(
    (path) => `blade-city/${path}`,
  ),
  ...['baseConfig/list', 'timeMigration/list', 'night/comp/list', 'outline/list', 'rfpassword/list'].map((path) => `blade-city/${path}`),
  ...[
    'batteryParam',
    'batteryTempeParam',
    'lightCtrParams',
    'lampBarAngel',
    'gpsinfo',
    'waterlevel',
    'lampSway',
    'lonlatctr',
    'serverlinkinfo',
  ].map((name) => `blade-sun/${name}/list`),
  ...['customBattery/list', 'workstrategyinstance/list', 'commandRecord/page'].map((path) => `blade-sun/${path}`),
  ...['mapJumpArea/page', 'areaManage/list'].map((path) => `blade-system/${path}`),
  ...['spray/workstrategy/normal/page', 'workstrategy/publication/page', 'calendarlimit/page', 'strategy/page'].map(
    (path) => `blade-strategy/${path}`,
  ),
  ...['lora/whitelist/list', 'concentrator/base_config/list'].map((path) => `blade-city/${path}`),
  ...['alarm/template/list', 'alarm/config/list'].map((path) => `blade-alarm/${path}`),
  ...['trash_group/list', 'well_group/list', 'powerCheck/page', 'concentrator/lamp/page'].map((path) => `blade-city/${path}`),
  ...['chirpstack/list', 'lorawan/codec/list', 'lorawan/node/list', 'lorawan/multicast/list'].map((path) => `blade-city/${path}`),
  ...['faultinfo/list', 'faultServiceRecord/page'].map((path) => `blade-alarm/${path}`),
  'blade-strategy/linkage/record/page',
  ...['on_off_strategy/log/page', 'on_off_strategy/details_log/list'].map((path) => `blade-media/${path}`),
  ...['bill/page', 'carbon/factor/page', 'monthly/page'].map((path) => `blade-report/${path}`),
]
/** Lists of the system of smart poles, with the parameters of its pages. */
const POLE_LISTS = [
  ['blade-city/controller/page', { projectType: 3 }],
  ['blade-city/controller/page', { systemType: 3 }],
  ['blade-city/concentrator/page', { systemType: 3 }],
  ['blade-city/device_group/page', { systemType: 3, devType: 4 }],
  ['blade-city/integrated_dev_group/list', {}],
  ['blade-device/smart_pole/device/page', { systemType: 3 }],
] as const
let product: TestPlatform
let startedAt: Date
const clients = new Map<string, ApiClient>()

beforeAll(async () => {
  startedAt = new Date()
  product = await testPlatform({
    slices,
    config: { DEMO_LAMPS: '120', DEMO_DEVICES: '20', DEMO_NIGHTS: String(NIGHTS), DEMO_STRATEGIES: '1', DEMO_ROWS: '1' },
  })
  for (const who of USERS) clients.set(who.tenantId, await product.signIn(who))
})
afterAll(() => product?.stop())

test.each(USERS)('every list of tenant $tenantId that people fill has an example', async ({ tenantId }) => {
  const empty: string[] = []
  for (const path of LISTS) {
    const { data } = await clients.get(tenantId)!.get<{ total: number }>(`/api/${path}`, { size: 1 })
    if (!(data.total > 0)) empty.push(path)
  }
  expect(empty).toEqual([])
})

test.each(USERS)('the lists of smart poles of tenant $tenantId have rows, those of city lighting have more', async ({ tenantId }) => {
  const client = clients.get(tenantId)!
  const totalOf = async (path: string, query: Readonly<Record<string, string | number>>): Promise<number> =>
    (await client.get<{ total: number }>(`/api/${path}`, { ...query, size: 1 })).data.total
  for (const [path, query] of POLE_LISTS) expect(await totalOf(path, query), `${path} ${JSON.stringify(query)}`).toBeGreaterThan(0)
  const [poles, city] = [
    await totalOf('blade-city/controller/page', { systemType: 3 }),
    await totalOf('blade-city/controller/page', { systemType: 2 }),
  ]
  expect(city).toBeGreaterThan(poles)
  expect(city + poles).toBe(await totalOf('blade-city/controller/page', {}))
})

test.each(USERS)('the overview of tenant $tenantId counts the gateways that its link lists', async ({ tenantId }) => {
  const client = clients.get(tenantId)!
  const { gateways } = (await client.get<{ gateways: { total: number; online: number } }>('/api/blade-report/dashboard/info', {})).data
  const listed = async (query: Readonly<Record<string, string>>): Promise<number> =>
    (await client.get<{ total: number }>('/api/blade-device/gateway/page', { size: '1', status: '1', tenantId, ...query })).data.total
  expect(await listed({})).toBe(gateways.total)
  expect(await listed({ online: '0' })).toBe(gateways.total - gateways.online)
  // Without the tenant, administrators of the platform see the gateways of all tenants.
  const all = (await client.get<{ total: number }>('/api/blade-device/gateway/page', { size: '1' })).data.total
  expect(all > gateways.total).toBe(tenantId === '000000')
})

test('confirmed faults are faults that the devices still have, and their service records came after they began', async () => {
  const rows = await product.platform.system.query<{ open: boolean; after: boolean }>(
    `select exists (select from devices_fault f join devices_registry r on r.device_id = f.device_id
         where r.sn = i.sn and f.ended_at is null and date_trunc('second', f.began_at) = i.found_at) as open, s.served_at > i.found_at and s.served_at <= now() as after
     from alarms_fault_info i left join alarms_service_record s on s.fault_info_id = i.id`,
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.filter(({ open, after }) => !open || !after)).toEqual([])
})

test('bills have the energy that the lamps of their area metered in their days', async () => {
  const rows = await product.platform.system.query<{ kwh: number; metered: number }>(
    `select b.kwh::float8 as kwh, (select sum(h.energy)::float8 / 1e6 from devices_hourly h join lighting_controller c on c.id = h.device_id
       join places_area a on a.id = c.area_id
       where c.tenant_id = b.tenant_id and a.area_name || '路灯' = b.supply_name and (h.hour at time zone 'Asia/Shanghai')::date between b.start_day::date and b.end_day::date) as metered
     from reports_bill b where b.end_day = (select max(end_day) from reports_bill where tenant_id = b.tenant_id)`,
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const { kwh, metered } of rows) expect(kwh).toBeCloseTo(metered, 1)
})

test('savings from meters, of which the demo has days only, propose its first days as baseline', async () => {
  const { data } = await clients.get(USERS[0].tenantId)!.get<Record<string, number | string>>('/api/blade-report/savings/analysis')
  const [known] = await product.platform.system.query<{ days: number; before: number }>(
    `select count(*)::int as days, count(*) filter (where day < $2::date)::int as before
     from (select day from devices_area_daily where tenant_id = $1 and devices > 0 group by day having sum(energy) > 0) d`,
    [USERS[0].tenantId, data.startDate],
  )
  expect([data.baselineDays, Number(data.days) + Number(data.baselineDays)]).toEqual([known?.before, known?.days])
  expect(data.state).toBe(Number(known?.days) > 14 ? 1 : 2)
})

test('savings from bills propose a year with bills after a year with bills, and find what the former lamps used more', async () => {
  for (const { tenantId } of USERS) {
    const { data } = await clients
      .get(tenantId)!
      .get<Record<string, number | string> & { series: { values: number[] }[] }>('/api/blade-report/savings/analysis', { source: '2' })
    expect(data).toMatchObject({ state: 1, baselineDays: 12, days: 12, leftOut: 0 })
    const year = await product.platform.system.query<{ kwh: number; from: string; to: string }>(
      `select sum(kwh)::float8 as kwh, min(start_day) as from, max(end_day) as to from reports_bill
       where tenant_id = $1 and start_day >= $2 and end_day <= $3`,
      [tenantId, data.baselineStart, data.baselineEnd],
    )
    expect(year[0]).toMatchObject({ from: data.baselineStart, to: data.baselineEnd })
    const saved = 1 - Number(data.measured) / (year[0]?.kwh ?? 0)
    expect(Math.abs(Number(data.share) / 100 - saved)).toBeLessThan(0.03)
    expect(saved).toBeGreaterThan(0.3)
    // Each month has the present lamps.
    const [measured, expected] = data.series.map(({ values }) => values)
    for (const [n, kwh] of (measured ?? []).entries()) expect(kwh / (expected?.[n] ?? 0)).toBeLessThan(0.7)
  }
})

test('each command was sent by people or by the platform, and a record names the user of those of people', async () => {
  for (const { tenantId } of USERS) {
    const count = async (query: Record<string, string>): Promise<number> =>
      (await clients.get(tenantId)!.get<{ total: number }>('/api/blade-city/commandrecord/page', { size: '1', ...query })).data.total
    const [people, platform] = [await count({ automatic: '0' }), await count({ automatic: '1' })]
    expect(people + platform).toBe(await count({}))
    const [row] = await product.platform.system.query<{ people: number }>(
      'select count(*)::int as people from control_batch where tenant_id = $1 and create_user is not null and not is_deleted',
      [tenantId],
    )
    expect(people).toBe(row?.people)
  }
})

test('linkage records in shadow mode are the firings of a dry run', async () => {
  for (const { tenantId } of USERS) {
    const client = clients.get(tenantId)!
    const [instance] = (await client.get<{ records: { id: string }[] }>('/api/blade-strategy/linkage/instance/page', { size: 1 })).data
      .records
    const run = await client.post<{ firings: number }>('/api/blade-strategy/linkage/instance/dryRun', { id: instance?.id, days: 7 })
    const { data } = await client.get<{ total: number; records: { state: number }[] }>('/api/blade-strategy/linkage/record/page', {
      size: 100,
    })
    expect(data.total).toBe(run.data.firings)
    expect(new Set(data.records.map(({ state }) => state))).toEqual(new Set([5]))
  }
})

test('meters of the boxes have the energy that their lamps metered', async () => {
  const rows = await product.platform.system.query<{ meter: number; lamps: number }>(
    `select (select max(s.v[1]) - min(s.v[1]) from devices_series s where s.device_id = m.id and s.at > h.first)::float8 as meter, h.lamps
     from cabinets_meter m cross join lateral (
       select sum(d.energy)::float8 / 1e6 as lamps, min(d.hour) + interval '30 minutes' as first from cabinets_feed f
       join cabinets_loop l on l.id = f.loop_id and l.switchbox_id = m.switchbox_id
       join devices_hourly d on d.device_id = f.device_id
         and d.hour < coalesce((select max(s.at) from devices_series s where s.device_id = m.id), now())) h
     where h.lamps is not null`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { meter, lamps } of rows) expect(meter).toBeGreaterThan(lamps * 0.7)
  for (const { meter, lamps } of rows) expect(meter).toBeLessThan(lamps * 1.05 + 0.1)
})

test('meters of the boxes measure by night what the lamps draw, and nothing by day', async () => {
  // Only the last three days have readings every half hour. The night before last always lies within these days, at whatever hour the test runs.
  const nights = await product.platform.system.query<{ tenant: string; zone: string; day: number }>(
    `select tenant_id as tenant, zone, (date(now() at time zone zone) - date '1970-01-01') - 2 as day from identity_tenant where tenant_id = any($1)`,
    [USERS.map(({ tenantId }) => tenantId)],
  )
  for (const { tenant, zone, day } of nights) await calculateBoxes(product.platform, tenant, zone, day)
  // `burning`: power that the lamp controllers reported from 7 to 16 o'clock, W. Some lamps burn by day on purpose, others go out after 7.
  const rows = await product.platform.system.query<{ meter: number; lamps: number; byDay: number; burning: number }>(
    `select n.meter_night as meter, n.lamps_night as lamps, n.meter_day as "byDay", coalesce((
       select sum(h.energy)::float8 / 1000 / n.day_hours from devices_hourly h join cabinets_box_lamps b on b.device_id = h.device_id
       where b.box_id = n.box_id and (h.hour at time zone 'Asia/Shanghai') between n.day + time '12:00' and n.day + 1 + time '11:00'
         and extract(hour from h.hour at time zone 'Asia/Shanghai') between 7 and 16), 0) as burning
     from reports_box_night n where n.night_hours > 0 and n.day_hours > 0`,
  )
  expect(rows.length).toBeGreaterThan(1)
  // Lamps and a gateway of the demo are broken on purpose, so that a box may draw less than its lamps should.
  for (const { meter, lamps } of rows) expect(meter).toBeLessThan(lamps * 1.05)
  expect(rows.filter(({ meter, lamps }) => meter > lamps * 0.95).length).toBeGreaterThan(rows.length * 0.8)
  // By day most boxes have only the standby power of their drivers.
  expect(rows.filter(({ byDay, lamps }) => byDay < lamps * 0.01).length).toBeGreaterThan(rows.length * 0.8)
  for (const { byDay, lamps, burning } of rows) expect(byDay).toBeLessThan(burning * 1.05 + lamps * 0.05)
})

test('past nights are checked against the calendars that lamps held, and lamps that burn by day deviate', async () => {
  await checkDue(product.platform)
  for (const { tenantId } of USERS) {
    const nights = await product.platform.system.query<{ lamps: number; kept: number; deviating: number; silent: number }>(
      'select lamps, kept, deviating, silent from strategies_night where tenant_id = $1 order by day',
      [tenantId],
    )
    expect(nights.length).toBeGreaterThan(1)
    for (const { lamps, kept } of nights) {
      expect(lamps).toBeGreaterThan(100)
      expect(kept).toBeGreaterThan(lamps * 0.8)
    }
  }
})

test('a box whose lamps kept their calendar has no cause', async () => {
  const [row] = await product.platform.system.query<{ kept: number; named: number }>(
    'select count(*)::int as kept, count(cause)::int as named from strategies_cabinet_night where deviating = 0',
  )
  expect([(row?.kept ?? 0) > 0, row?.named]).toEqual([true, 0])
})

test('a strategy of the past nights existed before it was published, and was published once', async () => {
  const rows = await product.platform.system.query<{ strategy: string }>(
    `select s.name as strategy from strategies_publication p join strategies_strategy s on s.id = p.strategy_id join strategies_version v on v.strategy_id = s.id
     where v.create_time > p.create_time or s.create_time > p.create_time`,
  )
  expect(rows).toEqual([])
  const late = await product.platform.system.query<{ name: string }>(
    `select s.name from strategies_strategy s join strategies_publication p on p.strategy_id = s.id where s.published_at > p.create_time + interval '1 hour'
     union all select i.name from strategies_instance i join strategies_publication p on p.id = i.publication_id where i.sent_at > p.create_time + interval '1 hour'`,
  )
  expect(late).toEqual([])
})

test('a fault with which the past ends began in the past, not with the start', async () => {
  // A lamp burns by day from sunrise on, which may be a minute before the start.
  const rows = await product.platform.system.query<{ type: string; past: boolean }>(
    `select f.type, f.began_at < $1::timestamptz - case when f.type = 'lampUnexpectedOn' then interval '0' else interval '30 minutes' end as past from devices_fault f
     join devices_registry r on r.device_id = f.device_id and r.type = 4 where f.ended_at is null`,
    [startedAt],
  )
  expect(rows.filter(({ type }) => type === 'lampFailure').length).toBeGreaterThan(1)
  expect(rows.filter(({ past }) => !past)).toEqual([])
})

test('the page of a lamp says since when it has a fault as its list of faults does', async () => {
  const rows = await product.platform.system.query<{ since: string; began: string }>(
    `select s.fault_since::text as since, min(f.began_at)::text as began from devices_state s join devices_fault f on f.device_id = s.device_id
     where f.ended_at is null and f.type <> 'communicationFailure' and cardinality(s.faults) > 0 group by s.device_id, s.fault_since`,
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const { since, began } of rows) expect(since).toBe(began)
})

test('a meter behind a lost gateway reported last before the gateway was lost, and no report arrived later', async () => {
  const { clock, system } = product.platform
  const HOUR_MS = 3_600_000
  // One more box whose gateway is lost since yesterday; all meters get their past anew.
  const [box] = await system.query<{ gateway: string }>(
    `select m.gateway_id::text as gateway from cabinets_meter m join devices_gateway g on g.id = m.gateway_id join devices_state s on s.device_id = m.id
     where s.reported_at > now() - interval '3 hours' and g.last_seen > now() - interval '1 hour' order by m.sn limit 1`,
  )
  const lostAt = new Date(clock.now() - 26.4 * HOUR_MS)
  await system.query('update devices_gateway set last_seen = $2 where id = $1', [box?.gateway, lostAt])
  await system.query('delete from devices_series where device_id in (select id from cabinets_meter)')
  await system.query('update devices_state set reported_at = null, received_at = null where device_id in (select id from cabinets_meter)')
  await system.tx((query) => storeMeterPast(product.platform, query, { at: clock.now(), nights: NIGHTS }))
  const rows = await system.query<{ gateway: string; seen: Date; last: Date; reported: Date; received: Date }>(
    `select m.gateway_id::text as gateway, g.last_seen as seen, (select max(t.at) from devices_series t where t.device_id = m.id) as last,
       s.reported_at as reported, s.received_at as received
     from cabinets_meter m join devices_gateway g on g.id = m.gateway_id join devices_state s on s.device_id = m.id where s.reported_at is not null`,
  )
  const isLost = ({ seen }: (typeof rows)[number]): boolean => seen.getTime() < clock.now() - HOUR_MS
  const lost = rows.filter(isLost)
  expect(lost.some(({ gateway }) => gateway === box?.gateway)).toBe(true)
  for (const { seen, last } of lost) {
    expect(last.getTime()).toBeLessThanOrEqual(seen.getTime())
    expect(last.getTime()).toBeGreaterThan(seen.getTime() - HOUR_MS)
  }
  // The others reported until now, so that a time of arrival that all meters share is not that of a lost one.
  const others = rows.filter((row) => !isLost(row))
  expect(others.length).toBeGreaterThan(0)
  for (const { last } of others) expect(last.getTime()).toBeGreaterThan(clock.now() - 2 * HOUR_MS)
  for (const { last, reported, received } of rows) expect([reported, received]).toEqual([last, last])
})
