import { pastCommandsPort, STATUS } from '@lamplight/control/model'
import { decodePastPacket, LAMP_STATE, PAST_NO_POWER, PAST_SOURCE, PAST_UNKNOWN, type PastPoints } from '@lamplight/lamp-packet'
import { formatTime } from '@lamplight/server-kit'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

// The map at a past instant: lamps with known commands, readings and calendars, and what the map must say of each of them.
const TENANT = '100001'
const ZONE = 'Asia/Shanghai'
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const GATEWAY = 'GW-PAST'
const MAP = '/api/blade-city/lamp/past'
const DETAIL = `${MAP}/detail`
const [NORTH, SOUTH] = ['7300000000000000001', '7300000000000000002']
const deviceOf = (n: number): string => String(7_100_000_000_000_000_000n + BigInt(n))
const lampOf = (n: number): string => String(7_200_000_000_000_000_000n + BigInt(n))
/** Lamps by name. `twins` are two lamps of one controller; `bare` has none. */
const L = {
  plain: 0,
  dimmed: 1,
  off: 2,
  silent: 3,
  ended: 4,
  faulty: 5,
  released: 6,
  twins: 7,
  removed: 9,
  late: 10,
  failed: 11,
  bare: 12,
} as const
const COUNT = 13
/** 21:10 of the day before yesterday, in the tenant's zone. */
const AT = Math.floor((Date.now() + 8 * HOUR) / DAY) * DAY - 8 * HOUR - 2 * DAY + 21 * HOUR + 10 * MINUTE

let product: TestPlatform
let operator: ApiClient
const sql = <R extends object = object>(text: string, params: unknown[] = []): Promise<R[]> =>
  product.platform.system.query(text, params) as unknown as Promise<R[]>
const timeOf = (at: number): string => formatTime(at, ZONE)

interface Reading {
  readonly n: number
  readonly from?: number
  readonly to?: number
  readonly dim: number
  readonly power: number | null
}
/** Readings every quarter of an hour, six minutes after it, so that the last one before AT is four minutes old. */
const read = ({ n, from = AT - 6 * HOUR, to = AT + 2 * HOUR, dim, power }: Reading): Promise<object[]> =>
  sql(
    `insert into devices_telemetry (tenant_id, device_id, at, dim, is_on, power)
     select $1, $2, at, $5::int, $5::int > 0, $6 from generate_series($3::timestamptz, $4::timestamptz, interval '15 minutes') at`,
    [TENANT, deviceOf(n), new Date(from - 4 * MINUTE), new Date(to), dim, power],
  )
const order = (
  at: number,
  command: number,
  level: number | null,
  until: number | null,
  lamps: readonly number[],
  ended: Partial<Record<'rung' | 'status', number>> = {},
) => ({
  at,
  command,
  level,
  until,
  targetKind: 1,
  target: ['灯具', 'Lamps'] as const,
  userId: null,
  account: 'operator',
  items: lamps.map((n) => ({
    deviceId: deviceOf(n),
    sn: `PC${n}`,
    gatewaySn: GATEWAY,
    expected: 30,
    tolerance: 5,
    rung: 4 as const,
    status: STATUS.success,
    code: null,
    measured: 30,
    ...(ended as object),
  })),
})

