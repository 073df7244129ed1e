import { connect as connectTcp } from 'node:net'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { generate } from 'mqtt-packet'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RefusedAct, UpMessage } from '../gateway-link.ts'
import { createLog } from '../process/log.ts'
import { createEmbeddedBroker, type EmbeddedBroker } from './embedded-broker.ts'
import type { BrokerLimits } from './limits.ts'

const SECRET = 'a-secret-of-sixteen'
const clock = { now: () => Date.now() }
let broker: EmbeddedBroker
let taken: UpMessage[]
let refused: RefusedAct[]
let hold: Promise<void> | undefined
const clients: MqttClient[] = []
const presence: [string, boolean][] = []
let signIns = 0

const open = async (limits: Partial<BrokerLimits> = {}): Promise<void> => {
  taken = []
  refused = []
  hold = undefined
  presence.length = 0
  signIns = 0
  broker = await createEmbeddedBroker({ host: '127.0.0.1', port: 0, log: createLog('silent'), clock, limits })
  broker.authenticate(async (_gateway, secret) => secret === SECRET)
  broker.consume(async (message) => {
    taken.push(message)
    await hold
  })
  broker.onRefused?.((act) => refused.push(act))
  broker.onPresence((gateway, connected) => presence.push([gateway, connected]))
}
const signIn = async (gateway: string, options: IClientOptions = {}): Promise<MqttClient> => {
  const client = await connectAsync(broker.url, {
    clientId: gateway,
    username: gateway,
    password: SECRET,
    reconnectPeriod: 0,
    ...options,
  })
  client.on('error', () => undefined)
  clients.push(client)
  signIns += 1
  await until(() => presence.filter(([, connected]) => connected).length === signIns)
  return client
}
const until = (what: () => boolean): Promise<void> => vi.waitFor(() => expect(what()).toBe(true), { timeout: 3000, interval: 5 })
const textOf = (message: UpMessage | undefined): string => Buffer.from(message?.payload ?? []).toString()

beforeEach(() => open())
afterEach(async () => {
  for (const client of clients.splice(0)) client.end(true)
  await broker.stop()
})

describe('sign-in', () => {
  test('requires the serial number as user name and client id, and its secret', async () => {
    await signIn('GW1')
    await expect(signIn('GW1', { password: 'wrong' })).rejects.toThrow(/username or password/i)
    await expect(signIn('GW1', { clientId: 'GW2' })).rejects.toThrow(/not authorized/i)
    await expect(signIn('G/W', {})).rejects.toThrow(/not authorized/i)
    await expect(signIn('GW1', { username: undefined, password: undefined })).rejects.toThrow(/not authorized/i)
    expect(broker.counts()).toMatchObject({ connected: 1, signInsRefused: 4 })
  })

  test('wrong secrets do not block the correct one, from any address', async () => {
    await broker.stop()
    await open({ refusalsAtOnce: 5, refusalsPerSecond: 1 })
    for (let n = 0; n < 5; n++) await expect(signIn('GW1', { password: 'wrong' })).rejects.toThrow(/username or password/i)
    await signIn('GW1')
    await signIn('GW2')
  })

  test('answers to wrong secrets are delayed more and more; answers to correct ones are not', async () => {
    await broker.stop()
    await open({ refusalsAtOnce: 2, refusalsPerSecond: 1 })
    for (let n = 0; n < 2; n++) await expect(signIn('GW1', { password: 'wrong' })).rejects.toThrow(/username or password/i)
    const started = performance.now()
    const wrong = expect(signIn('GW1', { password: 'wrong' })).rejects.toThrow(/username or password/i)
    await signIn('GW1')
    expect(performance.now() - started).toBeLessThan(900)
    await wrong
    expect(performance.now() - started).toBeGreaterThan(900)
  })

  test('a check that cannot decide refuses temporarily, without information about the secret', async () => {
    broker.authenticate(async () => 'later')
    await expect(signIn('GW1')).rejects.toThrow(/unavailable/i)
  })
})

