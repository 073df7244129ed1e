import { isIP, connect as overTcp, type Socket } from 'node:net'
import { connect as overTls, type TLSSocket } from 'node:tls'
import { type IClientOptions, type IPublishPacket, MqttClient } from 'mqtt'
import { generate } from 'mqtt-packet'
import { isInside, OutboundError, type OutboundGuard } from '../outbound.ts'
import type { Log } from '../platform-types.ts'
import { followFrames } from './frames.ts'

const CONNECT_MS = 10_000
const PUBLISH_MS = 10_000
const REDELIVER_MS = 2000
/** More doublings than any limit needs. */
const MOST_DOUBLINGS = 20
/** CONNACK codes of MQTT 3.1.1: bad user name or password, not authorized. */
const NOT_LET_IN = new Set([4, 5])

/** Limits of a connection to a remote broker; each can be set when the connection is opened. */
export interface RemoteLimits {
  /** Largest packet from the broker, bytes after the fixed header. A larger packet ends the connection before its body is read. */
  readonly packetBytes: number
  /**
   * Number of messages that are handled at the same time; while it is reached, nothing is read from the socket. Also the number of QoS 2 messages that may
   * wait for their PUBREL; one more ends the connection.
   */
  readonly handledAtOnce: number
  /** Pause before a failed connection is tried again. Each further failure doubles it, up to `retryMostMs`. */
  readonly retryMs: number
  /** Also the time after which a connection counts as stable: the pause before the next attempt is then `retryMs` again. */
  readonly retryMostMs: number
}
export const REMOTE_LIMITS: RemoteLimits = { packetBytes: 256 * 1024, handledAtOnce: 100, retryMs: 5000, retryMostMs: 60_000 }

/**
 * Why there is no connection: the deployment does not allow the `address`, there is no such host `name`, the port `refused`, no answer in time (`silent`),
 * user or password are wrong (`signIn`), the certificate is not trusted (`tls`), the broker does not allow the `subscription`, it `closed` the connection, or
 * it sent a packet (`packet`) beyond the limits.
 */
export type RemoteFault = 'address' | 'name' | 'refused' | 'silent' | 'signIn' | 'tls' | 'subscription' | 'closed' | 'packet'

export interface RemoteBrokerOptions {
  /** `mqtt://host:port` or `mqtts://host:port` */
  readonly url: string
  readonly username?: string
  readonly password?: string
  readonly clientId: string
  /** Certificate of the authority that signed the broker's certificate, PEM. Default: the authorities of the system. */
  readonly ca?: string
  /** Topic filters to subscribe to. With filters the broker keeps the session and its QoS 1 messages while this process is away. */
  readonly filters: readonly string[]
  /** Checks the address; `lookup: undefined` allows every address, for brokers of this deployment. */
  readonly guard: Pick<OutboundGuard, 'lookup'>
  readonly log: Log
  readonly limits?: Partial<RemoteLimits>
  /** The message is acknowledged when the promise resolves; if it rejects, the broker sends it again. */
  readonly onMessage: (topic: string, payload: Buffer) => Promise<void>
  /** Called when the state changes; `undefined`: connected and subscribed. */
  readonly onState: (fault: RemoteFault | undefined) => void
}

export interface RemoteBroker {
  readonly connected: () => boolean
  /** Resolves when the broker has acknowledged the message (QoS 1). Rejects if there is no connection or no acknowledgement within 10 s. */
  readonly publish: (topic: string, payload: string) => Promise<void>
  readonly stop: () => Promise<void>
}

const faultOf = (error: Error & { readonly code?: unknown }): RemoteFault => {
  if (error instanceof OutboundError) return error.why === 'address' ? 'address' : 'name'
  const code = error.code
  if (typeof code === 'number') return NOT_LET_IN.has(code) ? 'signIn' : 'closed'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name'
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'refused'
  if (code === 'ETIMEDOUT' || /connack timeout/i.test(error.message)) return 'silent'
  return typeof code === 'string' && /CERT|TLS|SSL|SIGNATURE/.test(code) ? 'tls' : 'closed'
}

interface Handling {
  readonly onMessage: RemoteBrokerOptions['onMessage']
  readonly handledAtOnce: number
  /** Ends a connection whose broker sent more than the limits allow. */
  readonly refuse: (why: string) => void
}

/**
 * Handles the messages of the connections of a client. A QoS 1 message is acknowledged when its promise has resolved, in any order. While `handledAtOnce`
 * messages are in work, the library reads nothing. After a failure the connection is made again, so that the broker repeats what was not acknowledged.
 */
