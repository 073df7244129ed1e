import { identityServer } from '@lamplight/identity/server'
import { defineDeviceType } from '@lamplight/kit'
import { placesServer } from '@lamplight/places/server'
import { DEFAULT_ZONE } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type TestPlatform, testPlaces, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { controllerType } from '../../model/index.ts'
import { pastReports } from '../demo/past-reports.ts'
import { devicesServer } from '../index.ts'
import { storeBatch } from '../ingest/store-batch.ts'
import { ensurePartitions } from './partitions.ts'
import { closeHour, rollUp } from './roll-up.ts'
import { TELL_COUNTERS, TOLD } from './tell-counters.ts'

/* An increase happened before the reading that shows it: a reading exactly at the end of an hour or day ends the increase of that hour or day. */

const TENANT = '100001'
const [MINUTE, HOUR] = [60_000, 3_600_000]
/** 22:00 in Shanghai. */
const START = Date.parse('2026-03-04T14:00:00Z')
const label = ['表', 'Meter'] as const
const meterType = defineDeviceType({
  name: 'meter',
  code: 43,
  label,
  commands: {},
  events: [],
  properties: {
    energy: { slot: 1, label, unit: 'W.h', decimals: 0, history: true, counter: true },
    level: { slot: 2, label, history: true },
  },
})
const places = testPlaces([controllerType.name, meterType.name])

let product: TestPlatform
let nextId = 1
const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)

beforeAll(async () => {
  product = await testPlatform({
    slices: [
      systemServer,
      identityServer,
      placesServer,
      { ...devicesServer, tasks: [] },
      { domain: { name: 'meters', label, level: 2, dependsOn: [] }, deviceTypes: [meterType] },
      places.slice,
    ],
  })
  await places.create(product)
})
afterAll(() => product?.stop())

type Readings = readonly (readonly [minute: number, energy: number])[]

const at = (minute: number): Date => new Date(START + minute * MINUTE)
const rollAll = async (): Promise<void> => {
  for (let rolled = 1; rolled > 0; ) rolled = await rollUp(product.platform, DEFAULT_ZONE)
}
/** Number of hours since START that are closed. */
let closed = 0
/** Registers a device in an area of its own, which has the id of the device. */
const begin = async (zone: string, type: number): Promise<string> => {
  closed = 0
  await sql('update identity_tenant set zone = $2 where tenant_id = $1', [TENANT, zone])
  await sql('delete from devices_rollup_due')
  await sql('update devices_rollup_frontier set closed_until = $1, marking = null', [at(0)])
  const id = String(7_500_000_000_000_000_000n + BigInt(nextId++))
  await sql('insert into devices_registry (sn, device_id, tenant_id, type) values ($1, $2, $3, $4)', [`B${id}`, id, TENANT, type])
  await places.put(product, type === meterType.code ? meterType.name : controllerType.name, id, TENANT, {
    project: 5,
    area: id,
  })
  return id
}
const closeTo = async (hours: number): Promise<void> => {
  for (; closed < hours; closed++) expect(await closeHour(product.platform, START + (closed + 1) * HOUR + 120_000, DEFAULT_ZONE)).toBe(true)
  await rollAll()
}
const store = async (id: string, type: number, readings: Readings, lamp: object = {}): Promise<void> => {
  const child = { deviceId: id, tenantId: TENANT, gatewayId: '1', gatewaySn: 'G', type }
  const rows = readings.map(([minute, energy]) => ({ at: START + minute * MINUTE, energy }))
  await ensurePartitions(
    product.platform,
    rows.map((row) => row.at),
  )
  const isLamp = type === controllerType.code
  await storeBatch(product.platform, {
    readings: isLamp ? rows.map((row) => ({ child, sn: 'S', at: row.at, p: { energy: row.energy, ...lamp } })) : [],
    series: isLamp ? [] : rows.map((row) => ({ child, at: row.at, v: [row.energy, 7], texts: {}, isAnswer: false })),
    news: [],
    hellos: new Map(),
    receivedAt: Date.now(),
    again: true,
    watched: { lamps: false, devices: false, faults: false },
  })
}
/** Begin (minutes since START), energy and number of readings of the stored hours. */
const hours = async (id: string): Promise<[minute: number, energy: number, readings: number][]> =>
  (
    await sql<{ hour: Date; energy: number; readings: number }>(
      'select hour, energy::float8 / 1000 as energy, readings from devices_hourly where device_id = $1 order by hour',
      [id],
    )
  ).map(({ hour, energy, readings }) => [(hour.getTime() - START) / MINUTE, energy, readings])
const lampDays = async (id: string): Promise<[day: string, energy: number][]> =>
  (
    await sql<{ day: string; energy: number }>(
      'select day::text, energy::float8 / 1000 as energy from devices_daily where device_id = $1 order by day',
      [id],
    )
  ).map(({ day, energy }) => [day, energy])
