import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { generate } from 'mqtt-packet'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Reply, type Request, SECRET } from './broker-child.ts'
import { attackOf, createRandom } from './malformed.ts'

/** Number of malformed packets in one run; MQTT_ATTACKS=100000 runs the long version. */
const ATTACKS = Number(process.env.MQTT_ATTACKS ?? 3000)
const AT_ONCE = 32
const MB = 1024 * 1024
let child: ChildProcess
let url: URL
let neighbour: MqttClient
const lost: string[] = []
let acknowledged = 0
let published = 0
let beat: NodeJS.Timeout

const request = async (message: Request): Promise<Reply> => {
  const answer = once(child, 'message')
  child.send(message)
  return (await answer)[0] as Reply
}
const counts = async () => (await request({ request: 'counts' })) as Required<Reply>
const signIn = (gateway: string, secret = SECRET): Promise<MqttClient> =>
  connectAsync(url.href, { clientId: gateway, username: gateway, password: secret, reconnectPeriod: 0 })

beforeAll(async () => {
  child = fork(join(import.meta.dirname, 'broker-child.ts'), { execPath: process.execPath, execArgv: ['--expose-gc'] })
  url = new URL(((await once(child, 'message'))[0] as Required<Reply>).url)
  neighbour = await signIn('NEIGHBOUR')
  neighbour.on('close', () => lost.push('the connection'))
  neighbour.on('error', (error) => lost.push(error.message))
  await neighbour.subscribeAsync('ll/1/NEIGHBOUR/down/+', { qos: 1 })
  beat = setInterval(() => {
    published += 1
    neighbour.publishAsync('ll/1/NEIGHBOUR/up/report', '[]', { qos: 1 }).then(
      () => {
        acknowledged += 1
      },
      (error: Error) => lost.push(error.message),
    )
  }, 20)
})
afterAll(() => {
  clearInterval(beat)
  neighbour?.removeAllListeners('close')
  neighbour?.end(true)
  child?.kill()
})

/** Expects the well-behaved gateway to be unaffected: its reports are acknowledged, it receives its messages, and nobody published in its name. */
const undisturbed = async (): Promise<void> => {
  const received = new Promise<string>((resolve) => {
    neighbour.once('message', (_topic, payload) => resolve(payload.toString()))
  })
  expect(await request({ request: 'speak', gateway: 'NEIGHBOUR', text: 'well' })).toEqual({ spoken: true })
  expect(await received).toBe('well')
  const allAcknowledged = (): void => {
    // The neighbour publishes every 20 ms. The first test may get here earlier.
    expect(published).toBeGreaterThan(0)
    expect(acknowledged).toBe(published)
  }
  await vi.waitFor(allAcknowledged, { timeout: 5000, interval: 1 })
  expect(lost).toEqual([])
  expect((await counts()).received.NEIGHBOUR).toBeLessThanOrEqual(published)
}
/** Opens a socket from one of many loopback addresses, so that the ports do not run out. */
const dial = (at: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: Number(url.port), host: '127.0.0.1', localAddress: `127.0.0.${2 + (at % 200)}` }, () => resolve(socket))
    socket.on('error', reject)
  })
const closed = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => {
    client.on('close', () => resolve())
  })
const ended = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve()
    socket.on('close', () => resolve())
  })
const attack = async (at: number, inside: boolean, bytes: Buffer): Promise<void> => {
  const socket = await dial(at)
  socket.on('error', () => undefined)
  const gone = ended(socket)
  const id = `EVIL${at % 500}`
  if (inside) {
    socket.write(
      generate({
        cmd: 'connect',
        clientId: id,
        username: id,
        password: Buffer.from(SECRET),
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        keepalive: 60,
      }),
    )
    await Promise.race([once(socket, 'data'), gone])
  }
  socket.write(bytes)
  // If the broker keeps the socket open (an incomplete packet), the attacker closes it after a moment.
  const timer = setTimeout(() => socket.destroy(), 30)
  await gone
  clearTimeout(timer)
}

