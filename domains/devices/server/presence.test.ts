import { Worker } from 'node:worker_threads'
import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { configFrom, createLog, createPlatform } from '@lamplight/server-kit'
import { createEmbeddedBroker } from '@lamplight/server-kit/mqtt'
import { systemServer } from '@lamplight/system/server'
import { eventually, standIns, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Connected, GATEWAY_PRESENCE, GATEWAYS_CONNECTED } from '../model/events.ts'
import { gatewaysPort } from '../model/ports.ts'
import { devicesServer } from './index.ts'
import { setSilentOffline } from './presence.ts'

const TENANT = '100001'
const slices = [systemServer, identityServer, placesServer, devicesServer]
let product: TestPlatform
let next = 1
const ends: (() => unknown)[] = []
beforeAll(async () => {
  product = await testPlatform({ slices })
})
afterAll(() => product?.stop())
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const install = async (): Promise<{ sn: string; lamp: string; secret: string }> => {
  const sn = `PG-${next++}`
  const [id, lamp] = [product.platform.newId(), product.platform.newId()]
  await sql('insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 1)', [id, TENANT, sn])
  await sql('insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn) values ($1, $2, $3, $4, $5)', [
    `L-${sn}`,
    lamp,
    TENANT,
    id,
    sn,
  ])
  return { sn, lamp, secret: await product.platform.port(gatewaysPort).issueSecret(sn) }
}
const farewell = (sn: string): NonNullable<IClientOptions['will']> => ({
  topic: `ll/1/${sn}/up/event`,
  payload: Buffer.from(JSON.stringify([{ sn, at: 0, type: 'communicationFailure', on: true }])),
  qos: 1,
  retain: false,
})
const connect = async (sn: string, secret: string, options: IClientOptions = {}): Promise<MqttClient> => {
  const client = await connectAsync(product.broker.url, {
    clientId: sn,
    username: sn,
    password: secret,
    reconnectPeriod: 0,
    will: farewell(sn),
    ...options,
  })
  client.on('error', () => undefined)
  ends.push(() => client.endAsync(true))
  return client
}
const report = (client: MqttClient, sn: string): Promise<unknown> =>
  client.publishAsync(`ll/1/${sn}/up/report`, JSON.stringify([{ sn: `L-${sn}`, at: Date.now(), p: { on: true, power: 5 } }]), { qos: 1 })
const isOnline = async (sn: string): Promise<boolean> =>
  (await sql<{ online: boolean }>('select online from devices_gateway where sn = $1', [sn]))[0]?.online === true
const lampOnline = async (lamp: string): Promise<boolean> =>
  (await sql<{ online: boolean }>('select online from devices_state where device_id = $1', [lamp]))[0]?.online === true
const presenceEvents = (sn: string): boolean[] => {
  const all: boolean[] = []
  ends.push(product.platform.bus.on(GATEWAY_PRESENCE, ({ gatewaySn, online }) => void (gatewaySn === sn && all.push(online))))
  return all
}

test('a second connection with the same name replaces the first: its will is ignored, and no loss is announced', async () => {
  const { sn, lamp, secret } = await install()
  const events = presenceEvents(sn)
  const first = await connect(sn, secret)
  await report(first, sn)
  await eventually(() => isOnline(sn))
  const second = await connect(sn, secret)
  await report(second, sn)
  await wait(2500)
  expect([await isOnline(sn), await lampOnline(lamp), events]).toEqual([true, true, [true]])
})

test('a link that reconnects within a second is no loss; one that stays away is announced offline with its lamps', async () => {
  const { sn, lamp, secret } = await install()
  const events = presenceEvents(sn)
  const first = await connect(sn, secret)
  await report(first, sn)
  await eventually(() => isOnline(sn))
  first.stream.destroy()
  const second = await connect(sn, secret)
  await report(second, sn)
  await wait(2500)
  expect([await isOnline(sn), await lampOnline(lamp), events]).toEqual([true, true, [true]])
  second.stream.destroy()
  await eventually(async () => !(await isOnline(sn)) && !(await lampOnline(lamp)))
  expect(events).toEqual([true, false])
})

