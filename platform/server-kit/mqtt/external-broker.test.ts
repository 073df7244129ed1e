import { createServer, type Socket } from 'node:net'
import { generate, type Packet, parser } from 'mqtt-packet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UpMessage } from '../gateway-link.ts'
import { createLog } from '../process/log.ts'
import { createExternalBroker } from './external-broker.ts'

/** A simulated MQTT 5 broker with one session: the test sends packets and reads those received. */
const startPeer = async () => {
  const received: Packet[] = []
  let socket: Socket | undefined
  let connections = 0
  let reasonCode: number | null = 0
  const send = (packet: Packet): boolean | undefined => socket?.write(generate(packet, { protocolVersion: 5 }))
  const server = createServer((accepted) => {
    socket = accepted
    connections += 1
    accepted.on('error', () => undefined)
    const reader = parser({ protocolVersion: 5 })
    reader.on('packet', (packet) => {
      received.push(packet)
      if (packet.cmd === 'connect') send({ cmd: 'connack', reasonCode: 0, sessionPresent: connections > 1 })
      if (packet.cmd === 'subscribe') send({ cmd: 'suback', messageId: packet.messageId as number, granted: [1] })
      if (packet.cmd === 'publish' && reasonCode !== null) send({ cmd: 'puback', messageId: packet.messageId as number, reasonCode })
    })
    accepted.on('data', (chunk) => reader.parse(chunk))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = (server.address() as { port: number }).port
  return {
    url: `mqtt://lamp:light@127.0.0.1:${port}?clientId=server-1`,
    received,
    of: <C extends Packet['cmd']>(cmd: C) => received.filter((packet): packet is Extract<Packet, { cmd: C }> => packet.cmd === cmd),
    connections: () => connections,
    deliver: (messageId: number, topic: string, payload: string, dup = false) =>
      send({ cmd: 'publish', topic, payload, qos: 1, messageId, dup, retain: false }),
    /** Sets the reason code with which publishes are answered; null: they are not answered. */
    answerWith: (code: number | null) => {
      reasonCode = code
    },
    drop: () => socket?.destroy(),
    stop: async () => {
      socket?.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let peer: Awaited<ReturnType<typeof startPeer>>
let broker: Awaited<ReturnType<typeof createExternalBroker>>
const until = (what: () => boolean): Promise<void> => vi.waitFor(() => expect(what()).toBe(true), { timeout: 6000, interval: 5 })

beforeEach(async () => {
  peer = await startPeer()
  broker = await createExternalBroker({ url: peer.url, log: createLog('silent'), clock: { now: () => 42 } })
})
afterEach(async () => {
  await broker.stop()
  await peer.stop()
})

test('signs in with MQTT 5, the credentials of the address and a persistent session; its own address contains no password', () => {
  expect(peer.of('connect')[0]).toMatchObject({
    protocolVersion: 5,
    clientId: 'server-1',
    username: 'lamp',
    password: Buffer.from('light'),
    clean: false,
    properties: { sessionExpiryInterval: 86_400, receiveMaximum: 5000 },
  })
  expect(broker.url).toMatch(/^mqtt:\/\/127\.0\.0\.1:\d+$/)
  expect(broker.state()).toBe('up')
})

test('receives messages of all gateways through the shared subscription', async () => {
  const taken: UpMessage[] = []
  broker.consume(async (message) => {
    taken.push(message)
  })
  await until(() => peer.of('subscribe').length === 1)
  expect(peer.of('subscribe')[0]?.subscriptions).toMatchObject([{ topic: '$share/lamplight/ll/1/+/up/+', qos: 1 }])
  peer.deliver(7, 'll/1/GW1/up/report', '[]')
  peer.deliver(8, 'll/1/GW1/elsewhere', '[]')
  await until(() => peer.of('puback').length === 2)
  expect(taken).toEqual([{ gateway: 'GW1', kind: 'report', payload: Buffer.from('[]'), receivedAt: 42 }])
})

test('acknowledges when the consumer is done, many at a time, in order of completion', async () => {
  const release: (() => void)[] = []
  broker.consume(
    () =>
      new Promise((resolve) => {
        release.push(resolve)
      }),
  )
  for (const id of [1, 2, 3]) peer.deliver(id, 'll/1/GW1/up/report', '[]')
  await until(() => release.length === 3)
  expect(peer.of('puback')).toEqual([])
  release[1]?.()
  await until(() => peer.of('puback').length === 1)
  release[0]?.()
  release[2]?.()
  await until(() => peer.of('puback').length === 3)
  expect(peer.of('puback').map((packet) => packet.messageId)).toEqual([2, 1, 3])
})

test('a message that the consumer refuses is not acknowledged, and is delivered again over a new connection', async () => {
  let refuse = true
  broker.consume(async () => {
    if (refuse) throw new Error('the database is away')
  })
  peer.deliver(5, 'll/1/GW1/up/report', '[]')
  await until(() => peer.connections() === 2 && peer.of('connect').length === 2)
  // The broker reports that it kept the session, but it may have forgotten the shared subscription.
  await until(() => peer.of('subscribe').length === 2)
  expect(peer.of('puback')).toEqual([])
  refuse = false
  peer.deliver(5, 'll/1/GW1/up/report', '[]', true)
  await until(() => peer.of('puback').length === 1)
})

test('an acknowledgement is not sent over a later connection', async () => {
  let release = (): void => undefined
  broker.consume(
    () =>
      new Promise((resolve) => {
        release = resolve
      }),
  )
  peer.deliver(5, 'll/1/GW1/up/report', '[]')
  await until(() => peer.of('subscribe').length === 1)
  await peer.stop()
  const port = Number(new URL(peer.url).port)
  expect(port).toBeGreaterThan(0)
  release()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(peer.of('puback')).toEqual([])
  peer = await startPeer()
})

test('publishes to a gateway, and reports a missing subscriber or an unavailable broker', async () => {
  await broker.publish('GW1', 'command', '{}')
  expect(peer.of('publish')[0]).toMatchObject({ topic: 'll/1/GW1/down/command', qos: 1, payload: Buffer.from('{}') })
  peer.answerWith(16)
  await expect(broker.publish('GW1', 'command', '{}')).rejects.toMatchObject({ code: 'offline' })
  await peer.stop()
  await until(() => broker.state() === 'down')
  await expect(broker.publish('GW1', 'command', '{}')).rejects.toMatchObject({ code: 'noBroker' })
  peer = await startPeer()
})

test('when the broker disconnects, pending publishes fail at once; when it is back, this is announced and subscribed again', async () => {
  let returns = 0
  broker.onReturn?.(() => {
    returns += 1
  })
  broker.consume(async () => undefined)
  await until(() => peer.of('subscribe').length === 1)
  peer.answerWith(null)
  const waiting = broker.publish('GW1', 'command', '{}')
  await until(() => peer.of('publish').length === 1)
  expect(returns).toBe(0)
  peer.drop()
  await expect(waiting).rejects.toMatchObject({ code: 'noBroker' })
  await until(() => returns === 1)
  expect(peer.of('subscribe')).toHaveLength(2)
})

test('a publish that timed out is not repeated over the next connection, and does not block later ones', async () => {
  peer.answerWith(null)
  await expect(broker.publish('GW1', 'command', '{"n":1}', 50)).rejects.toMatchObject({ code: 'timeout' })
  let back = 0
  broker.onReturn?.(() => {
    back += 1
  })
  peer.drop()
  await until(() => back === 1)
  peer.answerWith(0)
  await broker.publish('GW2', 'command', '{"n":2}', 1000)
  expect(peer.of('publish').map(({ topic, dup }) => [topic, dup])).toEqual([
    ['ll/1/GW1/down/command', false],
    ['ll/1/GW2/down/command', false],
  ])
})

test('a process that only publishes is also informed when the broker is back', async () => {
  let returns = 0
  broker.onReturn?.(() => {
    returns += 1
  })
  expect(broker.state()).toBe('up')
  peer.drop()
  await until(() => returns === 1)
  expect(peer.of('subscribe')).toEqual([])
})
