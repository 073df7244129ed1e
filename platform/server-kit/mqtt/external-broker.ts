import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseTopic, topics } from '@lamplight/protocol'
import { connect, type IPublishPacket, type MqttClient } from 'mqtt'
import { generate } from 'mqtt-packet'
import type { MqttPort, UpMessage } from '../gateway-link.ts'
import type { Clock, Log } from '../platform-types.ts'
import { publishFailure } from './failure.ts'

const ANSWER_MS = 10_000
const FIRST_CONNECT_MS = 5000
const REDELIVER_MS = 2000
const RECONNECT_MS = 250
/** Largest number of messages that the broker sends without an acknowledgement. */
const HELD_AT_MOST = 5000
/** How long the broker keeps messages while this process is disconnected, seconds. */
const SESSION_SECONDS = 86_400
const NO_SUBSCRIBERS = 16
/** After unsubscribing, the remaining messages arrive within QUIET_MS; storing those received may take LEAVE_MS. */
const QUIET_MS = 150
const LEAVE_MS = 5000

type Consumer = (message: UpMessage) => Promise<void>

interface Taking {
  readonly setConsumer: (consumer: Consumer) => void
  /** Number of messages being processed, and when the last one arrived (monotonic ms). */
  readonly held: () => { readonly n: number; readonly lastAt: number }
}

/** Acknowledges each message when its consumer's promise has resolved, many at a time and in any order. */
const acknowledgeLater = (client: MqttClient, { log, clock }: { log: Log; clock: Clock }): Taking => {
  let consumer: Consumer | undefined
  const early: (() => void)[] = []
  let inHand = 0
  let lastAt = performance.now()
  let redelivery: ReturnType<typeof setTimeout> | undefined

  const giveBack = (why: unknown): void => {
    log.error('message not taken, asking the broker again', { why: String(why) })
    // Reconnecting makes the broker repeat the messages that were not acknowledged.
    if (redelivery) return
    redelivery = setTimeout(() => {
      redelivery = undefined
      client.stream.destroy()
    }, REDELIVER_MS)
  }
  const take = async ({ topic, payload, qos, messageId }: IPublishPacket): Promise<void> => {
    const { stream } = client
    const parsed = parseTopic(topic)
    if (parsed?.direction === 'up')
      await consumer?.({
        gateway: parsed.gateway,
        kind: parsed.kind,
        payload: typeof payload === 'string' ? Buffer.from(payload) : payload,
        receivedAt: clock.now(),
      })
    // A packet identifier is valid only on the connection on which it was received.
    if (qos > 0 && messageId !== undefined && client.stream === stream && client.connected)
      stream.write(generate({ cmd: 'puback', messageId, reasonCode: 0 }, { protocolVersion: 5 }))
  }
  client.handleMessage = (packet, done) => {
    // An error makes the library go on to the next message and leave the acknowledgement to this code.
    done(new Error('acknowledged after the commit'))
    inHand += 1
    lastAt = performance.now()
    const run = (): void =>
      void take(packet)
        .catch(giveBack)
        .finally(() => {
          inHand -= 1
        })
    if (consumer) run()
    else early.push(run)
  }
  return {
    setConsumer: (taken) => {
      consumer = taken
      for (const run of early.splice(0)) run()
    },
    held: () => ({ n: inHand, lastAt }),
  }
}

/**
 * The connection to gateways through an external MQTT 5 broker, for any number of server processes. Messages arrive by the shared
 * subscription `$share/lamplight/ll/1/+/up/+` in a session that the broker keeps, and are acknowledged when the consumer's promise has
 * resolved. `url` contains name and password (`mqtts://name:password@host:8883`). `clientId` (also `?clientId=`) must differ between
 * processes and stay the same after a restart, because the broker keeps the messages of a crashed process under it. `?share=0`: the only
 * process that listens needs no shared subscription. That broker itself controls sign-in and topics of gateways: `authenticate` and
 * `disconnect` do nothing here, and presence is known by hello and last will.
 */
