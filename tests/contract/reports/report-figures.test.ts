import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import fc from 'fast-check'
import { getTimes } from 'suncalc'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { ensurePartitions } from '../../../domains/devices/server/series/partitions.ts'
import { closeHour, rollUp } from '../../../domains/devices/server/series/roll-up.ts'
import { rollReports } from '../../../domains/reports/server/rollups.task.ts'
import { DAY, DAYS, HOUR, increases, type Lamp, localDay, made, OFFSET, type Reading, START, sum, validity } from './report-readings.ts'
import { countsUntilRemoved } from './report-removed.ts'

// The figures of the reports against sums that are computed from the raw readings in another way: by loops over the readings, without SQL and rollups.
const TENANT = '000000'
const ZONE = 'Asia/Shanghai'
const LAMPS = 40
const PRICES = '06:30=1.1;18:00=1.6;22:00=0.3'

let product: TestPlatform
let client: ApiClient
let lamps: readonly Lamp[]
const readings = new Map<string, readonly Reading[]>()
const parents = new Map<string, string>()

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const dayAt = (n: number): string => new Date(START + OFFSET + n * DAY).toISOString().slice(0, 10)

const store = async (): Promise<void> => {
  await ensurePartitions(
    product.platform,
    Array.from({ length: DAYS + 2 }, (_, n) => START + n * DAY),
  )
  for (const [id, own] of readings)
    await sql(
      `insert into devices_telemetry (tenant_id, device_id, at, power, is_on, energy)
       select $1, $2, to_timestamp(a / 1000), case when o = 1 then 100 else 0 end, o = 1, e from unnest($3::float8[], $4::int[], $5::float8[]) as r (a, o, e)`,
      [TENANT, id, own.map(({ at }) => at), own.map(({ on }) => Number(on)), own.map(({ energy }) => energy)],
    )
  await sql(
    `update devices_state s set reported_at = (select max(t.at) from devices_telemetry t where t.device_id = s.device_id) where tenant_id = $1`,
    [TENANT],
  )
  await sql('update devices_rollup_frontier set closed_until = $1, marking = null', [new Date(START)])
  const roll = async (): Promise<void> => {
    for (let rolled = 1; rolled > 0; ) rolled = await rollUp(product.platform, ZONE)
  }
  for (let hour = 1; hour <= DAYS * 24; hour++) {
    // Readings of later hours are there already: a device counts as reporting in each hour.
    expect(await closeHour(product.platform, START + hour * HOUR + 120_000, ZONE)).toBe(true)
    await sql(`insert into devices_rollup_due (tenant_id, device_id, hour) select $1, d, $2 from unnest($3::bigint[]) d`, [
      TENANT,
      new Date(START + (hour - 1) * HOUR),
      [...readings.keys()],
    ])
    await roll()
  }
  await roll()
}
let turns = 0
/** Brings the reports up to date, half an hour later than at the turn before; with `again` at the same time. */
const rollAll = (again = false): Promise<number> => {
  if (!again) turns += 1
  const now = START + DAYS * DAY + 8 * HOUR + turns * 31 * 60_000
  return rollReports({ ...product.platform, clock: { ...product.platform.clock, now: () => now } })
}
/** Tariffs of the months with energy. */
const tariffs = async (): Promise<string[]> =>
  (await sql<{ tariff: string }>('select tariff from reports_month where tenant_id = $1', [TENANT])).map(({ tariff }) => tariff)

beforeAll(async () => {
  product = await testPlatform({
    slices: slices.map((slice) => ({ ...slice, tasks: [] })),
    config: { DEMO_LAMPS: '60', DEMO_NIGHTS: '0' },
  })
  client = await product.signIn()
  const rows = await sql<Lamp & Record<string, unknown>>(
    `select id::text as id, area_id::text as area, lat, lng from lighting_controller
     where tenant_id = $1 and not is_deleted and activated and area_id is not null and lat is not null order by id limit ${LAMPS}`,
    [TENANT],
  )
  lamps = rows
  expect(lamps.length).toBe(LAMPS)
  for (const { id, parent } of await sql<{ id: string; parent: string }>(
    'select id::text as id, parent_id::text as parent from places_area where parent_id is not null',
  ))
    parents.set(id, parent)
  await sql('update lighting_controller set activated = false where tenant_id = $1 and not (id = any($2::bigint[]))', [
    TENANT,
    lamps.map(({ id }) => id),
  ])
  let seed = 4217
  const random = (): number => {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  }
  for (const [n, lamp] of lamps.entries()) readings.set(lamp.id, made(lamp, n, random))
  await sql("update system_param set param_value = $1 where param_key = 'strategy.tariff'", [PRICES])
  await store()
  // The slice reads the tariff with its settings, which are up to two seconds old: until then the days would get the tariff of the demo.
  await vi.waitFor(
    async () => {
      await rollAll(true)
      expect(new Set(await tariffs())).toEqual(new Set([PRICES]))
    },
    { timeout: 15_000 },
  )
})
afterAll(() => product?.stop())

