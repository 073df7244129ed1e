import type { EventEmitter } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { topics } from '@lamplight/protocol'
import { Aedes, type Client, type PublishPacket } from 'aedes'
import type { MqttPort } from '../gateway-link.ts'
import type { Clock, Log } from '../platform-types.ts'
import { type Connection, createConnection } from './connection.ts'
import { publishFailure } from './failure.ts'
import { BROKER_LIMITS, type BrokerLimits } from './limits.ts'
import { createRules, type RuleCounts } from './rules.ts'
import { createSilenceWatch } from './silence.ts'
import { createTlsListener, type TlsFiles } from './tls.ts'

export type { PublishFailure, PublishFailureCode } from './failure.ts'

const SIGN_IN_MS = 10_000
const ANSWER_MS = 10_000
/** Largest number of messages of all gateways that wait for their commit at the same time. */
const HELD_AT_MOST = 100_000

export type EmbeddedBroker = MqttPort & {
  /** The embedded broker reports connects and disconnects at once. */
  readonly reportsPresence: true
  readonly stop: () => Promise<void>
  /** Port of the TLS listener; undefined if there is none. */
  readonly tlsPort: number | undefined
  readonly counts: () => Readonly<RuleCounts> & { readonly connected: number }
}
type Rules = ReturnType<typeof createRules>
/** `publish` as the library calls it: with the client that sent the packet. */
type Publish = (packet: PublishPacket, from: Client | null | (() => void), done?: (error?: Error) => void) => void
type PresenceListener = Parameters<MqttPort['onPresence']>[0]

const openBroker = async (rules: Rules, connectionOf: (client: Client) => Connection): Promise<Aedes> => {
  const broker = await Aedes.createBroker({
    concurrency: HELD_AT_MOST,
    connectTimeout: SIGN_IN_MS,
    maxClientsIdLength: 64,
    maxInflightInbound: 100,
    queueLimit: 1000,
    preConnect: (client, packet, done) => {
      packet.clean = true
      connectionOf(client).keepAlive = packet.keepalive ?? 0
      // `silence.ts` watches the keep-alive instead of the library.
      packet.keepalive = 0
      done(null, true)
    },
    authenticate: rules.authenticate,
    authorizePublish: rules.authorizePublish,
    authorizeSubscribe: rules.authorizeSubscribe,
  })
  // A message of a gateway has reached the consumer when it is authorized, and nobody subscribes to it, so the library need not distribute it.
  const publish = broker.publish.bind(broker) as Publish
  broker.publish = ((packet, from, done) =>
    from && typeof from !== 'function' ? done?.() : publish(packet, from, done)) satisfies Publish as Aedes['publish']
  return broker
}

/** The signed-in gateways; of several connections with one serial number only the newest. */
const createSessions = (broker: Aedes, connectionOf: (client: Client) => Connection, clock: Clock) => {
  const sessions = new Map<string, Client>()
  let onPresence: PresenceListener = () => undefined
  const gone = (client: Client): void => {
    if (sessions.get(client.id) !== client) return
    sessions.delete(client.id)
    onPresence(client.id, false, clock.now())
  }
  // Only the socket's close event is reliable: the library registers a client that disconnected during its sign-in, and reports no
  // end when two connections with one id overlap.
  broker.on('clientReady', (client) => {
    if (client.closed || client.conn.destroyed) return
    const before = sessions.get(client.id)
    sessions.set(client.id, client)
    client.conn.once('close', () => gone(client))
    if (before && before !== client) before.close()
    onPresence(client.id, true, clock.now())
  })
  broker.on('clientDisconnect', gone)
  broker.on('subscribe', (subscriptions, client) =>
    connectionOf(client).subscribed(subscriptions.filter(({ qos }) => Number(qos) < 128).map(({ topic }) => topic)),
  )
  broker.on('unsubscribe', (filters, client) => connectionOf(client).unsubscribed(filters))
  return {
    clientOf: (gateway: string): Client | undefined => sessions.get(gateway),
    size: () => sessions.size,
    setListener: (listener: PresenceListener): void => {
      onPresence = listener
    },
  }
}

