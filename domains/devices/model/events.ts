import { defineEvent } from '@lamplight/kit'
import type { EventType, Properties } from '@lamplight/protocol'

/** What a lamp controller reported. */
export interface ReportedRow {
  readonly tenantId: string
  readonly deviceId: string
  /** Empty where a driver reaches the device. */
  readonly gatewayId: string
  /** Of a device that a driver reaches; else empty. */
  readonly route: string
  readonly sn: string
  /** Device time, epoch ms. */
  readonly at: number
  readonly p: Properties
}
/** The same of a device that is no lamp controller. */
export interface ReportedValues extends Omit<ReportedRow, 'p' | 'sn'> {
  /** Code of the device type. */
  readonly type: number
  /** Values by property: numbers as they are stored (booleans as 0 and 1), texts. */
  readonly values: Readonly<Record<string, unknown>>
  /** They came with the answer to a command. */
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
/** A gateway came or went. */
export const GATEWAY_PRESENCE = defineEvent<Presence>('devices.presence', { shared: true })

export interface Connected {
  readonly gatewaySns: readonly string[]
  /** Server time at which they were there, epoch ms. */
  readonly at: number
}
/** These gateways (or routes of drivers) have new connections, whether or not `GATEWAY_PRESENCE` said that they were gone; messages on the way to them may be lost. */
export const GATEWAYS_CONNECTED = defineEvent<Connected>('devices.connected', { shared: true })

export interface HeldParams {
  readonly tenantId: string
  readonly gatewaySn: string
  readonly held: readonly { readonly sn: string; readonly family: string; readonly hash: string }[]
}
/** Hashes of the parameter values that the devices of a gateway hold, as its hello says. */
export const PARAMS_HELD = defineEvent<HeldParams>('devices.params', { shared: true })

export interface DeviceNews {
  readonly tenantId: string
  readonly deviceId: string
  readonly sn: string
  readonly type: EventType
  readonly on: boolean
  readonly at: number
}
/** Something began (`on`) or ended at a device or, with its own id and serial number, at a gateway. */
export const DEVICE_NEWS = defineEvent<DeviceNews>('devices.event')

/** The row of a device type made at run time changed: its code. */
export const TYPE_CHANGED = defineEvent<number>('devices.type', { shared: true })

/** The registry changed for these serial numbers, or for all (null). */
export const REGISTRY_CHANGED = defineEvent<readonly string[] | null>('devices.registry', { shared: true })
