import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import fc from 'fast-check'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { RECOVERED } from '../../../domains/alarms/model/alarm.lifecycle.ts'
import { followFaults } from '../../../domains/alarms/server/follow/follow.ts'
import { gatewaysPort } from '../../../domains/devices/model/index.ts'

// Messages may come late, out of order, repeatedly or with an impossible time. Alarms and hold times must be those that the messages give
// in the order of their times.
const TENANT = '100001'
const MINUTE = 60_000
let product: TestPlatform
let operator: ApiClient
let client: MqttClient
let gatewayId = ''
let next = 1

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)

interface Lamp {
  readonly sn: string
  readonly id: string
}
const register = async (count: number): Promise<Lamp[]> => {
  const lamps = Array.from({ length: count }, () => ({ sn: `LATE-${next++}`, id: product.platform.newId() }))
  await sql(
    `insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, name, type)
     select sn, id, $3, $4, 'GW-LATE', 'lamp', 4 from unnest($1::text[], $2::bigint[]) as d(sn, id)`,
    [lamps.map(({ sn }) => sn), lamps.map(({ id }) => id), TENANT, gatewayId],
  )
  product.platform.port(gatewaysPort).forget(lamps.map(({ sn }) => sn))
  return lamps
}
const send = (kind: 'report' | 'event', entries: readonly object[]): Promise<unknown> =>
  client.publishAsync(`ll/1/GW-LATE/up/${kind}`, JSON.stringify(entries), { qos: 1 })

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0', DEMO_DEVICES: '0', ALARM_SECONDS: '3600' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  gatewayId = product.platform.newId()
  await sql("insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, 'GW-LATE', 1, false, 0)", [
    gatewayId,
    TENANT,
  ])
  const password = await product.platform.port(gatewaysPort).issueSecret('GW-LATE')
  client = await connectAsync(product.broker.url, { clientId: 'GW-LATE', username: 'GW-LATE', password, reconnectPeriod: 0 })
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

const limitOf = async (lamps: readonly Lamp[], more: object): Promise<string> => {
  const made = await operator.post<{ id: string }>('/api/blade-alarm/alarm/config/submit', {
    name: `温度 ${next++}`,
    devType: 4,
    property: 'temperature',
    operator: 1,
    value: 80,
    clearValue: 70,
    holdSeconds: 0,
    severity: 2,
    deviceIds: lamps.map(({ id }) => id).join(),
    ...more,
  })
  expect(made.body, JSON.stringify(made.body)).toMatchObject({ code: 200 })
  return made.data.id
}
/** Returns since when a lamp exceeds its limit, and when its present alarms began. */
const limitState = async ({ id }: Lamp) => {
  const [pending] = await sql<{ since: Date }>('select since from alarms_pending where device_id = $1', [id])
  const alarms = await sql<{ began_at: Date }>(
    'select began_at from alarms_alarm where device_id = $1 and present and config_id is not null',
    [id],
  )
  return { since: pending?.since.getTime() ?? null, began: alarms.map(({ began_at }) => began_at.getTime()) }
}
/**
 * Waits until limits have been compared with all values sent so far: sends a value above and one below the limit of `marker`, and waits for
 * their effects.
 */
const settled = async (marker: Lamp): Promise<void> => {
  const at = Date.now()
  await send('report', [{ sn: marker.sn, at, p: { temperature: 90 } }])
  await eventually(async () => (await limitState(marker)).since !== null, 20_000)
  await send('report', [{ sn: marker.sn, at: at + 1, p: { temperature: 20 } }])
  await eventually(async () => (await limitState(marker)).since === null, 20_000)
}

