import { identityServer } from '@lamplight/identity/server'
import { defineDeviceType } from '@lamplight/kit'
import { placesServer } from '@lamplight/places/server'
import { DEFAULT_ZONE } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type TestPlatform, testPlaces, testPlatform } from '@lamplight/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controllerType } from '../model/index.ts'
import { devicesServer } from './index.ts'
import { ensurePartitions } from './partitions.ts'
import { closeHour, rollUp } from './roll-up.ts'
import { storeBatch } from './store-batch.ts'

const TENANT = '100001'
const [MINUTE, HOUR] = [60_000, 3_600_000]
/** 09:00 in Shanghai, so that all readings lie in one day. */
const START = Date.parse('2026-03-04T01:00:00Z')
const HOURS = 15
const label = ['表', 'Meter'] as const
const energy = { slot: 1, label, unit: 'W.h', decimals: 0, history: true } as const
/** The same counter without and with a highest value. */
const plainType = defineDeviceType({
  name: 'plain',
  code: 41,
  label,
  commands: {},
  events: [],
  properties: { energy: { ...energy, counter: { perHour: 50_000 } } },
})
const roundType = defineDeviceType({
  name: 'round',
  code: 42,
  label,
  commands: {},
  events: [],
  properties: { energy: { ...energy, counter: { wrapsAt: 99_999 } } },
})

interface Case {
  readonly name: string
  /** Minutes since START, and Wh. */
  readonly readings: readonly (readonly [minute: number, value: number])[]
  readonly increase: number
  readonly resets?: number
  readonly rollovers?: number
  readonly breaks?: number
  readonly glitches?: number
  readonly told?: { readonly minute: number; readonly cause: 1 | 2 }
  readonly wraps?: true
}
const rising = (from: number, minute: number, count: number): (readonly [number, number])[] =>
  Array.from({ length: count }, (_, n) => [minute + n * 20, from + n * 40] as const)

const CASES: readonly Case[] = [
  { name: 'rises', readings: rising(74_200, 0, 6), increase: 200 },
  {
    name: 'falls by one unit',
    readings: [
      [0, 74_200],
      [25, 74_260],
      [50, 74_259],
      [75, 74_330],
    ],
    increase: 130,
  },
  {
    name: 'stands and flickers',
    readings: Array.from({ length: 30 }, (_, n) => [n * 20, 74_200 + (n % 3 === 1 ? 0.1 : 0)] as const),
    increase: 0.1,
  },
  {
    name: 'shows 0 once',
    readings: [
      [0, 74_200],
      [25, 74_260],
      [50, 0],
      [75, 74_330],
    ],
    increase: 130,
    glitches: 1,
  },
  {
    name: 'shows 0 three times',
    readings: [
      [0, 74_200],
      [25, 0],
      [50, 0],
      [75, 0],
      [100, 74_330],
    ],
    increase: 130,
    glitches: 3,
  },
  // The first five zeros look like a reset, until the counter jumps back to its line.
  {
    name: 'shows 0 for hours',
    readings: [[0, 74_200], ...Array.from({ length: 8 }, (_, n) => [25 + n * 30, 0] as const), [300, 74_330], [330, 74_400]],
    increase: 200,
    resets: 1,
    glitches: 1,
  },
  {
    name: 'shows a high value once',
    readings: [
      [0, 74_200],
      [25, 74_260],
      [50, 990_000],
      [75, 74_330],
    ],
    increase: 130,
    glitches: 1,
  },
  {
    name: 'shows an impossible value last',
    readings: [
      [0, 74_200],
      [25, 74_260],
      [50, 990_000],
    ],
    increase: 60,
    glitches: 1,
  },
  {
    name: 'jumps to an impossible value and stays',
    readings: [
      [0, 74_200],
      [25, 990_000],
      [50, 990_060],
      [75, 990_100],
    ],
    increase: 100,
    breaks: 1,
  },
  {
    name: 'has a clock that was set back',
    readings: [
      [0, 74_200],
      [30, 74_260],
      [38, 74_300],
      [60, 74_280],
      [90, 74_340],
    ],
    increase: 140,
    glitches: 1,
  },
  { name: 'is reset', readings: [[0, 74_200], [25, 74_260], ...rising(15, 50, 5)], increase: 235, resets: 1 },
  { name: 'is reset twice', readings: [[0, 74_200], ...rising(10, 30, 6), ...rising(0, 150, 6)], increase: 410, resets: 2 },
  {
    name: 'is replaced by one that starts elsewhere, and nobody says so',
    readings: [[0, 74_200], [25, 74_260], ...rising(31_000, 50, 5)],
    increase: 220,
    breaks: 1,
  },
  {
    name: 'is replaced, as somebody says',
    readings: [[0, 74_200], [25, 74_260], ...rising(500, 50, 5)],
    increase: 220,
    resets: 1,
    told: { minute: 40, cause: 2 },
  },
  {
    name: 'is replaced by a higher one',
    readings: [[0, 74_200], [25, 74_260], ...rising(80_000, 50, 5)],
    increase: 220,
    resets: 1,
    told: { minute: 40, cause: 2 },
  },
  {
    name: 'was set to 0, as the device says',
    readings: [[0, 1200], [25, 1260], ...rising(600, 50, 5)],
    increase: 820,
    resets: 1,
    told: { minute: 40, cause: 1 },
  },
  {
    name: 'passes its highest value',
    readings: [
      [0, 99_800],
      [25, 99_950],
      [50, 20],
      [75, 90],
    ],
    increase: 290,
    rollovers: 1,
    wraps: true,
  },
  {
    name: 'passes its highest value with a glitch',
    readings: [
      [0, 99_800],
      [25, 0],
      [50, 99_950],
      [75, 20],
    ],
    increase: 220,
    rollovers: 1,
    glitches: 1,
    wraps: true,
  },
]

