import { defineEvent } from '@lamplight/kit'
import type { EventType, Properties } from '@lamplight/protocol'

/** A report of a lamp controller. */
export interface ReportedRow {
  readonly tenantId: string
  readonly deviceId: string
  /** Empty for devices that are reached by a driver. */
  readonly gatewayId: string
  /** Route of a device that is reached by a driver; empty for others. */
  readonly route: string
  readonly sn: string
  /** Device time, epoch ms. */
  readonly at: number
  readonly p: Properties
}
/** A report of a device that is no lamp controller. */
export interface ReportedValues extends Omit<ReportedRow, 'p' | 'sn'> {
  /** Code of the device type. */
  readonly type: number
  /** Values by property name: numbers as stored (booleans as 0 and 1) and texts. */
  readonly values: Readonly<Record<string, unknown>>
  /** The values were part of the answer to a command. */
  readonly isAnswer: boolean
}
export interface Reported {
  /** Server time of the commit, epoch ms. */
  readonly at: number
  /** Of lamp controllers. */
  readonly rows: readonly ReportedRow[]
  /** Of all other devices. */
  readonly values: readonly ReportedValues[]
}
/** Reported values are stored: emitted after the commit. */
export const VALUES_REPORTED = defineEvent<Reported>('devices.reported')

export interface Presence {
  readonly tenantId: string
  readonly gatewayId: string
  readonly gatewaySn: string
  readonly online: boolean
  /** Server time, epoch ms. */
  readonly at: number
}
/** A gateway connected or disconnected. */
export const GATEWAY_PRESENCE = defineEvent<Presence>('devices.presence', { shared: true })

export interface Connected {
  readonly gatewaySns: readonly string[]
  /** Server time of the connection, epoch ms. */
  readonly at: number
}
/**
 * These gateways (or routes of drivers) have new connections, even if `GATEWAY_PRESENCE` did not report them as offline. Messages sent over the old
 * connection may be lost.
 */
export const GATEWAYS_CONNECTED = defineEvent<Connected>('devices.connected', { shared: true })

export interface HeldParams {
  readonly tenantId: string
  readonly gatewaySn: string
  readonly held: readonly { readonly sn: string; readonly family: string; readonly hash: string }[]
}
/** Hashes of the parameter values that the devices of a gateway hold, from its hello message. */
export const PARAMS_HELD = defineEvent<HeldParams>('devices.params', { shared: true })

export interface DeviceNews {
  readonly tenantId: string
  readonly deviceId: string
  readonly sn: string
  readonly type: EventType
  readonly on: boolean
  readonly at: number
}
/** Events that began (`on`) or ended at a device, or at a gateway (then with the id and serial number of the gateway): those of a batch of ingest. */
export const DEVICE_NEWS = defineEvent<readonly DeviceNews[]>('devices.events')

/** The row of a device type made at run time changed. Payload: its code. */
export const TYPE_CHANGED = defineEvent<number>('devices.type', { shared: true })

/** Rows of device types made at run time were removed. Payload: their ids. */
export const TYPES_REMOVED = defineEvent<readonly string[]>('devices.typesRemoved', { shared: true })

/** Rows changed that say which lamps a device feeds or by which device it is reached (`ServerSlice.played`). */
export const LINKS_CHANGED = defineEvent<Readonly<Record<string, never>>>('devices.links', { shared: true })

/** The registry changed for these serial numbers; null means for all. */
export const REGISTRY_CHANGED = defineEvent<readonly string[] | null>('devices.registry', { shared: true })
