import { createCalendar, dayOf, type Site } from '@lamplight/calendar'
import { controlServer } from '@lamplight/control/server'
import { devicesServer } from '@lamplight/devices/server'
import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { standIns, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { strategiesServer } from './index.ts'
import { checkNights, storeNight } from './night-check.ts'
import { hashOf, type WireProgram } from './program.ts'

const TENANT = '100001'
const PARIS: Site = { lat: 48.86, lng: 2.35, zone: 'Europe/Paris' }
const DAY = dayOf('2026-06-10')
const PROGRAM: WireProgram = {
  zone: 'Europe/Paris',
  entries: [
    { trigger: 'sunset', level: 100, offset: 0 },
    { trigger: '23:30', level: 50 },
    { trigger: 'sunrise', level: 0, offset: 0 },
  ],
}
let product: TestPlatform
beforeAll(async () => {
  // The menu of bins belongs to a higher slice.
  const own = { ...strategiesServer, menu: (strategiesServer.menu ?? []).filter(({ parent }) => parent !== 'trash_area') }
  const slices = [systemServer, identityServer, placesServer, devicesServer, controlServer, own]
  product = await testPlatform({ slices: [...slices, ...standIns(slices)], config: { DEMO_LAMPS: '0' } })
  const { system } = product.platform
  await system.query('insert into strategies_calendar (id, tenant_id, hash, program) values (1, $1, $2, $3)', [
    TENANT,
    hashOf(PROGRAM),
    JSON.stringify(PROGRAM),
  ])
})
afterAll(() => product?.stop())

interface Fault {
  readonly site?: Site
  /** Offset of clock times, ms. */
  readonly clock?: number
  /** Seconds a day. */
  readonly drift?: number
  readonly overridden?: true
  readonly silent?: true
}
/** Adds a lamp with a strategy, and what the server saw of it in eight nights. */
const add = async (
  id: number,
  { site = PARIS, clock = 0, drift = 0, overridden, silent }: Fault,
  area: number | null = null,
): Promise<void> => {
  const { system } = product.platform
  await system.query(
    `insert into strategies_device (device_id, tenant_id, calendar_id, lat, lng, area_id, published_at) values ($1, $2, 1, $3, $4, $5, '2026-01-01')`,
    [id, TENANT, PARIS.lat, PARIS.lng, area],
  )
  if (silent) return
  const calendar = createCalendar(PROGRAM, site)
  for (let day = DAY - 7; day <= DAY; day++)
    for (const step of calendar.night(day).steps) {
      // A device with a wrong zone acts late and says so; one whose clock drifts says that it acted in time.
      const at = step.at + (PROGRAM.entries[step.entry]?.trigger.includes(':') ? clock : 0)
      const seen = at + drift * 1000 * (day - DAY + 8) + 5000
      await system.query(
        `insert into strategies_switch (device_id, tenant_id, at, seen_at, level, overridden)
         values ($1, $2, to_timestamp($3::float8 / 1000), to_timestamp($4::float8 / 1000), $5, $6)`,
        [id, TENANT, at, seen, step.level, overridden === true],
      )
    }
}

test('a night is held against the calendars: those that keep it are counted, others are named with the likely cause, once', async () => {
  await add(1, {})
  await add(2, { drift: 30 })
  await add(3, { clock: 3_600_000 })
  await add(4, { site: { ...PARIS, lng: -PARIS.lng - 3 } })
  await add(5, { overridden: true })
  await add(6, { silent: true })
  // From 01:00 to 04:00 40 % is enough.
  await product.platform.system.query(
    `insert into strategies_road_class (id, tenant_id, name, standard, floor, late_from, late_to, late_floor, area_ids) values (1, $1, '次干路', 1, 60, '01:00', '04:00', 40, '{5}')`,
    [TENANT],
  )
  await add(7, {}, 5)
  const summary = await checkNights(product.platform, TENANT, DAY)
  expect(summary, JSON.stringify(summary)).toMatchObject({ lamps: 7, kept: 2, overridden: 1, silent: 1 })
  expect(summary.deviating.map(({ id, diagnosis }) => [id, diagnosis?.cause])).toEqual([
    ['2', 'clockDrift'],
    ['3', 'noDst'],
    ['4', 'position'],
  ])
  const night = createCalendar(PROGRAM, PARIS).night(DAY)
  const half = night.steps.find(({ level }) => level === 50)!
  const off = night.steps.at(-1)!
  expect(summary.belowMinutes, 'lamp 7 is at 50 % where its class wants 60').toBeGreaterThan(100)
  expect(Math.abs(summary.belowMinutes - ((off.at - half.at) / 60_000 - 180))).toBeLessThanOrEqual(1)

  await storeNight(product.platform, TENANT, DAY, summary)
  await storeNight(product.platform, TENANT, DAY, summary)
  const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const nights = await operator.get<{ records: object[]; total: number }>('/api/blade-strategy/workstrategy/night/page', {})
  expect(nights.data).toMatchObject({ total: 1, records: [{ day: '2026-06-10', lamps: 7, kept: 2, deviating: 3 }] })
  const found = await operator.get<{ records: { cause: number }[] }>('/api/blade-strategy/workstrategy/deviation/page', {
    day: '2026-06-10',
  })
  expect(found.data.records.map(({ cause }) => cause).sort()).toEqual([1, 2, 5])
})
