import { randomBytes } from 'node:crypto'
import { type PlayedNodes, virtualServersPort } from '@lamplight/chirpstack/model'
import type { Running } from '@lamplight/server-kit'
import { createApplicationBroker } from '@lamplight/server-kit/mqtt-application'
import { openRemoteBroker } from '@lamplight/server-kit/mqtt-remote'
import { createChirpStackApi, createVirtualChirpStack } from '@lamplight/virtual-city'

const EVENTS = 'application/+/device/+/event/+'
const COMMANDS = 'application/+/device/+/command/+'
const [ITSELF, APPLICATION] = ['chirpstack', 'lamplight'] as const
/** Time between two reports of a node. Shorter than that of real nodes, so that the pages of the demo show changes. */
const UPLINK_MS = 300_000
/** The nodes join after this time: by then the server has subscribed to their events. */
const JOIN_AFTER_MS = 4000
const newSecret = (): string => randomBytes(16).toString('hex')

/** Starts a virtual ChirpStack for the LoRaWAN nodes of a tenant, with its own MQTT broker and API on free ports of this machine. Returns a function that stops it. */
const startFor = async ({ platform }: Running, played: PlayedNodes): Promise<() => Promise<void>> => {
  const servers = platform.port(virtualServersPort)
  const [own, password, apiToken] = [newSecret(), newSecret(), newSecret()]
  const broker = await createApplicationBroker({
    port: 0,
    users: [
      { name: ITSELF, password: own, publishes: [EVENTS], subscribes: [COMMANDS] },
      { name: APPLICATION, password, publishes: [COMMANDS], subscribes: [EVENTS] },
    ],
  })
  const stack = createVirtualChirpStack({
    applicationId: played.applicationId,
    nodes: played.nodes,
    groups: played.groups,
    uplinkMs: UPLINK_MS,
    publish: (topic, payload) => void link.publish(topic, payload).catch(() => undefined),
  })
  const started = Promise.withResolvers<void>()
  const link = openRemoteBroker({
    url: broker.url,
    username: ITSELF,
    password: own,
    clientId: ITSELF,
    filters: [stack.commandFilter],
    guard: { lookup: undefined },
    log: platform.log,
    onMessage: async (topic, payload) => stack.command(topic, payload.toString('utf8')),
    onState: (fault) => {
      if (fault === undefined) started.resolve()
    },
  })
  await started.promise
  const api = await createChirpStackApi(stack, apiToken)
  await servers.opened(played.tenantId, { mqttUrl: broker.url, username: APPLICATION, password, apiUrl: api.url, apiToken })
  const first = setTimeout(() => stack.start(), JOIN_AFTER_MS)
  return async () => {
    clearTimeout(first)
    stack.stop()
    await Promise.all([api.stop(), link.stop()])
    await broker.stop()
  }
}

/**
 * Starts a virtual ChirpStack for each tenant of the demo that has LoRaWAN nodes, and passes its addresses to the slice. Returns a function that stops
 * all of them.
 */
export const startVirtualChirpStack = async (running: Running): Promise<() => Promise<void>> => {
  const stops: (() => Promise<void>)[] = []
  for (const played of await running.platform.port(virtualServersPort).played())
    if (played.nodes.length > 0) stops.push(await startFor(running, played))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