describe('a hostile gateway beside a working one', () => {
  test.each([
    'll/1/NEIGHBOUR/up/report',
    'll/1/NEIGHBOUR/down/command',
    'll/1/+/up/report',
    '$SYS/broker/clients',
    '#',
    'll/1/EVIL/../NEIGHBOUR/up/report',
  ])('may not publish to %s', async (topic) => {
    const client = await signIn('EVIL')
    client.on('error', () => undefined)
    const gone = closed(client)
    // The client library refuses wildcards itself, so the test writes the bytes directly.
    client.stream.write(generate({ cmd: 'publish', topic, payload: '[]', qos: 1, messageId: 9, retain: false, dup: false }))
    await gone
    expect((await counts()).received).not.toHaveProperty('EVIL')
    await undisturbed()
  })

  test.each([
    '#',
    '+/#',
    'll/1/NEIGHBOUR/down/command',
    'll/1/+/down/+',
    'll/#',
    '$SYS/#',
    '$share/g/ll/1/NEIGHBOUR/down/+',
    '$share/all/#',
  ])('receives nothing on %s', async (filter) => {
    const client = await signIn('EVIL')
    const messages: string[] = []
    client.on('message', (topic) => messages.push(topic))
    const granted = await client.subscribeAsync(filter, { qos: 1 }).catch(() => [{ qos: 128 }])
    expect(granted[0]?.qos).toBe(128)
    await undisturbed()
    expect(messages).toEqual([])
    client.end(true)
  })

  test('cannot leave a retained message or a will for another gateway', async () => {
    const client = await signIn('EVIL')
    client.on('error', () => undefined)
    const gone = closed(client)
    client.publish('ll/1/EVIL/up/report', 'poison', { qos: 1, retain: true })
    await gone
    const will = { topic: 'll/1/NEIGHBOUR/up/event', payload: Buffer.from('gone'), qos: 1 as const, retain: true }
    const second = await connectAsync(url.href, { clientId: 'EVIL', username: 'EVIL', password: SECRET, reconnectPeriod: 0, will }).catch(
      () => null,
    )
    second?.stream.destroy()
    await undisturbed()
    const { received } = await counts()
    expect(received.EVIL ?? 0).toBe(0)
  })

  test('cannot take over a session: client id must equal user name, and the secret is required', async () => {
    for (const [clientId, username, password] of [
      ['NEIGHBOUR', 'NEIGHBOUR', 'a-guess-of-sixteen'],
      ['NEIGHBOUR', 'EVIL', SECRET],
      ['EVIL', 'NEIGHBOUR', SECRET],
      ['NEIGHBOUR', 'NEIGHBOUR', ''],
    ] as const)
      await expect(connectAsync(url.href, { clientId, username, password, reconnectPeriod: 0 })).rejects.toThrow(/refused/i)
    await undisturbed()
  })

  test('one megabyte, and a topic of 64 kB, end only their own connection', async () => {
    const before = (await counts()).memory
    for (let round = 0; round < 20; round += 1) {
      const client = await signIn('EVIL')
      client.on('error', () => undefined)
      const gone = closed(client)
      client.publish(round % 2 ? 'll/1/EVIL/up/report' : 'x'.repeat(65_000), Buffer.alloc(round % 2 ? MB : 10), { qos: 1 })
      await gone
    }
    await undisturbed()
    expect(((await counts()).memory - before) / MB).toBeLessThan(20)
  })

  test(`${ATTACKS} malformed packets: the broker stays up, other gateways are not affected, nothing is stored`, async () => {
    const random = createRandom(20_261_121)
    // The first packets warm the process up: code, buffers and pools that normal use needs too.
    const run = async (first: number, last: number): Promise<void> => {
      let at = first
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let mine = at++; mine < last; mine = at++) {
            const { inside, bytes } = attackOf(random, `EVIL${mine % 500}`)
            await attack(mine, inside, bytes)
          }
        }),
      )
    }
    await run(0, 1000)
    await undisturbed()
    const before = (await counts()).memory
    await run(1000, 1000 + ATTACKS)
    await undisturbed()
    await vi.waitFor(async () => expect((await counts()).connected).toBe(1), { timeout: 10_000, interval: 200 })
    const grown = ((await counts()).memory - before) / MB
    console.log(`${ATTACKS} malformed packets: ${grown.toFixed(1)} MB more memory`)
    expect(grown).toBeLessThan(20)
  }, 900_000)
})
