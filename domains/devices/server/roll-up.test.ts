import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import type { Properties } from '@lamplight/protocol'
import { DEFAULT_ZONE } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type TestPlatform, testPlaces, testPlatform } from '@lamplight/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controllerType } from '../model/index.ts'
import { countOf } from './counter-model.ts'
import { devicesServer } from './index.ts'
import { ensurePartitions } from './partitions.ts'
import { closeHour, rollUp } from './roll-up.ts'
import { storeBatch } from './store-batch.ts'

const TENANT = '100001'
const HOUR = 3_600_000
const HOLD = 1_800_000
/** 22:00 in Shanghai, so that a day ends within the tested hours. */
const START = Date.parse('2026-03-04T14:00:00Z')
const HOURS = 5

const places = testPlaces([controllerType.name])

let product: TestPlatform
let nextDevice = 1
beforeAll(async () => {
  product = await testPlatform({
    slices: [systemServer, identityServer, placesServer, { ...devicesServer, tasks: [] }, places.slice],
  })
  await places.create(product)
})
afterAll(() => product?.stop())

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)

interface Reported {
  readonly device: number
  /** Seconds since START. */
  readonly at: number
  readonly p: Properties
}
interface Raw {
  readonly at: number
  readonly power: number | null
  readonly energy: number | null
  readonly is_on: boolean | null
}

const install = async (): Promise<string> => {
  const id = String(7_700_000_000_000_000_000n + BigInt(nextDevice++))
  await sql('insert into devices_registry (sn, device_id, tenant_id) values ($1, $2, $3)', [`R${id}`, id, TENANT])
  // Two areas.
  await places.put(product, controllerType.name, id, TENANT, { project: 5, area: Number(BigInt(id) % 2n), supplier: 7 })
  return id
}
const store = async (ids: readonly string[], reports: readonly Reported[]): Promise<void> => {
  const readings = reports.map(({ device, at, p }) => ({
    child: { deviceId: ids[device] as string, tenantId: TENANT, gatewayId: '1', gatewaySn: 'G', type: 4 },
    sn: 'S',
    at: START + at * 1000,
    p,
  }))
  await ensurePartitions(
    product.platform,
    readings.map(({ at }) => at),
  )
  await storeBatch(product.platform, {
    readings,
    series: [],
    news: [],
    hellos: new Map(),
    receivedAt: Date.now(),
    watched: { lamps: false, devices: false, faults: false },
    again: true,
  })
}
const rollAll = async (): Promise<void> => {
  for (let rolled = 1; rolled > 0; ) rolled = await rollUp(product.platform, DEFAULT_ZONE)
}

const milli = (value: number): bigint => BigInt(Math.round(value * 1000))
/** Part of an hour (UTC) that lies in one hour of the zone. Epoch ms. */
interface Part {
  readonly from: number
  readonly to: number
}
/** First midnight after START, ms since then, by zone. Where the offset is no whole hour, each hour (UTC) is cut at the same minute. */
const ZONES: Readonly<Record<string, number>> = { [DEFAULT_ZONE]: 2 * HOUR, 'Asia/Kolkata': 4.5 * HOUR, 'Asia/Kathmandu': 4.25 * HOUR }
/** Also those of the hour before START: a reading exactly at START ends its energy. */
const partsOf = (midnight: number): Part[] =>
  Array.from({ length: HOURS + 2 }, (_, n) => START + (n - 1) * HOUR).flatMap((from) => {
    const cut = from + (midnight % HOUR)
    const to = from + HOUR
    return cut === from
      ? [{ from, to }]
      : [
          { from, to: cut },
          { from: cut, to },
        ]
  })
const overlap = (from: number, to: number, part: Part): number => Math.max(0, Math.min(to, part.to) - Math.max(from, part.from))
/** Time within the part for which readings are valid, each until the next one of its kind, ms. */
const held = (all: readonly Raw[], part: Part, counts: (one: Raw) => boolean): number =>
  all.reduce(
    (sum, one, n) => sum + (counts(one) ? overlap(one.at, Math.min(one.at + HOLD, all[n + 1]?.at ?? Number.POSITIVE_INFINITY), part) : 0),
    0,
  )

