import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCALHOST_CERT, LOCALHOST_KEY } from '@lamplight/testing'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../process/log.ts'
import { createEmbeddedBroker, type EmbeddedBroker } from './embedded-broker.ts'

let folder: string
let broker: EmbeddedBroker
const taken: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamplight-tls-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await Promise.all([writeFile(cert, LOCALHOST_CERT), writeFile(key, LOCALHOST_KEY)])
  const log = createLog('silent')
  broker = await createEmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    log,
    clock: { now: Date.now },
    tls: { cert, key, host: '127.0.0.1', port: 0 },
  })
  broker.authenticate(async () => true)
  broker.consume(async ({ gateway }) => void taken.push(gateway))
})
afterAll(async () => {
  await broker?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a gateway signs in, publishes and receives commands over TLS, and verifies the certificate of the broker', async () => {
  const options = { clientId: 'GW1', username: 'GW1', password: 'secret', reconnectPeriod: 0 }
  const url = `mqtts://127.0.0.1:${broker.tlsPort}`
  expect(broker.listeners).toEqual([
    { scheme: 'mqtt', host: '127.0.0.1', port: Number(new URL(broker.url).port) },
    { scheme: 'mqtts', host: '127.0.0.1', port: broker.tlsPort },
  ])
  await expect(connectAsync(url, options)).rejects.toThrow(/self-signed/)
  const client = await connectAsync(url, { ...options, ca: LOCALHOST_CERT })
  await client.publishAsync('ll/1/GW1/up/report', '[]', { qos: 1 })
  expect(taken).toEqual(['GW1'])
  const received = new Promise((resolve) => client.on('message', (_topic, payload) => resolve(payload.toString())))
  await client.subscribeAsync('ll/1/GW1/down/+', { qos: 1 })
  await broker.publish('GW1', 'command', 'x')
  expect(await received).toBe('x')
  await client.endAsync()
})

test('a connection without TLS is closed, and does not disturb the broker', async () => {
  const socket = connectTcp(broker.tlsPort as number, '127.0.0.1')
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.on('error', () => undefined)
  socket.write('not a handshake at all, and long enough to be read as one')
  await closed
  expect(broker.state()).toBe('up')
})
