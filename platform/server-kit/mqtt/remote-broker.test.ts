import { createServer, type Socket } from 'node:net'
import { generate, type Packet, parser } from 'mqtt-packet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Log } from '../platform-types.ts'
import { openRemoteBroker, type RemoteBroker, type RemoteBrokerOptions, type RemoteFault, type RemoteLimits } from './remote-broker.ts'

/** A simulated MQTT 3.1.1 broker with one session: the test sends packets and reads those received. */
const startPeer = async () => {
  const received: Packet[] = []
  const connectedAt: number[] = []
  let socket: Socket | undefined
  let granted = 1
  let returnCode = 0
  const send = (packet: Packet): boolean | undefined => socket?.write(generate(packet))
  const server = createServer((accepted) => {
    socket = accepted
    connectedAt.push(performance.now())
    accepted.on('error', () => undefined)
    const reader = parser()
    reader.on('packet', (packet) => {
      received.push(packet)
      if (packet.cmd === 'connect') send({ cmd: 'connack', returnCode, sessionPresent: connectedAt.length > 1 })
      if (packet.cmd === 'subscribe') send({ cmd: 'suback', messageId: packet.messageId as number, granted: [granted] })
      if (packet.cmd === 'pubrec') send({ cmd: 'pubrel', messageId: packet.messageId as number })
    })
    accepted.on('data', (chunk) => reader.parse(chunk))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `mqtt://127.0.0.1:${(server.address() as { port: number }).port}`,
    connectedAt,
    of: <C extends Packet['cmd']>(cmd: C) => received.filter((packet): packet is Extract<Packet, { cmd: C }> => packet.cmd === cmd),
    deliver: (messageId: number, payload: string | Buffer, qos: 1 | 2 = 1) =>
      send({ cmd: 'publish', topic: 'a/b', payload, qos, messageId, dup: false, retain: false }),
    /** Bytes that wait because the other side does not read. */
    unread: () => socket?.writableLength ?? 0,
    grant: (qos: number) => {
      granted = qos
    },
    signIn: (code: number) => {
      returnCode = code
    },
    stop: async () => {
      socket?.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let peer: Awaited<ReturnType<typeof startPeer>>
let broker: RemoteBroker
let states: (RemoteFault | undefined)[]
const warnings: unknown[] = []
const log = { warn: (text: string, facts: object) => warnings.push({ text, ...facts }) } as unknown as Log
const until = (what: () => boolean): Promise<void> => vi.waitFor(() => expect(what()).toBe(true), { timeout: 6000, interval: 5 })
const isConnected = (): boolean => broker.connected()
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const open = (onMessage: RemoteBrokerOptions['onMessage'], limits: Partial<RemoteLimits> = {}): void => {
  broker = openRemoteBroker({
    url: peer.url,
    clientId: 'test',
    filters: ['a/#'],
    guard: { lookup: undefined },
    log,
    onMessage,
    limits: { retryMs: 50, retryMostMs: 200, ...limits },
    onState: (fault) => states.push(fault),
  })
}

beforeEach(async () => {
  peer = await startPeer()
  states = []
  warnings.length = 0
})
afterEach(async () => {
  await broker.stop()
  await peer.stop()
})

test('while as many messages are in work as the limit allows, the socket is not read', async () => {
  const ends: (() => void)[] = []
  open(() => new Promise((resolve) => ends.push(resolve)), { handledAtOnce: 3 })
  await until(isConnected)
  const [payload, messages] = [Buffer.alloc(64 * 1024), 200]
  for (let n = 1; n <= messages; n++) peer.deliver(n, payload)
  await until(() => ends.length === 3)
  await wait(200)
  expect(ends).toHaveLength(3)
  expect(peer.unread()).toBeGreaterThan(0)
  expect(peer.of('puback')).toHaveLength(0)
  for (let n = 0; n < messages; n++) {
    await until(() => ends.length > n)
    ends[n]?.()
  }
  await until(() => peer.of('puback').length === messages)
  expect(peer.unread()).toBe(0)
  expect(peer.connectedAt).toHaveLength(1)
})

test('a packet above 256 KiB ends the connection before its body is read, with a log line; one of 256 KiB passes', async () => {
  let bytes = 0
  open(async (_topic, payload) => {
    bytes = payload.length
  })
  await until(isConnected)
  const most = 256 * 1024 - 7
  peer.deliver(1, Buffer.alloc(most))
  await until(() => peer.of('puback').length === 1)
  expect(bytes).toBe(most)
  peer.deliver(2, Buffer.alloc(most + 1))
  await until(() => states.at(-1) === 'packet')
  expect(warnings).toMatchObject([{ url: peer.url, why: 'a packet of 262145 bytes' }])
  await until(() => peer.connectedAt.length === 2)
  expect(peer.of('puback')).toHaveLength(1)
})

test('a QoS 2 message that comes despite the subscription is completed once, after it was handled', async () => {
  const taken: string[] = []
  let end: () => void = () => undefined
  open((_topic, payload) => {
    taken.push(String(payload))
    return new Promise((resolve) => {
      end = resolve
    })
  })
  await until(isConnected)
  expect(peer.of('subscribe')[0]?.subscriptions).toMatchObject([{ topic: 'a/#', qos: 1 }])
  peer.deliver(7, 'twice', 2)
  peer.deliver(7, 'twice', 2)
  await until(() => peer.of('pubrec').length === 2 && taken.length === 1)
  expect(peer.of('pubcomp')).toHaveLength(0)
  end()
  await until(() => peer.of('pubcomp').length === 2)
  expect(taken).toEqual(['twice'])
  expect(peer.of('puback')).toHaveLength(0)
})

test('QoS 2 messages without PUBREL are stored up to the limit; one more ends the connection', async () => {
  open(() => new Promise(() => undefined), { handledAtOnce: 2 })
  await until(isConnected)
  for (let n = 1; n <= 3; n++) peer.deliver(n, 'x', 2)
  await until(() => states.at(-1) === 'packet')
  expect(warnings).toHaveLength(1)
})

test('a message whose handler fails comes again over a new connection', async () => {
  let calls = 0
  open(async () => {
    calls += 1
    if (calls === 1) throw new Error('the database is away')
  })
  await until(isConnected)
  peer.deliver(1, 'x')
  await until(() => peer.connectedAt.length === 2 && peer.of('subscribe').length === 2)
  peer.deliver(1, 'x')
  await until(() => peer.of('puback').length === 1)
  expect(calls).toBe(2)
})

test('a failed connection is tried again after pauses that double up to the limit, and says why meanwhile', async () => {
  peer.signIn(5)
  open(async () => undefined)
  await until(() => peer.connectedAt.length === 6)
  const pauses = peer.connectedAt.slice(1).map((at, n) => at - (peer.connectedAt[n] ?? 0))
  for (const [n, least] of [50, 100, 200, 200, 200].entries()) expect(pauses[n]).toBeGreaterThanOrEqual(least - 5)
  expect(pauses[4]).toBeLessThan(1000)
  expect(states).toEqual(['signIn'])
  peer.signIn(0)
  await until(() => states.at(-1) === undefined && states.length === 2)
})

test('a refused subscription is tried again', async () => {
  peer.grant(128)
  open(async () => undefined)
  await until(() => peer.of('subscribe').length === 3)
  expect(states).toEqual(['subscription'])
  peer.grant(1)
  await until(() => states.at(-1) === undefined && states.length === 2)
})