const past = async (client: ApiClient, query: Record<string, string> = {}): Promise<PastPoints> => {
  const answer = await client.call('GET', `${MAP}?${new URLSearchParams({ at: timeOf(AT), ...query })}`)
  expect(answer.status).toBe(200)
  return decodePastPacket(await answer.arrayBuffer())
}
const shown = (points: PastPoints, n: number) => {
  const i = points.ids.indexOf(BigInt(n === L.bare ? lampOf(n) : deviceOf(n)))
  const known = (value: number): number | null => (value === PAST_UNKNOWN ? null : value)
  const power = points.power[i]!
  return {
    state: points.state[i],
    dim: points.dim[i],
    wanted: known(points.wanted[i]!),
    source: points.source[i],
    power: power === PAST_NO_POWER ? null : power / 10,
    share: known(points.share[i]!),
    age: known(points.age[i]!),
  }
}
const one = async (n: number, at = AT, client = operator) =>
  (await client.get<Record<string, unknown>>(DETAIL, { id: deviceOf(n), at: timeOf(at) })).data

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  // The lamps of the demo city are not part of this one.
  await sql('delete from lighting_lamp where tenant_id = $1', [TENANT])
  const gatewayId = product.platform.newId()
  await sql('insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, true, 12)', [
    gatewayId,
    TENANT,
    GATEWAY,
  ])
  await sql(`insert into places_project (id, tenant_id, name) values ($1, $3, 'north'), ($2, $3, 'south')`, [NORTH, SOUTH, TENANT])
  const project = `case when n in (${L.plain}, ${L.dimmed}) then ${NORTH} else ${SOUTH} end`
  await sql(
    `insert into lighting_controller (id, tenant_id, sn, name, gateway_id, activated, project_id, lng, lat)
     select 7100000000000000000 + n, $1, 'PC' || n, 'PC' || n, $2, true, ${project}, 113 + n * 0.001, 28.2 from generate_series(0, ${COUNT - 2}) n where n <> 8`,
    [TENANT, gatewayId],
  )
  await sql(
    `insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, activated, type)
     select 'PC' || n, 7100000000000000000 + n, $1, $2, $3, true, 4 from generate_series(0, ${COUNT - 2}) n where n <> 8`,
    [TENANT, gatewayId, GATEWAY],
  )
  await sql(
    `insert into lighting_lamp (id, tenant_id, name, sn, kind, power, controller_id, project_id, lng, lat)
     select 7200000000000000000 + n, $1, 'lamp ' || n, 'PL' || n, 1, 100,
       case when n = 8 then 7100000000000000007 when n <> ${L.bare} then 7100000000000000000 + n end, ${project}, 113 + n * 0.001, 28.2
     from generate_series(0, ${COUNT - 1}) n`,
    [TENANT],
  )
  for (let day = AT - DAY; day <= AT + DAY; day += DAY)
    await sql('select devices_telemetry_partition($1::date)', [new Date(day).toISOString().slice(0, 10)])
  for (const n of [L.plain, L.ended, L.faulty, L.released, L.removed, L.late, L.failed]) await read({ n, dim: 100, power: 98 })
  await read({ n: L.dimmed, dim: 30, power: 32.4 })
  await read({ n: L.off, dim: 0, power: 0.8 })
  await read({ n: L.silent, to: AT - 5 * HOUR, dim: 100, power: 98 })
  await read({ n: L.silent, from: AT + HOUR, dim: 100, power: 98 })
  await read({ n: L.twins, dim: 100, power: 190 })
  // Another tenant's lamp with the same device id would be another row: readings of others are never read.
  await sql(`insert into devices_telemetry (tenant_id, device_id, at, dim, is_on, power) values ('000000', $1, $2, 7, true, 7)`, [
    deviceOf(L.silent),
    new Date(AT - MINUTE),
  ])
  await sql(`insert into devices_fault (device_id, tenant_id, type, began_at, ended_at) values ($1, $2, 'lampFailure', $3, $4)`, [
    deviceOf(L.faulty),
    TENANT,
    new Date(AT - HOUR),
    new Date(AT + HOUR),
  ])
  await sql(`insert into devices_fault (device_id, tenant_id, type, began_at, ended_at) values ($1, $2, 'lampFailure', $3, $4)`, [
    deviceOf(L.plain),
    TENANT,
    new Date(AT - 3 * HOUR),
    new Date(AT - HOUR),
  ])
  await product.platform.system.tx((query) =>
    product.platform
      .port(pastCommandsPort)
      .store(query, TENANT, [
        order(AT - 5 * DAY, 3, null, null, [L.off, L.released, L.dimmed]),
        order(AT - 2 * HOUR, 4, null, null, [L.released]),
        order(AT - 3 * HOUR, 1, 60, AT - 10 * MINUTE, [L.ended]),
        order(AT - HOUR, 1, 30, AT + 2 * HOUR, [L.dimmed]),
        order(AT - 2 * HOUR, 1, 20, null, [L.failed], { rung: 1, status: STATUS.timedOut }),
        order(AT + MINUTE, 1, 10, null, [L.late]),
      ]),
  )
  const made = await operator.post<{ id: string }>('/api/blade-strategy/workstrategy/normal', {
    name: '半夜灯',
    entries: [
      { trigger: 2, offset: 0, level: 100 },
      { trigger: 1, time: '23:00', level: 40 },
      { trigger: 3, offset: 0, level: 0 },
    ],
  })
  const controllers = Array.from({ length: COUNT - 1 }, (_, n) => n).filter((n) => n !== 8)
  const published = await operator.post('/api/blade-strategy/workstrategy/publish', {
    strategyId: made.data.id,
    controllerIds: controllers.map(deviceOf).join(),
  })
  expect(published.body).toMatchObject({ code: 200 })
  // The publication was three days before the instant, for one lamp after it.
  await sql('update strategies_held set at = $2 where tenant_id = $1', [TENANT, new Date(AT - 3 * DAY)])
  await sql('update strategies_held set at = $2 where device_id = $1', [deviceOf(L.late), new Date(AT + HOUR)])
  await sql('update lighting_lamp set is_deleted = true, update_time = $2 where id = $1', [lampOf(L.removed), new Date(AT + DAY)])
})
afterAll(() => product?.stop())