test('a new connection is announced once, by the broker or by the hello', async () => {
  const { sn, secret } = await install()
  let n = 0
  const count = ({ gatewaySns }: Connected): void => {
    n += gatewaySns.filter((one) => one === sn).length
  }
  ends.push(product.platform.bus.on(GATEWAYS_CONNECTED, count))
  const hello = JSON.stringify({ sn, type: 'gateway', version: '1', children: [], calendars: {} })
  const first = await connect(sn, secret)
  await eventually(async () => n === 1)
  await first.publishAsync(`ll/1/${sn}/up/hello`, hello, { qos: 1 })
  await wait(500)
  expect(n).toBe(1)
  const second = await connect(sn, secret)
  await eventually(async () => n === 2)
  await second.publishAsync(`ll/1/${sn}/up/hello`, hello, { qos: 1 })
  await wait(500)
  expect(n).toBe(2)
})

test('rt.city.delayOffline: a lamp controller that is silent behind an online gateway is offline after two intervals, or after the delay of its tenant', async () => {
  const { sn, lamp, secret } = await install()
  const client = await connect(sn, secret)
  await report(client, sn)
  await eventually(() => lampOnline(lamp))
  const look = () => setSilentOffline(product.platform, { lagSeconds: 0, since: 0 })
  const silentFor = (minutes: number) =>
    sql("update devices_state set received_at = now() - $2 * interval '1 min' where device_id = $1", [lamp, minutes])
  await silentFor(9)
  await look()
  expect(await lampOnline(lamp)).toBe(true)
  await sql('insert into devices_delay_offline (tenant_id, minutes) values ($1, 20)', [TENANT])
  await silentFor(11)
  await look()
  expect(await lampOnline(lamp)).toBe(true)
  await sql('delete from devices_delay_offline')
  await look()
  expect([await isOnline(sn), await lampOnline(lamp)]).toEqual([true, false])
  await report(client, sn)
  await eventually(() => lampOnline(lamp))
})

test('a gateway stored as offline is online again with its next message', async () => {
  const { sn, lamp, secret } = await install()
  const client = await connect(sn, secret)
  await report(client, sn)
  await eventually(() => isOnline(sn))
  await sql('update devices_gateway set online = false where sn = $1', [sn])
  await sql('update devices_state set online = false where device_id = $1', [lamp])
  await report(client, sn)
  expect(await lampOnline(lamp)).toBe(true)
})

/** A gateway in its own thread, which keeps running while the main thread is blocked; it never closes a connection by itself. */
const FAR_GATEWAY = `
const { parentPort, workerData: { port, sn, secret, keepalive, everyMs } } = require('node:worker_threads')
const { generate } = require('mqtt-packet')
const open = () => {
  const socket = require('node:net').connect(port, '127.0.0.1')
  let received = 0
  let messageId = 0
  const send = () => {
    messageId = (messageId % 65000) + 1
    const payload = JSON.stringify([{ sn: 'L-' + sn, at: Date.now(), p: { on: true } }])
    socket.write(generate({ cmd: 'publish', topic: 'll/1/' + sn + '/up/report', payload, qos: 1, messageId, retain: false, dup: false }))
  }
  let timer
  socket.write(generate({ cmd: 'connect', protocolVersion: 4, protocolId: 'MQTT', clientId: sn, username: sn, password: Buffer.from(secret), clean: true, keepalive }))
  socket.on('data', (chunk) => {
    // CONNACK and PUBACKs, four bytes each.
    if (received === 0) {
      parentPort.postMessage('connect')
      timer = setInterval(send, everyMs)
    } else parentPort.postMessage('sent')
    received += chunk.length
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(timer)
    setTimeout(open, 200)
  })
}
open()`
const playGateway = async (
  sn: string,
  secret: string,
  keepalive: number,
  everyMs = 100,
): Promise<{ connects: () => number; sent: () => number }> => {
  const port = Number(new URL(product.broker.url).port)
  const worker = new Worker(FAR_GATEWAY, { eval: true, workerData: { port, sn, secret, keepalive, everyMs } })
  ends.push(() => worker.terminate())
  let [connects, sent] = [0, 0]
  worker.on('message', (what) => {
    if (what === 'connect') connects += 1
    else sent += 1
  })
  await eventually(() => sent > 0)
  return { connects: () => connects, sent: () => sent }
}

