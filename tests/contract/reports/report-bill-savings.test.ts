import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

// Savings from imported bills: three years of bills with a known saving in the last year, which is computed here a second time.
let product: TestPlatform
let client: ApiClient
const sql = (text: string, params: unknown[] = []) => product.platform.system.query<Record<string, unknown>>(text, params)
const ASK = '/api/blade-report/savings/analysis'
const TENANT = '000000'
const FIRST_YEAR = 2021
const SAVED = 0.13

interface Savings {
  readonly state: number
  readonly baselineStart: string
  readonly baselineEnd: string
  readonly baselineDays: number
  readonly days: number
  readonly supplies: number
  readonly leftOut: number
  readonly measured: number
  readonly avoided: number | null
  readonly share: number | null
  readonly margin: number | null
  readonly correlation: number | null
  readonly times: readonly string[]
}
const ask = async (query: Record<string, string>): Promise<Savings> => {
  const { data, code, msg } = await client.get<Savings>(ASK, { source: '2', ...query })
  expect(code, msg).toBe(200)
  return data
}
/**
 * Returns the hours of darkness of a month at about 30 degrees north, without functions of the product. The energy of the bills depends on
 * it.
 */
const darkHours = (month: number): number => 30 * (12 + 2 * Math.cos((2 * Math.PI * (month + 0.3)) / 12))
const monthDays = (month: number): readonly [from: string, to: string] => {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10)
  return [day(Date.UTC(FIRST_YEAR, month, 1)), day(Date.UTC(FIRST_YEAR, month + 1, 0))]
}

beforeAll(async () => {
  product = await testPlatform({
    slices: slices.map((slice) => ({ ...slice, tasks: [] })),
    config: { DEMO_LAMPS: '20', DEMO_NIGHTS: '0' },
  })
  client = await product.signIn()
  let error = 0
  let id = 7_300_000_000_000_000_000n
  let state = 11
  const noise = (): number => {
    state = (state * 16807) % 2147483647
    return state / 2147483647 - 0.5
  }
  const add = (supply: string, [from, to]: readonly [string, string], kwh: number) =>
    sql('insert into reports_bill (id, tenant_id, bill_no, supply, start_day, end_day, kwh) values ($1, $2, $3, $4, $5, $6, $7)', [
      String(id++),
      TENANT,
      `S${id}`,
      supply,
      from,
      to,
      Math.round(kwh),
    ])
  for (let month = 0; month < 36; month++) {
    // The error of a month depends on that of the month before, so that the residuals correlate.
    error = 0.8 * error + 0.04 * noise()
    for (let supply = 0; supply < 4; supply++)
      await add(`P${supply}`, monthDays(month), (900 + 20 * darkHours(month)) * (1 + error) * (month < 24 ? 1 : 1 - SAVED))
    // A supply point that was given up. Its missing bills must not count as a saving.
    if (month < 20) await add('GONE', monthDays(month), 5000)
  }
})
afterAll(() => product?.stop())

const REPORTING = { startDate: `${FIRST_YEAR + 2}-01-01`, endDate: `${FIRST_YEAR + 2}-12-31` }

test('bills of two years against a third give the saving, with an interval though the residuals correlate', async () => {
  const found = await ask({ ...REPORTING, baselineStart: `${FIRST_YEAR}-01-01`, baselineEnd: `${FIRST_YEAR + 1}-12-31` })
  expect(found).toMatchObject({ state: 1, baselineDays: 24, days: 12, supplies: 4, leftOut: 1 })
  expect(found.times[0]).toBe(`${FIRST_YEAR + 2}-01`)
  const [row] = await sql("select sum(kwh)::float8 as kwh from reports_bill where supply like 'P%' and start_day >= $1", [
    REPORTING.startDate,
  ])
  expect(found.measured).toBeCloseTo(Number(row?.kwh), 0)
  expect(found.correlation).toBeGreaterThan(0.3)
  expect(found.margin).not.toBeNull()
  const truth = (Number(row?.kwh) / (1 - SAVED)) * SAVED
  expect(Math.abs((found.avoided ?? 0) - truth)).toBeLessThan(found.margin ?? 0)
  expect(Math.abs((found.share ?? 0) / 100 - SAVED)).toBeLessThan(0.05)
})

test('the proposed baseline is the nearest year that has bills', async () => {
  const later = { startDate: `${FIRST_YEAR + 2}-12-01`, endDate: `${FIRST_YEAR + 2}-12-31` }
  const nearest = await ask(later)
  expect([nearest.baselineEnd, nearest.baselineDays >= 11]).toEqual([`${FIRST_YEAR + 2}-11-30`, true])
  await sql('update reports_bill set is_deleted = true where start_day >= $1 and start_day < $2', [
    `${FIRST_YEAR + 1}-06-01`,
    later.startDate,
  ])
  const older = await ask(later)
  expect(older.baselineEnd < `${FIRST_YEAR + 2}-01-01`).toBe(true)
  expect(older.baselineDays).toBeGreaterThanOrEqual(10)
  await sql('update reports_bill set is_deleted = false')
})

test('without a time, the latest year of months with bills is compared; with little more than a year of bills, what comes after the first year', async () => {
  const year = `${FIRST_YEAR + 2}`
  expect(await ask({})).toMatchObject({
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    days: 12,
    baselineEnd: `${FIRST_YEAR + 1}-12-31`,
  })
  await sql('update reports_bill set is_deleted = true where start_day >= $1', [`${FIRST_YEAR + 1}-03-01`])
  expect(await ask({})).toMatchObject({
    startDate: `${FIRST_YEAR + 1}-01-01`,
    endDate: `${FIRST_YEAR + 1}-02-28`,
    days: 2,
    baselineStart: `${FIRST_YEAR}-01-01`,
    baselineDays: 12,
  })
  await sql('update reports_bill set is_deleted = false')
})

test('a proposed baseline across a leap day is a whole year of months', async () => {
  const afterLeapDay = { startDate: `${FIRST_YEAR + 3}-06-01`, endDate: `${FIRST_YEAR + 3}-06-30` }
  expect(await ask(afterLeapDay)).toMatchObject({
    baselineStart: `${FIRST_YEAR + 1}-06-01`,
    baselineEnd: `${FIRST_YEAR + 2}-05-31`,
    baselineDays: 12,
  })
})

test('bills have no place: a filter of an area is refused; without bills the answer says so', async () => {
  expect((await client.get(ASK, { source: '2', ...REPORTING, areaId: '1' })).code).toBe(400)
  expect(await ask({ startDate: '2018-01-01', endDate: '2018-12-31' })).toMatchObject({ state: 2, avoided: null, margin: null, days: 0 })
})