/** Computes a part of an hour from raw readings without SQL, as the expected result. */
const rawHour = (all: readonly Raw[], part: Part) => {
  const { from, to } = part
  const within = all.filter(({ at }) => at >= from && at < to)
  const powers = within.flatMap(({ power }) => (power === null ? [] : [milli(power)]))
  // An increase belongs to the part that ends with its reading.
  const meter = all.filter(({ energy, at }) => energy !== null && at <= to)
  const counted = countOf(
    all.flatMap(({ at, energy: value }) => (value === null ? [] : [{ at, value: Math.round(value * 1000) }])),
    from,
    to,
    { noise: 5000, perHour: 50_000_000 },
  )
  const last = meter.at(-1)
  const extreme = (pick: (a: bigint, b: bigint) => boolean): string | null =>
    powers.length === 0 ? null : String(powers.reduce((a, b) => (pick(a, b) ? a : b)))
  return {
    readings: within.length,
    powers: powers.length,
    power_sum: String(powers.reduce((a, b) => a + b, 0n)),
    power_min: extreme((a, b) => a < b),
    power_max: extreme((a, b) => a > b),
    energy: String(counted?.increase ?? 0),
    energy_last: last && last.at > from ? String(milli(last.energy as number)) : null,
    on_ms: held(
      all.filter(({ is_on }) => is_on !== null),
      part,
      ({ is_on }) => is_on === true,
    ),
    online_ms: held(all, part, () => true),
  }
}
type Rolled = ReturnType<typeof rawHour>

const hoursOf = (id: string) =>
  sql<Rolled & { hour: Date }>(
    `select hour, readings, powers, power_sum, power_min, power_max, energy, energy_last, on_ms, online_ms from devices_hourly
     where device_id = $1 order by hour`,
    [id],
  )
const rawOf = async (id: string): Promise<Raw[]> =>
  (
    await sql<Omit<Raw, 'at'> & { at: Date }>('select at, power, energy, is_on from devices_telemetry where device_id = $1 order by at', [
      id,
    ])
  ).map((row) => ({ ...row, at: row.at.getTime() }))
const expected = (raw: readonly Raw[], midnight: number) =>
  partsOf(midnight)
    .map((part) => ({ hour: new Date(part.from), ...rawHour(raw, part) }))
    .filter(({ readings, online_ms, energy_last }) => readings > 0 || online_ms > 0 || energy_last !== null)

const properties: fc.Arbitrary<Properties> = fc.record(
  {
    on: fc.boolean(),
    power: fc.integer({ min: 0, max: 4000 }).map((tenths) => tenths / 10),
    energy: fc.integer({ min: 0, max: 50_000 }).map((tenths) => tenths / 10),
    temperature: fc.constant(30),
  },
  { requiredKeys: ['temperature'] },
)
/** Seconds since START: arbitrary, or near whole hours and multiples of HOLD. */
const moment = fc.oneof(
  fc.integer({ min: 0, max: HOURS * 3600 - 1 }),
  fc.integer({ min: 0, max: HOURS * 6 - 1 }).map((tens) => tens * 600),
)
const device = fc.integer({ min: 0, max: 2 })
/** Some readings lack values; others are complete, with a meter that only rises and a lamp that stays on. */
const reports: fc.Arbitrary<Reported> = fc.oneof(
  fc.record({ device, at: moment, p: properties }),
  fc.record({ device, at: moment }).map(({ device, at }) => ({ device, at, p: { on: true, power: 80, energy: at / 7 } })),
)
/** Complete readings of a device. */
const whole: fc.Arbitrary<Reported[]> = fc
  .tuple(device, fc.boolean(), fc.uniqueArray(moment, { minLength: 2, maxLength: 20 }))
  .map(([device, on, moments]) => moments.map((at) => ({ device, at, p: { on, power: 80, energy: at / 7 } })))
const step = fc.oneof(
  { weight: 4, arbitrary: fc.array(reports, { minLength: 1, maxLength: 12 }).map((batch) => ({ kind: 'store' as const, batch })) },
  { weight: 2, arbitrary: whole.map((batch) => ({ kind: 'store' as const, batch })) },
  { weight: 2, arbitrary: fc.constant({ kind: 'close' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'roll' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'again' as const }) },
)

