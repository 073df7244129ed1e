import { identityServer } from '@lamplight/identity/server'
import { defineDeviceType } from '@lamplight/kit'
import { placesServer } from '@lamplight/places/server'
import { DEFAULT_ZONE } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, type TestPlatform, testPlaces, testPlatform } from '@lamplight/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { devicesServer } from '../index.ts'
import { storeBatch } from '../ingest/store-batch.ts'
import { ensurePartitions } from './partitions.ts'
import { closeHour, rollUp } from './roll-up.ts'
import {
  areasOf,
  bucketIn,
  DAY,
  type Device,
  daysOf,
  HOUR,
  hoursOf,
  knownOf,
  MINUTE,
  momentsOf,
  SLOTS,
  type Span,
  spanOf,
} from './series-model.ts'
import { HOURS, type Reported, step } from './series-steps.ts'

const TENANT = '100001'
const OTHER = '000000'
/** Clock changes in Europe happen at 01:00 UTC of the following day, one in each direction. */
const STARTS = [Date.parse('2026-03-28T12:00:00Z'), Date.parse('2026-10-24T12:00:00Z')]
const ZONES = ['Europe/Berlin', 'Asia/Shanghai', 'Asia/Kolkata', 'America/New_York']

const label = ['值', 'Value'] as const
const meterType = defineDeviceType({
  name: 'meter',
  code: 31,
  label,
  properties: {
    level: { slot: 1, label, history: true },
    energy: { slot: 2, label, counter: true, history: true },
    pulses: { slot: 3, label, counter: { wrapsAt: 999 }, history: true },
    lid: { slot: 4, label, type: 'boolean' },
    humidity: { slot: 6, label, history: true },
  },
  commands: {},
  events: [],
})
const probeType = defineDeviceType({
  name: 'probe',
  code: 32,
  label,
  properties: { level: { slot: 1, label, history: true } },
  commands: {},
  events: [],
})
let product: TestPlatform
let operator: ApiClient
let nextId = 1
const places = testPlaces([meterType.name, probeType.name])
/** Places of devices; 0: none. */
const PLACES = ['11 21', '11 22', '0 0'].map((place) => ({ project: place.split(' ')[0] as string, area: place.split(' ')[1] as string }))
/** A gateway at a place where no device stands. */
const GATEWAY = '7790000000000000000'
const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const newId = (): string => String(7_800_000_000_000_000_000n + BigInt(nextId++))

beforeAll(async () => {
  product = await testPlatform({
    slices: [
      systemServer,
      identityServer,
      placesServer,
      { ...devicesServer, tasks: [] },
      { domain: { name: 'meters', label, level: 2, dependsOn: [] }, deviceTypes: [meterType, probeType] },
      places.slice,
    ],
  })
  await places.create(product)
  await setZone('Europe/Berlin')
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  await sql(`insert into devices_gateway (id, tenant_id, sn, status, project_id, area_id) values (${GATEWAY}, $1, 'G', 1, 12, 23)`, [
    TENANT,
  ])
})
afterAll(() => product?.stop())
/** Tables that each test empties, without their prefix. */
const TABLES = 'registry series series_hourly series_daily series_area_daily series_area_due rollup_due counter_hour counter_uneven'
const clear = async (): Promise<void> => {
  for (const table of TABLES.split(' ')) await sql(`delete from devices_${table}`)
}
beforeEach(clear)

const setZone = (zone: string) => sql('update identity_tenant set zone = $2 where tenant_id = $1', [TENANT, zone])
const put = (id: string, type: number, tenant: string, place: number): Promise<void> =>
  places.put(product, type === meterType.code ? meterType.name : probeType.name, id, tenant, PLACES[place])
