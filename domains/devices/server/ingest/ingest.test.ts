import { identityServer } from '@lamplight/identity/server'
import type { EventKey } from '@lamplight/kit'
import { placesServer } from '@lamplight/places/server'
import { provide, type ServerSlice } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DEVICE_NEWS, VALUES_REPORTED } from '../../model/events.ts'
import { type AckRow, acksPort, gatewaysPort } from '../../model/ports.ts'
import { devicesServer } from '../index.ts'

const TENANT = '100001'
let product: TestPlatform
let admin: ApiClient
let next = 1
const clients: MqttClient[] = []
const acked: AckRow[] = []
let refuseAcks = 0

/** Test slice in place of the command ledger: it accepts answers, or refuses them. */
const ledger: ServerSlice = {
  domain: { name: 'ledger', label: ['台账', 'Ledger'], level: 2, dependsOn: [] },
  ports: [
    provide(acksPort, () => ({
      acked: async (rows: readonly AckRow[]) => {
        if (refuseAcks > 0) {
          refuseAcks -= 1
          throw new Error('not now')
        }
        acked.push(...rows)
      },
    })),
  ],
}

beforeAll(async () => {
  product = await testPlatform({
    slices: [systemServer, identityServer, placesServer, devicesServer, ledger],
    config: { TELEMETRY_DAYS: '30', CLOCK_AHEAD_SECONDS: '3600' },
  })
  admin = await product.signIn()
})
afterAll(() => product?.stop())
afterEach(() => {
  for (const client of clients.splice(0)) client.end(true)
})

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)

const connect = async (sn: string, secret: string, options: IClientOptions = {}): Promise<MqttClient> => {
  const client = await connectAsync(product.broker.url, { clientId: sn, username: sn, password: secret, reconnectPeriod: 0, ...options })
  client.on('error', () => undefined)
  clients.push(client)
  return client
}
const send = (client: MqttClient, sn: string, kind: string, message: unknown): Promise<unknown> =>
  client.publishAsync(`ll/1/${sn}/up/${kind}`, typeof message === 'string' ? message : JSON.stringify(message), { qos: 1 })

/** An assigned gateway with a secret and `children` registered devices. */
const install = async (children: number): Promise<{ sn: string; id: string; secret: string; devices: { sn: string; id: string }[] }> => {
  const n = next++
  const sn = `GW-${n}`
  const id = product.platform.newId()
  await sql('insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, $4)', [
    id,
    TENANT,
    sn,
    children,
  ])
  const devices = Array.from({ length: children }, (_, at) => ({ sn: `LC-${n}-${at}`, id: product.platform.newId() }))
  await sql(
    `insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, name)
     select sn, id, $3, $4, $5, 'lamp ' || sn from unnest($1::text[], $2::bigint[]) as d(sn, id)`,
    [devices.map((device) => device.sn), devices.map((device) => device.id), TENANT, id, sn],
  )
  const secret = await product.platform.port(gatewaysPort).issueSecret(sn)
  return { sn, id, secret, devices }
}
const stateOf = async (deviceId: string) =>
  (await sql<Record<string, unknown>>('select * from devices_state where device_id = $1', [deviceId]))[0]
const historyOf = (deviceId: string) =>
  sql<{ at: Date; power: number }>('select at, power from devices_telemetry where device_id = $1 order by at', [deviceId])
const collected = <T>(event: EventKey<T>): T[] => {
  const all: T[] = []
  product.platform.bus.on(event, (payload) => void all.push(payload))
  return all
}
const now = (): number => Date.now()