const meterDays = async (id: string): Promise<[day: string, increase: number | null, readings: number, last: number | null][]> =>
  (
    await sql<{ day: string; increase: number | null; readings: number; last: number | null }>(
      'select day::text, increases[1] as increase, readings, lasts[1] as last from devices_series_daily where device_id = $1 order by day',
      [id],
    )
  ).map(({ day, increase, readings, last }) => [day, increase, readings, last])
const ordersOf = (readings: Readings): Readings[] => [readings, readings.toReversed(), [...readings.slice(2), ...readings.slice(0, 2)]]

/** Local midnight in Kolkata is 18:30 UTC, 270 minutes after START. */
const KOLKATA: Readings = [
  [240, 1000],
  [270, 1300],
  [280, 1400],
  [290, 1500],
  [300, 1600],
]
const ARRIVALS = [
  ['in time', false],
  ['late', true],
] as const
const storeIn = async (id: string, type: number, order: Readings, isLate: boolean, until: number): Promise<void> => {
  if (isLate) await closeTo(until)
  for (const one of order) {
    await store(id, type, [one], { on: true, power: 600 })
    if (isLate) await rollAll()
  }
  await closeTo(until)
}

describe('lamps', () => {
  const LAMP = controllerType.code

  test.each(ARRIVALS)('midnight of a zone with half hours, %s and in any order', async (_, isLate) => {
    for (const order of ordersOf(KOLKATA)) {
      const id = await begin('Asia/Kolkata', LAMP)
      await storeIn(id, LAMP, order, isLate, 30)
      expect(await hours(id)).toEqual([
        [210, 0, 0],
        [240, 300, 1],
        [270, 300, 3],
        [300, 0, 1],
      ])
      expect(await lampDays(id)).toEqual([
        ['2026-03-04', 300],
        ['2026-03-05', 300],
      ])
    }
  })

  test('hours and days without another reading keep their energy: the sum is the last value minus the first', async () => {
    const id = await begin(DEFAULT_ZONE, LAMP)
    // Midnight is 120 minutes after START.
    await store(id, LAMP, [
      [30, 100],
      [120, 160],
      [360, 400],
    ])
    await closeTo(6)
    await store(id, LAMP, [[1560, 900]])
    await closeTo(26)
    expect(await hours(id)).toEqual([
      [0, 0, 1],
      [60, 60, 0],
      [120, 0, 1],
      [300, 240, 0],
      [360, 0, 1],
      [1500, 500, 0],
    ])
    expect(await lampDays(id)).toEqual([
      ['2026-03-04', 60],
      ['2026-03-05', 740],
    ])
    const day = await sql(
      'select day::text, devices, energy::int from devices_area_daily where area_id = $1 and energy > 0 order by day desc limit 1',
      [id],
    )
    expect(day).toEqual([{ day: '2026-03-05', devices: 1, energy: 740_000 }])
  })

  test('a day on which a silent lamp has nothing but the value at its end has its energy; without use there is no such day', async () => {
    const id = await begin(DEFAULT_ZONE, LAMP)
    await store(id, LAMP, [[100, 100]])
    await closeTo(2)
    await store(id, LAMP, [[120 + 48 * 60, 350]])
    await closeTo(50)
    expect(await lampDays(id)).toEqual([
      ['2026-03-04', 0],
      ['2026-03-05', 0],
      ['2026-03-06', 250],
    ])
    const other = await begin(DEFAULT_ZONE, LAMP)
    await store(other, LAMP, [
      [120, 700],
      [125, 710],
    ])
    await closeTo(26)
    expect(await lampDays(other)).toEqual([['2026-03-05', 10]])
  })

  test('a reading that comes when the hour is closed is added then, and a late one before it shares its energy', async () => {
    const id = await begin(DEFAULT_ZONE, LAMP)
    await store(id, LAMP, [[10, 100]])
    await closeTo(2)
    expect(await hours(id)).toEqual([[0, 0, 1]])
    await store(id, LAMP, [[120, 180]])
    await rollAll()
    expect(await hours(id)).toEqual([
      [0, 0, 1],
      [60, 80, 0],
    ])
    await store(id, LAMP, [[60, 130]])
    await rollAll()
    expect(await hours(id)).toEqual([
      [0, 30, 1],
      [60, 50, 1],
    ])
  })

  test('what the rules of counters decide is stored with the hour that the reading ends', async () => {
    const id = await begin(DEFAULT_ZONE, LAMP)
    const reset = [120, 150, 180, 210].map((minute) => [minute, minute - 108] as const)
    await store(id, LAMP, [[30, 5000], [60, 5030], [90, 5060], ...reset, [240, 3000], [270, 150], [300, 180]])
    await closeTo(6)
    expect((await hours(id)).map(([minute, energy]) => [minute, energy])).toEqual([
      [0, 30],
      [60, 30 + 12],
      [120, 60],
      [180, 30],
      [240, 78],
      [300, 0],
    ])
    expect(await sql('select hour, resets, glitches from devices_counter_hour where device_id = $1 order by hour', [id])).toEqual([
      { hour: at(60), resets: 1, glitches: 0 },
      { hour: at(180), resets: 0, glitches: 1 },
    ])
  })

  test('a reset that is told for a whole hour changes the hour before, if the reading of that instant shows it', async () => {
    const id = await begin(DEFAULT_ZONE, LAMP)
    await store(id, LAMP, [
      [90, 100],
      [120, 60],
    ])
    await closeTo(4)
    expect(await hours(id)).toEqual([
      [60, 0, 1],
      [120, 0, 1],
    ])
    await sql(TELL_COUNTERS, [`{${TENANT}}`, `{${id}}`, `{${at(120).getTime()}}`, TOLD.reset])
    await rollAll()
    expect(await hours(id)).toEqual([
      [60, 60, 1],
      [120, 0, 1],
    ])
  })

  test('a removal cuts an hour: the reading at that instant is the last one that counts', async () => {
    const id = await begin(DEFAULT_ZONE, LAMP)
    await store(id, LAMP, [
      [10, 100],
      [40, 130],
      [50, 160],
    ])
    await sql('update tests_controller set is_deleted = true, update_time = $2 where id = $1', [id, at(40)])
    await sql('delete from devices_registry where device_id = $1', [id])
    await closeTo(1)
    expect(await hours(id)).toEqual([[0, 30, 1]])
  })
})

