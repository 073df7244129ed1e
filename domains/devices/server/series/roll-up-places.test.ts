import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { DEFAULT_ZONE } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type TestPlatform, testPlaces, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controllerType } from '../../model/index.ts'
import { devicesServer } from '../index.ts'
import { ensurePartitions } from './partitions.ts'
import { closeHour, rollUp } from './roll-up.ts'

const TENANT = '100001'
const HOUR = 3_600_000
/** Midnight in Shanghai. */
const START = Date.parse('2026-03-03T16:00:00Z')
const DAY = '2026-03-04'
const DAY_MS = 24 * HOUR
/** Devices 1 and 2 in area 10, 3 in area 11, 4 in no area and not activated. */
const AREAS: readonly (number | null)[] = [10, 10, 11, null]
const places = testPlaces([controllerType.name])
const put = (device: number, area: number | null): Promise<void> =>
  places.put(product, controllerType.name, String(device), TENANT, { project: 5, area, supplier: 7, activated: area !== null })

let product: TestPlatform
const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)

beforeAll(async () => {
  product = await testPlatform({
    slices: [systemServer, identityServer, placesServer, { ...devicesServer, tasks: [] }, places.slice],
  })
  await places.create(product)
  for (const [at, area] of AREAS.entries()) await put(at + 1, area)
  // The devices were there before the days of this test.
  await sql('update tests_controller set create_time = $1', [new Date(START - DAY_MS)])
  await sql("insert into devices_registry (sn, device_id, tenant_id) select 'P' || n, n, $1 from generate_series(1, 4) n", [TENANT])
  await sql('update devices_rollup_frontier set closed_until = $1, marking = null', [new Date(START)])
})
afterAll(() => product?.stop())

/** A reading every half hour: the device is online and lit, and uses 100 Wh between two readings. */
const report = async (device: number, from: number, count: number): Promise<void> => {
  await ensurePartitions(product.platform, [START, START + DAY_MS, START + 2 * DAY_MS, START + 3 * DAY_MS])
  await sql(
    `insert into devices_telemetry (tenant_id, device_id, at, power, is_on, energy)
     select $1, $2, $3::timestamptz + n * interval '30 minutes', 200, true, ($4 + n) * 100 from generate_series(0, $5 - 1) n`,
    [TENANT, device, new Date(START + from * HOUR), from * 2, count],
  )
  await sql('update devices_state set reported_at = greatest(reported_at, $2) where device_id = $1', [
    device,
    new Date(START + from * HOUR + (count - 1) * (HOUR / 2)),
  ])
}
let closed = 0
const closeUntil = async (hours: number): Promise<void> => {
  for (; closed < hours; closed += 1)
    expect(await closeHour(product.platform, START + (closed + 1) * HOUR + 120_000, DEFAULT_ZONE)).toBe(true)
}
const rollAll = async (): Promise<void> => {
  for (let rolled = 1; rolled > 0; ) rolled = await rollUp(product.platform, DEFAULT_ZONE)
}
const sums = (day: string) =>
  sql(
    `select project_id::int as project, area_id::int as area, supplier_id::int as supplier, devices, due, energy::float8, on_ms::float8, online_ms::float8, due_ms::float8
     from devices_area_daily where tenant_id = $1 and day = $2 order by area_id`,
    [TENANT, day],
  )

test('a finished day is summed by area; an activated device that is silent all day is due, one that is not activated is not', async () => {
  await report(1, 0, 48)
  await report(3, 12, 4)
  await closeUntil(23)
  await rollAll()
  expect(await sums(DAY)).toEqual([])
  await closeUntil(24)
  await rollAll()
  const common = { project: 5, supplier: 7 }
  expect(await sums(DAY)).toEqual([
    // 47 steps of 100 Wh between 48 readings
    { ...common, area: 10, devices: 1, due: 2, energy: 4_700_000, on_ms: DAY_MS, online_ms: DAY_MS, due_ms: 2 * DAY_MS },
    { ...common, area: 11, devices: 1, due: 1, energy: 300_000, on_ms: 2 * HOUR, online_ms: 2 * HOUR, due_ms: DAY_MS },
  ])
})

test('late readings change the sums of their day; the day stays with the area in which the device then was', async () => {
  await put(1, 11)
  await report(2, 6, 2)
  await sql("insert into devices_rollup_due (tenant_id, device_id, hour) select $1, d, $2 from unnest('{1,2}'::bigint[]) d", [
    TENANT,
    new Date(START + 6 * HOUR),
  ])
  await rollAll()
  expect(await sums(DAY)).toMatchObject([
    { area: 10, devices: 2, due: 2, energy: 4_800_000, online_ms: DAY_MS + HOUR, due_ms: 2 * DAY_MS },
    { area: 11, devices: 1, due: 1 },
  ])
})