test('a report is stored in history and latest state and announced before it is acknowledged', async () => {
  const { sn, secret, devices } = await install(2)
  const [first, second] = devices as [(typeof devices)[0], (typeof devices)[0]]
  const news = collected(VALUES_REPORTED)
  const client = await connect(sn, secret)
  const at = now() - 5000
  await send(client, sn, 'report', [
    { sn: first.sn, at, p: { on: true, dim: 30, power: 45.5, voltage: 229, energy: 1000, reason: 'override', until: at + 60_000 } },
    { sn: second.sn, at, p: { on: false, dim: 0, power: 0.5, faults: ['relayFailure', 'programChange'] } },
  ])
  expect(await stateOf(first.id)).toMatchObject({
    state: 1,
    is_on: true,
    dim: 30,
    power: 45.5,
    voltage: 229,
    energy: 1000,
    online: true,
    reason: 'override',
    tenant_id: TENANT,
    reported_at: new Date(at),
    override_until: new Date(at + 60_000),
  })
  expect(await stateOf(second.id)).toMatchObject({ state: 3, faults: ['relayFailure'], is_on: false, override_until: null })
  expect(await historyOf(first.id)).toEqual([{ at: new Date(at), power: 45.5 }])
  await eventually(() => news.length > 0)
  expect(news[0]?.rows[0]).toEqual({
    tenantId: TENANT,
    route: '',
    deviceId: first.id,
    gatewayId: expect.any(String),
    sn: first.sn,
    at,
    p: expect.objectContaining({ dim: 30, power: 45.5 }),
  })
})

test('the device time decides which reading is newest, in any order of arrival; history keeps all', async () => {
  const { sn, secret, devices } = await install(1)
  const [lamp] = devices as [(typeof devices)[0]]
  const client = await connect(sn, secret)
  const at = now() - 60_000
  await send(client, sn, 'report', [{ sn: lamp.sn, at: at + 2000, p: { on: true, dim: 80, power: 80 } }])
  const newest = await stateOf(lamp.id)
  await send(client, sn, 'report', [{ sn: lamp.sn, at, p: { on: true, dim: 10, power: 10 } }])
  expect(await stateOf(lamp.id)).toEqual(newest)
  await send(client, sn, 'report', [
    { sn: lamp.sn, at: at + 4000, p: { power: 70 } },
    { sn: lamp.sn, at: at + 6000, p: { temperature: 31 } },
    { sn: lamp.sn, at: at + 5000, p: { dim: 60, power: 60 } },
  ])
  expect(await stateOf(lamp.id)).toMatchObject({ dim: 60, power: 60, temperature: 31, is_on: true, reported_at: new Date(at + 6000) })
  expect((await historyOf(lamp.id)).map(({ power }) => power)).toEqual([10, 80, 70, 60, null])
})

test('a repeated message changes nothing', async () => {
  const { sn, secret, devices } = await install(1)
  const [lamp] = devices as [(typeof devices)[0]]
  const client = await connect(sn, secret)
  const report = [{ sn: lamp.sn, at: now() - 1000, p: { on: true, power: 5 } }]
  await send(client, sn, 'report', report)
  const before = await stateOf(lamp.id)
  await send(client, sn, 'report', report)
  await send(client, sn, 'report', [...report, ...report])
  expect(await stateOf(lamp.id)).toEqual(before)
  expect(await historyOf(lamp.id)).toHaveLength(1)
})

test('an override that a report no longer names has ended', async () => {
  const { sn, secret, devices } = await install(1)
  const [lamp] = devices as [(typeof devices)[0]]
  const client = await connect(sn, secret)
  const at = now() - 10_000
  await send(client, sn, 'report', [{ sn: lamp.sn, at, p: { on: true, dim: 30, reason: 'override', until: at + 5000 } }])
  await send(client, sn, 'report', [{ sn: lamp.sn, at: at + 1000, p: { power: 12 } }])
  expect((await stateOf(lamp.id))?.override_until).toEqual(new Date(at + 5000))
  await send(client, sn, 'report', [{ sn: lamp.sn, at: at + 5000, p: { on: true, dim: 100, reason: 'program' } }])
  expect(await stateOf(lamp.id)).toMatchObject({ override_until: null, reason: 'program', dim: 100 })
})

