import { type Ack, type DeviceEvent, isFaultType, type Properties, type Report, type Sieved } from '@lamplight/protocol'
import type { DeviceNews, HeldParams } from '../model/events.ts'
import type { AckRow, DeviceTypes } from '../model/ports.ts'
import type { KnownChild, KnownGateway } from './known.port.ts'
import type { Spoken } from './senders.ts'
import { devicesIn, type ReceivedMessage } from './taken.ts'
import { isLampController } from './types.port.ts'

/** Maximum number of children stored for an unassigned gateway, because anybody may connect as one. */
const SHOWN_UNASSIGNED = 200

/** Values of one device at one time. */
export interface Reading {
  readonly child: Omit<KnownChild, 'sn'>
  readonly sn: string
  /** Device time, epoch ms. */
  readonly at: number
  readonly p: Properties
}
/** A report of a device that is no lamp controller, checked by its sieve. */
export interface SeriesRow extends Pick<Sieved, 'v' | 'texts'> {
  readonly child: Omit<KnownChild, 'sn'>
  /** Device time, epoch ms. */
  readonly at: number
  /** The values came with the answer to a command. */
  readonly isAnswer: boolean
}
/** Faults that begin or end in a batch; the last entry wins. */
export interface FaultChange {
  readonly deviceId: string
  /** Code of the device type. */
  readonly type: number
  /** Device time of the latest event, epoch ms. */
  at: number
  readonly faults: Map<string, boolean>
  /** Whether the gateway can reach the device; undefined if the batch does not tell. */
  reachable?: boolean
}
export interface HelloRow {
  readonly gateway: KnownGateway
  readonly sn: string
  readonly version: string
  readonly children: number
  readonly reportSeconds: number | null
  readonly strangers: readonly { readonly sn: string; readonly type: string }[]
  readonly held: HeldParams['held']
  readonly receivedAt: number
}
export interface Misfit {
  readonly gateway: string
  readonly kind: string
  readonly reason: string
  readonly payload: Uint8Array | string
  readonly at: number
}

/** Result of sorting a batch. */
export interface Sorted {
  readonly readings: Reading[]
  readonly series: SeriesRow[]
  readonly faults: Map<string, FaultChange>
  readonly news: DeviceNews[]
  /** The last hello of each gateway, by serial number. */
  readonly hellos: Map<string, HelloRow>
  readonly misfits: Misfit[]
  /** Gateways whose last will arrived, with server time. */
  readonly gone: { readonly sn: string; readonly at: number }[]
  /** Number of dropped entries: of devices not registered with the gateway, and (`unassigned`) of gateways without a tenant. */
  strangers: number
  unassigned: number
  /** Codes of device types that this process does not know. */
  readonly unknownTypes: Set<number>
}
export interface ClockLimits {
  /** Allowed difference of device times to the server time, ms. */
  readonly aheadMs: number
  readonly behindMs: number
}

/** The part of a message that its answers need. */
export type Answered = Pick<ReceivedMessage, 'gateway' | 'receivedAt' | 'content' | 'doubtful'>

interface Sorting extends Spoken {
  readonly limits: ClockLimits
  readonly types: DeviceTypes
}

/** Returns why the device time `at` is implausible; undefined if it is plausible. */
const clockFault = (at: number, receivedAt: number, { aheadMs, behindMs }: ClockLimits): string | undefined => {
  if (at > receivedAt + aheadMs) return `at is ${Math.round((at - receivedAt) / 60_000)} min ahead of the server's clock`
  if (at < receivedAt - behindMs) return 'at is older than the stored history: check the clock'
  return undefined
}

const isOwn = (child: KnownChild | undefined, gatewaySn: string, { tenantId }: KnownGateway): child is KnownChild =>
  child !== undefined && child.gatewaySn === gatewaySn && child.tenantId === tenantId

