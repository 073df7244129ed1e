import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { rollLevels, staleDays } from '../../../domains/reports/server/levels.ts'

// Answers from the coarser sums of lamps and streets against answers from the single days: the latter are read when no day is said to be held.
const TENANT = '100001'
const LAST = '2024-05-20'
let product: TestPlatform
let operator: ApiClient
let lamps: readonly string[]

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const roll = (): Promise<number> => rollLevels(product.platform, TENANT, '2020-01-01', LAST)

/** Sums by place, as the rollups of readings and nights keep them. */
const resum = async (): Promise<void> => {
  await sql('delete from devices_area_daily where tenant_id = $1', [TENANT])
  await sql(
    `insert into devices_area_daily (tenant_id, day, project_id, area_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms)
     select tenant_id, day, project_id, area_id, supplier_id, count(*), count(*), sum(energy), sum(on_ms), sum(online_ms), count(*) * 86400000
     from devices_daily where tenant_id = $1 group by 1, 2, 3, 4, 5`,
    [TENANT],
  )
  await sql('delete from reports_light_daily where tenant_id = $1', [TENANT])
  await sql(
    `insert into reports_light_daily (tenant_id, day, project_id, area_id, supplier_id, lamps, whole, due_ms, known_ms, lit_ms, possible_ms)
     select tenant_id, day, project_id, area_id, supplier_id, count(*), count(*) filter (where due_ms = lit_ms), sum(due_ms), sum(known_ms), sum(lit_ms), sum(lit_ms + due_ms - known_ms)
     from reports_lamp_night where tenant_id = $1 group by 1, 2, 3, 4, 5`,
    [TENANT],
  )
  await sql('delete from reports_light_project_daily where tenant_id = $1', [TENANT])
  await sql(
    `insert into reports_light_project_daily (tenant_id, day, project_id, lamps, whole, due_ms, known_ms, lit_ms, possible_ms)
     select tenant_id, day, project_id, sum(lamps), sum(whole), sum(due_ms), sum(known_ms), sum(lit_ms), sum(possible_ms) from reports_light_daily where tenant_id = $1 group by 1, 2, 3`,
    [TENANT],
  )
}

const QUESTIONS = (
  [
    ['energy', { by: 'streetId' }],
    ['energy', { by: 'deviceId' }],
    ['energy', { by: 'period,deviceId', dateType: '4' }],
    ['energy', { by: 'areaId,streetId', dateType: '3', compare: '1' }],
    ['powerConsumption', { by: 'period,deviceId', dateType: '2' }],
    ['lightRate', { by: 'period,streetId', dateType: '3' }],
    ['lightRate', { by: 'period,deviceId', dateType: '4' }],
    ['lightRate', { by: 'period,deviceId', dateType: '2' }],
    ['energy', { by: 'period,deviceId', dateType: '3' }],
    ['energy', { by: 'period,streetId', dateType: '2' }],
    ['lightRate', { by: 'period,deviceId', dateType: '3' }],
    ['lightRate', { by: 'period,streetId', dateType: '2' }],
    // Lamp 3 leaves its area in February, so that a user of that area sees one of the two rows of the month.
    ['energy', { by: 'period,deviceId', dateType: '3', areaId: 'of lamp 3' }],
    ['energy', { by: 'deviceId', areaId: 'of lamp 3' }],
    ['energy', { by: 'period,deviceId', dateType: '3', supplierId: '1' }],
  ] as const
).map(([report, query]) => ({ report, query }))
let areaOfLamp3: string
const answers = async (range: { startDate: string; endDate: string }): Promise<unknown[]> => {
  const found: unknown[] = []
  for (const { report, query } of QUESTIONS) {
    const { data, code, msg } = await operator.get<{ records: unknown; total: number }>(`/api/blade-report/${report}/page`, {
      ...range,
      ...query,
      ...('areaId' in query && { areaId: areaOfLamp3 }),
      size: 400,
      current: 1,
    })
    expect(code, msg).toBe(200)
    found.push({ report, query, records: data.records, total: data.total })
  }
  return found
}
/** The answers for some ranges are the same whether the coarser sums are read or not. */
const expectSame = async (): Promise<void> => {
  for (const [startDate = '', endDate = ''] of [
    ['2023-11-10', '2024-06-30'],
    ['2024-01-01', '2024-05-20'],
    ['2024-02-01', '2024-05-18'],
    ['2023-01-01', '2024-12-31'],
    ['2024-03-31', '2024-05-25'],
    ['2024-01-15', '2024-03-31'],
    ['2024-02-01', '2024-02-29'],
    ['2024-02-01', '2024-03-10'],
  ]) {
    const summed = await answers({ startDate, endDate })
    const held = await sql<{ day: string }>(
      "delete from reports_level_through where tenant_id = $1 returning to_char(day, 'YYYY-MM-DD') as day",
      [TENANT],
    )
    const single = await answers({ startDate, endDate })
    for (const { day } of held) await sql('insert into reports_level_through (tenant_id, day) values ($1, $2)', [TENANT, day])
    expect(held).toEqual([{ day: LAST }])
    expect(summed).toEqual(single)
  }
}