test('an invalid message is counted, logged with its reason and dropped; later messages are processed', async () => {
  const { sn, secret, devices } = await install(1)
  const [lamp] = devices as [(typeof devices)[0]]
  const client = await connect(sn, secret)
  await send(client, sn, 'report', '{"not": "a report"}')
  await send(client, sn, 'report', [{ sn: lamp.sn, at: now(), p: { dim: 130 } }])
  await send(client, sn, 'report', `[{"sn":"${lamp.sn}\u0000`)
  await send(client, sn, 'report', [{ sn: lamp.sn, at: now(), p: { dim: 50 } }])
  expect(await stateOf(lamp.id)).toMatchObject({ dim: 50 })
  const kept = await eventually(async () => {
    const [row] = await sql('select kind, reason, count, tenant_id, payload from devices_misfit where gateway_sn = $1', [sn])
    return row?.count === '3' ? row : null
  })
  expect(kept).toMatchObject({ kind: 'report', reason: 'message is not JSON in UTF-8', tenant_id: TENANT })
  await send(client, sn, 'event', 'x'.repeat(300 * 1024))
  const shown = await eventually(async () => {
    const { data } = await admin.get<{ reason: string; count: number; payload: string }>('/api/blade-device/gateway/message/latest', { sn })
    return data.count === 4 ? data : null
  })
  expect(shown.reason).toBe('message is larger than 262144 bytes')
  expect(shown.payload).toHaveLength(4096)
})

test('forbidden topics, invalid entries and unregistered children are reported with their reason', async () => {
  const { sn, secret, devices } = await install(1)
  const [lamp] = devices as [(typeof devices)[0]]
  const latest = async () => {
    const { data } = await admin.get<{ kind: string; reason: string }>('/api/blade-device/gateway/message/latest', { sn })
    return data?.reason ? `${data.kind}: ${data.reason}` : ''
  }
  const hasLogged = (words: string) => eventually(async () => (await latest()).includes(words))
  let client = await connect(sn, secret)
  await client.subscribeAsync('ll/1/+/down/command', { qos: 1 }).catch(() => undefined)
  await hasLogged('subscription: subscription to ll/1/+/down/command')
  await send(client, sn, 'report', [
    { sn: lamp.sn, at: now(), p: { dim: 40 } },
    { sn: lamp.sn, at: now(), p: { dim: 140 } },
  ])
  await hasLogged('report: [1].p.dim must be between 0 and 100')
  expect(await stateOf(lamp.id)).toMatchObject({ dim: 40 })
  await send(client, sn, 'report', [{ sn: 'LC-UNREGISTERED', at: now(), p: { dim: 40 } }])
  await hasLogged('report: [0].sn LC-UNREGISTERED is not registered with this gateway')
  for (const [kind, topic, payload, options] of [
    ['topic', `ll/1/${sn}/up/other`, 'x', {}],
    ['topic', 'll/1/GW-ELSE/up/report', 'x', {}],
    ['retained', `ll/1/${sn}/up/report`, '[]', { retain: true }],
    ['size', `ll/1/${sn}/up/report`, 'x'.repeat(600 * 1024), {}],
  ] as const) {
    client = await connect(sn, secret)
    client.publish(topic, payload, { qos: 1, ...options })
    await hasLogged(`${kind}: `)
    await eventually(() => !client.connected)
  }
  expect(await latest()).toMatch(/^size: packet of \d+ bytes/)
})

test('an answer counts whatever the clock of the device says', async () => {
  const { sn, secret, devices } = await install(1)
  const [lamp] = devices as [(typeof devices)[0]]
  const client = await connect(sn, secret)
  await send(client, sn, 'ack', [{ id: '80', sn: lamp.sn, ok: true, code: 'ok', at: 1000, p: { clock: 1000 } }])
  const [answer] = acked.filter(({ id }) => id === '80')
  expect(answer).toMatchObject({ ok: true, p: { clock: 1000 }, sns: [lamp.sn] })
  expect(answer?.at).toBe(answer?.receivedAt)
  expect(await sql('select texts from devices_latest where device_id = $1', [lamp.id])).toEqual([{ texts: { clock: 1000 } }])
})

