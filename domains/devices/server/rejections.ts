import type { DeviceTypeDefinition } from '@lamplight/kit'
import type { BadValue, DeviceEvent, EventType } from '@lamplight/protocol'
import type { KnownChild } from './known.ts'
import type { ReceivedMessage } from './received-message.ts'

/** The part of a rejected message that belongs to one device: a value, or an event, that its type does not allow, or the time of a wrong clock. */
export interface RejectedValue {
  readonly deviceId: string
  readonly kind: 'value' | 'event' | 'clock'
  /** Property or event; `at` of a clock. */
  readonly name: string
  readonly value: unknown
  readonly reason: string
}
/** A message, or a part of one, that the server does not use. */
export interface RejectedMessage {
  /** Serial number or route. */
  readonly gateway: string
  readonly kind: string
  readonly reason: string
  readonly payload: Uint8Array | string
  /** Time of receipt, epoch ms. */
  readonly at: number
  readonly device?: RejectedValue
}

/** An entry that is valid by the protocol, and is dropped. */
export const notBelieved = ({ gateway, content, receivedAt }: ReceivedMessage, reason: string, entry: unknown): RejectedMessage => ({
  gateway,
  kind: content.kind,
  reason,
  payload: JSON.stringify(entry),
  at: receivedAt,
})

/** A value that the type of the device does not allow. */
export const badValue = (
  message: ReceivedMessage,
  { deviceId }: Pick<KnownChild, 'deviceId'>,
  index: number,
  { property, value, reason }: BadValue,
  entry: unknown,
): RejectedMessage => ({
  ...notBelieved(message, `[${index}].p.${property} ${reason}`, entry),
  device: { deviceId, kind: 'value', name: property, value, reason },
})

/** An entry whose time is impossible. It is used with the time of its arrival. */
export const wrongClock = (message: ReceivedMessage, device: RejectedValue, index: number, entry: unknown): RejectedMessage => ({
  ...notBelieved(message, `[${index}].at ${device.reason}: the time of arrival is used`, entry),
  device,
})

/** Returns true if devices of the type may have the event. `communicationFailure` and `counterReset` are what gateways say of any child. */
export const acceptsEvent = (type: Pick<DeviceTypeDefinition, 'events'> | undefined, event: EventType): boolean =>
  event === 'communicationFailure' || event === 'counterReset' || (type?.events.includes(event) ?? false)

/** An event that the type of the device does not declare. `deviceId`: of a child. */
export const undeclaredEvent = (
  message: ReceivedMessage,
  { name }: Pick<DeviceTypeDefinition, 'name'>,
  index: number,
  event: DeviceEvent,
  deviceId?: string,
): RejectedMessage => {
  const reason = `is no event of the type ${name}`
  const rejection = notBelieved(message, `[${index}].type ${event.type} ${reason}`, event)
  return deviceId === undefined
    ? rejection
    : { ...rejection, device: { deviceId, kind: 'event', name: event.type, value: event.on, reason } }
}