const install = async (tenant: string, type: number, place: number): Promise<Device> => {
  const { project, area } = PLACES[place] as (typeof PLACES)[number]
  const id = newId()
  await sql('insert into devices_registry (sn, device_id, tenant_id, type, gateway_id) values ($1, $2, $3, $4, $5)', [
    `S${id}`,
    id,
    tenant,
    type,
    nextId % 3 === 0 ? null : GATEWAY,
  ])
  await put(id, type, tenant, place)
  return { id, tenant, type, project, area }
}
const store = async (devices: readonly Device[], reports: readonly Reported[]): Promise<void> => {
  const series = reports.map(({ device, at, v }) => {
    const { id, tenant, type } = devices[device] as Device
    const width = Math.max(...(SLOTS[type] as number[]))
    return {
      child: { deviceId: id, tenantId: tenant, gatewayId: '1', gatewaySn: 'G', type },
      at,
      v: v.slice(0, width),
      texts: {},
      isAnswer: false,
    }
  })
  await ensurePartitions(
    product.platform,
    series.map(({ at }) => at),
  )
  await storeBatch(product.platform, {
    readings: [],
    series,
    news: [],
    hellos: new Map(),
    receivedAt: Date.now(),
    watched: { lamps: false, devices: false, faults: false },
    again: true,
  })
}
const begin = async (at: number): Promise<void> => {
  await sql('update devices_rollup_frontier set closed_until = $1, marking = null', [new Date(at)])
}
const close = (end: number): Promise<boolean> => closeHour(product.platform, end + 120_000, DEFAULT_ZONE)
const rollAll = async (): Promise<void> => {
  for (let rolled = 1; rolled > 0; ) rolled = await rollUp(product.platform, DEFAULT_ZONE)
}

const reportsOf = async ({ id }: Device) =>
  knownOf(await sql<{ at: Date; v: (number | null)[] }>('select at, v from devices_series where device_id = $1 order by at', [id]))

const COLUMNS = 'readings, counts, sums, lows, highs, lasts, increases, resets'
const storedHours = ({ id }: Device) => sql(`select hour, ${COLUMNS} from devices_series_hourly where device_id = $1 order by hour`, [id])
const storedDays = ({ id }: Device) => sql(`select day::text, ${COLUMNS} from devices_series_daily where device_id = $1 order by day`, [id])

const storedAreas = async () =>
  Object.fromEntries(
    (
      await sql<{ key: string }>(
        `select concat_ws(' ', tenant_id, type, property, day, project_id, area_id) as key, devices, readings, sum, low, high, last, increase, resets
         from devices_series_area_daily`,
      )
    ).map(({ key, ...row }) => [key, row]),
  )

test('hours, days and areas equal an independent model for late, repeated and unordered reports', async () => {
  let seen = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 20 }),
      fc.constantFrom(...ZONES),
      fc.constantFrom(...STARTS),
      async (steps, zone, start) => {
        await clear()
        await setZone(zone)
        await begin(start)
        const devices = [
          await install(TENANT, 31, 0),
          await install(TENANT, 31, 0),
          await install(TENANT, 31, 0),
          await install(TENANT, 31, 1),
          await install(TENANT, 32, 0),
          await install(OTHER, 31, 2),
        ]
        let last: readonly Reported[] = []
        let closed = 0
        const closeSome = async (hours: number): Promise<void> => {
          for (const end = Math.min(HOURS, closed + hours); closed < end; ) {
            closed += 1
            expect(await close(start + closed * HOUR)).toBe(true)
          }
        }
        for (const one of steps) {
          if (one.kind === 'store') {
            last = one.batch.map((reports) => ({ ...reports, at: start + reports.at }))
            await store(devices, last)
          } else if (one.kind === 'again' && last.length > 0) await store(devices, last)
          else if (one.kind === 'roll') await rollAll()
          else if (one.kind === 'close') await closeSome(one.hours)
        }
        await closeSome(HOURS)
        await rollAll()
        const end = start + HOURS * HOUR
        const allDays: (Span & { day: string; device: Device })[] = []
        for (const device of devices) {
          const known = await reportsOf(device)
          const hours = hoursOf(known, device.type, end)
          const days = daysOf(known, device.type, end, device.tenant === TENANT ? zone : DEFAULT_ZONE)
          expect(await storedHours(device)).toEqual(hours)
          expect(await storedDays(device)).toEqual(days)
          allDays.push(...days.map((day) => ({ ...day, device })))
          seen += hours.length
        }
        expect(await storedAreas()).toEqual(areasOf(allDays))
        expect(await sql('select from devices_rollup_due union all select from devices_series_area_due')).toEqual([])
      },
    ),
    { numRuns: 15 },
  )
  expect(seen).toBeGreaterThan(20)
})