/** A valid entry that is dropped. */
const notBelieved = ({ gateway, content, receivedAt }: ReceivedMessage, reason: string, entry: unknown): Misfit => ({
  gateway,
  kind: content.kind,
  reason,
  payload: JSON.stringify(entry),
  at: receivedAt,
})

/** Checks a report by the type of its device. Refused values become misfits. */
const sortSeries = (
  sorted: Sorted,
  message: ReceivedMessage,
  types: DeviceTypes,
  entry: { child: KnownChild; index: number; at: number; p: Properties },
): void => {
  const { child, index, at, p } = entry
  const sieve = types.sieveOf(child.type)
  if (!sieve) {
    sorted.unknownTypes.add(child.type)
    sorted.misfits.push(notBelieved(message, `[${index}].sn ${child.sn} is of type ${child.type}, which this server does not know`, p))
    return
  }
  const { v, texts, bad } = sieve({ ...p })
  sorted.series.push({ child, at, v, texts, isAnswer: message.content.kind === 'ack' })
  for (const { property, reason } of bad)
    sorted.misfits.push(notBelieved(message, `[${index}].p.${property} ${reason}`, { sn: child.sn, at, p }))
}

const sortEvent = (sorted: Sorted, event: DeviceEvent, at: number, owner: Pick<KnownChild, 'deviceId' | 'tenantId' | 'type'>): void => {
  const { sn, type, on } = event
  sorted.news.push({ tenantId: owner.tenantId, deviceId: owner.deviceId, sn, type, on, at })
  if (!isFaultType(type)) return
  const change: FaultChange = sorted.faults.get(owner.deviceId) ?? { deviceId: owner.deviceId, type: owner.type, at, faults: new Map() }
  change.at = Math.max(change.at, at)
  if (type === 'communicationFailure') change.reachable = !on
  else change.faults.set(type, on)
  sorted.faults.set(owner.deviceId, change)
}

type Entry = Report | Ack | DeviceEvent

/** Sorts the entries of a message. A doubtful entry of a lamp controller becomes a misfit. */
const sortEntries = (sorted: Sorted, message: ReceivedMessage, gateway: KnownGateway, { childrenOf, limits, types }: Sorting): void => {
  const { content, gateway: gatewaySn, receivedAt, doubtful } = message
  if (content.kind === 'hello') return
  const childOf = childrenOf(message)
  let strange = 0
  /** `fault`: why an entry breaks the schema of a lamp controller. */
  const sortEntry = (entry: Entry, index: number, fault?: string): void => {
    const at = content.kind === 'event' && entry.at === 0 ? receivedAt : entry.at
    const wrong = clockFault(at, receivedAt, limits)
    if (wrong) {
      sorted.misfits.push(notBelieved(message, `[${index}].${wrong}`, entry))
      return
    }
    if (content.kind === 'event' && entry.sn === gatewaySn) {
      const event = entry as DeviceEvent
      if (fault) sorted.misfits.push(notBelieved(message, fault, entry))
      else if (event.type !== 'communicationFailure')
        sorted.news.push({ tenantId: gateway.tenantId, deviceId: gateway.id, sn: gatewaySn, type: event.type, on: event.on, at })
      else if (event.on) sorted.gone.push({ sn: gatewaySn, at: receivedAt })
      return
    }
    const child = childOf(entry.sn)
    if (!isOwn(child, gatewaySn, gateway)) {
      sorted.strangers += 1
      if (strange++ === 0) sorted.misfits.push(notBelieved(message, `[${index}].sn ${entry.sn} is not registered with this gateway`, entry))
      return
    }
    const isLamp = isLampController(child.type)
    if (fault && isLamp) {
      sorted.misfits.push(notBelieved(message, fault, entry))
      return
    }
    if (content.kind === 'event') sortEvent(sorted, entry as DeviceEvent, at, child)
    if (!entry.p) return
    if (isLamp) sorted.readings.push({ child, sn: entry.sn, at, p: entry.p })
    else sortSeries(sorted, message, types, { child, index, at, p: entry.p })
  }
  for (const [index, entry] of content.entries.entries()) sortEntry(entry, index)
  for (const { entry, index, reason } of doubtful) sortEntry(entry as Entry, index, reason)
}