export const createExternalBroker = async (options: {
  url: string
  log: Log
  clock: Clock
  clientId?: string
}): Promise<MqttPort & { readonly reportsPresence: false; readonly stop: () => Promise<void> }> => {
  const { log } = options
  const { hostname: host, port, protocol, searchParams } = new URL(options.url)
  const isSecure = protocol === 'mqtts:'
  const client = connect(options.url, {
    protocolVersion: 5,
    clientId: searchParams.get('clientId') ?? options.clientId ?? `lamplight-${hostname()}`,
    clean: false,
    reconnectPeriod: RECONNECT_MS,
    resubscribe: false,
    properties: { sessionExpiryInterval: SESSION_SECONDS, receiveMaximum: HELD_AT_MOST },
  })
  const { setConsumer, held } = acknowledgeLater(client, options)
  // The broker guarantees more to a single process without a shared subscription: see docs/operating.md.
  const upward = searchParams.get('share') === '0' ? topics.upFilter : `$share/lamplight/${topics.upFilter}`
  const returned: (() => void)[] = []
  let consuming = false
  let left = false
  client.on('error', (error) => log.error('broker refused', { why: error.message }))
  // The library does not pass on reason codes that are no errors.
  const unsubscribed = new Set<number | undefined>()
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'puback' && packet.reasonCode === NO_SUBSCRIBERS) unsubscribed.add(packet.messageId)
  })
  // When the connection closes, all unacknowledged publishes are rejected: the broker may have lost them.
  const waiting = new Set<() => void>()
  client.on('close', () => {
    log.warn('broker away', { host })
    for (const giveUp of [...waiting]) giveUp()
  })
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, FIRST_CONNECT_MS)
    client.once('connect', () => {
      clearTimeout(timer)
      resolve()
    })
  })

  // A consuming process is back once its subscription is confirmed, a publishing one once it is connected.
  let met = client.connected
  client.on('connect', () => {
    if (met && !consuming) for (const listener of returned) listener()
    met = true
  })
  return {
    publish: (gateway, kind, payload, timeoutMs = ANSWER_MS) =>
      new Promise((resolve, reject) => {
        if (!client.connected) return reject(publishFailure(gateway, 'noBroker'))
        const timer = setTimeout(() => end('timeout'), timeoutMs)
        const giveUp = (): void => end('noBroker')
        const settled = (): void => {
          clearTimeout(timer)
          waiting.delete(giveUp)
        }
        const end = (why: 'timeout' | 'noBroker'): void => {
          settled()
          reject(publishFailure(gateway, why))
          // The library would repeat the message over the next connection, and until it is acknowledged neither subscribe nor reuse its id.
          client.removeOutgoingMessage(messageId)
        }
        waiting.add(giveUp)
        client.publish(topics.down(gateway, kind), payload, { qos: 1 }, (error, sent) => {
          settled()
          if (error) return reject(error)
          if (unsubscribed.delete(sent?.messageId)) return reject(publishFailure(gateway, 'offline'))
          resolve()
        })
        const messageId = client.getLastMessageId()
      }),
    consume: (consumer) => {
      setConsumer(consumer)
      consuming = true
      let before = false
      const subscribe = (): void => {
        client.subscribe(upward, { qos: 1 }, (error) => {
          if (error) log.error('subscription refused', { why: error.message })
          else if (before) for (const listener of returned) listener()
          before = true
        })
      }
      // Subscribes at each connect: a broker may keep the session and still lose its shared subscription (Mosquitto 2.0 after its own restart).
      client.on('connect', subscribe)
      if (client.connected) subscribe()
    },
    onPresence: () => undefined,
    onReturn: (listener) => void returned.push(listener),
    reportsPresence: false,
    authenticate: () => undefined,
    disconnect: () => undefined,
    state: () => (client.connected ? 'up' : 'down'),
    listeners: [{ scheme: isSecure ? 'mqtts' : 'mqtt', host, port: Number(port) || (isSecure ? 8883 : 1883) }],
    url: `${protocol}//${host}${port === '' ? '' : `:${port}`}`,
    leave: async () => {
      if (!client.connected) return
      await client.unsubscribeAsync(upward)
      for (const end = performance.now() + LEAVE_MS; performance.now() < end; await sleep(20)) {
        const { n, lastAt } = held()
        if (n === 0 && performance.now() - lastAt > QUIET_MS) break
      }
      left = held().n === 0
    },
    stop: async () => {
      // All messages have been acknowledged, so the broker need not keep the session.
      await client.endAsync(!left, left ? { properties: { sessionExpiryInterval: 0 } } : {})
    },
  }
}