test('a gateway may report only its own registered children', async () => {
  const mine = await install(1)
  const other = await install(1)
  const client = await connect(mine.sn, mine.secret)
  const { strangers } = product.platform.port(gatewaysPort).counts()
  await send(client, mine.sn, 'report', [
    { sn: other.devices[0]?.sn, at: now(), p: { dim: 50 } },
    { sn: 'NOBODY', at: now(), p: { dim: 50 } },
    { sn: mine.devices[0]?.sn, at: now(), p: { dim: 50 } },
  ])
  expect(await stateOf(other.devices[0]?.id as string)).toMatchObject({ dim: null })
  expect(await stateOf(mine.devices[0]?.id as string)).toMatchObject({ dim: 50 })
  expect(product.platform.port(gatewaysPort).counts().strangers - strangers).toBe(2)
})

test('a fault keeps its begin time through repeated reports and additional faults', async () => {
  const { sn, secret, devices } = await install(1)
  const [lamp] = devices as [(typeof devices)[0]]
  const client = await connect(sn, secret)
  const at = now() - 60_000
  const report = (after: number, faults: string[]) =>
    send(client, sn, 'report', [{ sn: lamp.sn, at: at + after, p: { on: true, dim: 100, faults } }])
  const since = async () => ((await stateOf(lamp.id))?.fault_since as Date | null)?.getTime() ?? null
  await report(0, [])
  expect(await since()).toBeNull()
  await report(1, ['lampFailure'])
  await report(2, ['lampFailure'])
  await send(client, sn, 'event', [{ sn: lamp.sn, at: at + 3, type: 'highTemperature', on: true }])
  expect(await since()).toBe(at + 1)
  await report(4, [])
  expect(await since()).toBeNull()
  await send(client, sn, 'event', [{ sn: lamp.sn, at: at + 5, type: 'lampFailure', on: true }])
  expect(await since()).toBe(at + 5)
})

test('events begin and end faults and are announced', async () => {
  const { sn, secret, devices } = await install(1)
  const [lamp] = devices as [(typeof devices)[0]]
  const events = collected(DEVICE_NEWS)
  const client = await connect(sn, secret)
  const at = now() - 5000
  await send(client, sn, 'report', [{ sn: lamp.sn, at, p: { on: true, dim: 100 } }])
  await send(client, sn, 'event', [
    { sn: lamp.sn, at: at + 1, type: 'lampFailure', on: true },
    { sn: lamp.sn, at: at + 1, type: 'highTemperature', on: true },
    { sn: lamp.sn, at: at + 1, type: 'programChange', on: true },
    { sn, at: at + 1, type: 'cabinetDoorOpen', on: true },
  ])
  expect(await stateOf(lamp.id)).toMatchObject({ state: 3, faults: ['highTemperature', 'lampFailure'] })
  await send(client, sn, 'event', [
    { sn: lamp.sn, at: at + 2, type: 'lampFailure', on: false },
    { sn: lamp.sn, at: at + 2, type: 'highTemperature', on: false },
  ])
  expect(await stateOf(lamp.id)).toMatchObject({ state: 1, faults: [] })
  await send(client, sn, 'event', [{ sn: lamp.sn, at: at + 3, type: 'communicationFailure', on: true }])
  expect(await stateOf(lamp.id)).toMatchObject({ state: 4, online: false })
  await eventually(() => events.flat().filter((one) => one.sn === lamp.sn || one.type === 'cabinetDoorOpen').length === 7)
})