const sortHello = (sorted: Sorted, message: ReceivedMessage, gateway: KnownGateway, { childrenOf }: Sorting): void => {
  if (message.content.kind !== 'hello') return
  const childOf = childrenOf(message)
  const { sn, version, children, reportSeconds = null } = message.content.hello
  sorted.hellos.set(sn, {
    gateway,
    sn,
    version,
    children: children.length,
    reportSeconds,
    // An unassigned gateway's children are shown but not stored as devices.
    strangers: [...new Map(children.map((child) => [child.sn, child])).values()]
      .filter((child) => !gateway.assigned || !childOf(child.sn))
      .slice(0, gateway.assigned ? children.length : SHOWN_UNASSIGNED),
    held: children.flatMap((child) => Object.entries(child.params ?? {}).map(([family, hash]) => ({ sn: child.sn, family, hash }))),
    receivedAt: message.receivedAt,
  })
}

/**
 * Sorts messages into readings, faults, events, hellos and misfits. Only entries of assigned gateways about their own, registered devices are used; other
 * entries are counted and dropped. Of an unassigned gateway only the hello is used.
 */
export const sortMessages = (messages: readonly ReceivedMessage[], sorting: Sorting): Sorted => {
  const sorted: Sorted = {
    readings: [],
    series: [],
    faults: new Map(),
    news: [],
    hellos: new Map(),
    misfits: [],
    gone: [],
    strangers: 0,
    unassigned: 0,
    unknownTypes: new Set(),
  }
  for (const message of messages) {
    const gateway = sorting.gatewayOf(message.gateway)
    if (gateway) sortHello(sorted, message, gateway, sorting)
    if (gateway?.assigned) sortEntries(sorted, message, gateway, sorting)
    else if (message.content.kind !== 'hello') {
      const entries = devicesIn(message)
      sorted.unassigned += entries.length
      sorted.misfits.push(notBelieved(message, 'the gateway is not assigned to a tenant: only its hello is used', entries[0]))
    }
  }
  return sorted
}

/** Compares two answers except for the device. The decoder shares the object `p` between equal answers. */
const isAlike = (a: Ack, b: Ack): boolean => a.id === b.id && a.ok === b.ok && a.code === b.code && a.at === b.at && a.p === b.p

/** Returns the answers that `sortMessages` would accept: those of a gateway's own devices with a plausible time. */
export const answersIn = (messages: readonly Answered[], { gatewayOf, childrenOf, limits }: Omit<Sorting, 'types'>): AckRow[] => {
  const acks: AckRow[] = []
  for (const message of messages) {
    const { content, gateway: gatewaySn, receivedAt, doubtful } = message
    const gateway = gatewayOf(gatewaySn)
    if (!gateway?.assigned || content.kind !== 'ack') continue
    const childOf = childrenOf(message)
    const others = doubtful
      .map(({ entry }) => entry as Ack)
      .filter(({ sn }) => {
        const child = childOf(sn)
        return child !== undefined && !isLampController(child.type)
      })
    let last: { readonly ack: Ack; readonly sns: string[] } | undefined
    for (const ack of others.length > 0 ? [...content.entries, ...others] : content.entries) {
      if (clockFault(ack.at, receivedAt, limits) || !isOwn(childOf(ack.sn), gatewaySn, gateway)) continue
      if (last && isAlike(last.ack, ack)) {
        last.sns.push(ack.sn)
        continue
      }
      last = { ack, sns: [ack.sn] }
      const { sn: _sn, ...alike } = ack
      acks.push({ ...alike, gateway: gatewaySn, receivedAt, sns: last.sns })
    }
  }
  return acks
}