/** Reports every `every` ms from `from`. The level is a sawtooth, counters rise, and one counter wraps. */
const sawtooth = (from: number, count: number, every: number): Reported[] =>
  Array.from({ length: count }, (_, n) => ({
    device: 0,
    at: from + n * every,
    v: [(n % 7) / 4, n === 50 ? 1 : n * 2, (n * 90) % 1000, null, null, n % 3 === 0 ? null : n],
  }))

test('history of long spans is read from hours and days, with increases of counters, or from reports where no rollup exists', async () => {
  await setZone('Europe/Berlin')
  const start = STARTS[0] as number
  await begin(start)
  const devices = [await install(TENANT, 31, 0)]
  const [first] = devices as [Device]
  // One day with a report each 15 minutes, half a day with one each minute, and three hours that are not closed.
  await store(devices, [...sawtooth(start, 96, 15 * MINUTE), ...sawtooth(start + DAY, 900, MINUTE)])
  for (let hour = 1; hour <= 36; hour++) await close(start + hour * HOUR)
  await rollAll()
  expect(await storedHours(first)).toHaveLength(12)
  expect(await storedDays(first)).toHaveLength(2)
  const known = await reportsOf(first)
  const history = (from: number, to: number, points: number) =>
    operator.get<{ from: number; to: number; step: number; points: Record<string, number | null>[] }>(
      '/api/blade-device/telemetry/history',
      { deviceId: first.id, from: String(from), to: String(to), points },
    )
  const mean = (sum: number | null | undefined, count: number | null | undefined): number | null =>
    sum === null || sum === undefined || !count ? null : sum / count
  const expected = (bucketOf: (at: number) => readonly [begins: number, ends: number]) =>
    [...new Map(momentsOf(known, 31).map(bucketOf))].flatMap(([at, ends]) => {
      const { readings, counts, sums, lows, highs, increases } = spanOf(known, 31, at, ends)
      if (readings === 0 && !increases[1] && !increases[2]) return []
      return {
        at,
        count: readings,
        level: mean(sums[0], counts[0]),
        levelMin: lows[0],
        levelMax: highs[0],
        energy: highs[1],
        energyMin: lows[1],
        energyMax: highs[1],
        energyIncrease: increases[1],
        pulses: highs[2],
        pulsesMin: lows[2],
        pulsesMax: highs[2],
        pulsesIncrease: increases[2],
        humidity: mean(sums[5], counts[5]),
        humidityMin: lows[5],
        humidityMax: highs[5],
      }
    })
  const [from, to] = [start - HOUR / 2, start + 40 * HOUR]

  const hours = (await history(from, to, 20)).data
  const wholeHour = start - HOUR
  expect(hours).toMatchObject({ from: wholeHour, to, step: 3 * HOUR })
  expect(hours.points).toEqual(expected(bucketIn(wholeHour, to, 3 * HOUR)))

  const [older = 0, newer = 0] = ['2026-03-27T23:00:00Z', '2026-03-29T22:00:00Z'].map((text) => Date.parse(text))
  const days = (await history(from, to, 1)).data
  expect(days).toMatchObject({ from: older, step: 2 * DAY })
  expect(days.points).toEqual(expected((at) => (at < newer ? [older, newer] : [newer, to])))
  expect((await history(start, start + 20 * HOUR, 20)).data.points).toHaveLength(20)
  const single = (await history(start - 3 * DAY, to, 4)).data
  expect(single.step).toBe(2 * DAY)

  const reports = (await history(from, to, 100)).data
  expect(reports).toMatchObject({ from, step: (to - from) / 100 })
  expect(reports.points).toEqual(expected(bucketIn(from, to, reports.step)))

  // A query for an hour with a rollup row reads that row.
  await sql('update devices_series_hourly set readings = 1000 where device_id = $1 and hour = $2', [first.id, new Date(start + DAY)])
  expect((await history(start + DAY, start + DAY + 2 * HOUR, 2)).data.points.map(({ count }) => count)).toEqual([1000, 60])
  await sql('update devices_series_daily set readings = 5000 where device_id = $1', [first.id])
  expect((await history(from, to, 1)).data.points[0]?.count).toBe(10_000)
})