interface Asked {
  readonly from: number
  readonly to: number
  readonly area: string | null
}
const isBelow = (id: string, root: string): boolean => id === root || (parents.has(id) && isBelow(parents.get(id) as string, root))
const among = ({ area }: Asked): readonly Lamp[] => lamps.filter((lamp) => area === null || isBelow(lamp.area, area))
const query = ({ from, to, area }: Asked): Record<string, string> => ({
  startDate: dayAt(from),
  endDate: dayAt(to),
  ...(area ? { areaId: area } : {}),
})
const asked = (): fc.Arbitrary<Asked> =>
  fc
    .record({
      from: fc.integer({ min: 0, max: DAYS - 2 }),
      days: fc.integer({ min: 0, max: DAYS - 2 }),
      area: fc.option(fc.constantFrom(...new Set([...lamps.map(({ area }) => area), ...parents.values()]))),
    })
    .map(({ from, days, area }) => ({ from, to: Math.min(DAYS - 2, from + days), area }))

interface Page {
  readonly total: number
  readonly records: readonly Record<string, string | number | null>[]
  readonly totals: Record<string, number | null>
  readonly complete?: { share: number | null; days: number; gapDays: number }
}
const ask = async <T = Page>(path: string, parameters: Record<string, string>): Promise<T> => {
  const { data, code, msg } = await client.get<T>(`/api/blade-report/${path}`, parameters)
  expect(code, msg).toBe(200)
  return data
}
const near = (found: unknown, wanted: number, tolerance: number, words: string): void =>
  expect(Math.abs(Number(found ?? 0) - wanted), `${words}: ${found}, not ${wanted}`).toBeLessThanOrEqual(tolerance)

test('energy and lit time equal the sums of the readings, by area and by lamp, for random ranges', () =>
  fc.assert(
    fc.asyncProperty(asked(), async (one) => {
      const energyOf = ({ id }: Lamp): number =>
        sum(increases(readings.get(id) ?? []).flatMap(({ at, wh }) => (localDay(at) >= one.from && localDay(at) <= one.to ? [wh] : []))) /
        1000
      const litOf = ({ id }: Lamp): number =>
        sum(
          validity(readings.get(id) ?? [], START + one.from * DAY, START + (one.to + 1) * DAY).flatMap(({ on, ms }) => (on ? [ms] : [])),
        ) / HOUR
      const whole = await ask('energy/page', query(one))
      if (one.area === null) expect(whole.totals.energy).toBeGreaterThan(1)
      near(whole.totals.energy, sum(among(one).map(energyOf)), 0.006, 'energy')
      const byLamp = await ask('powerConsumption/page', { ...query(one), by: 'deviceId', size: '1000' })
      for (const lamp of among(one)) {
        const row = byLamp.records.find(({ deviceId }) => deviceId === lamp.id)
        near(row?.energy, energyOf(lamp), 0.0006, 'energy of a lamp')
        near(row?.onHours, litOf(lamp), 0.006, 'lit time of a lamp')
      }
      const { times, series } = await ask<{ times: string[]; series: { values: (number | null)[] }[] }>(
        'powerConsumptionStat/bar',
        query(one),
      )
      expect(times).toHaveLength(one.to - one.from + 1)
      near(sum((series[0]?.values ?? []).map(Number)), sum(among(one).map(energyOf)), 0.0006 * times.length, 'bars')
    }),
    { numRuns: 25 },
  ))