test('after a pause longer than the keep-alive, a process reads waiting messages before it marks gateways as silent', async () => {
  const { sn, lamp, secret } = await install()
  const events = presenceEvents(sn)
  const gateway = await playGateway(sn, secret, 2)
  await eventually(() => isOnline(sn))
  const connects = gateway.connects()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500)
  const before = gateway.sent()
  await eventually(() => gateway.sent() > before + 10)
  await wait(2500)
  expect([await isOnline(sn), await lampOnline(lamp), events]).toEqual([true, true, [true]])
  expect(gateway.connects()).toBe(connects)
})

test('a gateway whose messages wait for the database is not silent', async () => {
  const { sn, secret } = await install()
  const events = presenceEvents(sn)
  // More data than the broker reads ahead, so that it stops reading.
  const gateway = await playGateway(sn, secret, 1, 10)
  await eventually(() => isOnline(sn))
  const connects = gateway.connects()
  await product.platform.system.tx(async (query) => {
    await query('select 1 from devices_state where sn = $1 for update', [`L-${sn}`])
    await wait(4000)
  })
  await wait(1500)
  expect([await isOnline(sn), events]).toEqual([true, [true]])
  expect(gateway.connects()).toBe(connects)
})

test('after a restart of the server, gateways and their lamps are online as soon as they reconnect; the loss of one that stays away is stored', async () => {
  const { sn, lamp, secret } = await install()
  const away = await install()
  const lossesOf = (gateway: string) =>
    sql<{ ended: boolean }>(
      `select f.ended_at is not null as ended from devices_fault f join devices_gateway g on g.id = f.device_id
       where g.sn = $1 and f.type = 'communicationFailure' order by f.began_at`,
      [gateway],
    )
  const leaving = await connect(away.sn, away.secret)
  await eventually(() => isOnline(away.sn))
  const port = Number(new URL(product.broker.url).port)
  await playGateway(sn, secret, 30)
  await eventually(async () => (await isOnline(sn)) && (await lampOnline(lamp)))
  await product.running.stop()
  leaving.end(true)
  await (product.broker as Awaited<ReturnType<typeof createEmbeddedBroker>>).stop()
  const log = createLog('error')
  const clock = { now: () => Date.now() }
  const broker = await createEmbeddedBroker({ host: '127.0.0.1', port, log, clock })
  const running = await createPlatform({
    url: product.databaseUrl,
    slices: [...slices, ...standIns(slices)],
    mqtt: broker,
    log,
    clock,
    config: configFrom({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: '/nonexistent', GATEWAY_RETURN_SECONDS: '2' }),
  })
  await running.start()
  product = { ...product, broker, running, platform: running.platform, stop: product.stop }
  ends.push(async () => {
    await running.stop()
    await broker.stop()
  })
  await eventually(async () => (await isOnline(sn)) && (await lampOnline(lamp)))
  await eventually(async () => (await lossesOf(away.sn)).length > 0)
  expect([await isOnline(sn), await lampOnline(lamp), await lossesOf(sn)]).toEqual([true, true, []])
  expect([await isOnline(away.sn), await lampOnline(away.lamp), await lossesOf(away.sn)]).toEqual([false, false, [{ ended: false }]])
  const back = await connect(away.sn, away.secret)
  ends.push(() => back.endAsync(true))
  await eventually(async () => (await isOnline(away.sn)) && (await lossesOf(away.sn)).every(({ ended }) => ended))
  expect(await lossesOf(away.sn)).toHaveLength(1)
})
