import { createCalendar, dayOf, type Site } from '@lamplight/calendar'
import { controlServer } from '@lamplight/control/server'
import { devicesServer } from '@lamplight/devices/server'
import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { standIns, type TestPlatform, testPlatform } from '@lamplight/testing'
import { createRandom } from '@lamplight/town'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { strategiesServer } from '../index.ts'
import { checkNights } from './night-check.ts'
import { storeNight } from './night-store.ts'
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
/** Programs by id: 1 the usual one; 2 with a light sensor and a second head; 3 off from 00:30 on. */
const PROGRAMS: Readonly<Record<number, WireProgram>> = {
  1: PROGRAM,
  2: {
    zone: 'Europe/Paris',
    entries: [
      { trigger: 'duskSensor', level: 100, lux: 30, window: [-30, 30] },
      { trigger: '23:30', level: 20, head: 2 },
      { trigger: 'sunrise', level: 0 },
    ],
  },
  3: {
    zone: 'Europe/Paris',
    entries: [
      { trigger: 'sunset', level: 100 },
      { trigger: '00:30', level: 0 },
    ],
  },
}
let product: TestPlatform
beforeAll(async () => {
  // The menu of bins belongs to a higher slice.
  const resources = strategiesServer.resources?.filter(({ resource }) => resource.page?.parent !== 'trash_area')
  const own = { ...strategiesServer, resources, menu: strategiesServer.menu?.filter(({ parent }) => parent !== 'trash_area') }
  const slices = [systemServer, identityServer, placesServer, devicesServer, controlServer, own]
  product = await testPlatform({ slices: [...slices, ...standIns(slices)], config: { DEMO_LAMPS: '0' } })
  const { system } = product.platform
  for (const [id, program] of Object.entries(PROGRAMS))
    await system.query('insert into strategies_calendar (id, tenant_id, hash, program) values ($1, $2, $3, $4)', [
      id,
      TENANT,
      hashOf(program),
      JSON.stringify(program),
    ])
})
afterAll(() => product?.stop())

/** An operator who is limited to an area. */
const signInWith = async (account: string, area: number) => {
  const { system } = product.platform
  const admin = await product.signIn()
  const [role] = await system.query<{ id: string }>("select id from identity_role where tenant_id = $1 and role_alias = 'operator'", [
    TENANT,
  ])
  await admin.post('/api/blade-user/submit', { tenantId: TENANT, account, password: 'Nights-1', realName: account, roleId: role?.id })
  await system.query(
    "insert into identity_grant (user_id, kind, ref_id, tenant_id) select id, 'area', $2, tenant_id from identity_user where account = $1",
    [account, area],
  )
  return product.signIn({ tenantId: TENANT, account, password: 'Nights-1' })
}

interface Fault {
  readonly site?: Site
  /** Offset of clock times, ms. */
  readonly clock?: number
  /** Seconds a day. */
  readonly drift?: number
  readonly overridden?: true
  readonly silent?: true
  /** It made no change in the last night. */
  readonly still?: true
  readonly area?: number
  readonly calendar?: number
  /** Nights that the server saw; default: 8. */
  readonly nights?: number
  /** Seconds by which the server heard of a change late, by day and place in the night. */
  readonly heardLate?: (day: number, n: number) => number
}
/** Adds a lamp with a strategy, and what the server saw of it in some nights. */
const add = async (id: number, fault: Fault): Promise<void> => {
  const {
    site = PARIS,
    clock = 0,
    drift = 0,
    overridden,
    silent,
    still,
    area = null,
    calendar: calendarId = 1,
    nights = 8,
    heardLate,
  } = fault
  const { system } = product.platform
  await system.query(
    `insert into strategies_device (device_id, tenant_id, calendar_id, lat, lng, area_id, published_at) values ($1, $2, $3, $4, $5, $6, '2026-01-01')`,
    [id, TENANT, calendarId, PARIS.lat, PARIS.lng, area],
  )
  if (silent) return
  const program = PROGRAMS[calendarId]!
  const calendar = createCalendar(program, site, 1)
  for (let day = DAY - nights + 1; day <= (still ? DAY - 1 : DAY); day++)
    for (const [n, step] of calendar.night(day).steps.entries()) {
      // A device with a wrong zone acts late and says so; one whose clock drifts says that it acted in time.
      const at = step.at + (program.entries[step.entry]?.trigger.includes(':') ? clock : 0)
      const seen = at + drift * 1000 * (day - DAY + nights) + 5000 + 1000 * (heardLate?.(day, n) ?? 0)
      await system.query(
        `insert into strategies_switch (device_id, tenant_id, at, seen_at, level, overridden)
         values ($1, $2, to_timestamp($3::float8 / 1000), to_timestamp($4::float8 / 1000), $5, $6)`,
        [id, TENANT, at, seen, step.level, overridden === true],
      )
    }
}
const clear = async (): Promise<void> => {
  for (const table of ['device', 'switch', 'night', 'night_place', 'deviation', 'cabinet_night', 'shortfall', 'road_class'])
    await product.platform.system.query(`delete from strategies_${table}`)
}
/** Lamps that did not keep their calendar, with the cause. */
const deviating = ({ checked }: Awaited<ReturnType<typeof checkNights>>) =>
  checked.flatMap(({ id, deviation }) => (deviation ? [[id, deviation.diagnosis?.cause]] : []))