test('online time equals that of the readings; a lamp that is silent all day was due, also when single lamps are asked for', () =>
  fc.assert(
    fc.asyncProperty(asked(), async (one) => {
      const online = sum(
        among(one).map(({ id }) =>
          sum(validity(readings.get(id) ?? [], START + one.from * DAY, START + (one.to + 1) * DAY).map(({ ms }) => ms)),
        ),
      )
      const due = among(one).length * (one.to - one.from + 1) * DAY
      const whole = await ask('online/page', query(one))
      if (due > 0) near(whole.totals.rate, (100 * online) / due, 0.006, 'online rate')
      const byLamp = await ask('online/page', { ...query(one), by: 'deviceId', size: '1000' })
      near(sum(byLamp.records.map(({ onlineHours }) => Number(onlineHours))), online / HOUR, 0.06 * LAMPS, 'online time by lamp')
      expect(byLamp.total).toBe(among(one).length)
      if (due > 0) near(byLamp.totals.rate, (100 * online) / due, 0.006, 'online rate by lamp')
    }),
    { numRuns: 25 },
  ))

/** Night of a lamp from sunset to sunrise, with what its readings say of it. */
const nightOf = ({ id, lat, lng }: Lamp, day: number) => {
  const noon = START + day * DAY + DAY / 2
  const from = Number(getTimes(new Date(noon), lat, lng).sunset)
  const to = Number(getTimes(new Date(noon + DAY), lat, lng).sunrise)
  const own = readings.get(id) ?? []
  // Off before it was due and lit in the next reading: when it was switched on is not known.
  const parts = validity(own, from, to).filter((_, n) => own[n]?.on || Number(own[n]?.at) >= from || !own[n + 1]?.on)
  return { from, due: to - from, known: sum(parts.map(({ ms }) => ms)), lit: sum(parts.flatMap(({ on, ms }) => (on ? [ms] : []))) }
}
test('the light rate equals lit time over due time of the readings; time without reports is no darkness', () =>
  fc.assert(
    fc.asyncProperty(asked(), async (one) => {
      const nights = among(one).flatMap((lamp) => Array.from({ length: one.to - one.from + 1 }, (_, n) => nightOf(lamp, one.from + n)))
      const [due, known, lit] = (['due', 'known', 'lit'] as const).map((key) => sum(nights.map((night) => night[key]))) as [
        number,
        number,
        number,
      ]
      const { totals, complete } = await ask('lightRate/page', query(one))
      if (nights.length === 0) return
      // Nights are computed for cells of the map: sunset differs by some seconds within a cell.
      near(totals.rate, (100 * lit) / known, 0.3, 'light rate')
      near(totals.least, (100 * lit) / due, 0.3, 'lowest rate')
      near(totals.most, (100 * (lit + due - known)) / due, 0.3, 'highest rate')
      near(totals.dueHours, due / HOUR, 0.02 * nights.length + 0.1, 'due time')
      near(complete?.share, known / due, 0.004, 'completeness')
      const byArea = await ask('selectLightRateByParentId', {
        startDate: dayAt(one.from),
        endDate: dayAt(one.to),
        ...(one.area ? { parentId: one.area } : {}),
        size: '1000',
      })
      near(sum(byArea.records.map(({ lampNights }) => Number(lampNights))), nights.length, 0, 'lamp nights')
    }),
    { numRuns: 25 },
  ))

