import { type DeviceTypeDefinition, definePort, type Lang, type ResourceDefinition, type Text } from '@lamplight/kit'
import type { Ack, Sieved } from '@lamplight/protocol'
import type { Ctx, DriverNews, DroppedMessage, Query, RefusedAct, RouteInput, UpMessage } from '@lamplight/server-kit'
import type { InventoryDevice } from '@lamplight/town'
import type { Past } from './past.ts'

/** Device types: declared by slices, or stored as rows with codes from 10,000. */
export interface DeviceTypes {
  /** Types declared by slices. */
  readonly all: readonly DeviceTypeDefinition[]
  /** Returns the type with this code; of types stored as rows only those that this process has loaded (see `need`). */
  readonly typeOf: (code: number) => DeviceTypeDefinition | undefined
  /** Finds a type by its name, also one stored as a row that this process has loaded. */
  readonly named: (name: string) => DeviceTypeDefinition | undefined
  /** Returns the resource whose rows are the devices of this type; undefined if there is none. */
  readonly resourceOf: (code: number) => ResourceDefinition | undefined
  /** Returns the function that checks the reports of a type (`sieveOf`); undefined for an unknown code. */
  readonly sieveOf: (code: number) => ((p: Readonly<Record<string, unknown>>) => Sieved) | undefined
  /** Loads rows of types that another process may have just made. Returns true if it found a type that was not loaded. */
  readonly need: (codes: Iterable<number>) => Promise<boolean>
  /** Resolves when all rows have been loaded once. */
  readonly ready: () => Promise<void>
}
export const deviceTypesPort = definePort<DeviceTypes>('devices.types')

/** A controller behind a gateway, for the virtual city. */
export interface InventoryRow {
  readonly gatewayId: string
  readonly sn: string
  /** Null if unknown, as are the values below. */
  readonly lng: number | null
  readonly lat: number | null
  /** Nominal power, W. */
  readonly power: number | null
  /** W at `minLevel` %. */
  readonly minPower: number | null
  readonly minLevel: number | null
}
/** Input of `propose`: lamps without a gateway get virtual gateways. */
export interface Proposal {
  readonly tenantId: string
  readonly projectId: string
  /** Language of the names of the gateways. */
  readonly lang: Lang
  /** Also propose gateways if other lamps of the project already have one. */
  readonly beside: boolean
}
/** Result of `propose`: gateways made, lamps connected to them, and lamps left without a gateway. */
export interface Proposed {
  readonly gateways: number
  readonly lamps: number
  readonly left: number
}
export interface InventorySource {
  /** Returns one row for each controller; its power is the sum of its lamps. */
  readonly children: (gatewayIds: readonly string[]) => Promise<readonly InventoryRow[]>
  /** Makes gateways for the lamps of a project that have none. */
  readonly propose: (proposal: Proposal) => Promise<Proposed>
}
/** Provided by the slice of the lamps. */
export const inventoryPort = definePort<InventorySource>('devices.inventory')

/** A device of the inventory with its latest values. */
export type PlayedDevice = InventoryDevice & Required<Pick<InventoryDevice, 'values'>>
/** Activated devices of all types but lamp controllers, for the virtual city. */
export interface PlayedDevices {
  /** Returns `devices` by gateway id; `types` contains the definition of each type that occurs. */
  readonly behind: (gatewayIds: readonly string[]) => Promise<{
    readonly devices: ReadonlyMap<string, readonly PlayedDevice[]>
    readonly types: Readonly<Record<string, DeviceTypeDefinition>>
  }>
}
export const playedPort = definePort<PlayedDevices>('devices.played')

export interface Gateways {
  /** Removes these serial numbers (gateways or children) from the cache of ingest, so that a change takes effect at once. */
  readonly forget: (sns?: readonly string[]) => void
  /** Makes a new secret for a gateway and returns it, once; sessions with the old secret end. */
  readonly issueSecret: (gatewaySn: string, options?: { readonly virtual?: boolean }) => Promise<string>
  /** Counters of ingest since the start. */
  readonly counts: () => IngestCounts
}
export const gatewaysPort = definePort<Gateways>('devices.gateways')

export interface IngestCounts {
  readonly messages: number
  readonly rows: number
  readonly batches: number
  /** Dropped messages or entries that broke the protocol. */
  readonly rejected: number
  /** Entries with a serial number that is not registered or belongs to another gateway. */
  readonly strangers: number
  /** Entries of gateways that are not assigned to a tenant. */
  readonly unassigned: number
  /** Entries that were received and are not stored yet. */
  readonly waiting: number
}

/** A gateway connected or disconnected, in the order of its messages. `anew`: over a new connection that has not been announced yet. */
export interface GatewayMark {
  readonly sn: string
  readonly online: boolean
  /** Server time, epoch ms. */
  readonly at: number
  readonly anew: boolean
}
export interface OpenIntake {
  /** Resolves when the message may be acknowledged. */
  readonly take: (message: UpMessage) => Promise<void>
  readonly mark: (mark: GatewayMark) => void
  /** Writes the last-seen times of gateways now. */
  readonly note: () => Promise<void>
  /** Stores a protocol action that the broker refused, as a rejected message. */
  readonly refused: (act: RefusedAct) => void
  readonly close: () => Promise<void>
}
/** The only way by which messages of devices reach the database, used by the broker and by drivers. */
export interface Intake {
  /** Starts to accept messages. Each `open` needs a `close`; the last `close` writes what was accepted and stops the intake. */
  readonly open: () => OpenIntake
  /** Stores reports of devices on a driver's route. Resolves after the commit; rejects while the intake is closed. */
  readonly received: (route: string, news: DriverNews) => Promise<void>
  /** Stores a message of a driver's route that the driver does not use, as a rejected message. */
  readonly dropped: (route: string, message: DroppedMessage) => void
  /** Sets the devices of a route offline until their next report. */
  readonly gone: (route: string) => Promise<void>
}
export const intakePort = definePort<Intake>('devices.intake')

