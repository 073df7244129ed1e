import { randomBytes } from 'node:crypto'
import { routeOf } from '@lamplight/devices/model'
import { createOutbound, createOutboundGuard, type DriverHost, type DriverLink, keepLease } from '@lamplight/server-kit'
import type { RemoteBroker, RemoteFault } from '@lamplight/server-kit/mqtt-remote'
import { eventFilter, nodeType } from '../model/index.ts'
import { createDownlinks } from './downlinks.ts'
import { createReceiver } from './receive.ts'
import { createSender } from './send.ts'
import type { ServerRow, Servers } from './servers.ts'

/** A connection that returns within this time does not set the nodes offline. */
const GRACE_MS = 5000
const HEARD_MS = 5000

export interface Connection {
  readonly server: ServerRow
  readonly send: DriverLink['send']
  readonly stop: () => Promise<void>
}

/**
 * Connection of this process to a server. One process of the deployment, by a lease, listens to its events in a session that the broker keeps while the process
 * is away; the others only publish. `isOwn`: the server runs in this deployment, so that it may be on this machine.
 */
export const openConnection = (host: DriverHost, servers: Servers, server: ServerRow, isOwn: boolean): Connection => {
  const { platform } = host
  const { log, system } = platform
  const route = routeOf({ driver: nodeType.driver, tenantId: server.tenantId, address: server.code })
  const downlinks = createDownlinks(platform, server)
  const receive = createReceiver({ host, servers, server, downlinks })
  const guard = isOwn ? { lookup: undefined } : createOutboundGuard(platform.config)
  const outbound = isOwn
    ? createOutbound({ number: (name, fallback) => (name === 'OUTBOUND_PRIVATE' ? 1 : platform.config.number(name, fallback)) })
    : host.outbound
  let broker: RemoteBroker | undefined
  let away: NodeJS.Timeout | undefined
  let heardAt = 0
  let stopped = false
  const store = (work: Promise<void>): void =>
    void work.catch((why: unknown) => log.warn('the state of a ChirpStack was not stored', { why: String(why) }))

  const onState = (isListener: boolean) => (fault: RemoteFault | undefined) => {
    if (stopped) return
    clearTimeout(away)
    if (fault === undefined) host.reachable(route, true)
    else away = setTimeout(() => host.reachable(route, false), GRACE_MS)
    if (isListener) store(servers.setState(server, fault === undefined ? 'connected' : 'failed', fault))
  }
  const onMessage = async (topic: string, payload: Buffer): Promise<void> => {
    await receive(topic, payload)
    const now = performance.now()
    if (now - heardAt < HEARD_MS) return
    heardAt = now
    store(servers.heard(server))
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
      onMessage,
      onState: onState(isListener),
    })
  }
  const leave = async (): Promise<void> => {
    const left = broker
    broker = undefined
    await left?.stop()
  }
  /** Connections are made and left one after the other. */
  let turn: Promise<void> = Promise.resolve()
  const change = (isListener: boolean): Promise<void> => {
    turn = turn
      .then(async () => {
        await leave()
        if (!stopped) await connect(isListener)
      })
      .catch((why: unknown) => log.error('no connection to a ChirpStack', { server: server.code, why: String(why) }))
    return turn
  }

  store(servers.setState(server, 'connecting'))
  const lease = keepLease({
    query: system.query,
    log,
    name: `chirpstack.${server.id}`,
    owner: randomBytes(8).toString('hex'),
    gain: async () => {
      await change(true)
      return () => (stopped ? Promise.resolve() : change(false))
    },
  })
  // Without the lease this process can send as soon as it is connected.
  const first = setTimeout(() => {
    if (!broker && !lease.held()) void change(false)
  }, GRACE_MS)

  return {
    server,
    send: createSender({ outbound, servers, server, downlinks, broker: () => broker }),
    stop: async () => {
      stopped = true
      clearTimeout(away)
      clearTimeout(first)
      await turn
      await leave()
      await lease.stop()
    },
  }
}