test('the charge is the energy of each hour times its price; a closed month keeps its tariff, an open one follows a change', async () => {
  const priceAt = (at: number): number => {
    const minute = Math.floor(((at + OFFSET) % DAY) / 60_000)
    return minute >= 1320 || minute < 390 ? 0.3 : minute < 1080 ? 1.1 : 1.6
  }
  const cost = (from: number, to: number): number =>
    sum(
      lamps.flatMap(({ id }) =>
        increases(readings.get(id) ?? []).flatMap(({ at, wh }) =>
          localDay(at) >= from && localDay(at) <= to ? [(wh / 1000) * priceAt(at)] : [],
        ),
      ),
    )
  for (const [from, to] of [
    [0, DAYS - 1],
    [1, 3],
    [2, 2],
  ] as const) {
    const { totals } = await ask('selectDeviceChargeByDateType', { startDate: dayAt(from), endDate: dayAt(to) })
    // The band that begins at 06:30 is averaged over its hour.
    near(totals.money, cost(from, to), 0.02 * cost(from, to), 'money')
    near(
      totals.energy,
      Number((await ask('energy/page', { startDate: dayAt(from), endDate: dayAt(to) })).totals.energy),
      0.011,
      'energy of the charge',
    )
  }
  const change = (tariff: string) => sql("update system_param set param_value = $1 where param_key = 'strategy.tariff'", [tariff])
  const charge = async () => (await ask('selectDeviceChargeByDateType', { startDate: dayAt(0), endDate: dayAt(DAYS - 1) })).totals
  await change('00:00=9')
  // Settings of other processes are noticed within two seconds.
  await expect
    .poll(
      async () => {
        await rollAll(true)
        return tariffs()
      },
      { timeout: 15_000 },
    )
    .not.toContain(PRICES)
  const open = await charge()
  near(open.money, 9 * Number(open.energy), 0.1, 'open months')
  await sql('update reports_month set state = 2, closed_at = now() where tenant_id = $1', [TENANT])
  await change('00:00=1')
  await new Promise((resolve) => setTimeout(resolve, 3000))
  await rollAll()
  expect((await charge()).money).toBe(open.money)
})

test('days without readings are named as gaps; late readings change the figures', async () => {
  const late = { startDate: dayAt(-5), endDate: dayAt(1) }
  const { complete } = await ask('energy/page', late)
  expect(complete).toMatchObject({ days: 7, gapDays: 5 })
  const lamp = lamps.find((_, n) => n % 6 === 3) as Lamp
  const one = { startDate: dayAt(3), endDate: dayAt(3), by: 'deviceId', deviceId: lamp.id }
  expect((await ask('energy/page', one)).totals.energy).toBe(0)
  const [hour] = [START + 3 * DAY + 2 * HOUR]
  const last = readings.get(lamp.id)?.at(-1)?.energy ?? 0
  await sql(`insert into devices_telemetry (tenant_id, device_id, at, power, is_on, energy) values ($1, $2, $3, 100, true, $4)`, [
    TENANT,
    lamp.id,
    new Date(hour),
    last + 5000,
  ])
  // It ends the energy of the hour before, and its light holds into the hour that it begins.
  await sql('insert into devices_rollup_due (tenant_id, device_id, hour) select $1, $2, unnest($3::timestamptz[])', [
    TENANT,
    lamp.id,
    [hour - HOUR, hour].map((begin) => new Date(begin)),
  ])
  for (let rolled = 1; rolled > 0; ) rolled = await rollUp(product.platform, ZONE)
  await rollAll()
  expect((await ask('energy/page', one)).totals.energy).toBe(5)
  const nights = await ask('lightRate/page', { ...one, startDate: dayAt(2), endDate: dayAt(2) })
  expect(nights.totals.litHours).toBe(0.5)
})

test('carbon equals the energy times the factor of its hour; savings name a baseline that is too short', async () => {
  const range = { startDate: dayAt(0), endDate: dayAt(DAYS - 2) }
  const none = await ask<{ kg: number; missingKwh: number }>('carbon/analysis', range)
  expect(none.kg).toBe(0)
  const year = Number(dayAt(0).slice(0, 4))
  const hourOf = (at: number): number => Math.floor((at + OFFSET - Date.UTC(new Date(at + OFFSET).getUTCFullYear(), 0, 1)) / HOUR)
  // The factor is 0.2 in the first half of each day and 0.8 in the second.
  const hours = Array.from({ length: 8784 }, (_, hour) => (hour % 24 < 12 ? 0.2 : 0.8)).join()
  expect((await client.post('/api/blade-report/carbon/factor/submit', { region: '华东', year, kind: 1, value: 1, hours })).code).toBe(200)
  const all = lamps.flatMap(({ id }) => increases(readings.get(id) ?? []).filter(({ at }) => localDay(at) >= 0 && localDay(at) <= DAYS - 2))
  const wanted = sum(all.map(({ at, wh }) => (wh / 1000) * (hourOf(at) % 24 < 12 ? 0.2 : 0.8)))
  const found = await ask<{ kg: number; kwh: number; missingHours: number; saved: number }>('carbon/analysis', { ...range, region: '华东' })
  // The late reading of the test before added 5 kWh until 2:00.
  near(found.kg, wanted + 5 * 0.2, 0.02, 'carbon')
  expect(found.missingHours).toBe(0)
  const dimmed = all.filter(({ at }) => hourOf(at) % 24 >= 23 || hourOf(at) % 24 < 5)
  near(found.saved, 0.1 * (sum(dimmed.map(({ at, wh }) => (wh / 1000) * (hourOf(at) % 24 < 12 ? 0.2 : 0.8))) + 1), 0.02, 'saved carbon')
  const savings = await ask<{ state: number; measured: number; avoided: number | null }>('savings/analysis', range)
  expect([savings.state, savings.avoided]).toEqual([2, null])
  near(savings.measured, sum(all.map(({ wh }) => wh)) / 1000 + 5, 0.06, 'measured')
  const overlap = await client.get<object>('/api/blade-report/savings/analysis', {
    ...range,
    baselineStart: dayAt(1),
    baselineEnd: dayAt(2),
  })
  expect([overlap.code, overlap.msg.includes('baselineEnd')]).toEqual([400, true])
})

