import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import fc from 'fast-check'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewaysPort } from '../../model/ports.ts'
import { devicesServer } from '../index.ts'

// Messages come late, early, again and with impossible times. The state follows the times of the devices, or the arrival if a time is
// impossible.
const TENANT = '100001'
const MINUTE = 60_000
let product: TestPlatform
let client: MqttClient
let gatewayId = ''
let next = 1

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer, placesServer, devicesServer] })
  gatewayId = product.platform.newId()
  await sql("insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, 'GW', 1, false, 0)", [
    gatewayId,
    TENANT,
  ])
  const password = await product.platform.port(gatewaysPort).issueSecret('GW')
  client = await connectAsync(product.broker.url, { clientId: 'GW', username: 'GW', password, reconnectPeriod: 0 })
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const send = (kind: string, entries: readonly object[]): Promise<unknown> =>
  client.publishAsync(`ll/1/GW/up/${kind}`, JSON.stringify(entries), { qos: 1 })
const register = async (count: number): Promise<{ sn: string; id: string }[]> => {
  const lamps = Array.from({ length: count }, () => ({ sn: `LC-${next++}`, id: product.platform.newId() }))
  await sql(
    `insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, name)
     select sn, id, $3, $4, 'GW', 'lamp' from unnest($1::text[], $2::bigint[]) as d(sn, id)`,
    [lamps.map(({ sn }) => sn), lamps.map(({ id }) => id), TENANT, gatewayId],
  )
  product.platform.port(gatewaysPort).forget(lamps.map(({ sn }) => sn))
  return lamps
}
const stateOf = async (id: string) =>
  (
    await sql(
      'select state, online, is_on, dim, power, temperature, reason, override_until, faults, reported_at from devices_state where device_id = $1',
      [id],
    )
  )[0] as Record<string, unknown>
const intervalsOf = (id: string, present = false) =>
  sql(
    `select type, began_at, ended_at from devices_fault where device_id = $1 ${present ? 'and ended_at is null' : ''} order by type, began_at`,
    [id],
  )

interface Message {
  readonly kind: 'report' | 'event'
  /** Minutes before now. */
  readonly ago: number
  readonly body: object
}
const report = fc.record(
  {
    on: fc.boolean(),
    dim: fc.integer({ min: 0, max: 100 }),
    power: fc.integer({ min: 0, max: 100 }),
    temperature: fc.integer({ min: 0, max: 60 }),
    faults: fc.subarray(['lampFailure', 'relayFailure']),
  },
  { requiredKeys: [] },
)
const event = fc.record({ type: fc.constantFrom('lampFailure', 'relayFailure', 'communicationFailure'), on: fc.boolean() })
const messages = fc.uniqueArray(fc.record({ ago: fc.integer({ min: 5, max: 60 }), what: fc.oneof(report, event) }), {
  selector: ({ ago }) => ago,
  minLength: 2,
  maxLength: 9,
})
const asMessage = ({ ago, what }: { ago: number; what: object }): Message =>
  'type' in what ? { kind: 'event', ago, body: what } : { kind: 'report', ago, body: { p: what } }
const deliver = async (sn: string, now: number, { kind, ago, body }: Message): Promise<unknown> =>
  send(kind, [{ sn, at: now - ago * MINUTE, ...body }])

test('messages in any order, with repetitions, give the state, the present faults and the reachability of the order of times', async () => {
  await fc.assert(
    fc.asyncProperty(messages, fc.infiniteStream(fc.nat()), async (all, random) => {
      const ordered = all.map(asMessage).sort((a, b) => b.ago - a.ago)
      const shuffled = [...ordered, ...ordered.slice(0, 2)].map((one) => ({ one, key: random.next().value as number }))
      const [first, second] = (await register(2)) as [{ sn: string; id: string }, { sn: string; id: string }]
      const now = Date.now()
      for (const one of ordered) await deliver(first.sn, now, one)
      for (const { one } of shuffled.sort((a, b) => a.key - b.key)) await deliver(second.sn, now, one)
      expect(await stateOf(second.id)).toEqual(await stateOf(first.id))
      const types = async (id: string) => (await intervalsOf(id, true)).map(({ type }) => type)
      expect(await types(second.id)).toEqual(await types(first.id))
    }),
    { numRuns: 40 },
  )
})

