import type { DeviceTypeDefinition, Lang } from '@lamplight/kit'
import type { Ack, EventType, Properties } from '@lamplight/protocol'
import type { InventoryDevice } from '@lamplight/town'

/** `devices.reported`: values that are stored now, after the commit. */
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

/** Answers of devices to a command that are alike in all but who gives them, as those of one message mostly are. */
export interface AckRow extends Omit<Ack, 'sn'> {
  readonly gateway: string
  readonly sns: readonly string[]
  /** Server time of receipt, epoch ms. */
  readonly receivedAt: number
}
/** Port `control.acks`: resolves when the answers are stored; only then is their message acknowledged to the gateway. */
export interface AckSink {
  readonly acked: (rows: readonly AckRow[]) => Promise<void>
}

/** `devices.presence`: a gateway came or went. */
export interface Presence {
  readonly tenantId: string
  readonly gatewayId: string
  readonly gatewaySn: string
  readonly online: boolean
  /** Server time, epoch ms. */
  readonly at: number
}

/** `devices.connected`: these gateways (or routes of drivers) have new connections, whether or not they were told as gone; what was on its way to them may be lost. */
export interface Connected {
  readonly gatewaySns: readonly string[]
  /** Server time at which they were there, epoch ms. */
  readonly at: number
}

/** `devices.params`: hashes of the parameter values that the devices of a gateway hold, as its hello says. */
export interface HeldParams {
  readonly tenantId: string
  readonly gatewaySn: string
  readonly held: readonly { readonly sn: string; readonly family: string; readonly hash: string }[]
}

/** `devices.event`: something began (`on`) or ended at a device or, with its own id and serial number, at a gateway. */
export interface DeviceNews {
  readonly tenantId: string
  readonly deviceId: string
  readonly sn: string
  readonly type: EventType
  readonly on: boolean
  readonly at: number
}

/** Port `devices.inventory`, which the slice of the lamps offers: what hangs on gateways, for the virtual city. */
export interface InventoryRow {
  readonly gatewayId: string
  readonly sn: string
  readonly lng: number
  readonly lat: number
  /** Nominal power, W. */
  readonly power: number
  /** W at `minLevel` %. */
  readonly minPower: number
  readonly minLevel: number
}
/** Lamps without a gateway, for which virtual ones are to be made. */
export interface Proposal {
  readonly tenantId: string
  readonly projectId: string
  /** Of the names of the gateways. */
  readonly lang: Lang
  /** Also where other lamps of the project have gateways. */
  readonly beside: boolean
}
/** Gateways made, the lamps that they feed, and lamps that stay without one. */
export interface Proposed {
  readonly gateways: number
  readonly lamps: number
  readonly left: number
}
export interface InventorySource {
  /** One row for each controller; its power is that of all its lamps. */
  readonly children: (gatewayIds: readonly string[]) => Promise<readonly InventoryRow[]>
  /** Makes gateways for the lamps of a project that have none. */
  readonly propose: (proposal: Proposal) => Promise<Proposed>
}

/** Port `devices.played` of this slice: activated devices of all types but lamp controllers, for the virtual city. */
export interface PlayedDevices {
  /** `devices` by gateway id; `types` holds the definition of each type that occurs. */
  readonly behind: (gatewayIds: readonly string[]) => Promise<{
    readonly devices: ReadonlyMap<string, readonly InventoryDevice[]>
    readonly types: Readonly<Record<string, DeviceTypeDefinition>>
  }>
}

/** Port `devices.gateways` of this slice. */
export interface Gateways {
  /** Forgets what ingest remembers of these serial numbers (gateways or children), so that a change counts at once. */
  readonly forget: (sns?: readonly string[]) => void
  /** A new secret for a gateway, shown once; sessions with the old one end. */
  readonly issueSecret: (gatewaySn: string, options?: { readonly virtual?: boolean }) => Promise<string>
  /** What ingest has done since the start. */
  readonly counts: () => IngestCounts
}

export interface IngestCounts {
  readonly messages: number
  readonly rows: number
  readonly batches: number
  /** Messages or entries that did not fit, dropped. */
  readonly misfits: number
  /** Entries of serial numbers that nobody registered, or that another gateway owns. */
  readonly strangers: number
  /** Entries of gateways that no tenant has yet. */
  readonly unassigned: number
  readonly waiting: number
}
