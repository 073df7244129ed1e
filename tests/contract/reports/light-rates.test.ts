import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { ensurePartitions } from '../../../domains/devices/server/series/partitions.ts'
import { closeHour, rollUp } from '../../../domains/devices/server/series/roll-up.ts'
import { rollReports } from '../../../domains/reports/server/rollups.task.ts'

// The light rate of a night and the share of lamps that are lit at present, for the same lamps and the same night.
const [TENANT, ZONE] = ['000000', 'Asia/Shanghai']
const HOUR = 3_600_000
const DAY = 24 * HOUR
const OFFSET = 8 * HOUR
/** Local midnight of the day on which the night begins. */
const START = Math.floor((Date.now() + OFFSET) / DAY) * DAY - OFFSET - 3 * DAY
/** Lamps that are lit all night, dark all night, and without reports. */
const [LIT, DARK, SILENT] = [6, 2, 4] as const
const ALL = LIT + DARK + SILENT

let product: TestPlatform
let client: ApiClient
const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T & Record<string, unknown>>(text, params)

beforeAll(async () => {
  product = await testPlatform({
    slices: slices.map((slice) => ({ ...slice, tasks: [] })),
    config: { DEMO_LAMPS: '60', DEMO_NIGHTS: '0', DEMO_DEVICES: '0' },
  })
  client = await product.signIn()
  const lamps = (
    await sql<{ id: string }>(
      `select c.id::text as id from lighting_controller c join lighting_lamp l on l.controller_id = c.id and not l.is_deleted and coalesce(l.kind, 1) < 3
       where c.tenant_id = $1 and not c.is_deleted and c.activated and c.lat is not null order by c.id limit ${ALL}`,
      [TENANT],
    )
  ).map(({ id }) => id)
  expect(lamps).toHaveLength(ALL)
  await sql('update lighting_controller set activated = false where tenant_id = $1 and not (id = any($2::bigint[]))', [TENANT, lamps])
  await sql('update lighting_lamp set is_deleted = true where tenant_id = $1 and not (coalesce(controller_id, 0) = any($2::bigint[]))', [
    TENANT,
    lamps,
  ])
  // Other kinds of solar lamps are devices of their own.
  await sql('update solar_lamp set is_deleted = true where tenant_id = $1', [TENANT])
  await sql('update lighting_controller set create_time = $2 where tenant_id = $1', [TENANT, new Date(START - 10 * DAY)])
  await sql('delete from strategies_device where tenant_id = $1', [TENANT])
  await ensurePartitions(product.platform, [START, START + DAY, START + 2 * DAY])
  await sql('update devices_rollup_frontier set closed_until = $1, marking = null', [new Date(START)])
  const reporting = lamps.slice(0, LIT + DARK)
  // Half of the dark lamps are switched on and draw only their standby.
  await sql(
    `insert into devices_telemetry (tenant_id, device_id, at, power, is_on, energy)
     select $1, d, $3::timestamptz + n * interval '15 minutes', case when at <= ${LIT} then 80 else 0.5 end, at <= ${LIT} or at % 2 = 0, n
     from unnest($2::bigint[]) with ordinality as d (d, at) cross join generate_series(0, 191) n`,
    [TENANT, reporting, new Date(START)],
  )
  for (const [state, ids] of [
    [1, lamps.slice(0, LIT)],
    [2, lamps.slice(LIT, LIT + DARK)],
    [4, lamps.slice(LIT + DARK)],
  ] as const)
    await sql(
      'update devices_state set state = $2::int, online = $2::int < 4, is_on = $2::int = 1, reported_at = $3 where device_id = any($1::bigint[])',
      [ids, state, new Date(START + 2 * DAY - HOUR / 4)],
    )
  const roll = async (): Promise<void> => {
    for (let rolled = 1; rolled > 0; ) rolled = await rollUp(product.platform, ZONE)
  }
  for (let hour = 1; hour <= 48; hour++) {
    expect(await closeHour(product.platform, START + hour * HOUR + 120_000, ZONE)).toBe(true)
    await sql('insert into devices_rollup_due (tenant_id, device_id, hour) select $1, d, $2 from unnest($3::bigint[]) d', [
      TENANT,
      new Date(START + (hour - 1) * HOUR),
      reporting,
    ])
    await roll()
  }
  await roll()
  const now = START + 2 * DAY + 8 * HOUR
  await rollReports({ ...product.platform, clock: { ...product.platform.clock, now: () => now } })
})
afterAll(() => product?.stop())

type Cells = readonly { readonly columns: readonly { readonly code: string }[]; readonly rows: readonly (readonly number[])[] }[]

test('the share lit now is the lowest light rate of a night in which nothing changes; the light rate leaves out what did not report', async () => {
  const day = new Date(START + OFFSET).toISOString().slice(0, 10)
  const report = await client.get<{ totals: Record<'rate' | 'least' | 'most' | 'lampNights', number>; complete: { share: number } }>(
    '/api/blade-report/lightRate/page',
    { startDate: day, endDate: day },
  )
  expect(report.code, report.msg).toBe(200)
  const share = (part: number, whole: number): number => Math.round((10_000 * part) / whole) / 100
  const { totals, complete } = report.data
  expect(totals).toMatchObject({
    lampNights: ALL,
    rate: share(LIT, LIT + DARK),
    least: share(LIT, ALL),
    most: share(LIT + SILENT, ALL),
  })
  expect(complete.share).toBeCloseTo((LIT + DARK) / ALL, 4)
  const { data } = await client.get<{ values: Cells }>('/api/blade-report/dashboard/overview', { name: 'city' })
  const table = data.values.find(
    ({ columns }) => columns.some(({ code }) => code === 'litRate') && columns.some(({ code }) => code === 'gateways'),
  )
  const now = table?.rows[0]?.[table.columns.findIndex(({ code }) => code === 'litRate')]
  expect(now).toBeCloseTo(totals.least, 0)
  const info = await client.get<{ lamps: number; states: { on: number } }>('/api/blade-report/dashboard/info')
  expect([info.data.states.on, info.data.lamps]).toEqual([LIT, ALL])
})