test('events in any order give the intervals of the order of times, in one message or in many', async () => {
  const events = fc.uniqueArray(fc.record({ ago: fc.integer({ min: 5, max: 60 }), what: event }), {
    selector: ({ ago }) => ago,
    minLength: 2,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(events, fc.infiniteStream(fc.nat()), async (all, random) => {
      const ordered = all.map(asMessage).sort((a, b) => b.ago - a.ago)
      const shuffled = ordered.map((one) => ({ one, key: random.next().value as number })).sort((a, b) => a.key - b.key)
      const [first, second, third] = (await register(3)) as [
        { sn: string; id: string },
        { sn: string; id: string },
        { sn: string; id: string },
      ]
      const now = Date.now()
      for (const one of ordered) await deliver(first.sn, now, one)
      for (const { one } of shuffled) await deliver(second.sn, now, one)
      await send(
        'event',
        shuffled.map(({ one: { ago, body } }) => ({ sn: third.sn, at: now - ago * MINUTE, ...body })),
      )
      const expected = await intervalsOf(first.id)
      expect(await intervalsOf(second.id)).toEqual(expected)
      expect(await intervalsOf(third.id)).toEqual(expected)
      expect(await stateOf(second.id)).toEqual(await stateOf(first.id))
    }),
    { numRuns: 25 },
  )
})

test('an end that comes before its begin leaves nothing present; a late end of an earlier fault leaves the present one', async () => {
  const [lamp, other] = (await register(2)) as [{ sn: string; id: string }, { sn: string; id: string }]
  const now = Date.now()
  await send('event', [{ sn: lamp.sn, at: now - 5 * MINUTE, type: 'lampFailure', on: false }])
  await send('event', [{ sn: lamp.sn, at: now - 10 * MINUTE, type: 'lampFailure', on: true }])
  expect((await stateOf(lamp.id)).faults).toEqual([])
  expect(await intervalsOf(lamp.id)).toEqual([
    { type: 'lampFailure', began_at: new Date(now - 10 * MINUTE), ended_at: new Date(now - 5 * MINUTE) },
  ])
  await send('report', [{ sn: other.sn, at: now - 60 * MINUTE, p: { on: true } }])
  await send('event', [{ sn: other.sn, at: now, type: 'lampFailure', on: true }])
  await send('event', [{ sn: other.sn, at: now - 20 * MINUTE, type: 'lampFailure', on: false }])
  expect((await stateOf(other.id)).faults).toEqual(['lampFailure'])
})

test('a report without a list of faults does not hide a fault that began before it', async () => {
  const [lamp] = (await register(1)) as [{ sn: string; id: string }]
  const now = Date.now()
  await send('report', [{ sn: lamp.sn, at: now - 1000, p: { on: true, faults: [] } }])
  await send('report', [{ sn: lamp.sn, at: now, p: { power: 3 } }])
  await send('event', [{ sn: lamp.sn, at: now - 500, type: 'lampFailure', on: true }])
  expect((await stateOf(lamp.id)).faults).toEqual(['lampFailure'])
})

test('a reading and a list of faults that came between those of one message stay the last', async () => {
  const [lamp, other] = (await register(2)) as [{ sn: string; id: string }, { sn: string; id: string }]
  const now = Date.now()
  const entry = ({ sn }: { sn: string }, ago: number, p: object) => ({ sn, at: now - ago * MINUTE, p })
  await send('report', [entry(lamp, 15, { power: 24.8, faults: [] })])
  await send('report', [entry(lamp, 20, { power: 1, temperature: 7, faults: ['lampFailure'] }), entry(lamp, 10, { dim: 50 })])
  expect(await stateOf(lamp.id)).toMatchObject({
    power: 24.8,
    temperature: 7,
    dim: 50,
    faults: [],
    reported_at: new Date(now - 10 * MINUTE),
  })
  await send('report', [entry(other, 15, { power: 9 })])
  await send('report', [entry(other, 5, { dim: 80 })])
  await send('report', [entry(other, 20, { power: 1 }), entry(other, 10, { temperature: 7 })])
  expect(await stateOf(other.id)).toMatchObject({ power: 9, temperature: 7, dim: 80, reported_at: new Date(now - 5 * MINUTE) })
})

test('a clock that is ahead freezes nothing: the state follows the arrival, and the times again when they are possible', async () => {
  const [lamp] = (await register(1)) as [{ sn: string; id: string }]
  const now = Date.now()
  const report = (at: number, p: object) => send('report', [{ sn: lamp.sn, at, p }])
  await report(now - 10 * MINUTE, { on: true, dim: 80, power: 80 })
  await report(now + 120 * MINUTE, { on: true, dim: 40, power: 40 })
  const ahead = await stateOf(lamp.id)
  expect(ahead).toMatchObject({ dim: 40, power: 40 })
  expect(Math.abs((ahead.reported_at as Date).getTime() - Date.now())).toBeLessThan(30_000)
  await report(now + 122 * MINUTE, { on: true, dim: 45 })
  expect(await stateOf(lamp.id)).toMatchObject({ dim: 45 })
  await report(now - 10 * MINUTE, { on: true, dim: 80, power: 80 })
  expect(await stateOf(lamp.id), 'a repeated report').toMatchObject({ dim: 45 })
  await report(now, { on: false, dim: 0, power: 0.4, faults: ['lampFailure'] })
  expect(await stateOf(lamp.id)).toMatchObject({ is_on: false, dim: 0, power: 0.4, faults: ['lampFailure'], reported_at: new Date(now) })
  const found = await eventually(async () => {
    const [row] = await sql<{ reason: string; count: string }>(
      "select reason, count from devices_misfit_value where device_id = $1 and kind = 'clock'",
      [lamp.id],
    )
    return row?.count === '2' ? row : null
  })
  expect(found.reason).toBe("is 122 min ahead of the server's clock")
})

test('readings of a clock that was never set keep their order and distance, and reach the state', async () => {
  const [lamp] = (await register(1)) as [{ sn: string; id: string }]
  await send(
    'report',
    [1000, 61_000, 121_000].map((at, n) => ({ sn: lamp.sn, at, p: { dim: 10 * n, energy: 100 + n } })),
  )
  const { reported_at, dim } = await stateOf(lamp.id)
  expect(dim).toBe(20)
  const times = (await sql<{ at: Date }>('select at from devices_telemetry where device_id = $1 order by at', [lamp.id])).map(({ at }) =>
    at.getTime(),
  )
  const last = (reported_at as Date).getTime()
  expect(times).toEqual([last - 120_000, last - 60_000, last])
})

test('an entry with an impossible time counts at its arrival, and is a finding; other entries of the message keep their times', async () => {
  const [first, second] = (await register(2)) as [{ sn: string; id: string }, { sn: string; id: string }]
  const now = Date.now()
  await send('report', [
    { sn: first.sn, at: now + 120 * MINUTE, p: { dim: 50 } },
    { sn: first.sn, at: 5, p: { dim: 60 } },
    { sn: second.sn, at: now, p: { dim: 70 } },
  ])
  expect(await stateOf(first.id)).toMatchObject({ dim: 60, state: 1 })
  expect(await stateOf(second.id)).toMatchObject({ dim: 70, reported_at: new Date(now) })
  await eventually(async () => {
    const reasons = (await sql<{ reason: string }>("select reason from devices_misfit where gateway_sn = 'GW'")).map(({ reason }) => reason)
    return reasons.some((reason) => /^\[1\]\.at is \d+ min behind the server's clock: the time of arrival is used$/.test(reason))
  })
})