beforeAll(async () => {
  product = await testPlatform({ slices: slices.map((slice) => ({ ...slice, tasks: [] })), config: { DEMO_LAMPS: '60', DEMO_NIGHTS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  lamps = (
    await sql<{ id: string }>(
      'select id::text as id from lighting_controller where tenant_id = $1 and not is_deleted order by id limit 40',
      [TENANT],
    )
  ).map(({ id }) => id)
  const [placed] = await sql<{ area: string }>('select area_id::text as area from lighting_controller where id = $1', [lamps[2]])
  areaOfLamp3 = placed?.area ?? ''
  const months = ['2023-11-01', '2023-12-01', '2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01', '2024-05-01']
  for (const month of months) await sql('select devices_rollup_partition($1::date), reports_partition($1::date)', [month])
  const [seed = 0] = fc.sample(fc.nat(1000), { numRuns: 1, seed: 7 })
  // Some days have no row, some have a night alone; a lamp moves to another area in February.
  await sql(
    `insert into devices_daily (tenant_id, device_id, day, readings, powers, power_sum, energy, on_ms, online_ms, project_id, area_id, supplier_id)
     select $1, id, day, 4, 4, 4000, (n * 7919 + extract(doy from day) * 104729 + $3)::bigint % 900000, (n * 31 + extract(doy from day)::int) * 1000, 80000000 + n, coalesce(c.project_id, 0),
       case when n = 3 and day >= '2024-02-11' then 0 else coalesce(c.area_id, 0) end, n % 3
     from unnest($2::bigint[]) with ordinality as l (id, n) join lighting_controller c using (id) cross join generate_series('2023-11-05'::date, '2024-05-25'::date, interval '1 day') day
     where (n + extract(doy from day)::int) % 9 <> 0`,
    [TENANT, lamps, seed],
  )
  await sql(
    `insert into reports_lamp_night (tenant_id, day, device_id, project_id, area_id, supplier_id, due_ms, known_ms, lit_ms, silent)
     select $1, day, id, coalesce(c.project_id, 0), coalesce(c.area_id, 0), n % 3, 39600000, 39600000 - n * 1000, 39000000 - n * 5000, (n + extract(doy from day)::int) % 9 = 0
     from unnest($2::bigint[]) with ordinality as l (id, n) join lighting_controller c using (id) cross join generate_series('2023-12-01'::date, '2024-05-25'::date, interval '1 day') day
     where n % 5 <> 0`,
    [TENANT, lamps],
  )
  await resum()
})
afterAll(() => product?.stop())

test('lamps and streets over months and years are the same from coarser sums and from single days', async () => {
  expect(await roll()).toBeGreaterThan(150)
  await expectSame()
  expect(await roll(), 'nothing changed').toBe(0)
})

test('pages near the end, which are read from there, are those of the whole list', async () => {
  const range = { startDate: '2024-02-20', endDate: '2024-03-10', by: 'period,deviceId', dateType: '2' }
  for (const order of [{}, { ascs: 'period' }, { descs: 'deviceId,period' }, { descs: 'period', ascs: 'deviceId' }]) {
    const page = async (size: number, current: number): Promise<readonly unknown[]> =>
      (await operator.get<{ records: unknown[] }>('/api/blade-report/powerConsumption/page', { ...range, ...order, size, current })).data
        .records
    const whole = await page(1000, 1)
    expect(whole.length).toBeGreaterThan(600)
    for (let current = 1; (current - 1) * 70 < whole.length + 70; current++)
      expect(await page(70, current), `page ${current}`).toEqual(whole.slice((current - 1) * 70, current * 70))
  }
})

test('late readings of a former month, and a night that is calculated again, reach the coarser sums', async () => {
  await sql(
    "update devices_daily set energy = energy + 5000000 where tenant_id = $1 and day in ('2024-01-07', '2024-05-20') and device_id = any($2::bigint[])",
    [TENANT, lamps.slice(0, 9)],
  )
  await sql("update reports_lamp_night set lit_ms = 0, known_ms = 1000 where tenant_id = $1 and day = '2023-12-24'", [TENANT])
  await resum()
  expect(await roll()).toBe(3)
  await expectSame()
})

test('lamps that get another street, or none, take their former days along', async () => {
  const [from] = await sql<{ street: string }>(
    `select p.street_id::text as street from lighting_lamp l join lighting_post p on p.id = l.post_id where l.controller_id = any($1::bigint[]) and p.street_id is not null limit 1`,
    [lamps],
  )
  expect(from).toBeDefined()
  const [to] = await sql<{ id: string }>(
    "insert into lighting_street (id, tenant_id, name) values (91, $1, 'Levels') returning id::text as id",
    [TENANT],
  )
  await sql('update lighting_post set street_id = $2 where street_id = $1', [from?.street, to?.id])
  await roll()
  await expectSame()
  await sql('update lighting_post set street_id = null where street_id = $1', [to?.id])
  await roll()
  await expectSame()
  expect(await sql('select from reports_street_daily where street_id = 91')).toEqual([])
})

test('readings of a past that the sums do not hold are read from the single days until they are summed up', async () => {
  const through = (): Promise<unknown> =>
    sql("select to_char(day, 'YYYY-MM-DD') as day from reports_level_through where tenant_id = $1", [TENANT])
  await sql(
    `insert into devices_daily (tenant_id, device_id, day, readings, powers, power_sum, energy, on_ms, online_ms, project_id, area_id, supplier_id)
     select tenant_id, device_id, '2023-11-02', readings, powers, power_sum, energy, on_ms, online_ms, project_id, area_id, supplier_id
     from devices_daily where tenant_id = $1 and day = '2023-11-06'`,
    [TENANT],
  )
  await resum()
  expect(await staleDays(product.platform, TENANT, '2020-01-01', LAST)).toContainEqual(
    expect.objectContaining({ day: '2023-11-02', fresh: true }),
  )
  expect(await through()).toEqual([])
  await roll()
  await expectSame()
  // A tenant without readings holds nothing, so that its first readings are found.
  await rollLevels(product.platform, '000000', '2020-01-01', LAST)
  expect(await sql("select from reports_level_through where tenant_id = '000000'")).toEqual([])
})

test('a new day moves the last day that the sums hold', async () => {
  expect(await rollLevels(product.platform, TENANT, '2020-01-01', '2024-05-25')).toBe(5)
  expect(await sql("select to_char(day, 'YYYY-MM-DD') as day from reports_level_through where tenant_id = $1", [TENANT])).toEqual([
    { day: '2024-05-25' },
  ])
  expect(await rollLevels(product.platform, TENANT, '2020-01-01', '2024-06-02')).toBe(0)
  expect(await sql("select to_char(day, 'YYYY-MM-DD') as day from reports_level_through where tenant_id = $1", [TENANT])).toEqual([
    { day: '2024-06-02' },
  ])
})
