import { randomBytes } from 'node:crypto'
import { routeOf } from '@lamplight/devices/model'
import { createLoopback, createOutboundGuard, type DriverHost, type DriverLink, keepLease } from '@lamplight/server-kit'
import type { RemoteBroker, RemoteFault } from '@lamplight/server-kit/mqtt-remote'
import { eventFilter, nodeType } from '../model/index.ts'
import { createDownlinks } from './downlinks.ts'
import { createReceiver } from './receive.ts'
import { createSender } from './send.ts'
import type { ServerRow, Servers } from './servers.ts'

/** The nodes are set offline when the connection has been away for this time. It covers the first attempt to connect again. */
const AWAY_MS = 10_000
/** Without the lease for this time, the process connects to send. */
const LEASE_MS = 5000
const NOTE_MS = 5000
/** Pause before a connection whose password could not be opened is tried again. Each further failure doubles it. */
const RETRY_MS = 5000
const RETRY_MOST_MS = 60_000

export interface Connection {
  readonly server: ServerRow
  readonly send: DriverLink['send']
  readonly stop: () => Promise<void>
}

/**
 * Connects this process to a server. The process that holds the lease of the server subscribes to its events and stores its state; the broker keeps this
 * session while the process is away. The other processes only publish. `isOwn`: this deployment runs the server itself, so its addresses are those of this machine.
 */
export const openConnection = (host: DriverHost, servers: Servers, server: ServerRow, isOwn: boolean): Connection => {
  const { platform } = host
  const { log, system } = platform
  const route = routeOf({ driver: nodeType.driver, tenantId: server.tenantId, address: server.code })
  const downlinks = createDownlinks(platform, server)
  const receive = createReceiver({ host, servers, server, downlinks })
  const guard = isOwn ? { lookup: undefined } : createOutboundGuard(platform.config)
  const outbound = isOwn ? createLoopback() : host.outbound
  let broker: RemoteBroker | undefined
  let away: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let notedAt = 0
  let stopped = false
  /** States are stored one after the other, so that the last one stays. */
  let storing: Promise<void> = Promise.resolve()
  const store = (work: () => Promise<void>): void => {
    storing = storing.then(work).catch((why: unknown) => log.warn('the state of a ChirpStack was not stored', { why: String(why) }))
  }

  const onState = (isListener: boolean) => (fault: RemoteFault | undefined) => {
    if (stopped) return
    clearTimeout(away)
    if (fault === undefined) host.reachable(route, true)
    else away = setTimeout(() => host.reachable(route, false), AWAY_MS)
    if (isListener) store(() => servers.setState(server, fault === undefined ? 'connected' : 'failed', fault))
  }
  const onMessage = async (topic: string, payload: Buffer): Promise<void> => {
    await receive(topic, payload)
    const now = performance.now()
    if (now - notedAt < NOTE_MS) return
    notedAt = now
    store(() => servers.noteMessage(server))
  }
  const connect = async (isListener: boolean): Promise<void> => {
    const [{ openRemoteBroker }, password] = await Promise.all([import('@lamplight/server-kit/mqtt-remote'), servers.passwordOf(server)])
    if (stopped) return
    broker = openRemoteBroker({
      url: server.url,
      ...(server.username ? { username: server.username } : {}),
      ...(password ? { password } : {}),
      ...(server.ca ? { ca: server.ca } : {}),
      clientId: isListener ? `lamplight-${server.id}` : `lamplight-${server.id}-${randomBytes(4).toString('hex')}`,
      filters: isListener ? server.applications.map(({ applicationId }) => eventFilter(applicationId.toLowerCase())) : [],
      guard,
      log,
      onMessage,
      onState: onState(isListener),
    })
  }
  const leave = async (): Promise<void> => {
    const left = broker
    broker = undefined
    await left?.stop()
  }
  /** Connections are made and left one after the other. An open connection retries by itself; a failure to open one is retried here. */
  let turn: Promise<void> = Promise.resolve()
  const change = (isListener: boolean, pauseMs = RETRY_MS): Promise<void> => {
    clearTimeout(retry)
    turn = turn
      .then(async () => {
        await leave()
        if (!stopped) await connect(isListener)
      })
      .catch((why: unknown) => {
        log.error('no connection to a ChirpStack', { server: server.code, why: String(why) })
        if (stopped) return
        host.reachable(route, false)
        if (isListener) store(() => servers.setState(server, 'failed', 'secret'))
        retry = setTimeout(() => void change(isListener, Math.min(pauseMs * 2, RETRY_MOST_MS)), pauseMs)
      })
    return turn
  }

  const lease = keepLease({
    query: system.query,
    log,
    name: `chirpstack.${server.id}`,
    owner: randomBytes(8).toString('hex'),
    gain: async () => {
      store(() => servers.setState(server, 'connecting'))
      await change(true)
      return () => (stopped ? Promise.resolve() : change(false))
    },
  })
  const first = setTimeout(() => {
    if (!broker && !lease.held()) void change(false)
  }, LEASE_MS)

  return {
    server,
    send: createSender({ outbound, servers, server, downlinks, broker: () => broker }),
    stop: async () => {
      stopped = true
      clearTimeout(away)
      clearTimeout(first)
      await turn
      clearTimeout(retry)
      await leave()
      await lease.stop()
      await storing
    },
  }
}