test('limits: values in any order give the alarm and the hold time of the order of times', async () => {
  const lamps = await register(41)
  const [marker, ...pairs] = lamps as [Lamp, ...Lamp[]]
  await limitOf([marker, ...pairs.slice(0, 20)], { holdSeconds: 0 })
  await limitOf(pairs.slice(20), { holdSeconds: 600 })
  const values = fc.uniqueArray(fc.record({ ago: fc.integer({ min: 1, max: 60 }), temperature: fc.constantFrom(40, 75, 90, null) }), {
    selector: ({ ago }) => ago,
    minLength: 2,
    maxLength: 8,
  })
  const cases = fc.sample(fc.tuple(values, fc.array(fc.nat(), { minLength: 10, maxLength: 10 })), pairs.length / 2)
  const now = Date.now()
  const deliver = ({ sn }: Lamp, { ago, temperature }: { ago: number; temperature: number | null }) =>
    send('report', [{ sn, at: now - ago * MINUTE, p: temperature === null ? { power: 3 } : { temperature, power: 3 } }])
  const compared: [Lamp, Lamp, string][] = []
  for (const [n, [all, random]] of cases.entries()) {
    const [first, second] = [pairs[2 * n] as Lamp, pairs[2 * n + 1] as Lamp]
    const ordered = [...all].sort((a, b) => b.ago - a.ago)
    const shuffled = [...ordered, ordered[0] as (typeof ordered)[0]]
      .map((one, at) => ({ one, key: random[at] as number }))
      .sort((a, b) => a.key - b.key)
    for (const one of ordered) await deliver(first, one)
    for (const { one } of shuffled) await deliver(second, one)
    compared.push([first, second, JSON.stringify({ ordered, shuffled: shuffled.map(({ one }) => one) })])
  }
  await settled(marker)
  for (const [first, second, why] of compared) {
    const [expected, found] = [await limitState(first), await limitState(second)]
    expect(found, why).toEqual(expected)
  }
})

test('a late hot value opens no alarm, and a late cool value starts the hold time again', async () => {
  const [marker, hot, held] = (await register(3)) as [Lamp, Lamp, Lamp]
  await limitOf([marker, hot], { holdSeconds: 0 })
  await limitOf([held], { holdSeconds: 1200 })
  const now = Date.now()
  const report = ({ sn }: Lamp, ago: number, temperature: number) => send('report', [{ sn, at: now - ago * MINUTE, p: { temperature } }])
  await report(hot, 0, 40)
  await report(hot, 20, 95)
  await report(held, 30, 90)
  await report(held, 5, 90)
  await settled(marker)
  expect(await limitState(hot)).toEqual({ since: null, began: [] })
  expect(await limitState(held)).toEqual({ since: now - 30 * MINUTE, began: [now - 30 * MINUTE] })
  await report(held, 10, 40)
  await settled(marker)
  expect(await limitState(held)).toEqual({ since: now - 5 * MINUTE, began: [] })
})

test('a value that is exactly the limit is beyond it also when it is compared again', async () => {
  const [marker, warm] = (await register(2)) as [Lamp, Lamp]
  await limitOf([marker, warm], { operator: 2, value: 40.1, clearValue: 30 })
  const now = Date.now()
  const report = (ago: number, temperature: number) => send('report', [{ sn: warm.sn, at: now - ago * MINUTE, p: { temperature } }])
  await report(10, 40.1)
  await report(20, 20)
  await settled(marker)
  expect(await limitState(warm)).toEqual({ since: now - 10 * MINUTE, began: [now - 10 * MINUTE] })
})

test('a hot value that comes late moves the begin of the open alarm, and a cool one between them moves it back', async () => {
  const [marker, hot] = (await register(2)) as [Lamp, Lamp]
  await limitOf([marker, hot], { holdSeconds: 0 })
  const now = Date.now()
  const report = (ago: number, temperature: number) => send('report', [{ sn: hot.sn, at: now - ago * MINUTE, p: { temperature } }])
  const beganAgo = async (ago: number): Promise<void> => {
    await settled(marker)
    expect(await limitState(hot)).toEqual({ since: now - ago * MINUTE, began: [now - ago * MINUTE] })
  }
  await report(10, 95)
  await beganAgo(10)
  await report(30, 90)
  await beganAgo(30)
  await report(20, 40)
  await beganAgo(10)
})

/** Returns the fault alarms of a lamp with their begin, end and number of intervals. */
const alarmsOf = ({ id }: Lamp) =>
  sql<{ sub_alarm_type: number; began_at: Date; ended_at: Date | null; present: boolean; count: number }>(
    'select sub_alarm_type, began_at, ended_at, present, count::int as count from alarms_alarm where device_id = $1 and config_id is null order by began_at, sub_alarm_type',
    [id],
  )