describe('the map at an instant', () => {
  test('shows what was commanded, reported and measured for each lamp', async () => {
    const points = await past(operator)
    expect(points.n).toBe(COUNT)
    const byCalendar = { wanted: 100, source: PAST_SOURCE.calendar }
    const lit = { state: LAMP_STATE.on, dim: 100, power: 98, share: 98, age: 4 }
    expect(shown(points, L.plain)).toEqual({ ...lit, ...byCalendar })
    expect(shown(points, L.dimmed)).toEqual({
      state: LAMP_STATE.on,
      dim: 30,
      wanted: 30,
      source: PAST_SOURCE.command,
      power: 32.4,
      share: 32,
      age: 4,
    })
    expect(shown(points, L.off)).toEqual({
      state: LAMP_STATE.off,
      dim: 0,
      wanted: 0,
      source: PAST_SOURCE.command,
      power: 0.8,
      share: 1,
      age: 4,
    })
    expect(shown(points, L.silent)).toEqual({ state: LAMP_STATE.offline, dim: 0, ...byCalendar, power: null, share: null, age: null })
    expect(shown(points, L.faulty)).toEqual({ ...lit, state: LAMP_STATE.fault, ...byCalendar })
    expect(shown(points, L.bare)).toMatchObject({ state: LAMP_STATE.inactive, wanted: null, source: PAST_SOURCE.none })
    expect(points.silentSeconds).toBe(1800)
  })

  test('a command holds a lamp until its end, a release or a newer command; a command that was never taken holds nothing', async () => {
    const points = await past(operator)
    for (const n of [L.ended, L.released, L.failed])
      expect(shown(points, n), String(n)).toMatchObject({ wanted: 100, source: PAST_SOURCE.calendar })
    const earlier = await past(operator, { at: timeOf(AT - 30 * MINUTE) })
    expect(shown(earlier, L.ended)).toMatchObject({ wanted: 60, source: PAST_SOURCE.command })
    expect(shown(await past(operator, { at: timeOf(AT - 4 * HOUR) }), L.dimmed)).toMatchObject({ wanted: 0, source: PAST_SOURCE.command })
    // After the temporary command the lamp follows its calendar, not the command before it.
    expect(shown(await past(operator, { at: timeOf(AT + 2 * HOUR + MINUTE) }), L.dimmed)).toMatchObject({
      wanted: 40,
      source: PAST_SOURCE.calendar,
    })
    expect(shown(await past(operator, { at: timeOf(AT - 118 * MINUTE) }), L.failed)).toMatchObject({
      wanted: 20,
      source: PAST_SOURCE.command,
    })
  })

  test('only a calendar that was published by then counts, and a later command does not', async () => {
    const points = await past(operator)
    expect(shown(points, L.late)).toMatchObject({ wanted: null, source: PAST_SOURCE.none })
    expect(shown(await past(operator, { at: timeOf(AT + 2 * MINUTE) }), L.late)).toMatchObject({ wanted: 10, source: PAST_SOURCE.command })
  })

  test('lamps of one meter share its power; a lamp that was removed later is there', async () => {
    const points = await past(operator)
    expect([...points.ids].filter((id) => id === BigInt(deviceOf(L.twins)))).toHaveLength(2)
    expect(shown(points, L.twins)).toMatchObject({ power: 190, share: 95 })
    expect(shown(points, L.removed)).toMatchObject({ state: LAMP_STATE.on })
    const now = await past(operator, { at: timeOf(AT + DAY + HOUR) })
    expect(now.ids.indexOf(BigInt(deviceOf(L.removed)))).toBe(-1)
  })

  test('an instant without readings knows nothing, and says from when readings are stored', async () => {
    const points = await past(operator, { at: '2020-05-03 21:10:00' })
    expect([...points.state].every((state) => state === LAMP_STATE.offline || state === LAMP_STATE.inactive)).toBe(true)
    expect([...points.wanted].every((level) => level === PAST_UNKNOWN)).toBe(true)
    expect(points.storedFrom * 1000).toBeGreaterThan(Date.parse('2020-05-03'))
  })

  test('a project and a box limit it', async () => {
    expect((await past(operator, { projectId: NORTH })).n).toBe(2)
    expect((await past(operator, { bbox: '112.9,28,113.0025,28.3' })).n).toBe(3)
  })

  test('is the same compressed and not', async () => {
    const get = async (encoding: string): Promise<Buffer> =>
      Buffer.from(
        await (
          await fetch(`${product.url}${MAP}?at=${encodeURIComponent(timeOf(AT))}`, {
            headers: { 'Blade-Auth': `bearer ${operator.token}`, 'Tenant-Id': TENANT, 'accept-encoding': encoding },
          })
        ).arrayBuffer(),
      )
    expect(await get('gzip')).toEqual(await get('identity'))
  })
})

