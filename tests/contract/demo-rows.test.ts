import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'
import { calculateBoxes } from '../../domains/reports/server/box-nights.ts'
import { checkDue } from '../../domains/strategies/server/night.task.ts'

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
]
let product: TestPlatform
let startedAt: Date
const clients = new Map<string, ApiClient>()

beforeAll(async () => {
  startedAt = new Date()
  product = await testPlatform({
    slices,
    config: { DEMO_LAMPS: '120', DEMO_DEVICES: '2', DEMO_NIGHTS: String(NIGHTS), DEMO_STRATEGIES: '1', DEMO_ROWS: '1' },
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

test('meters of the boxes have the energy that their lamps metered', async () => {
  const rows = await product.platform.system.query<{ meter: number; lamps: number }>(
    `select (select max(s.v[1]) - min(s.v[1]) from devices_series s where s.device_id = m.id and s.at > h.first)::float8 as meter, h.lamps
     from cabinets_meter m cross join lateral (
       select sum(d.energy)::float8 / 1e6 as lamps, min(d.hour) + interval '30 minutes' as first from cabinets_feed f
       join cabinets_loop l on l.id = f.loop_id and l.switchbox_id = m.switchbox_id
       join devices_hourly d on d.device_id = f.device_id) h
     where h.lamps is not null`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { meter, lamps } of rows) expect(meter).toBeGreaterThan(lamps * 0.7)
  for (const { meter, lamps } of rows) expect(meter).toBeLessThan(lamps * 1.05 + 0.1)
})

test('meters of the boxes measure by night what the lamps draw, and nothing by day', async () => {
  const nights = await product.platform.system.query<{ tenant: string; zone: string; day: number }>(
    `select tenant_id as tenant, zone, (date(now() at time zone zone) - date '1970-01-01') - 3 as day from identity_tenant where tenant_id = any($1)`,
    [USERS.map(({ tenantId }) => tenantId)],
  )
  for (const { tenant, zone, day } of nights) await calculateBoxes(product.platform, tenant, zone, day)
  const rows = await product.platform.system.query<{ meter: number; lamps: number; byDay: number }>(
    `select meter_night as meter, lamps_night as lamps, meter_day as "byDay" from reports_box_night where night_hours > 0 and day_hours > 0`,
  )
  expect(rows.length).toBeGreaterThan(1)
  // Lamps and a gateway of the demo are broken on purpose, so that a box may draw less than its lamps should.
  for (const { meter, lamps } of rows) expect(meter).toBeLessThan(lamps * 1.05)
  expect(rows.filter(({ meter, lamps }) => meter > lamps * 0.95).length).toBeGreaterThan(rows.length / 2)
  for (const { byDay, lamps } of rows) expect(byDay).toBeLessThan(lamps * 0.05)
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
