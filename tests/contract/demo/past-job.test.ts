import { type ApiClient, eventually, freshDatabase, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

/* The past of a demo is written after the first start: people can work meanwhile, and a restart continues it. */

const [LAMPS, NIGHTS] = [60, 4]
const config = { DEMO_LAMPS: String(LAMPS), DEMO_DEVICES: '2', DEMO_NIGHTS: String(NIGHTS), DEMO_STRATEGIES: '1', DEMO_ROWS: '1' }
const PAST = 'kit.past'

let product: TestPlatform
let admin: ApiClient
let database: Awaited<ReturnType<typeof freshDatabase>>
/** Starts a server on the database of this file. */
const start = async (): Promise<void> => {
  product = await testPlatform({ slices, config, awaitPast: false, database: { url: database.url, drop: async () => undefined } })
  admin = await product.signIn()
}
const sql = <T extends object>(text: string, params: unknown[] = []): Promise<T[]> => product.platform.system.query<T>(text, params)
const job = async (): Promise<{ done: number; total: number; status: number }> => {
  const { data } = await admin.get<{ records: { source: string; done: number; total: number; status: number }[] }>(
    '/api/blade-system/jobs/page',
    { size: 100 },
  )
  return data.records.find(({ source }) => source === PAST) as { done: number; total: number; status: number }
}
const past = async (): Promise<string> => (await product.running.http.inject('/api/health')).json().data.past

beforeAll(async () => {
  database = await freshDatabase()
  await start()
})
afterAll(async () => {
  await product?.stop()
  await database?.drop()
})

test('while the past is written people sign in and see the state of the city, and the job tells its progress', async () => {
  expect(await past()).toBe('open')
  const { done, total, status } = await job()
  expect(done).toBeLessThan(total || 1)
  expect(status).toBeLessThanOrEqual(1)
  const known = await sql<{ n: number; faults: number }>(
    `select count(*) filter (where reported_at is not null)::int as n, count(*) filter (where cardinality(faults) > 0)::int as faults
     from devices_state where tenant_id = '000000' and dim is not null`,
  )
  expect(known[0]?.n).toBeGreaterThanOrEqual(LAMPS)
})

test('a process that ends in the middle has lost nothing, and the next one continues', async () => {
  await eventually(async () => (await job()).done >= 2)
  const before = await job()
  expect(await past()).toBe('open')
  await product.stop()
  await start()
  expect((await job()).done).toBeGreaterThanOrEqual(before.done)
  await product.running.past()
  expect(await job()).toMatchObject({ status: 2 })
  expect((await job()).done).toBe((await job()).total)
  expect(await past()).toBe('complete')
})

test('the past is whole: no reading of a night is missing or twice, and the rollups are computed', async () => {
  const counts = await sql<{ n: number; devices: number }>(
    `select n, count(*)::int as devices from (select device_id, count(*)::int as n, count(distinct at)::int as times from devices_telemetry
       where tenant_id = '000000' and device_id in (select device_id from lighting_controllers c join devices_state s on s.device_id = c.id
         where s.reported_at > now() - interval '3 hours') group by device_id) r
     where n = times group by n order by 2 desc`,
  )
  // Healthy lamps of a town have the same instants.
  expect(counts[0]?.devices).toBeGreaterThan(0.8 * LAMPS)
  expect(counts[0]?.n).toBeGreaterThan(NIGHTS * 12)
  const [days] = await sql<{ n: number }>(`select count(distinct day)::int as n from devices_daily where tenant_id = '000000'`)
  expect(days?.n).toBeGreaterThanOrEqual(NIGHTS - 1)
  const batches = await sql<{ n: number }>(
    `select count(*)::int as n from control_batch where tenant_id = '000000' and not automatic group by target_text, create_time`,
  )
  expect(batches.length).toBeGreaterThanOrEqual(NIGHTS - 1)
  expect(batches.every(({ n }) => n === 1)).toBe(true)
})

test('a third start does not write the past again', async () => {
  await product.stop()
  await start()
  expect(await past()).toBe('complete')
  expect(await sql<{ n: number }>('select count(*)::int as n from kit_job where kind = $1', [PAST])).toEqual([{ n: 1 }])
})
