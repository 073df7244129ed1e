import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

let product: TestPlatform
let client: ApiClient
const DAY = '2024-01-15'
const HOUR = 3_600_000
beforeAll(async () => {
  product = await testPlatform({
    slices: slices.map((slice) => ({ ...slice, tasks: [] })),
    config: { DEMO_LAMPS: '20', DEMO_NIGHTS: '0' },
  })
  client = await product.signIn()
})
afterAll(() => product?.stop())

test('a lamp was dark only if a report says so: without reports its night is incomplete, however much of it is missing', async () => {
  // Hours of a night of ten hours: known by reports, and lit.
  const nights = [
    { known: 10, lit: 10, result: 1 },
    { known: 10, lit: 9.6, result: 1 },
    { known: 6, lit: 6, result: 4 },
    { known: 9, lit: 8.7, result: 4 },
    { known: 2, lit: 0, result: 4 },
    { known: 10, lit: 6, result: 2 },
    { known: 6, lit: 4, result: 2 },
    { known: 10, lit: 0, result: 3 },
  ]
  await product.platform.system.query('select reports_partition($1::date)', [`${DAY.slice(0, 7)}-01`])
  const lamps = await product.platform.system.query<{ id: string }>(
    `select id::text as id from lighting_controller where tenant_id = '000000' order by id limit ${nights.length}`,
  )
  for (const [n, { known, lit }] of nights.entries())
    await product.platform.system.query(
      `insert into reports_lamp_night (tenant_id, day, device_id, project_id, area_id, supplier_id, due_ms, known_ms, lit_ms, silent)
       values ('000000', $1, $2, 0, 0, 0, $3, $4, $5, false)`,
      [DAY, lamps[n]?.id, 10 * HOUR, Math.round(known * HOUR), Math.round(lit * HOUR)],
    )
  const found = async (query: Record<string, string>) =>
    (
      await client.get<{ records: { deviceId: string; result: number; darkMinutes: number; unknownMinutes: number }[] }>(
        '/api/blade-report/lighting/status/history',
        { startDate: DAY, endDate: DAY, size: '100', ...query },
      )
    ).data.records
  const rows = new Map((await found({})).map((row) => [row.deviceId, row]))
  expect(nights.map((_, n) => rows.get(lamps[n]?.id ?? '')?.result)).toEqual(nights.map(({ result }) => result))
  expect(rows.get(lamps[2]?.id ?? '')).toMatchObject({ darkMinutes: 0, unknownMinutes: 240 })
  expect(new Set((await found({ result: '4' })).map(({ deviceId }) => deviceId))).toEqual(
    new Set(nights.flatMap(({ result }, n) => (result === 4 ? [lamps[n]?.id] : []))),
  )
})