const NIGHT = { tenantId: TENANT, day: DAY, zone: 'Europe/Paris' }
const BASE = '/api/blade-strategy/workstrategy'

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
  await add(7, { area: 5 })
  // Lamp 8 is reduced a minute before the floor of its class is: no shortfall.
  await product.platform.system.query(
    `insert into strategies_road_class (id, tenant_id, name, standard, floor, late_from, late_to, late_floor, area_ids) values (2, $1, '支路', 1, 100, '23:30', '08:00', 40, '{6}')`,
    [TENANT],
  )
  await add(8, { area: 6, heardLate: (_, n) => (n === 1 ? -65 : 0) })
  const summary = await checkNights(product.platform, TENANT, DAY)
  expect(summary, JSON.stringify(summary)).toMatchObject({ lamps: 8, overridden: 1, silent: 1 })
  expect(deviating(summary)).toEqual([
    ['2', 'clockDrift'],
    ['3', 'noDst'],
    ['4', 'position'],
  ])
  // Lamps 2 and 3 hang on one switch box.
  const feeders = { boxesOf: async () => new Map(['2', '3', '7'].map((id) => [id, '77'])) }
  await storeNight(product.platform, NIGHT, summary, feeders)
  await storeNight(product.platform, NIGHT, summary, feeders)
  const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const recordsOf = async (name: string): Promise<Record<string, number>[]> =>
    (await operator.get<{ records: Record<string, number>[] }>(`${BASE}/${name}/page`, { day: '2026-06-10' })).data.records
  const night = createCalendar(PROGRAM, PARIS).night(DAY)
  const half = night.steps.find(({ level }) => level === 50)!
  const minutes = (night.steps.at(-1)!.at - half.at) / 60_000 - 180
  const [stored] = await recordsOf('night')
  expect(stored).toMatchObject({ lamps: 8, kept: 3, deviating: 3 })
  expect(Math.abs(stored!.belowMinutes! - minutes), 'lamp 7 is at 50 % where its class wants 60').toBeLessThanOrEqual(1)
  expect((await recordsOf('deviation')).map(({ cause }) => cause).sort()).toEqual([1, 2, 5])
  expect(await recordsOf('shortfall')).toMatchObject([{ lamps: 1, lowest: 50, floor: 60, begins: '23:30', minutes: stored!.belowMinutes }])
  expect(await recordsOf('cabinetNight')).toMatchObject([{ cabinetId: '77', lamps: 3, deviating: 2 }])
})

test('a user with areas sees the figures of the lamps there, and none of a night without figures by place', async () => {
  await clear()
  const { system } = product.platform
  await add(1, { area: 5 })
  await add(2, { area: 5, drift: 30 })
  await add(3, { area: 5, silent: true })
  await add(4, { area: 6 })
  await add(5, { area: 6, overridden: true })
  await add(6, {})
  await storeNight(product.platform, NIGHT, await checkNights(product.platform, TENANT, DAY), null)
  const [east, north, operator] = [
    await signInWith('nights_east', 5),
    await signInWith('nights_north', 99),
    await product.signIn({ tenantId: TENANT, account: 'operator' }),
  ]
  const nightOf = async (client: typeof east): Promise<unknown> =>
    (await client.get<{ records: unknown[] }>(`${BASE}/night/page`, { day: '2026-06-10' })).data.records[0]
  expect(await nightOf(operator)).toMatchObject({ lamps: 6, kept: 3, deviating: 1, silent: 1, overridden: 1, belowMinutes: 0 })
  expect(await nightOf(east)).toMatchObject({ lamps: 3, kept: 1, deviating: 1, silent: 1, overridden: 0, belowMinutes: 0 })
  // Filters compare with the figures that the user sees.
  const totalOf = async (query: Record<string, unknown>): Promise<number> =>
    (await east.get<{ total: number }>(`${BASE}/night/page`, query)).data.total
  expect([await totalOf({ lamps_ge: 3 }), await totalOf({ lamps_ge: 4 }), await totalOf({ lamps: 3, descs: 'kept' })]).toEqual([1, 0, 1])
  expect(await nightOf(north)).toMatchObject({ lamps: 0, kept: 0, deviating: 0, silent: 0, overridden: 0 })
  await system.query('delete from strategies_night_place')
  // -1: not known.
  expect(await nightOf(east)).toMatchObject({ lamps: -1, kept: -1 })
})

