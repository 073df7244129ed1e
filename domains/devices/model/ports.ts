import { type DeviceTypeDefinition, definePort, type Lang, type ResourceDefinition } from '@lamplight/kit'
import type { Ack, Sieved } from '@lamplight/protocol'
import type { Ctx, DriverNews, RefusedAct, RouteInput, UpMessage } from '@lamplight/server-kit'
import type { InventoryDevice } from '@lamplight/town'
import type { Past } from './past.ts'

/** Device types: those that slices declare, and those that are rows, with codes from 10,000. */
export interface DeviceTypes {
  /** Those that slices declare. */
  readonly all: readonly DeviceTypeDefinition[]
  /** The device type of this code. Of types that are rows those that this process has read: see `need`. */
  readonly typeOf: (code: number) => DeviceTypeDefinition | undefined
  readonly named: (name: string) => DeviceTypeDefinition | undefined
  /** The resource whose rows are the devices of this type; undefined where there is none. */
  readonly resourceOf: (code: number) => ResourceDefinition | undefined
  /** The sieve of a type; undefined for a code that nobody declares. */
  readonly sieveOf: (code: number) => ((p: Readonly<Record<string, unknown>>) => Sieved) | undefined
  /** Reads rows of types that another process may have made just now. True if one was found that was not known. */
  readonly need: (codes: Iterable<number>) => Promise<boolean>
  /** Resolves when all rows have been read once. */
  readonly ready: () => Promise<void>
}
export const deviceTypesPort = definePort<DeviceTypes>('devices.types')

/** A controller behind a gateway, for the virtual city. */
export interface InventoryRow {
  readonly gatewayId: string
  readonly sn: string
  /** Null, like the values below, where nothing is known of it. */
  readonly lng: number | null
  readonly lat: number | null
  /** Nominal power, W. */
  readonly power: number | null
  /** W at `minLevel` %. */
  readonly minPower: number | null
  readonly minLevel: number | null
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
/** Provided by the slice of the lamps. */
export const inventoryPort = definePort<InventorySource>('devices.inventory')

/** Activated devices of all types but lamp controllers, for the virtual city. */
export interface PlayedDevices {
  /** `devices` by gateway id; `types` holds the definition of each type that occurs. */
  readonly behind: (gatewayIds: readonly string[]) => Promise<{
    readonly devices: ReadonlyMap<string, readonly InventoryDevice[]>
    readonly types: Readonly<Record<string, DeviceTypeDefinition>>
  }>
}
export const playedPort = definePort<PlayedDevices>('devices.played')

export interface Gateways {
  /** Forgets what ingest remembers of these serial numbers (gateways or children), so that a change counts at once. */
  readonly forget: (sns?: readonly string[]) => void
  /** A new secret for a gateway, shown once; sessions with the old one end. */
  readonly issueSecret: (gatewaySn: string, options?: { readonly virtual?: boolean }) => Promise<string>
  /** What ingest has done since the start. */
  readonly counts: () => IngestCounts
}
export const gatewaysPort = definePort<Gateways>('devices.gateways')

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

/** A gateway came or went, in the order of its messages. `anew`: over a new connection that nobody has told of yet. */
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
  /** Writes now when gateways were last heard. */
  readonly note: () => Promise<void>
  /** Keeps an act that the broker refused as a misfit. */
  readonly refused: (act: RefusedAct) => void
  readonly close: () => Promise<void>
}
/** The one way by which messages of devices reach the database, for the broker and for drivers. */
export interface Intake {
  /** Takes messages from now on. Each `open` has its `close`; with the last one, what was taken is written and nothing is taken any more. */
  readonly open: () => OpenIntake
  /** Stores what devices of a driver's route said. Resolves after the commit; rejects while the intake is closed. */
  readonly received: (route: string, news: DriverNews) => Promise<void>
  /** Sets the devices of a route offline until their next report. */
  readonly gone: (route: string) => Promise<void>
}
export const intakePort = definePort<Intake>('devices.intake')

/** Gives devices readings that nobody sent, for a demo that begins with a history. */
export const pastPort = definePort<Past>('devices.past')

/** Answers of devices to a command that are alike in all but who gives them, as those of one message mostly are. */
export interface AckRow extends Omit<Ack, 'sn'> {
  readonly gateway: string
  readonly sns: readonly string[]
  /** Server time of receipt, epoch ms. */
  readonly receivedAt: number
}
export interface AckSink {
  /** Resolves when the answers are stored; only then is their message acknowledged to the gateway. */
  readonly acked: (rows: readonly AckRow[]) => Promise<void>
}
/** Provided by the slice with the command ledger. */
export const acksPort = definePort<AckSink>('devices.acks')

/** A command to devices of one type, all of which the asker may command. */
export interface DeviceOrder {
  readonly type: DeviceTypeDefinition
  /** Name of the command in the type. */
  readonly cmd: string
  /** Arguments, valid for the input fields of the command. */
  readonly args: Readonly<Record<string, unknown>>
  readonly deviceIds: readonly string[]
  /** Batch whose failed devices are commanded again. */
  readonly again?: string | null
}
export interface BatchAnswer {
  readonly batchId: string
  readonly commandRecordId: string
  readonly total: number
  readonly status: number
}
/** An Idempotency-Key and the hash of the request that it came with. */
export interface KeyedRequest {
  readonly key: string
  readonly hash: string
}

export interface Commands {
  /** Writes the batch of a command. A request whose key is known gets its first answer again, and nothing is sent. */
  readonly send: (ctx: Ctx, order: DeviceOrder, request: KeyedRequest | null) => Promise<BatchAnswer>
  /** The Idempotency-Key of a call, and the hash of who asked `call` for `input`; null without a key. */
  readonly requestOf: (ctx: Ctx, headers: RouteInput['headers'], call: string, input: unknown) => KeyedRequest | null
}
/** Provided by the slice with the command ledger. */
export const commandsPort = definePort<Commands>('devices.commands')