test('a day without reports has an online time of zero; a device that reports without being activated was due', async () => {
  await closeUntil(48)
  await rollAll()
  expect(await sums('2026-03-05')).toMatchObject([
    { area: 10, devices: 0, due: 1, energy: 0, online_ms: 0, due_ms: DAY_MS },
    { area: 11, devices: 0, due: 2, online_ms: 0, due_ms: 2 * DAY_MS },
  ])
  await report(4, 30, 2)
  await sql('insert into devices_rollup_due (tenant_id, device_id, hour) values ($1, 4, $2)', [TENANT, new Date(START + 30 * HOUR)])
  await rollAll()
  expect((await sums('2026-03-05'))[0]).toMatchObject({ area: 0, devices: 1, due: 1, online_ms: HOUR, due_ms: DAY_MS })
})

test('the last day of a removed device ends with its removal: it has its place, its last hour, and no online time after it', async () => {
  const remove = async (device: number, hours: number): Promise<void> => {
    await sql('update tests_controller set is_deleted = true, update_time = $2 where id = $1', [device, new Date(START + hours * HOUR)])
    await sql('delete from devices_registry where device_id = $1', [device])
  }
  await put(2, 11)
  await report(2, 48, 5)
  await sql('insert into devices_rollup_due (tenant_id, device_id, hour) values ($1, 2, $2)', [TENANT, new Date(START + 47 * HOUR)])
  await closeUntil(50)
  await rollAll()
  // The report at midnight ends the 8,300 Wh since the last one, two days before.
  expect((await sums('2026-03-05')).find(({ area }) => area === 11)).toMatchObject({ devices: 1, energy: 8_300_000, online_ms: 0 })
  // Its last reading is valid for half an hour, of which a quarter is left.
  await remove(2, 50.25)
  await closeUntil(60)
  await remove(3, 60)
  await closeUntil(72)
  await rollAll()
  const [own] = await sql(
    'select devices, due_ms::float8, area from (select count(*)::int as devices, sum(due_ms) as due_ms, max(area_id)::int as area from devices_daily where device_id = 2 and day = $1) d',
    ['2026-03-06'],
  )
  expect(own).toEqual({ devices: 1, due_ms: 2.25 * HOUR, area: 11 })
  // 4 steps of 100 Wh.
  expect(await sums('2026-03-06')).toMatchObject([
    { area: 11, devices: 1, due: 3, energy: 400_000, on_ms: 2.25 * HOUR, online_ms: 2.25 * HOUR, due_ms: (2.25 + 12 + 24) * HOUR },
  ])
  await closeUntil(96)
  await rollAll()
  expect(await sums('2026-03-07')).toMatchObject([{ area: 11, devices: 0, due: 1, due_ms: DAY_MS }])
})

test('deleted readings are removed from the sums', async () => {
  await sql('delete from devices_telemetry where device_id = 3')
  await sql(
    "insert into devices_rollup_due (tenant_id, device_id, hour) select $1, 3, $2::timestamptz + n * interval '1 hour' from generate_series(12, 14) n",
    [TENANT, new Date(START)],
  )
  await rollAll()
  expect((await sums(DAY)).find(({ area }) => area === 11)).toMatchObject({ devices: 0, due: 1, energy: 0, on_ms: 0, online_ms: 0 })
})

test('the sums by month, by project and by area equal those of all', async () => {
  const columns =
    'sum(devices)::int as devices, sum(due)::int as due, sum(energy)::float8 as energy, sum(online_ms)::float8 as online, sum(due_ms)::float8 as time'
  const of = (table: string, keys: string) => sql(`select ${keys}, ${columns} from ${table} group by ${keys} order by ${keys}`)
  expect(await of('devices_project_daily', 'day, project_id, supplier_id')).toEqual(
    await of('devices_area_daily', 'day, project_id, supplier_id'),
  )
  expect(await of('devices_place_daily', 'day, area_id')).toEqual(await of('devices_area_daily', 'day, area_id'))
  expect(await of('devices_area_monthly', 'area_id, project_id')).toEqual(await of('devices_area_daily', 'area_id, project_id'))
  expect(await sql('select distinct day::text from devices_area_monthly')).toEqual([{ day: '2026-03-01' }])
})