let product: TestPlatform
const places = testPlaces([controllerType.name, plainType.name, roundType.name])
const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
let nextId = 1

beforeAll(async () => {
  product = await testPlatform({
    slices: [
      systemServer,
      identityServer,
      placesServer,
      { ...devicesServer, tasks: [] },
      { domain: { name: 'meters', label, level: 2, dependsOn: [] }, deviceTypes: [plainType, roundType] },
      places.slice,
    ],
  })
  await places.create(product)
})
afterAll(() => product?.stop())

const install = async (type: number): Promise<string> => {
  const id = String(7_600_000_000_000_000_000n + BigInt(nextId++))
  await sql('insert into devices_registry (sn, device_id, tenant_id, type) values ($1, $2, $3, $4)', [`C${id}`, id, TENANT, type])
  return id
}
const store = async (id: string, type: number, readings: Case['readings']): Promise<void> => {
  const child = { deviceId: id, tenantId: TENANT, gatewayId: '1', gatewaySn: 'G', type }
  const rows = readings.map(([minute, value]) => ({ at: START + minute * MINUTE, value }))
  await ensurePartitions(
    product.platform,
    rows.map(({ at }) => at),
  )
  const isLamp = type === controllerType.code
  await storeBatch(product.platform, {
    readings: isLamp ? rows.map(({ at, value }) => ({ child, sn: 'S', at, p: { on: true, power: 80, energy: value } })) : [],
    series: isLamp ? [] : rows.map(({ at, value }) => ({ child, at, v: [value], texts: {}, isAnswer: false })),
    news: [],
    hellos: new Map(),
    receivedAt: Date.now(),
    again: true,
    watched: { lamps: false, devices: false, faults: false },
  })
}
const rollAll = async (): Promise<void> => {
  for (let rolled = 1; rolled > 0; ) rolled = await rollUp(product.platform, DEFAULT_ZONE)
}
let closed = 0
const closeTo = async (hours: number): Promise<void> => {
  for (; closed < hours; closed++) expect(await closeHour(product.platform, START + (closed + 1) * HOUR + 120_000, DEFAULT_ZONE)).toBe(true)
}
const begin = async (): Promise<void> => {
  closed = 0
  await sql('delete from devices_rollup_due')
  await sql('update devices_rollup_frontier set closed_until = $1, marking = null', [new Date(START)])
}
const reportReset = (id: string, { minute, cause }: NonNullable<Case['told']>) =>
  sql('insert into devices_counter_told (tenant_id, device_id, at, cause) values ($1, $2, $3, $4)', [
    TENANT,
    id,
    new Date(START + minute * MINUTE),
    cause,
  ])

const DECIDED = `select coalesce(sum(resets), 0)::int as resets, coalesce(sum(rollovers), 0)::int as rollovers, coalesce(sum(breaks), 0)::int as breaks,
  coalesce(sum(glitches), 0)::int as glitches from devices_counter_hour where device_id = $1`
/** Energy of the hours and of the day, and what was decided. */
const result = async (id: string, type: number) => {
  const isLamp = type === controllerType.code
  const [hours] = isLamp
    ? await sql<{ wh: number }>('select sum(energy)::float8 / 1000 as wh from devices_hourly where device_id = $1', [id])
    : []
  const [day] = await sql<{ wh: number }>(
    isLamp
      ? 'select sum(energy)::float8 / 1000 as wh from devices_daily where device_id = $1'
      : 'select sum(increases[1]) as wh from devices_series_daily where device_id = $1',
    [id],
  )
  const rounded = (value: number | undefined) => Math.round((value ?? 0) * 1000) / 1000
  return { hours: isLamp ? rounded(hours?.wh) : undefined, day: rounded(day?.wh), ...(await sql(DECIDED, [id]))[0] }
}
const expected = ({ increase, resets = 0, rollovers = 0, breaks = 0, glitches = 0 }: Case, type: number) => ({
  hours: type === controllerType.code ? increase : undefined,
  day: increase,
  resets,
  rollovers,
  breaks,
  glitches,
})

/** One column for each device: the cases in order of time, and each in some other order, with hours closed in between. */
test.each([
  ['lamps', controllerType.code],
  ['other devices', plainType.code],
  ['devices with a highest value', roundType.code],
])(
  'counters of %s: each case gives its energy and its decisions, in order and in any other order of arrival',
  async (_, type) => {
    const cases = CASES.filter(({ wraps = false }) => wraps === (type === roundType.code))
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(...cases.map(({ readings }) => fc.shuffledSubarray([...readings], { minLength: readings.length }))),
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 40, maxLength: 40 }),
        async (orders, closes) => {
          await begin()
          const ids: string[] = []
          for (const one of cases) {
            const id = await install(type)
            ids.push(id)
            if (one.told) await reportReset(id, one.told)
          }
          const longest = Math.max(...orders.map(({ length }) => length))
          for (let n = 0; n < longest; n++) {
            for (const [at, id] of ids.entries()) {
              const reading = orders[at]?.[n]
              if (reading) await store(id, type, [reading])
            }
            await closeTo(Math.min(HOURS, closed + (closes[n] ?? 0)))
            if (n % 3 === 0) await rollAll()
          }
          await closeTo(HOURS)
          await rollAll()
          for (const [n, one] of cases.entries())
            expect({ name: one.name, ...(await result(ids[n] as string, type)) }).toEqual({ name: one.name, ...expected(one, type) })
        },
      ),
      { numRuns: 4, examples: [[cases.map(({ readings }) => [...readings]), Array<number>(40).fill(0)] as never] },
    )
  },
  240_000,
)
