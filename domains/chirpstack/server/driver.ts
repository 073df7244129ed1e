import { isDeepStrictEqual } from 'node:util'
import { routeOf } from '@lamplight/devices/model'
import type { DeviceDriver, DriverHost, DriverLink } from '@lamplight/server-kit'
import { nodeType, SERVERS_CHANGED } from '../model/index.ts'
import { type Connection, openConnection } from './connection.ts'
import { sweepDownlinks } from './downlinks.ts'
import { ownServerPort } from './ports.ts'
import { createServers, type ServerRow } from './servers.ts'

/** Interval at which the rows of the servers are read, because other processes change them too, ms. */
const LOOK_MS = 5000
const SWEEP_MS = 3_600_000
/** Nodes report every 15 minutes, and only the second report may prove a command. */
const PROVES_WITHIN_SECONDS = 2400

const open = async (host: DriverHost): Promise<DriverLink> => {
  const { platform } = host
  const { bus, log, clock, system } = platform
  const servers = createServers(platform)
  const connections = new Map<string, Connection>()
  const routeTo = ({ tenantId, code: address }: ServerRow): string => routeOf({ driver: nodeType.driver, tenantId, address })
  let stopped = false

  const reconcile = async (): Promise<void> => {
    const rows = await servers.all()
    const wanted = new Map(rows.filter(({ enabled }) => enabled).map((row) => [row.id, row]))
    for (const [id, { server, stop }] of connections) {
      if (isDeepStrictEqual(server, wanted.get(id))) continue
      connections.delete(id)
      await stop()
      if (!wanted.has(id)) host.reachable(routeTo(server), false)
    }
    for (const row of rows.filter(({ enabled }) => !enabled)) {
      host.reachable(routeTo(row), false)
      await servers.setState(row, 'disabled')
    }
    for (const [id, row] of wanted)
      if (!stopped && !connections.has(id)) connections.set(id, openConnection(host, servers, row, platform.port(ownServerPort).isOwn(row)))
  }
  let turn: Promise<void> = Promise.resolve()
  const look = (): Promise<void> => {
    turn = turn.then(async () => {
      if (!stopped) await reconcile().catch((why: unknown) => log.error('the servers of ChirpStack were not read', { why: String(why) }))
    })
    return turn
  }
  const sweep = (): void =>
    void sweepDownlinks(system.query, clock.now()).catch((why: unknown) => log.warn('old downlinks stay', { why: String(why) }))
  const forget = bus.on(SERVERS_CHANGED, look)
  const timers = [setInterval(() => void look(), LOOK_MS), setInterval(sweep, SWEEP_MS)]
  await look()

  return {
    send: async (order, outcome) => {
      const connection = [...connections.values()].find(({ server }) => server.tenantId === order.tenantId && server.code === order.address)
      if (connection) await connection.send(order, outcome)
    },
    stop: async () => {
      stopped = true
      forget()
      for (const timer of timers) clearInterval(timer)
      await turn
      await Promise.all([...connections.values()].map(({ stop }) => stop()))
    },
  }
}

/**
 * Driver of LoRaWAN nodes behind ChirpStack. A command is `received` when the node acknowledges a confirmed downlink, or when the gateway takes an
 * unconfirmed one for transmission. It is `applied` when the node's answer shows the value, and `verified` when a later uplink shows it.
 */
export const chirpstackDriver: DeviceDriver = {
  name: nodeType.driver,
  proves: 'verified',
  dedupes: false,
  provesWithin: PROVES_WITHIN_SECONDS,
  atOnce: 16,
  start: open,
}
