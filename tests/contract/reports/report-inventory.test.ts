import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { getTimes } from 'suncalc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { seedCabinets } from '../../../domains/cabinets/server/demo.ts'
import { ensurePartitions } from '../../../domains/devices/server/series/partitions.ts'
import { calculateBoxes } from '../../../domains/reports/server/box-nights.ts'

// Meters of boxes with known faults: what a meter measures is made here from the lamps, the sun and the fault, without the code of the product.
const TENANT = '000000'
const ZONE = 'Asia/Shanghai'
const OFFSET = 8 * 3_600_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const NIGHTS = 3
const FIRST = Math.floor((Date.now() + OFFSET) / DAY) - NIGHTS - 3
const STANDBY = 0.5
const LOSS = 1.02

interface Box {
  readonly id: string
  readonly name: string
  readonly meter: string
  readonly lamps: number
  readonly lat: number
  readonly lng: number
}
let product: TestPlatform
let client: ApiClient
let boxes: Box[]
const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

/** Watts that the fault of box `n` adds: one lamp more, two lamps that burn by day, a constant load, one lamp that is gone, or nothing. */
const FAULTS = ['unregistered', 'dayBurner', 'constant', 'missing'] as const
const added = (n: number, lit: number): number =>
  ({ unregistered: 100 * lit, dayBurner: 200 * (1 - lit), constant: 300, missing: -100 * lit, none: 0 })[FAULTS[n] ?? 'none']

beforeAll(async () => {
  product = await testPlatform({
    slices: slices.map((slice) => ({ ...slice, tasks: [] })),
    config: { DEMO_LAMPS: '400', DEMO_NIGHTS: '0', DEMO_DEVICES: '50' },
  })
  client = await product.signIn()
  // Boxes of the demo stand at gateways that the virtual city plays.
  await sql(
    "insert into devices_credential (gateway_id, hash, virtual) select id, '', true from devices_gateway on conflict (gateway_id) do update set virtual = true",
  )
  await sql('update devices_gateway set status = 1')
  await seedCabinets(product.platform)
  await sql('update lighting_lamp set power = 100, min_level = null, min_power = null where tenant_id = $1', [TENANT])
  boxes = await sql<Box & Record<string, unknown>>(
    `select b.id::text as id, b.name, min(m.id)::text as meter, count(distinct f.device_id)::int as lamps, avg(c.lat) as lat, avg(c.lng) as lng
     from cabinets_switchbox b join cabinets_meter m on m.switchbox_id = b.id join cabinets_loop l on l.switchbox_id = b.id
     join cabinets_fed f on f.loop_id = l.id join lighting_controller c on c.id = f.device_id join lighting_lamp p on p.controller_id = c.id
     where b.tenant_id = $1 and not b.is_deleted and not m.is_deleted and not l.is_deleted group by b.id, b.name order by b.name`,
    [TENANT],
  )
  expect(boxes.length).toBeGreaterThanOrEqual(6)
  await sql('delete from devices_series where type = 25')
  await ensurePartitions(
    product.platform,
    Array.from({ length: NIGHTS + 3 }, (_, n) => (FIRST + n - 1) * DAY),
  )
  // The last box has no readings.
  for (const [n, box] of boxes.slice(0, -1).entries())
    for (let hour = 0; hour < (NIGHTS + 1) * 24; hour++) {
      const from = FIRST * DAY - OFFSET + hour * HOUR
      let lit = 0
      for (let minute = 0; minute < 60; minute++) {
        const at = from + minute * 60_000
        const { sunset, sunrise } = getTimes(new Date(at), box.lat, box.lng)
        if (at > Number(sunset) || at < Number(sunrise)) lit += 1 / 60
      }
      const watts = (box.lamps * (100 * lit + STANDBY * (1 - lit)) + added(n, lit)) * LOSS
      await sql(
        `insert into devices_series (tenant_id, device_id, type, at, v)
         select $1, $2, 25, $3::timestamptz + make_interval(mins => 15 * n), array[0, $4::float8] from generate_series(0, 3) n`,
        [TENANT, box.meter, new Date(from), watts],
      )
    }
  for (let day = FIRST; day < FIRST + NIGHTS; day++) await calculateBoxes(product.platform, TENANT, ZONE, day)
})
afterAll(() => product?.stop())

interface Finding {
  readonly boxId: string
  readonly cause: number
  readonly watts: number
  readonly explanation: string
  readonly kwhPerYear: number
  readonly moneyPerYear: number
  readonly nights: number
  readonly lampsNight: number
}
interface Check {
  readonly boxes: number
  readonly measured: number
  readonly price: number
  readonly unmeasured: readonly { id: string }[]
  readonly findings: { readonly total: number; readonly records: readonly Finding[] }
}
const check = async (query: Record<string, string> = {}): Promise<Check> => {
  const { data, code, msg } = await client.get<Check>('/api/blade-report/inventory/check', { size: '-1', ...query })
  expect(code, msg).toBe(200)
  return data
}