const logTroubles = (broker: Aedes, log: Log): void => {
  broker.on('clientError', (client, error) => log.info('gateway connection ended', { gateway: client.id, why: error.message }))
  broker.on('connectionError', (_client, error) => log.info('connection ended before sign-in', { why: error.message }))
  const emitter: EventEmitter = broker
  emitter.on('error', (error: Error) => log.error('broker failed', { why: error.message }))
}

/**
 * An MQTT 3.1.1 broker for gateways, inside the process. User name = client id = serial number; a gateway may publish to `ll/1/{own}/up/*` and
 * subscribe to `ll/1/{own}/down/*`, nothing else. A publish is acknowledged when the consumer's promise resolves; if it rejects, the connection
 * ends without acknowledgement, so that the gateway sends again. Sessions end with their connection: commands are stored in the database and
 * sent again. `port` 0 takes a free port; see `url`. `publish` rejects with a PublishFailure.
 */
export const createEmbeddedBroker = async (options: {
  host: string
  port: number
  log: Log
  clock: Clock
  limits?: Partial<BrokerLimits>
  /** A second listener, with TLS. */
  tls?: TlsFiles & { readonly host: string; readonly port: number }
}): Promise<EmbeddedBroker> => {
  const { log, clock } = options
  const limits = { ...BROKER_LIMITS, ...options.limits }
  const connections = new WeakMap<object, Connection>()
  const connectionOf = (client: Client): Connection => connections.get(client.conn) as Connection
  const rules = createRules({ log, clock, limits, connectionOf })
  const broker = await openBroker(rules, connectionOf)
  const sessions = createSessions(broker, connectionOf, clock)
  logTroubles(broker, log)

  const sockets = new Map<Connection, Socket>()
  const watch = createSilenceWatch({
    all: () => sockets.keys(),
    silent: (connection) => sockets.get(connection as Connection)?.destroy(),
  })
  const take = (socket: Socket): void => {
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 60_000)
    const refused = (connection: Connection, bytes: number): Error => rules.refuseAct(connection, 'size', `packet of ${bytes} bytes`)
    const connection = createConnection(socket, { limits, refused, now: watch.now })
    connections.set(socket, connection)
    sockets.set(connection, socket)
    socket.on('close', () => sockets.delete(connection))
    broker.handle(socket)
  }
  const server = createServer(take)
  const secure = options.tls && createTlsListener(options.tls, { take, log })
  const servers: readonly Server[] = secure ? [server, secure.server] : [server]
  for (const one of servers) one.maxConnections = limits.connections
  const port = await listen(server, options.host, options.port)
  const tlsPort = options.tls && secure && (await listen(secure.server, options.tls.host, options.tls.port))

  return {
    publish: async (gateway, kind, payload, timeoutMs = ANSWER_MS) => {
      const client = sessions.clientOf(gateway)
      if (!client) throw publishFailure(gateway, 'offline')
      const { listening, deliveries } = connectionOf(client)
      const topic = topics.down(gateway, kind)
      const started = performance.now()
      await listening(topic, timeoutMs)
      await deliveries.send(topic, payload, Math.max(1, timeoutMs - (performance.now() - started)))
    },
    consume: rules.setConsumer,
    onPresence: sessions.setListener,
    reportsPresence: true,
    authenticate: rules.setCheck,
    onRefused: rules.onRefused,
    onMisnamed: rules.onMisnamed,
    disconnect: (gateway) => sessions.clientOf(gateway)?.close(),
    state: () => (servers.every((one) => one.listening) ? 'up' : 'down'),
    tlsPort,
    listeners: [
      { scheme: 'mqtt', host: hostOf(options.host), port },
      ...(options.tls && tlsPort !== undefined ? [{ scheme: 'mqtts' as const, host: hostOf(options.tls.host), port: tlsPort }] : []),
    ],
    url: `mqtt://${hostOf(options.host) ?? '127.0.0.1'}:${port}`,
    counts: () => ({ connected: sessions.size(), ...rules.count }),
    stop: async () => {
      const closed = Promise.all(servers.map((one) => new Promise((resolve) => one.close(resolve))))
      secure?.stop()
      await new Promise<void>((resolve) => broker.close(resolve))
      watch.stop()
      for (const socket of sockets.values()) socket.destroy()
      await closed
    },
  }
}

/** Returns null for a listener at all addresses. */
const hostOf = (host: string): string | null => (host === '0.0.0.0' || host === '::' ? null : host)

const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