describe('publish', () => {
  test('own up topics reach the consumer with QoS 0 and 1', async () => {
    const client = await signIn('GW1')
    await client.publishAsync('ll/1/GW1/up/report', '[1]', { qos: 1 })
    client.publish('ll/1/GW1/up/event', '[2]', { qos: 0 })
    await until(() => taken.length === 2)
    expect(taken.map((message) => [message.gateway, message.kind, textOf(message)])).toEqual([
      ['GW1', 'report', '[1]'],
      ['GW1', 'event', '[2]'],
    ])
    expect(Math.abs((taken[0]?.receivedAt ?? 0) - Date.now())).toBeLessThan(3000)
  })

  test.each(['ll/1/GW2/up/report', 'll/1/GW1/down/command', 'll/1/GW1/up/other', 'll/2/GW1/up/report', 'elsewhere', '$SYS/x'])(
    '%s ends the connection',
    async (topic) => {
      const client = await signIn('GW1')
      client.publish(topic, 'x', { qos: 1 })
      await until(() => !client.connected)
      expect(taken).toEqual([])
      expect(broker.counts().actsRefused).toBe(1)
      expect(refused).toMatchObject([{ gateway: 'GW1', what: 'topic', detail: topic }])
    },
  )

  test('a retained message ends the connection', async () => {
    const client = await signIn('GW1')
    client.publish('ll/1/GW1/up/report', 'x', { qos: 1, retain: true })
    await until(() => !client.connected)
    expect(taken).toEqual([])
    expect(refused).toMatchObject([{ gateway: 'GW1', what: 'retained', detail: 'll/1/GW1/up/report' }])
  })

  test('PUBACK is sent when the consumer is done, and never when it fails', async () => {
    const client = await signIn('GW1')
    let release = (): void => undefined
    hold = new Promise((resolve) => {
      release = resolve
    })
    let acknowledged = false
    const published = client.publishAsync('ll/1/GW1/up/report', '[]', { qos: 1 }).then(() => {
      acknowledged = true
    })
    await until(() => taken.length === 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(acknowledged).toBe(false)
    release()
    await published

    hold = Promise.reject(new Error('the database is away'))
    hold.catch(() => undefined)
    let done = false
    client.publish('ll/1/GW1/up/report', '[]', { qos: 1 }, (error) => {
      done = !error
    })
    await until(() => !client.connected)
    expect(done).toBe(false)
  })

  test('above its rate a gateway is delayed and loses no message', async () => {
    await broker.stop()
    await open({ messagesPerSecond: 100, messageBurst: 10 })
    const client = await signIn('GW1')
    const started = performance.now()
    await Promise.all(Array.from({ length: 60 }, () => client.publishAsync('ll/1/GW1/up/report', '[]', { qos: 1 })))
    expect(performance.now() - started).toBeGreaterThan(400)
    expect(taken.length).toBe(60)
  })

  test('a packet above the limit ends the connection before its body is read; one that only the protocol calls too large does not', async () => {
    const client = await signIn('GW1')
    await client.publishAsync('ll/1/GW1/up/report', 'x'.repeat(300 * 1024), { qos: 1 })
    expect(taken[0]?.payload.length).toBe(300 * 1024)
    client.publish('ll/1/GW1/up/report', 'x'.repeat(600 * 1024), { qos: 1 })
    await until(() => !client.connected)
    expect(taken.length).toBe(1)
    expect(refused).toMatchObject([{ gateway: 'GW1', what: 'size' }])
  })

  test('before sign-in even a small packet is too large', async () => {
    const socket = connectTcp(Number(new URL(broker.url).port), '127.0.0.1')
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => undefined)
    socket.write(
      generate({
        cmd: 'connect',
        clientId: 'GW1',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        keepalive: 0,
        username: 'x'.repeat(9000),
      }),
    )
    await closed
    expect(broker.counts().actsRefused).toBe(1)
  })
})

describe('subscribe', () => {
  test.each(['ll/1/GW2/down/+', 'll/1/+/down/command', '#', 'll/1/GW1/up/report', '$SYS/#', 'll/1/GW1/#'])(
    '%s is denied',
    async (topic) => {
      const client = await signIn('GW1')
      const granted = await client.subscribeAsync(topic, { qos: 1 }).catch(() => [{ qos: 128 }])
      expect(granted[0]?.qos).toBe(128)
      expect(refused).toMatchObject([{ gateway: 'GW1', what: 'subscription' }])
      expect(client.connected).toBe(true)
    },
  )

  test('own down topics with QoS 1 are granted', async () => {
    const client = await signIn('GW1')
    expect(await client.subscribeAsync('ll/1/GW1/down/+', { qos: 1 })).toMatchObject([{ qos: 1 }])
    expect(await client.subscribeAsync('ll/1/GW1/down/firmware', { qos: 1 })).toMatchObject([{ qos: 1 }])
  })
})