describe('other devices', () => {
  const { code } = meterType

  test.each(ARRIVALS)('midnight of a zone with half hours, %s and in any order', async (_, isLate) => {
    for (const order of ordersOf(KOLKATA)) {
      const id = await begin('Asia/Kolkata', code)
      await storeIn(id, code, order, isLate, 30)
      // Readings and last value stay with the day that holds them.
      expect(await meterDays(id)).toEqual([
        ['2026-03-04', 300, 1, 1000],
        ['2026-03-05', 300, 4, 1600],
      ])
    }
  })

  test.each([
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
  ])('in %s, on %s with %i hours, a day whose only reading is the one at its end keeps its increase', async (zone, day, length) => {
    const id = await begin(zone, code)
    const [midnight] = await sql<{ at: Date }>('select $1::date::timestamp at time zone $2 as at', [day, zone])
    const first = ((midnight?.at.getTime() ?? 0) - START) / MINUTE
    await sql('update devices_rollup_frontier set closed_until = $1', [at(first - 120)])
    closed = first / 60 - 2
    await store(id, code, [[first, 100]])
    await closeTo(first / 60 + length)
    await store(id, code, [[first + length * 60, 340]])
    await rollAll()
    expect((await meterDays(id)).slice(-1)).toEqual([[day, 240, 1, 100]])
    await store(id, code, [[first + (length + 24) * 60, 400]])
    await closeTo(first / 60 + length + 24)
    expect((await meterDays(id)).slice(-2)).toEqual([
      [day, 240, 1, 100],
      [expect.any(String), 60, 1, 340],
    ])
  })

  test('a silent day with the reading at its end has a row without readings; areas have its increase and no device of it', async () => {
    const id = await begin(DEFAULT_ZONE, code)
    await store(id, code, [[60, 100]])
    await closeTo(26)
    await store(id, code, [[120 + 24 * 60, 180]])
    await rollAll()
    expect(await meterDays(id)).toEqual([
      ['2026-03-04', 0, 1, 100],
      ['2026-03-05', 80, 0, null],
    ])
    expect(
      await sql('select property, devices, increase, low from devices_series_area_daily where day = $1 and area_id = $2', [
        '2026-03-05',
        id,
      ]),
    ).toEqual([{ property: code * 256 + 1, devices: 0, increase: 80, low: null }])
  })

  test('past reports at midnight count on the day before', async () => {
    const id = await begin(DEFAULT_ZONE, code)
    await sql('update devices_rollup_frontier set closed_until = $1', [at(72 * 60)])
    const reports = [
      [120, 100],
      [120 + 24 * 60, 180],
      [120 + 48 * 60, 300],
    ].map(([minute = 0, energy = 0]) => ({ at: START + minute * MINUTE, values: { energy } }))
    const past = { tenantId: TENANT, zone: DEFAULT_ZONE, type: meterType, devices: [{ deviceId: id, reports }] }
    await product.platform.system.tx(async (query) => {
      await pastReports.storeLastReports(query, past)
      await pastReports.storeReports(query, past)
    })
    await rollAll()
    expect((await meterDays(id)).map(([day, increase]) => [day, increase])).toEqual([
      ['2026-03-04', 0],
      ['2026-03-05', 80],
      ['2026-03-06', 120],
    ])
  })
})
