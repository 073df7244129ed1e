import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'

// The virtual city loses a box, a gateway, a loop, and both at once: each cause is one incident with its evidence, and ends when the lamps are back.
const TENANT = '100001'
const BASE = '/api/blade-alarm/incident'
let product: TestPlatform
let operator: ApiClient
let guest: ApiClient
let other: ApiClient
let city: City

interface Incident {
  readonly id: string
  readonly cause: number
  readonly name: string
  readonly state: number
  readonly lost: number
  readonly total: number
  readonly mostLost: number
  readonly confidence: number
  readonly evidence: string
  readonly switchboxId: string
  readonly gatewayId: string
  readonly loopId: string
  readonly acknowledgedBy: string
  readonly rejected: string
}
interface Box {
  readonly id: string
  readonly name: string
  readonly gatewayId: string
  readonly gateway: string
  readonly lamps: number
  readonly loops: readonly { readonly id: string; readonly name: string; readonly switch: string; readonly lamps: number }[]
}
let boxes: Box[]

beforeAll(async () => {
  product = await testPlatform({
    slices,
    config: {
      DEMO_LAMPS: '240',
      DEMO_DEVICES: '40',
      ALARM_SECONDS: '0.5',
      COMMAND_RESEND_SECONDS: '1',
      COMMAND_VERIFY_SECONDS: '2',
      INCIDENT_OPENS_SECONDS: '1',
      INCIDENT_CLOSES_SECONDS: '1',
    },
  })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  other = await product.signIn({ tenantId: '000000', account: 'admin' })
  boxes = await product.platform.system.query<Box & Record<string, unknown>>(
    `select b.id::text, b.name, b.gateway_id::text as "gatewayId", g.sn as gateway, sum(l.n)::int as lamps,
       jsonb_agg(jsonb_build_object('id', l.id::text, 'name', l.name, 'switch', l.sn, 'lamps', l.n) order by l.no) as loops
     from cabinets_switchbox b join devices_gateways g on g.id = b.gateway_id cross join lateral (
       select o.id, o.name, o.no, min(a.sn) as sn, (select count(*)::int from cabinets_fed f where f.loop_id = o.id) as n from cabinets_loop o
       join cabinets_air_switch a on a.loop_id = o.id where o.switchbox_id = b.id group by o.id) l
     where b.tenant_id = $1 group by b.id, g.sn having sum(l.n) >= 6 order by sum(l.n) desc, b.name`,
    [TENANT],
  )
  expect(boxes.length, JSON.stringify(boxes.map(({ lamps }) => lamps))).toBeGreaterThan(1)
  const inventory = await inventoryOf(product.running)
  city = createCity({ inventory, latency: 20, reportInterval: 5, ...plays })
  city.start()
  city.showNight(
    inventory.gateways.map(({ sn }) => sn),
    true,
  )
  for (const gateway of inventory.gateways) await eventually(() => city.isOnline(gateway.sn))
  // Every lamp has reported, and the switches and meters of the boxes too.
  await eventually(async () => {
    const [row] = await product.platform.system.query<{ silent: number }>(
      `select count(*)::int as silent from devices_registered r join devices_gateways g on g.id = r.gateway_id left join devices_states s on s.device_id = r.device_id
       where r.tenant_id = $1 and r.activated and r.type in (4, 9, 25) and (s.received_at is null or not s.online)`,
      [TENANT],
    )
    expect(row?.silent).toBe(0)
    return true
  })
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

const incidents = async (query: object = {}): Promise<readonly Incident[]> =>
  (await operator.get<{ records: Incident[] }>(`${BASE}/page`, { size: 100, ...query })).data.records
const open = () => incidents({ state: '1' })
/** Waits until exactly these incidents are open, and stays so for a moment. */
const settles = (wanted: readonly object[], ms = 60_000): Promise<readonly Incident[]> =>
  eventually(async () => {
    const now = await open()
    expect(now.map(({ cause, switchboxId, gatewayId, loopId }) => ({ cause, switchboxId, gatewayId, loopId }))).toEqual(
      expect.arrayContaining(wanted.map((one) => expect.objectContaining(one))),
    )
    expect(now.length).toBe(wanted.length)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect((await open()).length).toBe(wanted.length)
    return now
  }, ms)
/** Opens or closes the switches of loops at the box itself, not by a command of the platform. */
const turn = (box: Box, on: boolean, loops = box.loops, faults: readonly string[] = []): void => {
  for (const loop of loops) city.setValues(loop.switch, { contact: on ? 1 : 0, faults })
}
/** Opens or closes the switches of loops by a command of the operator. */
const order = async (loops: Box['loops'], on: boolean): Promise<void> => {
  const found = await operator.get<{ records: { id: string; sn: string }[] }>('/api/blade-city/airswitch/page', { size: 200 })
  const ids = found.data.records.filter(({ sn }) => loops.some((loop) => loop.switch === sn)).map(({ id }) => id)
  expect(ids.length).toBe(loops.length)
  expect((await operator.post('/api/blade-city/airswitch/switch', { ids, on: on ? 1 : 0 })).body).toMatchObject({ code: 200 })
}
const presentAlarms = async (query: object): Promise<number> =>
  (await operator.get<{ total: number }>('/api/blade-alarm/alarm/page', { present: 1, ...query })).data.total

test('a box without supply is exactly one incident with its evidence; its alarms are quiet; it closes when the lamps are back', async () => {
  const box = boxes[0]!
  turn(box, false)
  const [one] = await settles([{ cause: 4, switchboxId: box.id }])
  expect(one).toMatchObject({ name: box.name, lost: box.lamps })
  // The first lamps may be lost before the contacts are reported; the evidence follows.
  await eventually(async () => {
    const now = (await open()).find(({ id }) => id === one!.id)
    expect(now?.evidence.split(',')).toContain('contacts')
    expect(now?.confidence).toBeGreaterThan(90)
    return true
  }, 60_000)
  const members = await operator.get<{ total: number }>('/api/blade-alarm/alarm/page', { incidentId: one!.id, present: 1 })
  expect(members.data.total).toBe(box.lamps)
  // Slices that notify others are told the incident, and none of its alarms.
  const told = await product.platform.system.query<{ id: string; present: boolean }>(
    "select id::text, present from (select * from alarms_raised where not is_deleted union all select * from alarms_incidents where not is_deleted) a where tenant_id = $1 and alarm_type = 1 and not quiet and create_time > now() - interval '5 minutes'",
    [TENANT],
  )
  expect(told).toEqual([{ id: one!.id, present: true }])
  const { data: bell } = await operator.get<{ newest: { id: string; isIncident: number; kindName: string; name: string }[] }>(
    '/api/blade-alarm/alarm/bell',
  )
  expect(bell.newest.filter(({ isIncident }) => isIncident === 1)).toMatchObject([{ id: one!.id, kindName: '配电箱断电', name: box.name }])
  turn(box, true)
  await eventually(async () => {
    expect((await incidents({ state: '2' })).find(({ id }) => id === one!.id)).toMatchObject({ lost: 0, mostLost: box.lamps })
    return true
  })
  expect(await open()).toEqual([])
}, 150_000)

test('a lost gateway is another cause of the same lamps; both at once are two; after a restart they are the same', async () => {
  const box = boxes[1]!
  turn(box, false)
  const [dark] = await settles([{ cause: 4, switchboxId: box.id }])
  city.killGateway(box.gateway)
  const two = await settles([
    { cause: 4, switchboxId: box.id },
    { cause: 3, gatewayId: box.gatewayId },
  ])
  expect(two.map(({ id }) => id)).toContain(dark!.id)
  city.reviveGateway(box.gateway)
  await settles([{ cause: 4, switchboxId: box.id }])
  turn(box, true)
  await settles([], 60_000)
  city.killGateway(box.gateway)
  const [gone] = await settles([{ cause: 3, gatewayId: box.gatewayId }])
  expect(gone!.evidence).toBe('session')
  city.reviveGateway(box.gateway)
  await settles([], 60_000)
})

test('an open loop is an incident of the loop; people acknowledge, assign and comment it, and exclude its cause', async () => {
  const box = boxes[0]!
  const loop = box.loops.toSorted((a, b) => b.lamps - a.lamps)[0]!
  turn(box, false, [loop])
  const [one] = await settles([{ cause: 6, loopId: loop.id }])
  expect(one).toMatchObject({ lost: loop.lamps, total: loop.lamps })
  expect((await guest.post(`${BASE}/acknowledge`, { ids: one!.id })).body).toMatchObject({ code: 400, msg: '没有该操作的权限' })
  expect((await other.get<{ total: number }>(`${BASE}/page`, { name: box.name })).data.total).toBe(0)
  expect((await operator.post(`${BASE}/acknowledge`, { ids: one!.id })).data).toMatchObject({ count: 1 })
  const { data } = await operator.get<{ records: { acknowledgedAt: string }[] }>('/api/blade-alarm/alarm/page', {
    incidentId: one!.id,
    present: 1,
    size: 100,
  })
  expect(data.records.length).toBe(loop.lamps)
  expect(data.records.every(({ acknowledgedAt }) => acknowledgedAt !== '')).toBe(true)
  expect((await operator.post(`${BASE}/assign`, { ids: one!.id, userId: '1234567890123456789' })).body).toMatchObject({
    code: 400,
    field: 'userId',
  })
  expect((await operator.post(`${BASE}/comment`, { ids: one!.id, remark: '已通知抢修' })).data).toMatchObject({ count: 1 })
  expect((await operator.post(`${BASE}/reject`, { ids: one!.id })).body).toMatchObject({ code: 400, field: 'remark' })
  expect((await operator.post(`${BASE}/reject`, { ids: one!.id, remark: '开关是合的' })).data).toMatchObject({ count: 1 })
  await eventually(async () => {
    expect((await open()).some(({ loopId, cause }) => cause === 6 && loopId === loop.id)).toBe(false)
    return true
  })
  turn(box, true, [loop])
  await settles([], 60_000)
}, 150_000)

test('a breaker that tripped is the cause; a loop that somebody switched off is no incident, and its lamps have no alarms', async () => {
  const box = boxes[0]!
  const loop = box.loops.toSorted((a, b) => b.lamps - a.lamps)[0]!
  turn(box, false, [loop], ['circuitBreakerTripped'])
  const [one] = await settles([{ cause: 7, loopId: loop.id }])
  expect(one!.evidence.split(',')).toEqual(expect.arrayContaining(['contact', 'tripped']))
  turn(box, true, [loop])
  await settles([])
  await order([loop], false)
  await eventually(async () => {
    const [row] = await product.platform.system.query<{ online: number }>(
      'select count(*) filter (where s.online)::int as online from cabinets_supplied f join devices_states s on s.device_id = f.device_id where f.loop_id = $1',
      [loop.id],
    )
    expect(row?.online).toBe(0)
    return true
  })
  await new Promise((resolve) => setTimeout(resolve, 4000))
  expect(await open()).toEqual([])
  expect(await presentAlarms({ subAlarmType: 1 })).toBe(0)
  await order([loop], true)
  await settles([])
}, 150_000)

test('all boxes without supply are one incident of the city, of a storm when a sensor of it reports a gale', async () => {
  const all = await product.platform.system.query<{ sn: string }>(
    'select sn from cabinets_air_switch where tenant_id = $1 and loop_id is not null and not is_deleted',
    [TENANT],
  )
  for (const { sn } of all) city.setValues(sn, { contact: 0 })
  const [one] = await settles([{ cause: 2 }], 90_000)
  expect(one!.evidence).toBe('boxes')
  expect(one!.total).toBeGreaterThanOrEqual(boxes[0]!.lamps + boxes[1]!.lamps)
  await eventually(async () => {
    expect(await presentAlarms({ incidentId: one!.id })).toBe(one!.total)
    return true
  })
  expect(await presentAlarms({ subAlarmType: 1 })).toBe(one!.total)
  const [sensor] = await product.platform.system.query<{ sn: string }>(
    'select sn from environment_env_sensor where tenant_id = $1 and area_id is not null and gateway_id is not null and not is_deleted order by id limit 1',
    [TENANT],
  )
  city.setValues(sensor!.sn, { windSpeed: 24.5 })
  await settles([{ cause: 9 }])
  city.setValues(sensor!.sn, { windSpeed: 3 })
  for (const { sn } of all) city.setValues(sn, { contact: 1 })
  await settles([], 90_000)
})

test('a gateway with a suspended SIM card is lost by it', async () => {
  const { gateway, gatewayId } = boxes[1]!
  await product.platform.system.query(
    "insert into devices_esim_card (id, tenant_id, iccid, sn, operator, suspended) values (nextval('kit_id'), $1, '898600000000001', $2, 1, true)",
    [TENANT, gateway],
  )
  city.killGateway(gateway)
  const [one] = await settles([{ cause: 8, gatewayId }])
  expect(one!.evidence).toBe('session,blocked')
  city.reviveGateway(gateway)
  await settles([])
})