describe('down', () => {
  test('resolves with the PUBACK of the gateway, a thousand at a time', async () => {
    const client = await signIn('GW1')
    const received: string[] = []
    client.on('message', (_topic, payload) => received.push(payload.toString()))
    await client.subscribeAsync('ll/1/GW1/down/+', { qos: 1 })
    await Promise.all(Array.from({ length: 1000 }, (_, n) => broker.publish('GW1', 'command', String(n))))
    expect(received).toEqual(Array.from({ length: 1000 }, (_, n) => String(n)))
  })

  test('waits for the subscription of a gateway that has just signed in', async () => {
    const client = await signIn('GW1')
    const published = broker.publish('GW1', 'command', 'x')
    await client.subscribeAsync('ll/1/GW1/down/+', { qos: 1 })
    await published
  })

  test('rejects when the gateway is offline, does not subscribe, does not acknowledge, or disconnects', async () => {
    await expect(broker.publish('GW1', 'command', 'x')).rejects.toMatchObject({ code: 'offline' })
    const client = await signIn('GW1')
    await expect(broker.publish('GW1', 'command', 'x', 50)).rejects.toMatchObject({ code: 'timeout' })
    await client.subscribeAsync('ll/1/GW1/down/+', { qos: 1 })
    client.handleMessage = () => undefined
    await expect(broker.publish('GW1', 'command', 'x', 100)).rejects.toMatchObject({ code: 'timeout' })
    const pending = broker.publish('GW1', 'command', 'x', 5000)
    client.end(true)
    await expect(pending).rejects.toMatchObject({ code: 'closed' })
  })

  test('stores nothing for an offline gateway', async () => {
    const first = await signIn('GW1', { clean: false })
    await first.subscribeAsync('ll/1/GW1/down/+', { qos: 1 })
    first.end(true)
    await until(() => broker.counts().connected === 0)
    await expect(broker.publish('GW1', 'command', 'old')).rejects.toMatchObject({ code: 'offline' })
    const second = await signIn('GW1', { clean: false })
    const received: string[] = []
    second.on('message', (_topic, payload) => received.push(payload.toString()))
    await second.subscribeAsync('ll/1/GW1/down/+', { qos: 1 })
    await broker.publish('GW1', 'command', 'new')
    expect(received).toEqual(['new'])
  })
})

describe('presence', () => {
  const will = { topic: 'll/1/GW1/up/event', payload: Buffer.from('gone'), qos: 1 as const, retain: false }

  test('follows the connection; a lost connection publishes its will', async () => {
    const client = await signIn('GW1', { will })
    expect(presence).toEqual([['GW1', true]])
    client.stream.destroy()
    await until(() => presence.length === 2)
    expect(presence[1]).toEqual(['GW1', false])
    await until(() => taken.length === 1)
    expect(textOf(taken[0])).toBe('gone')
  })

  test('a proper disconnect publishes no will', async () => {
    const client = await signIn('GW1', { will })
    await client.endAsync()
    await until(() => presence.length === 2)
    expect(taken).toEqual([])
  })

  test('a second connection takes over; the will of the first is processed before it', async () => {
    const first = await signIn('GW1', { will })
    const second = await signIn('GW1', { will })
    await until(() => !first.connected)
    expect(second.connected).toBe(true)
    expect(presence.at(-1)).toEqual(['GW1', true])
    expect(broker.counts().connected).toBe(1)
    await second.subscribeAsync('ll/1/GW1/down/+', { qos: 1 })
    await broker.publish('GW1', 'command', 'x')
  })

  test('disconnect() ends the session', async () => {
    const client = await signIn('GW1')
    broker.disconnect('GW1')
    await until(() => !client.connected)
    expect(broker.counts().connected).toBe(0)
  })
})