test('a user with areas sees the versions of the strategies there, as in the list of strategies', async () => {
  const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const entries = [{ trigger: 2, offset: 0, level: 100 }]
  for (const name of ['东区', '西区', '全市']) await operator.post(`${BASE}/normal`, { name, entries })
  // The areas of this test are not stored, so that no call accepts them.
  await product.platform.system.query("update strategies_strategy set area_id = case name when '东区' then 5 when '西区' then 6 end")
  const east = await signInWith('versions_east', 5)
  const namesOf = async (client: typeof east, path: string, field: string): Promise<unknown[]> =>
    (await client.get<{ records: Record<string, unknown>[] }>(`${BASE}/${path}`)).data.records.map((row) => row[field]).sort()
  expect(await namesOf(operator, 'version/list', 'strategyName')).toEqual(['东区', '全市', '西区'])
  expect(await namesOf(east, 'page', 'name')).toEqual(['东区'])
  expect(await namesOf(east, 'version/list', 'strategyName')).toEqual(['东区'])
})

test('a drift of 30 s a day is named in the third night, when the lamp is 95 s late; a drift of all lamps of a box is the cause of the box', async () => {
  await clear()
  for (const id of [1, 2, 3]) await add(id, { drift: 30, nights: 3 })
  await add(4, { nights: 3 })
  const summary = await checkNights(product.platform, TENANT, DAY)
  expect(deviating(summary)).toEqual(['1', '2', '3'].map((id) => [id, 'clockDrift']))
  // Sun events are those of the middle of a cell of the map: up to 12 s off.
  for (const [n, { late }] of summary.checked.entries()) expect(Math.abs((late ?? Number.NaN) - (n < 3 ? 95 : 5))).toBeLessThanOrEqual(12)
  await storeNight(product.platform, NIGHT, summary, { boxesOf: async (_, __, ids) => new Map(ids.map((id) => [id, '9'])) })
  const [row] = await product.platform.system.query<{ cause: number; amount: number; late: number; lamps: number }>(
    'select cause, amount, late, lamps from strategies_cabinet_night',
  )
  expect(row).toMatchObject({ cause: 1, lamps: 4 })
  expect(Math.abs(row!.amount - 30)).toBeLessThanOrEqual(3)
  expect(Math.abs(row!.late - 95)).toBeLessThanOrEqual(12)
})

test('a lamp that made no change in a night has no delay, and does not count in the median delay of its box', async () => {
  await clear()
  await add(1, { still: true })
  await add(2, { drift: 30, nights: 3 })
  await add(3, { still: true })
  const summary = await checkNights(product.platform, TENANT, DAY)
  const lateOf = (id: string) => summary.checked.find((one) => one.id === id)?.late
  expect([lateOf('1'), lateOf('3')]).toEqual([null, null])
  expect(Math.abs((lateOf('2') ?? Number.NaN) - 95)).toBeLessThanOrEqual(12)
  await storeNight(product.platform, NIGHT, summary, { boxesOf: async (_, __, ids) => new Map(ids.map((id) => [id, '9'])) })
  const { query } = product.platform.system
  const rows = await query('select late, missing = expected as still from strategies_deviation order by controller_id')
  expect(rows).toMatchObject([{ late: null, still: true }, { still: false }, { late: null, still: true }])
  const [box] = await query<{ late: number }>('select late from strategies_cabinet_night')
  expect(Math.abs(box!.late - 95)).toBeLessThanOrEqual(12)
})