test.each([
  ['Asia/Kolkata', '2026-03-28T18:45:00Z', '2026-03-29'],
  ['Europe/Berlin', '2026-10-24T22:15:00Z', '2026-10-25'],
])('in %s a single report at %s counts on %s, on time and late', async (zone, text, day) => {
  await setZone(zone)
  const at = Date.parse(text)
  const start = Math.floor(at / HOUR) * HOUR
  await begin(start)
  const devices = [await install(TENANT, 32, 0)]
  const [first] = devices as [Device]
  await store(devices, [{ device: 0, at, v: [1] }])
  for (let hour = 1; hour <= 26; hour++) {
    await close(start + hour * HOUR)
    await rollAll()
  }
  expect(await storedDays(first)).toMatchObject([{ day, readings: 1 }])
  await store(devices, [{ device: 0, at: at + MINUTE, v: [2] }])
  await rollAll()
  expect(await storedDays(first)).toMatchObject([{ day, readings: 2, sums: [3] }])
})

test('a day stays with the area in which the device was, and is complete after its reports are dropped', async () => {
  await setZone(DEFAULT_ZONE)
  const start = Date.parse('2026-05-01T16:00:00Z')
  await begin(start + 2 * DAY)
  const devices = [await install(TENANT, 31, 0)]
  const [{ id }] = devices as [Device]
  await store(devices, sawtooth(start, 30, 30 * MINUTE))
  await rollAll()
  await put(id, meterType.code, TENANT, 1)
  await store(devices, [...sawtooth(start + 20 * HOUR, 1, 1), ...sawtooth(start + DAY, 30, 30 * MINUTE)])
  await rollAll()
  const areas = () => sql('select day::text, area_id, readings from devices_series_area_daily where property = 31 * 256 + 1 order by day')
  const both = [
    { day: '2026-05-02', area_id: '21', readings: '31' },
    { day: '2026-05-03', area_id: '22', readings: '30' },
  ]
  expect(await areas()).toEqual(both)
  await sql('delete from devices_series where device_id = $1 and at < $2', [id, new Date(start + 8 * HOUR)])
  await store(devices, sawtooth(start + 21 * HOUR, 1, 1))
  await rollAll()
  expect(await areas()).toEqual(both)
  expect(await product.platform.asTenant(TENANT).query('select from devices_series_daily')).not.toEqual([])
  for (const table of ['devices_series_daily', 'devices_series_area_daily'])
    expect(await product.platform.asTenant('999999').query(`select from ${table}`)).toEqual([])
})

test('an hour is closed only after all open transactions that may write a report to it have ended', async () => {
  const start = STARTS[0] as number
  await begin(start)
  const devices = [await install(TENANT, 32, 0)]
  const [{ id }] = devices as [Device]
  await store(devices, sawtooth(start, 11, MINUTE))
  let closing: Promise<boolean> | undefined
  await product.platform.system.tx(async (query) => {
    await query('insert into devices_series (tenant_id, device_id, at, type, v) values ($1, $2, $3, 32, $4)', [
      TENANT,
      id,
      new Date(start + 30 * MINUTE),
      [4],
    ])
    closing = close(start + HOUR)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const [row] = await sql<{ closed_until: Date }>('select closed_until from devices_rollup_frontier')
    expect(row?.closed_until).toEqual(new Date(start))
  })
  expect(await closing).toBe(true)
  await rollAll()
  expect(await sql('select readings from devices_series_hourly where device_id = $1', [id])).toEqual([{ readings: 12 }])
})

test('rollups older than the retention period are dropped by month', async () => {
  await sql("select devices_rollup_partition('2020-01-15'), devices_rollup_partition('2020-02-15')")
  for (const table of ['devices_series_hourly', 'devices_series_daily'])
    expect(await sql("select devices_rollup_drop($1, '2020-02-01') as dropped", [table])).toEqual([{ dropped: 1 }])
  await expect(sql("select devices_rollup_drop('devices_series', '2020-02-01')")).rejects.toThrow('no rollup')
})