test('nothing counts before a lamp was there: it was added late in the third evening and never reported', async () => {
  const [late] = await sql<{ id: string; area: string; lat: number; lng: number }>(
    `select id::text as id, area_id::text as area, lat, lng from lighting_controller
     where tenant_id = $1 and not is_deleted and not activated and area_id is not null and lat is not null order by id limit 1`,
    [TENANT],
  )
  const [id, added] = [late?.id ?? '', START + 2 * DAY + 23 * HOUR]
  await sql('update lighting_controller set activated = true, create_time = $2 where id = $1', [id, new Date(added)])
  // All days and nights are summed up again.
  for (const table of ['devices_area_daily', 'reports_night', 'reports_level_day', 'reports_level_through'])
    await sql(`delete from ${table} where tenant_id = $1`, [TENANT])
  await sql('insert into devices_day_due (tenant_id, day) select $1, d from unnest($2::date[]) d', [
    TENANT,
    Array.from({ length: DAYS }, (_, n) => dayAt(n)),
  ])
  for (let rolled = 1; rolled > 0; ) rolled = await rollUp(product.platform, ZONE)
  await rollAll()
  const there = [0, 0, 1, 24, 24]
  for (const [n, hours] of there.entries()) {
    const day = { startDate: dayAt(n), endDate: dayAt(n) }
    const online = sum(
      lamps.map((lamp) => sum(validity(readings.get(lamp.id) ?? [], START + n * DAY, START + (n + 1) * DAY).map(({ ms }) => ms))),
    )
    const { totals } = await ask('online/page', day)
    near(totals.rate, (100 * online) / ((LAMPS * 24 + hours) * HOUR), 0.3, `online rate of day ${n}`)
    expect(totals.deviceDays).toBe(LAMPS + Number(hours > 0))
    const [own] = (await ask('online/page', { ...day, by: 'deviceId', deviceId: id })).records
    expect([own?.deviceDays, own?.rate]).toEqual(hours > 0 ? [1, 0] : [undefined, undefined])
    const nights = await ask('lightRate/page', { ...day, by: 'deviceId', deviceId: id })
    const due = hours === 0 ? 0 : nightOf(late as Lamp, n).due - (hours === 1 ? added - nightOf(late as Lamp, n).from : 0)
    near(nights.totals.dueHours, due / HOUR, 0.11, `due time of night ${n}`)
  }
  const listed = await ask('powerConsumption/page', {
    startDate: dayAt(0),
    endDate: dayAt(4),
    by: 'period,deviceId',
    deviceId: id,
    size: '100',
  })
  expect(listed.records.map(({ period }) => period).sort()).toEqual([dayAt(2), dayAt(3), dayAt(4)])
})

test('nothing counts after a lamp was removed: neither online time, nor its nights, nor its consumption', () =>
  countsUntilRemoved({
    tenant: TENANT,
    lamps,
    readings,
    sql,
    ask,
    near,
    dayAt,
    nightOf,
    roll: async () => {
      for (let rolled = 1; rolled > 0; ) rolled = await rollUp(product.platform, ZONE)
      await rollAll()
    },
  }))