test('answers reach the ledger before they are acknowledged; while the ledger refuses them, they are not acknowledged', async () => {
  const { sn, secret, devices } = await install(1)
  const [lamp] = devices as [(typeof devices)[0]]
  const client = await connect(sn, secret)
  const answer = { id: '77', sn: lamp.sn, ok: true, code: 'ok', at: now(), p: { on: true, dim: 40 } }
  refuseAcks = 2
  await send(client, sn, 'ack', [answer, { ...answer, sn: 'NOBODY' }])
  const { sn: _sn, ...alike } = answer
  expect(acked.filter(({ id }) => id === '77')).toEqual([{ ...alike, sns: [lamp.sn], gateway: sn, receivedAt: expect.any(Number) }])
  expect(await stateOf(lamp.id)).toMatchObject({ dim: 40 })

  refuseAcks = 5
  let acknowledged = false
  client.publish(`ll/1/${sn}/up/ack`, JSON.stringify([{ ...answer, id: '78' }]), { qos: 1 }, (error) => {
    acknowledged = !error
  })
  await eventually(() => !client.connected)
  expect(acknowledged).toBe(false)
  const back = await connect(sn, secret)
  await send(back, sn, 'ack', [{ ...answer, id: '78' }])
  expect(acked.filter(({ id }) => id === '78')).toHaveLength(1)
})

test('equal answers of one message reach the ledger together, other answers separately', async () => {
  const { sn, secret, devices } = await install(5)
  const client = await connect(sn, secret)
  const [one, two, three, four, five] = devices.map((device) => device.sn)
  const alike = { id: '79', ok: true, code: 'ok', at: now(), p: { on: true, dim: 40 } }
  const acksOf = async (...answers: readonly object[]) => {
    const from = acked.length
    await send(client, sn, 'ack', answers)
    return acked.slice(from).map(({ sns, ok, at }) => ({ sns, ok, at: at - alike.at }))
  }
  expect(
    await acksOf({ ...alike, sn: one }, { ...alike, sn: 'NOBODY' }, { ...alike, sn: two }, { ...alike, sn: three, at: alike.at + 1 }),
  ).toEqual([
    { sns: [one, two], ok: true, at: 0 },
    { sns: [three], ok: true, at: 1 },
  ])
  expect(await acksOf({ ...alike, sn: four }, { ...alike, sn: five, ok: false, code: 'busy' }, { ...alike, sn: one })).toEqual([
    { sns: [four], ok: true, at: 0 },
    { sns: [five], ok: false, at: 0 },
    { sns: [one], ok: true, at: 0 },
  ])
})

test('a message is not acknowledged before the commit', async () => {
  const { sn, secret, devices } = await install(1)
  const [lamp] = devices as [(typeof devices)[0]]
  const client = await connect(sn, secret)
  let published: Promise<unknown> | undefined
  let acknowledged = false
  await product.platform.system.tx(async (query) => {
    await query('select 1 from devices_state where device_id = $1 for update', [lamp.id])
    published = send(client, sn, 'report', [{ sn: lamp.sn, at: now(), p: { dim: 50 } }]).then(() => {
      acknowledged = true
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(acknowledged).toBe(false)
  })
  await published
  expect(await stateOf(lamp.id)).toMatchObject({ dim: 50 })
})

test('lost database connections lose no message', async () => {
  const { sn, secret, devices } = await install(1)
  const [lamp] = devices as [(typeof devices)[0]]
  const client = await connect(sn, secret)
  const start = now() - 60_000
  let killing = true
  let killed = 0
  const begun = now()
  const killer = (async () => {
    while (killing) {
      await product.platform.system
        .tx(async (query) => {
          await query('set local role postgres')
          // The test wants to end connections while a statement runs. On a busy machine none may run when it looks: after 500 ms it ends idle ones too.
          const ended = await query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and (state = 'active' or $1 and state = 'idle') and pid <> pg_backend_pid()`,
            [killed === 0 && now() - begun > 500],
          )
          killed += ended.length
        })
        .catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  })()
  const sent = Array.from({ length: 200 }, (_, n) =>
    new Promise((resolve) => setTimeout(resolve, n * 4)).then(() =>
      send(client, sn, 'report', [{ sn: lamp.sn, at: start + n, p: { power: n } }]),
    ),
  )
  setTimeout(() => {
    killing = false
  }, 900)
  await Promise.all(sent)
  await killer
  expect(killed).toBeGreaterThan(0)
  expect((await eventually(() => historyOf(lamp.id))).map(({ power }) => power)).toEqual(Array.from({ length: 200 }, (_, n) => n))
  expect(await stateOf(lamp.id)).toMatchObject({ power: 199 })
})