/** Writes generated readings for devices, for a demo that begins with a history. */
export const pastPort = definePort<Past>('devices.past')

/** Equal answers of several devices to a command; most answers in one message are equal. `sns` lists the devices. */
export interface AckRow extends Omit<Ack, 'sn'> {
  readonly gateway: string
  readonly sns: readonly string[]
  /** Server time of receipt, epoch ms. */
  readonly receivedAt: number
}
export interface AckSink {
  /** Resolves when the answers are stored; only then is their message acknowledged to the gateway. Rejects if the ledger cannot store them. */
  readonly acked: (rows: readonly AckRow[]) => Promise<void>
}
/** Provided by the slice with the command ledger. */
export const acksPort = definePort<AckSink>('devices.acks')

/** A command to devices of one type. The caller has checked that the user may command all of them. */
export interface DeviceOrder {
  readonly type: DeviceTypeDefinition
  /** Name of the command in the type. */
  readonly cmd: string
  /** Arguments, valid for the input fields of the command. */
  readonly args: Readonly<Record<string, unknown>>
  readonly deviceIds: readonly string[]
  /** Batch whose failed devices receive the command again. */
  readonly again?: string | null
  /** Group whose members are the devices: the record names it as the target. */
  readonly groupId?: string | null
  /** A user sends it: to many devices it waits for a second person, and without an end it needs a reason. */
  readonly asks?: true
  /** Why the user overrides the plan. */
  readonly reason?: string | null
}
export interface BatchAnswer {
  readonly batchId: string
  readonly commandRecordId: string
  readonly total: number
  readonly status: number
}
/** An Idempotency-Key and the hash of its request. */
export interface KeyedRequest {
  readonly key: string
  readonly hash: string
}

export interface Commands {
  /** Writes the batch of a command. If the key of the request is known, returns the first answer again and sends nothing. */
  readonly send: (ctx: Ctx, order: DeviceOrder, request: KeyedRequest | null) => Promise<BatchAnswer>
  /** Returns the Idempotency-Key of a call with the hash of user, call and input; null without a key. */
  readonly requestOf: (ctx: Ctx, headers: RouteInput['headers'], call: string, input: unknown) => KeyedRequest | null
  /**
   * Runs work that writes several batches, and rows beside them, in one transaction, and stores its answer under the key of the request. If the key is
   * known, returns the first answer again and runs nothing.
   */
  readonly once: <R extends object>(ctx: Ctx, request: KeyedRequest | null, work: (inside: Ctx) => Promise<R>) => Promise<R>
}
/** Provided by the slice with the command ledger. */
export const commandsPort = definePort<Commands>('devices.commands')

/** Why a device is offline (`deviceManage/offlineDiagnose`). */
export interface DiagnosedDevice {
  readonly id: string
  readonly sn: string
  readonly name: string
  readonly type: number
  readonly projectId: string | null
  readonly areaId: string | null
  /** Null: the device is online. */
  readonly cause: Text | null
}
/** Keeps what diagnoses found, provided by the slice with the diagnose records. */
export interface DiagnoseRecords {
  /** Writes one open record for each offline device, and ends those of devices that are online. */
  readonly store: (ctx: Ctx, found: readonly DiagnosedDevice[]) => Promise<void>
}
export const diagnoseRecordsPort = definePort<DiagnoseRecords>('devices.diagnoseRecords')

/** The devices of a group, or some of them, and a strategy. */
export interface GroupStrategy {
  readonly groupId: string
  readonly strategyId: string
  /** Null: all devices of the group. */
  readonly deviceIds: readonly string[] | null
}
/**
 * Strategies of groups (`workStrategyId`). Both calls throw unless the user may assign strategies, and leave out devices that the strategy
 * cannot reach.
 */
export interface GroupStrategies {
  readonly assign: (ctx: Ctx, order: GroupStrategy) => Promise<void>
  /** Takes the strategy from the devices that have it. */
  readonly unassign: (ctx: Ctx, order: GroupStrategy) => Promise<void>
}
/** Provided by the slice with the strategies. */
export const groupStrategiesPort = definePort<GroupStrategies>('devices.groupStrategies')

/** An entry of the device log about a command. */
export interface LoggedCommand {
  readonly tenantId: string
  readonly at: Date
  readonly account: string
  readonly text: Text
  readonly count: number
  /** Null: more devices than the log names. */
  readonly deviceIds: readonly string[] | null
}
/** The log of what happened to devices. */
export interface DeviceLog {
  readonly commanded: (query: Query, command: LoggedCommand) => Promise<void>
  /** Stores the point at which a person placed devices. */
  readonly located: (query: Query, deviceIds: readonly string[], point: { readonly lng: number; readonly lat: number }) => Promise<void>
}
export const deviceLogPort = definePort<DeviceLog>('devices.log')
