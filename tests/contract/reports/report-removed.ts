import { expect } from 'vitest'
import { DAY, DAYS, HOUR, increases, type Lamp, localDay, type Reading, START, sum, validity } from './report-readings.ts'

type Row = Readonly<Record<string, string | number | null>>
interface Page {
  readonly records: readonly Row[]
  readonly totals: Readonly<Record<string, number | null>>
}
/** What the tests of report-figures.test.ts share. */
interface Tools {
  readonly tenant: string
  readonly lamps: readonly Lamp[]
  readonly readings: Map<string, readonly Reading[]>
  readonly sql: <T extends object = Record<string, unknown>>(text: string, params?: unknown[]) => Promise<T[]>
  readonly ask: (path: string, parameters: Record<string, string>) => Promise<Page>
  readonly near: (found: unknown, wanted: number, tolerance: number, words: string) => void
  readonly dayAt: (n: number) => string
  readonly nightOf: (lamp: Lamp, day: number) => { readonly from: number; readonly due: number }
  /** Rolls up the readings and brings the reports up to date. */
  readonly roll: () => Promise<void>
}

/** Removes two lamps within the days of the test, and compares the figures of these days with the readings until then. */
export const countsUntilRemoved = async ({ tenant, lamps, readings, sql, ask, near, dayAt, nightOf, roll }: Tools): Promise<void> => {
  // One with readings in the morning of the day of its removal, and one that was silent: the lamp of the test before.
  const left = START + 3 * DAY + 3.5 * HOUR
  const silent = START + 4 * DAY + 10 * HOUR
  const lamp = lamps.find(({ id }) => readings.get(id)?.some(({ at, on }) => on && at > left - HOUR && at < left)) as Lamp
  const [other] = await sql<{ id: string }>(
    `select id::text as id from lighting_controller where tenant_id = $1 and not is_deleted and activated and not (id = any($2::bigint[]))`,
    [tenant, lamps.map(({ id }) => id)],
  )
  for (const [id, at] of [
    [lamp.id, left],
    [other?.id, silent],
  ] as const) {
    await sql('update lighting_controller set is_deleted = true, update_time = $2 where id = $1', [id, new Date(at)])
    await sql('delete from devices_registry where device_id = $1', [id])
  }
  await sql('delete from devices_telemetry where device_id = $1 and at >= $2', [lamp.id, new Date(left)])
  readings.set(
    lamp.id,
    (readings.get(lamp.id) ?? []).filter(({ at }) => at < left),
  )
  for (const table of ['devices_area_daily', 'reports_lamp_night', 'reports_night', 'reports_level_day', 'reports_level_through'])
    await sql(`delete from ${table} where tenant_id = $1`, [tenant])
  await sql(
    `insert into devices_rollup_due (tenant_id, device_id, hour) select $1, $2, $3::timestamptz + n * interval '1 hour' from generate_series(0, $4 - 1) n`,
    [tenant, lamp.id, new Date(START), DAYS * 24],
  )
  await sql('insert into devices_day_due (tenant_id, day) select $1, d from unnest($2::date[]) d', [
    tenant,
    Array.from({ length: DAYS }, (_, n) => dayAt(n)),
  ])
  await roll()
  const until = ({ id }: { id: string }, n: number): number =>
    id === lamp.id ? Math.min(START + (n + 1) * DAY, left) : START + (n + 1) * DAY
  for (const [n, hours] of [
    [2, 24 + 1],
    [3, 3.5 + 24],
    [4, 10],
  ] as const) {
    const day = { startDate: dayAt(n), endDate: dayAt(n) }
    // The late reading of a test above is valid for half an hour.
    const late = n === 3 ? HOUR / 2 : 0
    const online =
      late +
      sum(
        lamps.map((one) => {
          const [from, to] = [START + n * DAY, until(one, n)]
          return from < to ? sum(validity(readings.get(one.id) ?? [], from, to).map(({ ms }) => ms)) : 0
        }),
      )
    const ways: readonly Record<string, string>[] = [{}, { by: 'deviceId', size: '1000' }]
    for (const by of ways) {
      const { totals } = await ask('online/page', { ...day, ...by })
      near(totals.rate, (100 * online) / (((lamps.length - 1) * 24 + hours) * HOUR), 0.01, `online rate of day ${n} ${JSON.stringify(by)}`)
      expect(totals.deviceDays).toBe(lamps.length + (n < 4 ? 1 : 0))
    }
  }
  const last = { startDate: dayAt(2), endDate: dayAt(4), by: 'period,deviceId', deviceId: lamp.id }
  const consumed = await ask('powerConsumption/page', { ...last, size: '100' })
  expect(consumed.records.map(({ period }) => period).sort()).toEqual([dayAt(2), dayAt(3)])
  expect(consumed.records.every(({ deviceId }) => deviceId === lamp.id)).toBe(true)
  near(
    consumed.records.find(({ period }) => period === dayAt(3))?.energy,
    sum(increases(readings.get(lamp.id) ?? []).flatMap(({ at, wh }) => (localDay(at) === 3 ? [wh] : []))) / 1000,
    0.0006,
    'energy of its last day',
  )
  const nights = await ask('lightRate/page', last)
  const due = nightOf(lamp, 2).due - (nightOf(lamp, 2).from + nightOf(lamp, 2).due - left)
  near(nights.totals.dueHours, due / HOUR, 0.11, 'due time of its last night')
  expect(nights.totals.lampNights).toBe(1)
  const none = await ask('lightRate/page', { startDate: dayAt(4), endDate: dayAt(4) })
  expect(none.totals.lampNights).toBe(lamps.length - 1)
}