interface Said {
  readonly ago: number
  readonly type: string
  readonly on: boolean
}
/** Events in the order of their arrival, as minutes ago: negative for the end of a fault. */
const relay = (...events: number[]): Said[] => events.map((ago) => ({ ago: Math.abs(ago), type: 'relayFailure', on: ago > 0 }))
/** Histories that gave wrong alarms once, with the arrivals after which the alarms were followed. */
const KNOWN: readonly (readonly [Said[], readonly number[]])[] = [
  // A fault that came back was left out of the alarm that was split before it.
  [relay(42, -30, -23, 148, -105, -114, 11, 38, 109), [3, 8]],
  // An interval that did not change was left out of the alarm that took it from a split one.
  [relay(-199, 42, 193, -49, 14, -196, 183, 146, 135, -178, 28, 191), [1, 4, 5, 6, 7, 8, 9, 11]],
]

test('events in any order, with the alarms followed at any time, give the alarms of the order of times', async () => {
  const most = 14
  const events = fc.uniqueArray(
    fc.record({
      ago: fc.integer({ min: 2, max: 200 }),
      // Mostly one type: the alarms of different types do not touch each other.
      type: fc.constantFrom('relayFailure', 'relayFailure', 'relayFailure', 'lampFailure'),
      on: fc.boolean(),
    }),
    { selector: ({ ago }) => ago, minLength: 2, maxLength: most },
  )
  const followed = fc.uniqueArray(fc.nat(most - 1), { maxLength: most })
  const cases = [...KNOWN, ...fc.sample(fc.tuple(events, followed), 30)]
  const now = Date.now()
  const deliver = ({ sn }: Lamp, { ago, type, on }: Said) => send('event', [{ sn, at: now - ago * MINUTE, type, on }])
  for (const [arrivals, follows] of cases) {
    const why = JSON.stringify({ arrivals, follows })
    const [first, second] = (await register(2)) as [Lamp, Lamp]
    const follow = () =>
      followFaults(product.platform).catch((thrown: unknown) => {
        throw new Error(`${String(thrown)} after ${why}`)
      })
    for (const one of [...arrivals].sort((a, b) => b.ago - a.ago)) await deliver(first, one)
    for (const [at, one] of arrivals.entries()) {
      await deliver(second, one)
      if (follows.includes(at)) await follow()
    }
    await follow()
    const found = await alarmsOf(second)
    const presentOf = (alarms: typeof found) =>
      alarms
        .filter(({ present }) => present)
        .map(({ sub_alarm_type }) => sub_alarm_type)
        .sort()
    expect(presentOf(found), why).toEqual(presentOf(await alarmsOf(first)))
    for (const alarm of found) {
      const later = found.filter((other) => other.sub_alarm_type === alarm.sub_alarm_type && other.began_at > alarm.began_at)
      for (const other of later) expect(alarm.ended_at?.getTime(), why).toBeLessThanOrEqual(other.began_at.getTime())
    }
  }
})

test('an end that comes late between two begins splits their alarm, whenever the alarms were followed', async () => {
  const now = Date.now()
  const events = [
    { ago: 26, on: true },
    { ago: 173, on: true },
    { ago: 164, on: false },
  ]
  for (let followed = 0; followed < 8; followed++) {
    const [lamp] = (await register(1)) as [Lamp]
    for (const [at, { ago, on }] of events.entries()) {
      await send('event', [{ sn: lamp.sn, at: now - ago * MINUTE, type: 'relayFailure', on }])
      if ((followed >> at) % 2 === 1) await followFaults(product.platform)
    }
    await followFaults(product.platform)
    expect(await alarmsOf(lamp), String(followed)).toMatchObject([
      { began_at: new Date(now - 173 * MINUTE), ended_at: new Date(now - 164 * MINUTE), present: false, count: 1 },
      { began_at: new Date(now - 26 * MINUTE), ended_at: null, present: true, count: 1 },
    ])
  }
})

test('an old interval in one message neither ends the open alarm nor the fault', async () => {
  const [lamp] = (await register(1)) as [Lamp]
  const now = Date.now()
  const event = (ago: number, on: boolean) => ({ sn: lamp.sn, at: now - ago * 1000, type: 'relayFailure', on })
  await send('event', [event(0, true)])
  await followFaults(product.platform)
  await send('event', [event(60, true), event(59, false)])
  await followFaults(product.platform)
  expect(await alarmsOf(lamp)).toMatchObject([{ present: true, began_at: new Date(now - 60_000), ended_at: null, count: 2 }])
  expect(await sql('select faults from devices_states where device_id = $1', [lamp.id])).toEqual([{ faults: ['relayFailure'] }])
  await send('event', [event(7200, true), event(7100, false)])
  await followFaults(product.platform)
  await followFaults(product.platform)
  expect(
    (await alarmsOf(lamp)).map(({ present }) => present),
    'two hours before: an alarm of its own',
  ).toEqual([false, true])
})