const handleMessages = (client: MqttClient, { onMessage, handledAtOnce, refuse }: Handling): void => {
  let handled = 0
  let goOn: (() => void) | undefined
  let isReturning = false
  /** Packet identifiers of the QoS 2 messages that the library stores. */
  const stored = new Set<number>()
  const returnLater = (): void => {
    if (isReturning) return
    isReturning = true
    setTimeout(() => {
      isReturning = false
      client.stream.destroy()
    }, REDELIVER_MS)
  }
  const take = async ({ topic, payload }: IPublishPacket): Promise<void> => {
    handled += 1
    try {
      await onMessage(topic, typeof payload === 'string' ? Buffer.from(payload) : payload)
    } finally {
      handled -= 1
    }
  }
  const readOn = (): void => {
    const next = goOn
    goOn = undefined
    next?.()
  }
  client.handleMessage = (packet, done) => {
    const { stream } = client
    const { qos, messageId = 0 } = packet
    // At its PUBREL the library passes a QoS 2 message on, and `done` without an error sends PUBCOMP.
    if (qos === 2) {
      const completed = (): void => {
        stored.delete(messageId)
        done()
      }
      take(packet).then(completed, (error: Error) => {
        done(error)
        returnLater()
      })
      return
    }
    // An error makes the library go on to the next message and leave the acknowledgement to this code.
    goOn = () => done(new Error('acknowledged after the commit'))
    take(packet)
      .then(() => {
        if (qos === 1 && client.stream === stream && client.connected) stream.write(generate({ cmd: 'puback', messageId }))
      })
      .catch(returnLater)
      .finally(readOn)
    if (handled < handledAtOnce) readOn()
  }
  // The subscriptions ask for QoS 1, but some brokers can be set to send in the higher QoS of the publisher.
  client.options.customHandleAcks = (_topic, _payload, { qos, messageId = 0 }, done) => {
    if (qos === 2 && !stored.has(messageId) && stored.size >= handledAtOnce) return refuse('too many QoS 2 messages without PUBREL')
    if (qos === 2) stored.add(messageId)
    done(0)
  }
  client.on('connect', ({ sessionPresent }) => {
    if (!sessionPresent) stored.clear()
  })
  // The broker sends the unacknowledged messages of an ended connection again.
  client.on('close', () => {
    goOn = undefined
  })
}

/**
 * Connects to the MQTT 3.1.1 broker of another system, such as that of a ChirpStack. A failed or ended connection is made again until it is stopped. Each
 * connection checks the address of the URL, or the addresses to which its host name resolves, so that users cannot reach addresses inside the network through
 * the server.
 */
export const openRemoteBroker = (options: RemoteBrokerOptions): RemoteBroker => {
  const { hostname, port, protocol } = new URL(options.url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isSecure = protocol === 'mqtts:'
  const { lookup } = options.guard
  const { packetBytes, handledAtOnce, retryMs, retryMostMs } = { ...REMOTE_LIMITS, ...options.limits }
  let attempts = 0
  let stable: NodeJS.Timeout | undefined
  let fault: RemoteFault = 'closed'
  let reported: RemoteFault | null | undefined = null
  const reportState = (now: RemoteFault | undefined): void => {
    if (reported === now) return
    reported = now
    options.onState(now)
  }
  const noteFault = (error: Error): void => {
    fault = faultOf(error)
  }

  const refuse = (why: string): void => {
    options.log.warn('the connection to a remote broker was ended: it sent what the limits do not allow', { url: options.url, why })
    fault = 'packet'
    client.stream.destroy()
  }

  const openSocket = (): Socket | TLSSocket => {
    fault = 'closed'
    // The library waits this long if the attempt that begins here fails.
    if (attempts > 0) client.options.reconnectPeriod = Math.min(retryMs * 2 ** Math.min(attempts, MOST_DOUBLINGS), retryMostMs)
    attempts += 1
    const to = { host, port: Number(port) || (isSecure ? 8883 : 1883), ...(lookup ? { lookup } : {}) }
    const socket = isSecure
      ? overTls({ ...to, ...(isIP(host) ? {} : { servername: host }), ...(options.ca ? { ca: options.ca } : {}) })
      : overTcp(to)
    // A literal address in the URL is not resolved by `lookup`, so it is checked here.
    if (lookup && isIP(host) && isInside(host)) socket.destroy(new OutboundError('address', `${host} is no public address`))
    socket.setNoDelay(true)
    socket.on('error', noteFault)
    const follow = followFrames({
      limit: () => packetBytes,
      onTooLarge: (bytes) => refuse(`a packet of ${bytes} bytes`),
      onPuback: () => undefined,
    })
    socket.on('data', follow)
    return socket
  }
  const settings: IClientOptions = {
    protocolVersion: 4,
    clientId: options.clientId,
    clean: options.filters.length === 0,
    reconnectPeriod: retryMs,
    reconnectOnConnackError: true,
    connectTimeout: CONNECT_MS,
    resubscribe: false,
    ...(options.username ? { username: options.username } : {}),
    ...(options.password ? { password: options.password } : {}),
  }
  const client = new MqttClient(openSocket, settings)
  handleMessages(client, { onMessage: options.onMessage, handledAtOnce, refuse })
  client.on('error', noteFault)
  client.on('connect', () => {
    stable = setTimeout(() => {
      attempts = 1
      client.options.reconnectPeriod = retryMs
    }, retryMostMs)
    if (options.filters.length === 0) return reportState(undefined)
    client.subscribe([...options.filters], { qos: 1 }, (error, granted) => {
      if (!client.connected) return
      if (error === null && (granted ?? []).every(({ qos }) => Number(qos) < 128)) return reportState(undefined)
      fault = 'subscription'
      client.stream.destroy()
    })
  })
  client.on('close', () => {
    clearTimeout(stable)
    reportState(fault)
  })

  return {
    connected: () => client.connected && reported === undefined,
    publish: (topic, payload) =>
      new Promise((resolve, reject) => {
        if (!client.connected) return reject(new Error('not connected'))
        const end = (error?: Error | null): void => {
          clearTimeout(timer)
          client.off('close', onClose)
          if (error) reject(error)
          else resolve()
        }
        const giveUp = (why: string): void => {
          end(new Error(why))
          // The library would send the message again over the next connection.
          client.removeOutgoingMessage(messageId)
        }
        const onClose = (): void => giveUp('the connection ended')
        const timer = setTimeout(() => giveUp('not acknowledged in time'), PUBLISH_MS)
        client.on('close', onClose)
        client.publish(topic, payload, { qos: 1 }, (error) => end(error))
        const messageId = client.getLastMessageId()
      }),
    stop: async () => {
      clearTimeout(stable)
      client.removeAllListeners('close')
      await client.endAsync(true)
    },
  }
}