test('each fault of a box is found with its cause and size, the sound ones are not named, and money ranks them', async () => {
  const found = await check()
  expect([found.boxes, found.measured]).toEqual([boxes.length, boxes.length - 1])
  expect(found.unmeasured.map(({ id }) => id)).toEqual([boxes.at(-1)?.id])
  const of = (n: number): Finding[] => found.findings.records.filter(({ boxId }) => boxId === boxes[n]?.id)
  expect(of(0).map(({ cause, explanation }) => [cause, explanation])).toEqual([[1, '≈ 1 × 100 W']])
  expect(of(1).map(({ cause, explanation }) => [cause, explanation])).toEqual([[3, '≈ 2 × 100 W']])
  expect(of(2).map(({ cause }) => cause)).toEqual([4])
  expect(of(3).map(({ cause }) => cause)).toEqual([2])
  expect(found.findings.total).toBe(4)
  expect(of(0)[0]?.watts).toBeCloseTo(102, 0)
  expect(of(0)[0]?.nights).toBe(NIGHTS)
  expect(of(0)[0]?.lampsNight).toBe(100 * (boxes[0]?.lamps ?? 0))
  const money = found.findings.records.map(({ moneyPerYear }) => moneyPerYear)
  expect(money).toEqual(money.toSorted((a, b) => b - a))
  for (const { kwhPerYear, moneyPerYear } of found.findings.records) expect(moneyPerYear).toBeCloseTo(kwhPerYear * found.price, -1)
  expect(of(2)[0]?.kwhPerYear).toBeCloseTo(0.306 * 24 * 365, -2)
  expect((await check({ cause: '4' })).findings.total).toBe(1)
})

test('nights of another time, and places without boxes, have no findings; a wrong range is refused', async () => {
  const early = await check({ startDate: dateOf(FIRST - 20), endDate: dateOf(FIRST - 10) })
  expect([early.measured, early.findings.total, early.boxes]).toEqual([0, 0, boxes.length])
  expect((await check({ areaId: '1' })).boxes).toBe(0)
  const answer = await client.get<object>('/api/blade-report/inventory/check', { startDate: '2024-02-30' })
  expect([answer.code, answer.msg.includes('startDate')]).toEqual([400, true])
})

test('a dimmed calendar is expected dimmed: the same meter then shows a surplus', async () => {
  // Levels reach the check by the port of the strategies.
  const dim = new Map<string, readonly { at: number; level: number }[]>()
  const start = FIRST * DAY - OFFSET + DAY / 2
  const steps = [
    { at: start + 4 * HOUR, level: 50 },
    { at: start + 22 * HOUR, level: 0 },
  ]
  for (const { id } of await sql<{ id: string }>('select device_id::text as id from cabinets_feed')) dim.set(id, steps)
  const { port } = product.platform
  const dimmed = { ...product.platform, port: ((key: never) => ({ ...(port(key) as object), levels: async () => dim })) as typeof port }
  await calculateBoxes(dimmed, TENANT, ZONE, FIRST)
  const [row] = await sql<{ lamps: number; hours: number }>(
    'select lamps_night as lamps, lit_hours as hours from reports_box_night where box_id = $1 and day = $2',
    [boxes[4]?.id, dateOf(FIRST)],
  )
  // 15 W at 10 %, 100 W at 100 %: 52.8 W at 50 %.
  expect(row?.lamps).toBeCloseTo((15 + (85 * 40) / 90) * (boxes[4]?.lamps ?? 0), 0)
  expect(row?.hours).toBeCloseTo(18, 5)
})

test('a lamp without a calendar is expected at the levels that it reported', async () => {
  const box = boxes[4]!
  const start = FIRST * DAY - OFFSET + DAY / 2
  await sql(
    `insert into devices_telemetry (tenant_id, device_id, at, is_on, dim)
     select $1, f.device_id, to_timestamp($3::float8 / 1000) + n * interval '100 minutes', true, 50
     from cabinets_loop l join cabinets_fed f on f.loop_id = l.id cross join generate_series(0, 13) n where l.switchbox_id = $2 and not l.is_deleted`,
    [TENANT, box.id, start],
  )
  await calculateBoxes(product.platform, TENANT, ZONE, FIRST)
  const lampsOf = async (id: string | undefined): Promise<number | undefined> =>
    (
      await sql<{ lamps: number }>('select lamps_night as lamps from reports_box_night where box_id = $1 and day = $2', [id, dateOf(FIRST)])
    )[0]?.lamps
  expect(await lampsOf(box.id)).toBeCloseTo((15 + (85 * 40) / 90) * box.lamps, 0)
  expect(await lampsOf(boxes[0]?.id)).toBe(100 * (boxes[0]?.lamps ?? 0))
})
