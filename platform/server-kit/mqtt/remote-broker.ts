import { isIP, connect as overTcp, type Socket } from 'node:net'
import { connect as overTls, type TLSSocket } from 'node:tls'
import { type IClientOptions, type IPublishPacket, MqttClient } from 'mqtt'
import { generate } from 'mqtt-packet'
import { isInside, OutboundError, type OutboundGuard } from '../outbound.ts'

const RECONNECT_MS = 1000
const CONNECT_MS = 10_000
const PUBLISH_MS = 10_000
const REDELIVER_MS = 2000
/** CONNACK codes of MQTT 3.1.1: bad user name or password, not authorized. */
const NOT_LET_IN = new Set([4, 5])

/**
 * Why there is no connection. `address`: the deployment does not allow it; `name`: the host name is unknown; `refused`: refused or not reachable;
 * `silent`: no answer in time; `signIn`: wrong user or password; `tls`: the certificate is not trusted; `subscription`: the broker does not allow it;
 * `closed`: the broker ended the connection.
 */
export const REMOTE_FAULTS = ['address', 'name', 'refused', 'silent', 'signIn', 'tls', 'subscription', 'closed'] as const
export type RemoteFault = (typeof REMOTE_FAULTS)[number]

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
  /** The outbound rules. `lookup: undefined` allows addresses inside the network, for brokers of this deployment. */
  readonly guard: Pick<OutboundGuard, 'lookup'>
  /** The message is acknowledged when the promise resolves. If the promise rejects, the broker sends the message again. */
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

/**
 * Acknowledges each message when its promise has resolved, in any order. After a failure it connects again, and the broker then repeats the messages
 * that were not acknowledged.
 */
const acknowledgeLater = (client: MqttClient, onMessage: RemoteBrokerOptions['onMessage']): void => {
  const take = async ({ topic, payload, qos, messageId }: IPublishPacket): Promise<void> => {
    const { stream } = client
    await onMessage(topic, typeof payload === 'string' ? Buffer.from(payload) : payload)
    if (qos > 0 && messageId !== undefined && client.stream === stream && client.connected)
      stream.write(generate({ cmd: 'puback', messageId }))
  }
  let isReturning = false
  client.handleMessage = (packet, done) => {
    // An error makes the library go on to the next message and leave the acknowledgement to this code.
    done(new Error('acknowledged after the commit'))
    take(packet).catch(() => {
      if (isReturning) return
      isReturning = true
      setTimeout(() => {
        isReturning = false
        client.stream.destroy()
      }, REDELIVER_MS)
    })
  }
}

/**
 * Connection to the MQTT 3.1.1 broker of another system, such as a ChirpStack. Reconnects until it is stopped. Each connection checks the address and
 * the address to which its name resolves, so that users cannot reach addresses inside the network through the server.
 */
export const openRemoteBroker = (options: RemoteBrokerOptions): RemoteBroker => {
  const { hostname, port, protocol } = new URL(options.url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isSecure = protocol === 'mqtts:'
  const { lookup } = options.guard
  let fault: RemoteFault = 'silent'
  let told: RemoteFault | null | undefined = null
  const tell = (now: RemoteFault | undefined): void => {
    if (told === now) return
    told = now
    options.onState(now)
  }
  const noteFault = (error: Error): void => {
    fault = faultOf(error)
  }

  const openSocket = (): Socket | TLSSocket => {
    const to = { host, port: Number(port) || (isSecure ? 8883 : 1883), ...(lookup ? { lookup } : {}) }
    const socket = isSecure
      ? overTls({ ...to, ...(isIP(host) ? {} : { servername: host }), ...(options.ca ? { ca: options.ca } : {}) })
      : overTcp(to)
    // A literal address in the URL is not resolved by `lookup`, so it is checked here.
    if (lookup && isIP(host) && isInside(host)) socket.destroy(new OutboundError('address', `${host} is no public address`))
    socket.setNoDelay(true)
    socket.on('error', noteFault)
    return socket
  }
  const settings: IClientOptions = {
    protocolVersion: 4,
    clientId: options.clientId,
    clean: options.filters.length === 0,
    reconnectPeriod: RECONNECT_MS,
    connectTimeout: CONNECT_MS,
    resubscribe: false,
    ...(options.username ? { username: options.username } : {}),
    ...(options.password ? { password: options.password } : {}),
  }
  const client = new MqttClient(openSocket, settings)
  acknowledgeLater(client, options.onMessage)
  client.on('error', noteFault)
  client.on('connect', () => {
    fault = 'closed'
    if (options.filters.length === 0) return tell(undefined)
    client.subscribe([...options.filters], { qos: 1 }, (error, granted) => {
      const isRefused = error !== null || (granted ?? []).some(({ qos }) => Number(qos) >= 128)
      if (isRefused && client.connected) fault = 'subscription'
      tell(isRefused ? fault : undefined)
    })
  })
  client.on('close', () => tell(fault))

  return {
    connected: () => client.connected && told === undefined,
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
      client.removeAllListeners('close')
      await client.endAsync(true)
    },
  }
}
