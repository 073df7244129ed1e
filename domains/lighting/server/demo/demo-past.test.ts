import { controlServer } from '@lamplight/control/server'
import { devicesServer } from '@lamplight/devices/server'
import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type TestPlatform, testPlatform } from '@lamplight/testing'
import { createTown } from '@lamplight/town'
import { createCity, DEMO_FAULTS } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lightingServer } from '../index.ts'

const LAMPS = 800
const NIGHTS = 10
const HOUR = 3_600_000

let product: TestPlatform
beforeAll(async () => {
  const slices = [systemServer, identityServer, placesServer, { ...devicesServer, tasks: [] }, controlServer, lightingServer]
  product = await testPlatform({ slices, config: { DEMO_LAMPS: String(LAMPS), DEMO_NIGHTS: String(NIGHTS) } })
})
afterAll(() => product?.stop())

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const one = async <T extends object>(text: string, params: unknown[] = []): Promise<T> => (await sql<T>(text, params))[0] as T

test('every lamp has readings of each night, and its counters only rise', async () => {
  const nights = await sql<{ day: string; devices: number }>(
    `select (at at time zone 'Asia/Shanghai' - interval '12 hours')::date::text as day, count(distinct device_id)::int as devices
     from devices_telemetry where tenant_id = '000000' and dim > 0 group by 1 order by 1`,
  )
  expect(nights.length).toBeGreaterThanOrEqual(NIGHTS - 1)
  expect(nights.slice(1, -1).every(({ devices }) => devices > 0.95 * LAMPS)).toBe(true)
  const { falls } = await one<{ falls: number }>(
    `select count(*)::int as falls from (select energy - lag(energy) over own as grown, hours - lag(hours) over own as burnt
     from devices_telemetry where tenant_id = '000000' window own as (partition by device_id order by at)) r where grown < 0 or burnt < 0`,
  )
  expect(falls).toBe(0)
})

test('hours and days are rolled up from the readings', async () => {
  const [hours, days] = await Promise.all([
    one<{ energy: number; rows: number }>(
      `select sum(energy)::float8 as energy, count(*)::int as rows from devices_hourly where tenant_id = '000000'
       and hour >= now() - interval '2 days' and hour < now() - interval '1 day'`,
    ),
    sql<{ day: string; energy: number; on: number }>(
      `select day::text, sum(energy)::float8 as energy, avg(on_ms)::float8 as on from devices_daily where tenant_id = '000000' group by 1 order by 1`,
    ),
  ])
  expect(hours.rows).toBeGreaterThan(0.95 * 24 * LAMPS)
  expect(days.length).toBeGreaterThanOrEqual(NIGHTS - 1)
  // A calendar day and 24 hours across two days have about the same energy.
  const usual = days.at(-2)?.energy ?? 0
  expect(Math.abs(hours.energy - usual)).toBeLessThan(0.05 * usual)
  expect(days.at(-2)?.on).toBeGreaterThan(9 * HOUR)
  expect(days.at(-2)?.on).toBeLessThan(15 * HOUR)
})

test('some lamps are dark, burn by day, have a stuck relay or are offline, each since its own time', async () => {
  const faults = await sql<{ faults: string; n: number; since: number }>(
    `select array_to_string(faults, ',') as faults, count(*)::int as n, count(distinct fault_since)::int as since
     from devices_state where tenant_id = '000000' and cardinality(faults) > 0 group by 1`,
  )
  expect(faults.find((row) => row.faults === 'lampFailure')?.n).toBeGreaterThan(0)
  const { silent } = await one<{ silent: number }>(
    `select count(*)::int as silent from devices_state where tenant_id = '000000' and reported_at < now() - interval '3 hours'`,
  )
  expect(silent).toBeGreaterThan(0)
})

test('past commands have ended, with reasons where a lamp failed', async () => {
  const page = await (await product.signIn()).get('/api/blade-city/commandrecord/page', { size: '50' })
  const batches = page.data.records as { total: number; endTime: string; status: number; targetText: string; account: string }[]
  expect(batches.length).toBeGreaterThanOrEqual(NIGHTS - 1)
  expect(batches.every(({ total, targetText, account }) => total > 0 && targetText !== '' && account === 'admin')).toBe(true)
  const codes = await sql<{ code: string | null; n: number }>(`select code, count(*)::int as n from control_ledger group by 1`)
  expect(codes.find(({ code }) => code === null)?.n).toBeGreaterThan(500)
  expect(codes.some(({ code }) => code === 'notVerified' || code === 'busy' || code === 'gatewayOffline')).toBe(true)
})

test('the virtual city continues with the same faults', async () => {
  const town = createTown({ seed: 1, lamps: LAMPS })
  const states = await sql<{ sn: string; faults: string[]; energy: number; hours: number }>(
    `select sn, faults, energy, hours from devices_state where tenant_id = '000000'`,
  )
  const stateOf = new Map(states.map((state) => [state.sn, state]))
  const children = town.lamps.map((lamp) => ({ ...lamp, ...stateOf.get(lamp.sn) }))
  const gateways = [{ sn: 'G', secret: 's', lng: 112.9, lat: 28.2, children }]
  const city = createCity({
    inventory: { broker: { url: 'mqtt://127.0.0.1:1' }, timeZone: 'Asia/Shanghai', gateways },
    faults: DEMO_FAULTS,
  })
  for (const { sn, faults, energy } of states) {
    const lamp = city.lamp(sn)
    if (faults.includes('lampFailure')) expect(lamp.fault).toBe('dark')
    if (faults.includes('lampUnexpectedOn')) expect(lamp.fault).toBe('dayBurner')
    expect(lamp.energy).toBeCloseTo(energy, 0)
  }
})
