import { type Ack, type DeviceEvent, type Hello, type Properties, type Report, type Sieved, siftLampValues } from '@lamplight/protocol'
import type { DeviceNews, HeldParams } from '../model/events.ts'
import { gatewayType } from '../model/index.ts'
import type { AckRow, DeviceTypes } from '../model/ports.ts'
import { type ClockLimits, type Timed, timesIn, wrongClockValue } from './device-clock.ts'
import type { KnownChild, KnownGateway } from './known.ts'
import { devicesIn, type ReceivedMessage } from './received-message.ts'
import { acceptsEvent, badValue, notBelieved, type RejectedMessage, undeclaredEvent, wrongClock } from './rejections.ts'
import type { Spoken } from './senders.ts'
import { toldType } from './told-type.ts'
import { isLampController } from './types.port.ts'

/** Maximum number of children stored for an unassigned gateway, because anybody may connect as one. */
const SHOWN_UNASSIGNED = 200

/** Values of one device at one time. */
export interface Reading extends Timed {
  readonly child: Omit<KnownChild, 'sn'>
  readonly sn: string
  readonly p: Properties
}
/** A report of a device that is no lamp controller, checked by its sieve. */
export interface SeriesRow extends Timed, Pick<Sieved, 'v' | 'texts'> {
  readonly child: Omit<KnownChild, 'sn'>
  /** The values came with the answer to a command. */
  readonly isAnswer: boolean
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
/** What a batch of messages comes to. */
export interface Sorted {
  readonly readings: Reading[]
  readonly series: SeriesRow[]
  readonly news: DeviceNews[]
  /** The last hello of each gateway, by serial number. */
  readonly hellos: Map<string, HelloRow>
  readonly rejected: RejectedMessage[]
  /** Gateways whose last will arrived, with server time. */
  readonly gone: { readonly sn: string; readonly at: number }[]
  /** Number of dropped entries: of devices not registered with the gateway, and (`unassigned`) of gateways without a tenant. */
  strangers: number
  unassigned: number
  /** Codes of device types that this process does not know. */
  readonly unknownTypes: Set<number>
}

/** The part of a message that its answers need. */
export type Answered = Pick<ReceivedMessage, 'gateway' | 'receivedAt' | 'content' | 'doubtful'>

interface Sorting extends Spoken {
  readonly limits: ClockLimits
  readonly types: DeviceTypes
}

const isOwn = (child: KnownChild | undefined, gatewaySn: string, { tenantId }: KnownGateway): child is KnownChild =>
  child !== undefined && child.gatewaySn === gatewaySn && child.tenantId === tenantId

/** An entry of a gateway's own, registered child. `p`: its values as they came. */
interface ChildEntry extends Timed {
  readonly child: KnownChild
  readonly index: number
  readonly p: Properties
}

const addUnknownType = (sorted: Sorted, message: ReceivedMessage, { sn, type }: KnownChild, index: number, entry: unknown): void => {
  sorted.unknownTypes.add(type)
  sorted.rejected.push(notBelieved(message, `[${index}].sn ${sn} is of type ${type}, which this version does not know`, entry))
}

/** Sieves a report by the type of its device. Refused values become rejected messages. */
const sortSeries = (sorted: Sorted, message: ReceivedMessage, types: DeviceTypes, entry: ChildEntry): void => {
  const { child, index, at, isUntimed, p } = entry
  const sieve = types.sieveOf(child.type)
  if (!sieve) {
    addUnknownType(sorted, message, child, index, p)
    return
  }
  const { v, texts, bad } = sieve({ ...p })
  sorted.series.push({ child, at, isUntimed, v, texts, isAnswer: message.content.kind === 'ack' })
  for (const one of bad) sorted.rejected.push(badValue(message, child, index, one, { sn: child.sn, at, p }))
}

/** Takes the valid values of a lamp controller's entry of which others are not valid. */
const sortLampValues = (sorted: Sorted, message: ReceivedMessage, { child, index, at, isUntimed, p }: ChildEntry): void => {
  const sifted = siftLampValues({ ...p })
  sorted.readings.push({ child, sn: child.sn, at, isUntimed, p: sifted.p })
  for (const one of sifted.bad) sorted.rejected.push(badValue(message, child, index, one, { sn: child.sn, at, p }))
}

const sortEvent = (sorted: Sorted, { sn, type, on }: DeviceEvent, at: number, owner: Pick<KnownChild, 'deviceId' | 'tenantId'>): void => {
  sorted.news.push({ tenantId: owner.tenantId, deviceId: owner.deviceId, sn, type, on, at })
}

type Entry = Report | Ack | DeviceEvent

/** Sorts an event of a child: one that its type does not declare becomes a rejected message. */
const sortChildEvent = (
  sorted: Sorted,
  message: ReceivedMessage,
  types: DeviceTypes,
  { child, index, at, event }: Omit<ChildEntry, 'p' | 'isUntimed'> & { readonly event: DeviceEvent },
): void => {
  const type = types.typeOf(child.type)
  if (acceptsEvent(type, event.type)) sortEvent(sorted, event, at, child)
  else if (type) sorted.rejected.push(undeclaredEvent(message, type, index, event, child.deviceId))
  else addUnknownType(sorted, message, child, index, event)
}

/** The entries of a message that have a time, also those with wrong values. */
const timedIn = ({ content, doubtful }: Answered): readonly Entry[] =>
  content.kind === 'hello'
    ? []
    : doubtful.length === 0
      ? content.entries
      : [...content.entries, ...doubtful.map(({ entry }) => entry as Entry)]

/** Sorts the entries of a message. Of a doubtful entry, the values that the type of the device does not allow become rejected messages. */
const sortEntries = (sorted: Sorted, message: ReceivedMessage, gateway: KnownGateway, { childrenOf, limits, types }: Sorting): void => {
  const { content, gateway: gatewaySn, receivedAt, doubtful } = message
  if (content.kind === 'hello') return
  const childOf = childrenOf(message)
  const timeOf = timesIn(timedIn(message), receivedAt, limits)
  let strange = 0
  /** `fault`: why an entry breaks the schema of a lamp controller. */
  const sortEntry = (entry: Entry, index: number, fault?: string): void => {
    const { at, isUntimed } = content.kind === 'event' && entry.at === 0 ? { at: receivedAt, isUntimed: false } : timeOf(entry)
    if (content.kind === 'event' && entry.sn === gatewaySn) {
      const event = entry as DeviceEvent
      if (fault) sorted.rejected.push(notBelieved(message, fault, entry))
      else if (!acceptsEvent(gatewayType, event.type)) sorted.rejected.push(undeclaredEvent(message, gatewayType, index, event))
      else if (event.type !== 'communicationFailure')
        sorted.news.push({ tenantId: gateway.tenantId, deviceId: gateway.id, sn: gatewaySn, type: event.type, on: event.on, at })
      else if (event.on) sorted.gone.push({ sn: gatewaySn, at: receivedAt })
      return
    }
    const child = childOf(entry.sn)
    if (!isOwn(child, gatewaySn, gateway)) {
      // A gateway that answers a command to itself is no stranger, and its answer has no values to store.
      if (content.kind === 'ack' && entry.sn === gatewaySn) return
      sorted.strangers += 1
      if (strange++ === 0)
        sorted.rejected.push(notBelieved(message, `[${index}].sn ${entry.sn} is not registered with this gateway`, entry))
      return
    }
    if (isUntimed) sorted.rejected.push(wrongClock(message, wrongClockValue(child.deviceId, entry.at, receivedAt), index, entry))
    if (content.kind === 'event') sortChildEvent(sorted, message, types, { child, index, at, event: entry as DeviceEvent })
    if (!entry.p) return
    if (!isLampController(child.type)) sortSeries(sorted, message, types, { child, index, at, isUntimed, p: entry.p })
    else if (fault) sortLampValues(sorted, message, { child, index, at, isUntimed, p: entry.p })
    else sorted.readings.push({ child, sn: entry.sn, at, isUntimed, p: entry.p })
  }
  for (const [index, entry] of content.entries.entries()) sortEntry(entry, index)
  for (const { entry, index, reason } of doubtful) sortEntry(entry as Entry, index, reason)
}

/** Returns the children of a hello whose types are known, with the names of these types. The others become rejected messages. */
const typedChildren = (sorted: Sorted, message: ReceivedMessage, hello: Hello, types: DeviceTypes): readonly Hello['children'][number][] =>
  hello.children.flatMap((child, index) => {
    const type = toldType(types, child.type)
    if (typeof type !== 'string') return [{ ...child, type: type.name }]
    sorted.rejected.push(notBelieved(message, `children[${index}].type ${child.type}: ${type}`, child))
    return []
  })

const sortHello = (sorted: Sorted, message: ReceivedMessage, gateway: KnownGateway, { childrenOf, types }: Sorting): void => {
  if (message.content.kind !== 'hello') return
  const childOf = childrenOf(message)
  const { sn, version, reportSeconds = null } = message.content.hello
  const children = typedChildren(sorted, message, message.content.hello, types)
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
 * Sorts messages into readings, faults, events, hellos and rejected messages. Only entries of assigned gateways about their own, registered devices are used; other
 * entries are counted and dropped. Of an unassigned gateway only the hello is used.
 */
export const sortMessages = (messages: readonly ReceivedMessage[], sorting: Sorting): Sorted => {
  const sorted: Sorted = {
    readings: [],
    series: [],
    news: [],
    hellos: new Map(),
    rejected: [],
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
      sorted.rejected.push(notBelieved(message, 'the gateway is not assigned to a tenant: only its hello is used', entries[0]))
    }
  }
  return sorted
}

/** Compares two answers except for the device. The decoder shares the objects `p` and `params` between equal answers; either may be missing. */
const isAlike = (a: Ack, b: Ack): boolean =>
  a.id === b.id && a.ok === b.ok && a.code === b.code && a.at === b.at && a.p === b.p && a.params === b.params

/**
 * Returns the answers of a gateway and of its own devices. An answer counts whatever the clock of the device says, because its id names the
 * command; an impossible time becomes the time of arrival.
 */
export const answersIn = (messages: readonly Answered[], { gatewayOf, childrenOf, limits }: Omit<Sorting, 'types'>): AckRow[] => {
  const acks: AckRow[] = []
  for (const message of messages) {
    const { content, gateway: gatewaySn, receivedAt, doubtful } = message
    const gateway = gatewayOf(gatewaySn)
    if (!gateway?.assigned || content.kind !== 'ack') continue
    const childOf = childrenOf(message)
    const others = doubtful.map(({ entry }) => {
      const ack = entry as Ack
      const child = childOf(ack.sn)
      return child && isLampController(child.type) ? { ...ack, p: siftLampValues({ ...ack.p }).p } : ack
    })
    const timeOf = timesIn(timedIn(message), receivedAt, limits)
    let last: { readonly ack: Ack; readonly sns: string[] } | undefined
    for (const told of others.length > 0 ? [...content.entries, ...others] : content.entries) {
      const { at, isUntimed } = timeOf(told)
      const ack = isUntimed ? { ...told, at } : told
      if (ack.sn !== gatewaySn && !isOwn(childOf(ack.sn), gatewaySn, gateway)) continue
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