test('a lamp that did not report until the end of the night is silent: it neither failed to switch nor stayed at its level', async () => {
  await clear()
  await product.platform.system.query(
    `insert into strategies_road_class (id, tenant_id, name, standard, floor, area_ids) values (1, $1, '次干路', 1, 60, '{5}')`,
    [TENANT],
  )
  const { start, end } = createCalendar(PROGRAM, PARIS).night(DAY)
  // Last heard in the afternoon before, in the middle of the night, and after it.
  for (const [n, heard] of [start - 3_600_000, (start + end) / 2, end + 60_000].entries()) {
    await add(9 + n, { still: true, area: 5 })
    await product.platform.system.query(
      `insert into devices_state (device_id, tenant_id, sn, received_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000))`,
      [9 + n, TENANT, `HEARD-${n}`, heard],
    )
  }
  const summary = await checkNights(product.platform, TENANT, DAY)
  expect(summary).toMatchObject({ lamps: 3, silent: 2 })
  expect(summary.checked.map(({ id, deviation, below }) => [id, deviation !== null, below !== null])).toEqual([['11', true, true]])
  await product.platform.system.query("delete from devices_state where sn like 'HEARD-%'")
})

test('a light sensor may act at any time of its window; the second head does not count; a lamp that is dark at night is below its class', async () => {
  await clear()
  const window = createCalendar(PROGRAMS[2]!, PARIS, 1).night(DAY, (_, __, to) => to)
  await add(1, { calendar: 2, heardLate: (_, n) => (n === 0 ? -1500 : 0) })
  await add(2, { calendar: 2, heardLate: (_, n) => (n === 0 ? 1700 : 0) })
  await product.platform.system.query(
    `insert into strategies_road_class (id, tenant_id, name, standard, floor, area_ids) values (2, $1, '支路', 1, 30, '{6}')`,
    [TENANT],
  )
  await add(3, { calendar: 3, area: 6 })
  const summary = await checkNights(product.platform, TENANT, DAY)
  expect(deviating(summary).map(([id]) => id)).toEqual(['2'])
  expect(window.steps.length).toBeGreaterThan(1)
  const dark = summary.checked.find(({ id }) => id === '3')?.below
  expect(dark?.parts).toMatchObject([{ level: 0, floor: 30 }])
  const dawn = createCalendar(PROGRAM, PARIS).sun.eventOf('civilDawn', DAY + 1) as number
  const off = createCalendar(PROGRAMS[3]!, PARIS).night(DAY).steps.at(-1)!.at + 5000
  expect(dark!.parts[0]).toMatchObject({ from: off })
  expect(Math.abs(dark!.parts[0]!.to - (dawn - 15 * 60_000))).toBeLessThan(15_000)
})

test('in 1,000 lamp-months with late and lost messages one lamp is accused at most', async () => {
  await clear()
  const [lamps, nights] = [1000, 30]
  const random = createRandom(3, 'night-check')
  const calendar = createCalendar(PROGRAM, PARIS, 1)
  const { system } = product.platform
  await system.query(
    `insert into strategies_device (device_id, tenant_id, calendar_id, lat, lng, published_at) select n, $1, 1, $2, $3, '2026-01-01' from generate_series(1, $4::int) n`,
    [TENANT, PARIS.lat, PARIS.lng, lamps],
  )
  const [ids, ats, seens, levels]: number[][] = [[], [], [], []]
  for (let day = DAY - 6; day < DAY + nights; day++)
    for (const step of calendar.night(day).steps)
      for (let id = 1; id <= lamps; id++) {
        const draw = random.next()
        // Of a thousand messages one is lost, and a later report shows the level; five wait up to a minute.
        const late = draw < 0.001 ? random.between(60, 900) : draw < 0.006 ? random.between(5, 60) : random.between(0.5, 15)
        ids!.push(id)
        ats!.push(step.at + (draw < 0.001 ? late * 1000 : 0))
        seens!.push(step.at + late * 1000)
        levels!.push(step.level)
      }
  await system.query(
    `insert into strategies_switch (device_id, tenant_id, at, seen_at, level, overridden)
     select u.id, $1, to_timestamp(u.at / 1000), to_timestamp(u.seen / 1000), u.level, false from unnest($2::bigint[], $3::float8[], $4::float8[], $5::smallint[]) as u (id, at, seen, level)`,
    [TENANT, ids, ats, seens, levels],
  )
  let accused = 0
  for (let night = 0; night < nights; night++) {
    const summary = await checkNights(product.platform, TENANT, DAY + night)
    expect(summary.checked.length).toBe(lamps)
    accused += deviating(summary).length
  }
  expect(accused).toBeLessThanOrEqual(1)
})
