import { routeOf } from '@lamplight/devices/model'
import type { Ack } from '@lamplight/protocol'
import type { DriverHost, DriverNews } from '@lamplight/server-kit'
import { decode, type EventKind, type Events, eventFault, nodeType, readEvent, readTopic, reasonOf } from '../model/index.ts'
import type { Downlinks, OpenDownlink } from './downlinks.ts'
import type { NodeRow, ServerRow, Servers } from './servers.ts'

type Values = Readonly<Record<string, unknown>>
interface Parts {
  readonly host: Pick<DriverHost, 'received' | 'dropped' | 'platform'>
  readonly servers: Servers
  readonly server: ServerRow
  readonly downlinks: Downlinks
}
interface Received {
  readonly node: NodeRow
  /** Epoch ms. */
  readonly at: number
}
type AnswerCode = Ack['code']

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const REMEMBERED = 5000
const PERCENT = 100

/** True for SQLSTATE class 22 (wrong data): the same message would fail again. */
const isWrongData = (thrown: unknown): boolean => /^22/.test(String((thrown as { code?: unknown } | null)?.code ?? ''))

/** Remembers the ids of the last uplinks, because the broker may deliver a message twice. */
const createSeen = () => {
  const seen = new Set<string>()
  return {
    has: (id: string): boolean => seen.has(id),
    add: (id: string): void => {
      seen.add(id)
      const [oldest] = seen
      if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest)
    },
  }
}

const isProof = ({ wanted, sent_at }: OpenDownlink, values: Values, at: number): boolean =>
  at >= sent_at && Object.entries(wanted).every(([name, value]) => values[name] === value)

/** Returns the signal at the gateway with the highest RSSI (dBm), and the data rate. */
const signalOf = ({ rxInfo = [], dr = 0 }: Events['up']): Values => {
  const best = rxInfo.reduce<{ rssi?: number; snr?: number } | undefined>(
    (most, one) => (most === undefined || (one.rssi ?? 0) > (most.rssi ?? 0) ? one : most),
    undefined,
  )
  return best ? { rssi: best.rssi ?? 0, snr: best.snr ?? 0, dataRate: dr } : { dataRate: dr }
}

/**
 * Translates the events of a ChirpStack into messages of devices. `txack` and `ack` answer commands. An uplink is a report; if it shows the
 * values that a command set, it also answers that command. An event whose DevEUI is not a node of this server is stored as a rejected message. A
 * malformed event is dropped, and listed on the page of the server. The returned function resolves after the commit, and rejects if the
 * event must be delivered again.
 */