test('rollups of hours and days equal the raw readings exactly, for late, repeated and unordered readings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), fc.constantFrom(...Object.keys(ZONES)), async (steps, zone) => {
      const midnight = ZONES[zone] as number
      await sql('update identity_tenant set zone = $2 where tenant_id = $1', [TENANT, zone])
      const ids = [await install(), await install(), await install()]
      await sql('delete from devices_rollup_due')
      await sql('update devices_rollup_frontier set closed_until = $1, marking = null', [new Date(START)])
      let last: readonly Reported[] = []
      let closed = 0
      const close = async (): Promise<void> => {
        closed += 1
        expect(await closeHour(product.platform, START + closed * HOUR + 120_000, DEFAULT_ZONE)).toBe(true)
      }
      for (const one of steps) {
        if (one.kind === 'store') {
          last = one.batch
          await store(ids, last)
        } else if (one.kind === 'again') await store(ids, last)
        else if (one.kind === 'roll') await rollAll()
        else if (closed < HOURS + 1) await close()
      }
      while (closed < HOURS + 1) await close()
      await rollAll()
      for (const id of ids) {
        const raw = await rawOf(id)
        const hours = await hoursOf(id)
        expect(hours).toEqual(expected(raw, midnight))
        const before = hours.filter(({ hour }) => hour.getTime() < START + midnight)
        const inDay = before.some(({ readings, online_ms, energy }) => readings > 0 || online_ms > 0 || energy !== '0') ? before : []
        const sum = (name: 'power_sum' | 'energy'): string => String(inDay.reduce((total, one) => total + BigInt(one[name]), 0n))
        const days = await sql(
          'select day::text, readings, power_sum, energy, on_ms, energy_last from devices_daily where device_id = $1',
          [id],
        )
        expect(days).toEqual(
          inDay.length === 0
            ? []
            : [
                {
                  day: '2026-03-04',
                  readings: inDay.reduce((total, { readings }) => total + readings, 0),
                  power_sum: sum('power_sum'),
                  energy: sum('energy'),
                  on_ms: inDay.reduce((total, { on_ms }) => total + on_ms, 0),
                  energy_last: inDay.findLast(({ energy_last }) => energy_last !== null)?.energy_last ?? null,
                },
              ],
        )
      }
      const sums = 'sum(energy)::text as energy, sum(on_ms)::text as on_ms, sum(online_ms)::text as online_ms'
      expect(
        await sql(
          `select area_id, devices, energy::text, on_ms::text, online_ms::text from devices_area_daily where devices > 0 order by 1`,
        ),
      ).toEqual(await sql(`select device_id % 2 as area_id, count(*)::int as devices, ${sums} from devices_daily group by 1 order by 1`))
    }),
    { numRuns: 60 },
  )
})

test('an hour is closed only after all open transactions that may write to it have ended', async () => {
  await sql('update identity_tenant set zone = $2 where tenant_id = $1', [TENANT, DEFAULT_ZONE])
  const ids = [await install()]
  await sql('delete from devices_rollup_due')
  await sql('update devices_rollup_frontier set closed_until = $1, marking = null', [new Date(START)])
  await store(ids, [{ device: 0, at: 10, p: { on: true, power: 10 } }])
  let closing: Promise<boolean> | undefined
  await product.platform.system.tx(async (query) => {
    await query('insert into devices_telemetry (tenant_id, device_id, at, power) values ($1, $2, $3, 30)', [
      TENANT,
      ids[0],
      new Date(START + 20_000),
    ])
    closing = closeHour(product.platform, START + HOUR + 120_000, DEFAULT_ZONE)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const [row] = await sql<{ closed_until: Date }>('select closed_until from devices_rollup_frontier')
    expect(row?.closed_until).toEqual(new Date(START))
  })
  expect(await closing).toBe(true)
  await rollAll()
  expect(await hoursOf(ids[0] as string)).toMatchObject([{ readings: 2, power_sum: '40000' }])
})

test('an hour that has not ended stays open', async () => {
  await sql('update devices_rollup_frontier set closed_until = $1, marking = null', [new Date(START)])
  expect(await closeHour(product.platform, START + HOUR + 119_000, DEFAULT_ZONE)).toBe(false)
  expect(await closeHour(product.platform, START + HOUR + 121_000, DEFAULT_ZONE)).toBe(true)
})
