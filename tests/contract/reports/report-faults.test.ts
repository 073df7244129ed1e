import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

// Figures of faults against loops over the same alarms, and the latest alarms of the overview.
const TENANT = '000000'
const OFFSET = 8 * 3_600_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const DAYS = 120
const START = Math.floor((Date.now() + OFFSET) / DAY) * DAY - OFFSET - DAYS * DAY
const FALSE_ALARM = 2

interface Alarm {
  readonly device: string
  readonly kind: number
  readonly area: string
  readonly began: number
  readonly closed: number | null
  readonly result: number
  readonly count: number
}
let product: TestPlatform
let client: ApiClient
const alarms: Alarm[] = []
const parents = new Map<string, string>()
const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const dayAt = (n: number): string => new Date(START + OFFSET + n * DAY).toISOString().slice(0, 10)
const dayOf = (at: number): number => Math.floor((at - START) / DAY)

beforeAll(async () => {
  product = await testPlatform({
    slices: slices.map((slice) => ({ ...slice, tasks: [] })),
    config: { DEMO_LAMPS: '40', DEMO_NIGHTS: '0' },
  })
  client = await product.signIn()
  const lamps = await sql<{ id: string; area: string; sn: string }>(
    'select id::text as id, sn, area_id::text as area from lighting_controller where tenant_id = $1 and area_id is not null order by id limit 30',
    [TENANT],
  )
  for (const { id, parent } of await sql<{ id: string; parent: string }>(
    'select id::text as id, parent_id::text as parent from places_area where parent_id is not null',
  ))
    parents.set(id, parent)
  await sql('delete from alarms_alarm')
  let seed = 99
  const random = (): number => {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  }
  for (let n = 0; n < 400; n++) {
    const lamp = lamps[Math.floor(random() ** 2 * lamps.length)] as (typeof lamps)[0]
    const began = START + Math.floor(random() * (DAYS - 1) * DAY)
    const closed = random() < 0.8 ? began + Math.floor(random() ** 3 * 40 * DAY) + 60_000 : null
    const alarm: Alarm = {
      device: lamp.id,
      kind: 2 + Math.floor(random() * 4),
      area: lamp.area,
      began,
      closed: closed !== null && closed < START + (DAYS - 1) * DAY ? closed : null,
      result: random() < 0.1 ? FALSE_ALARM : 4,
      count: 1 + Math.floor(random() * 3),
    }
    alarms.push(alarm)
    await sql(
      `insert into alarms_alarm (id, tenant_id, severity, sub_alarm_type, alarm_type, city_exception_type, sn, began_at, last_began, ended_at, disposed_at,
         dispose, result, count, present, device_id, device_type, area_id)
       values ($1, $2, 2, $3, 2, 4001, $4, $5, $5, $6, $6, $7, $8, $9, false, $10, 4, $11)`,
      [
        product.platform.newId(),
        TENANT,
        alarm.kind,
        lamp.sn,
        new Date(began),
        alarm.closed === null ? null : new Date(alarm.closed),
        alarm.closed === null ? 0 : 1,
        alarm.closed === null ? null : alarm.result,
        alarm.count,
        lamp.id,
        lamp.area,
      ],
    )
  }
})
afterAll(() => product?.stop())

const isBelow = (id: string, root: string): boolean => id === root || (parents.has(id) && isBelow(parents.get(id) as string, root))
const quantile = (values: readonly number[], share: number): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  if (sorted.length === 0) return null
  const at = share * (sorted.length - 1)
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

interface Figures {
  readonly opened: number
  readonly closed: number
  readonly open: number
  readonly medianHours: number | null
  readonly p90Hours: number | null
  readonly longestHours: number | null
}
const figuresOf = (all: readonly Alarm[], from: number, to: number): Figures => {
  const end = START + (to + 1) * DAY
  const during = all.filter(({ began, closed }) => began < end && (closed === null || closed >= START + from * DAY))
  const closed = during.filter((one) => one.closed !== null && one.closed < end)
  const hours = closed.filter(({ result }) => result !== FALSE_ALARM).map((one) => ((one.closed ?? 0) - one.began) / HOUR)
  return {
    opened: during.filter(({ began }) => began >= START + from * DAY).length,
    closed: closed.length,
    open: during.length - closed.length,
    medianHours: quantile(hours, 0.5),
    p90Hours: quantile(hours, 0.9),
    longestHours: quantile(hours, 1),
  }
}
const same = (found: Figures, wanted: Figures): void => {
  expect([found.opened, found.closed, found.open]).toEqual([wanted.opened, wanted.closed, wanted.open])
  for (const key of ['medianHours', 'p90Hours', 'longestHours'] as const)
    if (wanted[key] === null) expect(found[key]).toBeNull()
    else expect(Math.abs(Number(found[key]) - wanted[key])).toBeLessThan(0.06)
}
interface Analysis extends Figures {
  readonly kinds: readonly (Figures & { code: number })[]
  readonly areas: readonly (Figures & { areaId: string })[]
  readonly ages: readonly { count: number }[]
  readonly falseAlarms: number
  readonly times: readonly string[]
  readonly series: readonly { code: string; values: readonly number[] }[]
  readonly repeats: readonly { deviceId: string; count: number }[]
  readonly repeatDevices: number
}