test('late intervals that move the begins of two alarms of a device in one turn leave each its own intervals', async () => {
  const [lamp] = (await register(1)) as [Lamp]
  const now = Date.now()
  const minutesAgo = (ago: number) => new Date(now - ago * MINUTE)
  const event = (ago: number, on: boolean) => send('event', [{ sn: lamp.sn, at: now - ago * MINUTE, type: 'relayFailure', on }])
  await event(200, true)
  await event(150, false)
  await followFaults(product.platform)
  await event(40, true)
  await followFaults(product.platform)
  await event(210, true)
  await event(60, true)
  await followFaults(product.platform)
  expect(await alarmsOf(lamp)).toMatchObject([
    { began_at: minutesAgo(210), ended_at: minutesAgo(150), present: false, count: 1 },
    { began_at: minutesAgo(60), ended_at: null, present: true },
  ])
})

test('an old interval that grows while a new one opens does not take the new one into its alarm', async () => {
  const [lamp] = (await register(1)) as [Lamp]
  const now = Date.now()
  const minutesAgo = (ago: number) => new Date(now - ago * MINUTE)
  const event = (ago: number, on: boolean) => send('event', [{ sn: lamp.sn, at: now - ago * MINUTE, type: 'relayFailure', on }])
  await event(200, true)
  await event(150, false)
  await followFaults(product.platform)
  await event(210, true)
  await event(60, true)
  await followFaults(product.platform)
  expect(await alarmsOf(lamp)).toMatchObject([
    { began_at: minutesAgo(210), ended_at: minutesAgo(150), present: false, count: 1 },
    { began_at: minutesAgo(60), ended_at: null, present: true, count: 1 },
  ])
})

test('late intervals beside two alarms belong to each of them, so that the later one stays the newest', async () => {
  const [lamp] = (await register(1)) as [Lamp]
  const now = Date.now()
  const minutesAgo = (ago: number) => new Date(now - ago * MINUTE)
  const event = (ago: number, on: boolean) => send('event', [{ sn: lamp.sn, at: now - ago * MINUTE, type: 'relayFailure', on }])
  await event(200, true)
  await event(190, false)
  await followFaults(product.platform)
  await event(80, true)
  await followFaults(product.platform)
  // Both changed intervals lie within half an hour, but the first belongs to the first alarm.
  await event(210, true)
  await event(170, true)
  await followFaults(product.platform)
  const expected = [
    { began_at: minutesAgo(210), ended_at: minutesAgo(190), present: false, count: 1 },
    { began_at: minutesAgo(170), ended_at: null, present: true, count: 1 },
  ]
  expect(await alarmsOf(lamp)).toMatchObject(expected)
  await event(215, true)
  await event(175, true)
  await followFaults(product.platform)
  expect(await alarmsOf(lamp)).toMatchObject([
    { ...expected[0], began_at: minutesAgo(215) },
    { ...expected[1], began_at: minutesAgo(175) },
  ])
})

test('a device whose alarms contradict each other does not stop the alarms of the others', async () => {
  const [broken, ...others] = (await register(6)) as [Lamp, ...Lamp[]]
  const now = Date.now()
  const event = ({ sn }: Lamp, ago: number, on: boolean) => send('event', [{ sn, at: now - ago * MINUTE, type: 'relayFailure', on }])
  for (const lamp of [broken, ...others]) await event(lamp, 60, true)
  await followFaults(product.platform)
  // An alarm of this device that has ended later than the present one began cannot come from messages.
  await sql(
    `insert into alarms_alarm (id, tenant_id, device_id, device_type, sub_alarm_type, began_at, last_began, ended_at, present, count, dispose, result, latched)
     select $2, tenant_id, device_id, device_type, sub_alarm_type, now(), now(), now(), false, 1, 1, ${RECOVERED}, false from alarms_alarm where device_id = $1`,
    [broken.id, product.platform.newId()],
  )
  for (const lamp of [broken, ...others]) await event(lamp, 70, true)
  await followFaults(product.platform)
  for (const lamp of others)
    expect(await alarmsOf(lamp)).toMatchObject([{ began_at: new Date(now - 70 * MINUTE), present: true, count: 1 }])
  expect(await alarmsOf(broken)).toMatchObject([{ began_at: new Date(now - 60 * MINUTE), present: true }, { present: false }])
})