describe('one lamp at an instant', () => {
  test('names the command or the calendar, and the readings around it', async () => {
    expect(await one(L.dimmed)).toMatchObject({
      name: 'lamp 1',
      removed: false,
      commanded: {
        source: 'command',
        level: 30,
        text: '调光',
        since: timeOf(AT - HOUR),
        until: timeOf(AT + 2 * HOUR),
        account: 'operator',
      },
      planned: { level: 100, strategy: '半夜灯', publishedAt: timeOf(AT - 3 * DAY) },
      last: { at: timeOf(AT - 4 * MINUTE), dim: 30, on: true, power: 32.4 },
      gap: null,
      faults: [],
    })
    expect(((await one(L.dimmed)).readings as { at: string }[]).map(({ at }) => at)).toEqual(
      [-49, -34, -19, -4, 11, 26, 41].map((minutes) => timeOf(AT + minutes * MINUTE)),
    )
    expect(await one(L.plain)).toMatchObject({ commanded: { source: 'calendar', level: 100, text: '半夜灯' } })
    expect(await one(L.late)).toMatchObject({ commanded: null, planned: null })
    expect(await one(L.faulty)).toMatchObject({ faults: [{ type: 'lampFailure', from: timeOf(AT - HOUR), to: timeOf(AT + HOUR) }] })
  })

  test('names the gap in which the instant lies', async () => {
    expect(await one(L.silent)).toMatchObject({ gap: { from: timeOf(AT - 5 * HOUR - 4 * MINUTE), to: timeOf(AT + HOUR - 4 * MINUTE) } })
    expect(await one(L.silent, AT + 70 * MINUTE)).toMatchObject({ gap: null })
  })

  test('explains the layers by the calendar of the instant', async () => {
    const why = await operator.get<{ level: number; layers: { layer: string; won: number }[]; reported: number; reportedAt: string }>(
      '/api/blade-strategy/workstrategy/why',
      { controllerId: deviceOf(L.dimmed), at: timeOf(AT) },
    )
    expect(why.data).toMatchObject({ level: 30, reported: 30, reportedAt: timeOf(AT - 4 * MINUTE) })
    expect(why.data.layers.find(({ won }) => won === 1)?.layer).toBe('override')
    expect(why.data.layers.map(({ layer }) => layer)).toEqual(['default', 'rule', 'point', 'override'])
    const plain = await operator.get('/api/blade-strategy/workstrategy/why', { controllerId: deviceOf(L.late), at: timeOf(AT) })
    expect(plain.data).toMatchObject({ strategy: null, publishedAt: '' })
    const future = await operator.get('/api/blade-strategy/workstrategy/why', {
      controllerId: deviceOf(L.late),
      at: timeOf(Date.now() + DAY),
    })
    expect(future.body).toMatchObject({ code: 400, field: 'at' })
  })
})