test('faults of random ranges and areas: numbers, durations, kinds, ages and days equal those of the alarms', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: DAYS - 2 }),
      fc.integer({ min: 0, max: 60 }),
      fc.option(fc.constantFrom(...new Set(alarms.map(({ area }) => area)), ...new Set(parents.values()))),
      async (from, length, area) => {
        const to = Math.min(DAYS - 2, from + length)
        const own = alarms.filter((one) => area === null || isBelow(one.area, area))
        const { data, code, msg } = await client.get<Analysis>('/api/blade-report/fault/analysis', {
          startDate: dayAt(from),
          endDate: dayAt(to),
          ...(area ? { areaId: area } : {}),
        })
        expect(code, msg).toBe(200)
        same(data, figuresOf(own, from, to))
        for (const kind of data.kinds) same(kind, figuresOf(own.filter((one) => one.kind === kind.code), from, to)) // biome-ignore format: one line
        expect(data.kinds.reduce((sum, { opened }) => sum + opened, 0)).toBe(data.opened)
        expect(data.ages.reduce((sum, { count }) => sum + count, 0)).toBe(data.open)
        for (const [n, time] of data.times.entries()) {
          expect(time).toBe(dayAt(from + n))
          const of = (code: string): number => data.series.find((one) => one.code === code)?.values[n] ?? -1
          expect(of('opened')).toBe(own.filter(({ began }) => dayOf(began) === from + n).length)
          expect(of('closed')).toBe(own.filter(({ closed }) => closed !== null && dayOf(closed) === from + n).length)
        }
        const since = START + (to + 1 - 90) * DAY
        const counts = new Map<string, number>()
        for (const one of own)
          if (one.began >= since && one.began < START + (to + 1) * DAY && !(one.closed !== null && one.result === FALSE_ALARM))
            counts.set(one.device, (counts.get(one.device) ?? 0) + one.count)
        const repeated = [...counts].filter(([, count]) => count >= 3)
        expect(data.repeatDevices).toBe(repeated.length)
        for (const { deviceId, count } of data.repeats) expect(counts.get(deviceId)).toBe(count)
      },
    ),
    { numRuns: 25 },
  ))

test('months: opened, closed and what was open at the end of each', async () => {
  const { data } = await client.get<{ months: (Figures & { month: string; change: number | null; kinds: { opened: number }[] })[] }>(
    '/api/blade-report/fault/month/report',
    { startDate: dayAt(0), endDate: dayAt(DAYS - 2) },
  )
  expect(data.months.length).toBeGreaterThanOrEqual(4)
  const firstOf = (month: string): number => dayOf(Date.parse(`${month}-01T00:00:00Z`) - OFFSET)
  for (const [n, one] of data.months.entries()) {
    const next = data.months[n + 1]?.month
    const to = next ? firstOf(next) - 1 : DAYS - 2
    same(one, figuresOf(alarms, firstOf(one.month), to))
    expect(one.kinds.reduce((sum, { opened }) => sum + opened, 0)).toBe(one.opened)
    const before = data.months[n - 1]
    if (before) expect(one.change).toBeCloseTo((100 * (one.opened - before.opened)) / before.opened, 0)
  }
  const recent = await client.get<{ months: unknown[] }>('/api/blade-report/fault/month/report')
  expect(recent.data.months).toHaveLength(12)
})

test('the latest open alarms, the newest first, without shelved ones', async () => {
  const newest = alarms.filter(({ closed }) => closed === null).toSorted((a, b) => b.began - a.began)
  const ask = async () =>
    (await client.get<{ id: string; deviceId: string; severityName: string }[]>('/api/blade-report/dashboard/getGjAlarms')).data
  const found = await ask()
  expect(found).toHaveLength(20)
  expect(found.map(({ deviceId }) => deviceId)).toEqual(newest.slice(0, 20).map(({ device }) => device))
  expect(found[0]?.severityName).toBe('重要')
  await sql("update alarms_alarm set shelved_until = now() + interval '1 day' where id = $1", [found[0]?.id])
  expect((await ask()).map(({ deviceId }) => deviceId)).toEqual(newest.slice(1, 21).map(({ device }) => device))
})

test('wrong parameters are refused with their name', async () => {
  for (const [path, field, query] of [
    ['fault/analysis', 'startDate', { startDate: '2024-02-30' }],
    ['fault/analysis', 'endDate', { startDate: '2024-05-02', endDate: '2024-05-01' }],
    ['fault/month/report', 'subAlarmType', { subAlarmType: 'x' }],
  ] as const) {
    const answer = await client.get<object>(`/api/blade-report/${path}`, query)
    expect([answer.code, answer.msg.includes(field)], answer.msg).toEqual([400, true])
  }
})