export const createReceiver = ({ host, servers, server, downlinks }: Parts) => {
  const route = routeOf({ driver: nodeType.driver, tenantId: server.tenantId, address: server.code })
  const seen = createSeen()
  const pass = (news: DriverNews): Promise<void> => host.received(route, news)
  const report = ({ node, at }: Received, p: Values): Promise<void> => pass({ kind: 'report', entries: [{ sn: node.sn, at, p }] })
  const answer = ({ node, at }: Received, { batch_id: id }: OpenDownlink, code: AnswerCode, p?: Values): Promise<void> =>
    pass({ kind: 'ack', entries: [{ id, sn: node.sn, ok: code === 'ok', code, at, ...(p ? { p } : {}) }] })

  /** Logs an event that is dropped, and stores it with its reason for the page of the server. */
  const drop = (kind: string, fault: string, payload: Uint8Array | string): void => {
    host.platform.log.warn('an event of ChirpStack was dropped', { server: server.code, what: kind, fault })
    host.dropped(route, { kind, reason: fault, payload })
  }

  const up = async (received: Received, event: Events['up']): Promise<void> => {
    if (seen.has(event.deduplicationId)) return
    const { node, at } = received
    const { values, answer: isAnswer } = decode(node.codec, event.fPort ?? 0, Buffer.from(event.data ?? '', 'base64'))
    const all = { ...values, ...signalOf(event), devAddr: event.devAddr }
    const proved = (await downlinks.open(node.id)).filter((one) => isProof(one, values, at))
    for (const one of proved) await answer(received, one, 'ok', all)
    // An answer repeats the command; only a later report shows that the lamp kept the value.
    if (!isAnswer || proved.length === 0) await report(received, all)
    if (proved.length > 0)
      await downlinks.end(
        node.id,
        proved.map((one) => one.queue_item_id),
      )
    seen.add(event.deduplicationId)
  }
  const join = (received: Received, { devAddr }: Events['join']): Promise<void> => report(received, { joinedAt: received.at, devAddr })
  const status = (received: Received, event: Events['status']): Promise<void> =>
    report(received, {
      margin: event.margin ?? 0,
      externalPower: event.externalPowerSource ? 1 : 0,
      ...(event.batteryLevelUnavailable || event.externalPowerSource ? {} : { battery: Math.min(PERCENT, event.batteryLevel ?? 0) }),
    })
  /** The gateway has taken the frame for transmission. A confirmed downlink is answered later, by the `ack` of the node. */
  const txack = async (received: Received, { queueItemId }: Events['txack']): Promise<void> => {
    const one = await downlinks.find(received.node.id, queueItemId)
    if (!one) return
    await downlinks.transmitted(received.node.id, queueItemId)
    if (!one.confirmed) await answer(received, one, 'ok')
  }
  const ack = async (received: Received, { queueItemId, acknowledged = false }: Events['ack']): Promise<void> => {
    const one = await downlinks.find(received.node.id, queueItemId)
    if (!one) return
    await answer(received, one, acknowledged ? 'ok' : 'notAcknowledged')
    if (!acknowledged) await downlinks.end(received.node.id, [queueItemId])
  }
  /** A log event about a downlink names its queue item. Only the refusal of a gateway names none: it is about the oldest open downlink of the node. */
  const log = async (received: Received, event: Events['log']): Promise<void> => {
    const reason = event.level === 'ERROR' || event.code === 'EXPIRED' ? reasonOf(event) : undefined
    if (reason === undefined) return
    const named = event.context?.queue_item_id
    if (named && !UUID.test(named)) return drop('log', 'context.queue_item_id is no UUID', JSON.stringify(event))
    const one = named
      ? await downlinks.find(received.node.id, named)
      : (await downlinks.open(received.node.id)).find(({ multicast }) => !multicast)
    if (!one) return
    await answer(received, one, reason)
    // After the refusal of a gateway ChirpStack keeps the item and tries again. In all other cases the item has left its queue.
    if (event.code !== 'DOWNLINK_GATEWAY') await downlinks.end(received.node.id, [one.queue_item_id])
  }

  const kinds: { readonly [K in EventKind]: (received: Received, event: Events[K]) => Promise<void> } = {
    up,
    join,
    ack,
    txack,
    status,
    log,
  }
  const handle = async (topic: string, payload: Buffer): Promise<void> => {
    const parts = readTopic(topic)
    if (!parts || !Object.hasOwn(kinds, parts.event)) return
    const kind = parts.event as EventKind
    const event = readEvent(payload.toString('utf8'))
    const fault = event === undefined ? 'is no JSON' : eventFault(kind, event)
    if (fault !== undefined) return drop(kind, fault, payload)
    const { deviceInfo, time } = event as Events[EventKind]
    const at = Date.parse(time)
    if (Number.isNaN(at)) return drop(kind, 'time does not exist', payload)
    const isOwn = deviceInfo.devEui.toLowerCase() === parts.devEui && deviceInfo.applicationId.toLowerCase() === parts.applicationId
    const node = isOwn ? await servers.nodeOf(server, parts.devEui) : undefined
    // No device has this serial number, so that the entry is stored as a rejected message of the route.
    if (!node) return pass({ kind: 'report', entries: [{ sn: `eui-${parts.devEui}`, at, p: {} }] })
    await (kinds[kind] as (received: Received, event: unknown) => Promise<void>)({ node, at }, event)
  }
  const handleOrDrop = (topic: string, payload: Buffer): Promise<void> =>
    handle(topic, payload).catch((thrown: unknown) => {
      if (!isWrongData(thrown)) throw thrown
      drop(readTopic(topic)?.event ?? topic, String(thrown), payload)
    })

  /** The events of one device are handled in their order, those of different devices at the same time. */
  const last = new Map<string, Promise<void>>()
  return (topic: string, payload: Buffer): Promise<void> => {
    const key = readTopic(topic)?.devEui ?? ''
    const next = (last.get(key) ?? Promise.resolve()).catch(() => undefined).then(() => handleOrDrop(topic, payload))
    last.set(key, next)
    void next
      .catch(() => undefined)
      .finally(() => {
        if (last.get(key) === next) last.delete(key)
      })
    return next
  }
}