describe('who sees it', () => {
  test('another tenant sees no lamp of this one', async () => {
    const admin = await product.signIn({ tenantId: '000000', account: 'admin', password: 'admin' })
    expect((await past(admin)).n).toBe(0)
    expect((await admin.get(DETAIL, { id: deviceOf(L.plain), at: timeOf(AT) })).body).toMatchObject({ code: 400 })
  })

  test('a user limited to a project sees its lamps only', async () => {
    const guest = await product.signIn({ tenantId: TENANT, account: 'guest', password: 'guest' })
    await sql('insert into identity_grant (user_id, kind, ref_id, tenant_id) values ($1, $2, $3, $4)', [
      guest.userId,
      'project',
      NORTH,
      TENANT,
    ])
    const limited = await product.signIn({ tenantId: TENANT, account: 'guest', password: 'guest' })
    expect((await past(limited)).n).toBe(2)
    expect(shown(await past(limited), L.dimmed)).toMatchObject({ wanted: 30 })
    expect((await limited.get(DETAIL, { id: deviceOf(L.off), at: timeOf(AT) })).body).toMatchObject({ code: 400 })
    expect((await limited.get(DETAIL, { id: deviceOf(L.plain), at: timeOf(AT) })).status).toBe(200)
    await sql('delete from identity_grant where user_id = $1', [guest.userId])
  })

  test('nobody without a session', async () => {
    expect((await fetch(`${product.url}${MAP}?at=2026-05-03%2021:10:00`)).status).toBe(401)
  })
})

describe('wrong input is refused with the name of the field', () => {
  test.each([
    ['at', { at: 'yesterday evening' }],
    ['at', { at: '2026-02-31 21:10:00' }],
    ['at', { at: '' }],
    ['projectId', { projectId: 'north' }],
    ['bbox', { bbox: '1,2,3' }],
    ['bbox', { bbox: '5,2,3,4' }],
    ['bbox', { bbox: 'a,b,c,d' }],
  ])('%s %o', async (field, query) => {
    const answer = await operator.get(MAP, { at: timeOf(AT), ...query })
    expect(answer.body).toMatchObject({ code: 400, field })
  })
  test('an instant that has not come', async () => {
    expect((await operator.get(MAP, { at: timeOf(Date.now() + HOUR) })).body).toMatchObject({
      code: 400,
      field: 'at',
      msg: '该时刻尚未到来',
    })
    expect((await operator.get(DETAIL, { id: deviceOf(0), at: timeOf(Date.now() + HOUR) })).body).toMatchObject({ code: 400, field: 'at' })
  })
  test('a minute without seconds is an instant', async () => {
    expect((await past(operator, { at: timeOf(AT).slice(0, 16).replace(' ', 'T') })).n).toBe(COUNT)
  })
})
