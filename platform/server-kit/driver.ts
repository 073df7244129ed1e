import type { Ack, Command, DeviceEvent, Report } from '@lamplight/protocol'
import type { Outbound } from './outbound.ts'
import type { Platform } from './platform-types.ts'
import type { Query } from './query.ts'

/** A command for devices of one route. A repeated command keeps its id. */
export interface DriverOrder extends Command {
  /** `driver:tenant/address` */
  readonly route: string
  readonly tenantId: string
  /** Last part of the route: the address in the device's row. */
  readonly address: string
}

/**
 * Reason why a driver did not deliver a command: the remote system `refused` it, or the device stays `unreachable`. Ack
 * codes of the device protocol are allowed too.
 */
export type DriverFault = Exclude<Ack['code'], 'ok' | 'duplicate'> | 'refused' | 'unreachable'

export interface DriverOutcome {
  /** The remote system accepted the command for these devices (rung `sent`). Does not throw. */
  readonly taken: (sns: readonly string[]) => void
  /** Ends the command of these devices as failed. */
  readonly failed: (sns: readonly string[], code: DriverFault) => void
  /** Aborts when this process loses the lease on the devices or stops; the driver must then send nothing more. */
  readonly signal: AbortSignal
}

/** An entry of the device protocol with values of any device type. */
type Valued<E> = Omit<E, 'p'> & { readonly p?: Readonly<Record<string, unknown>> }
/** Messages from devices of a route, in the form of the device protocol. */
export type DriverNews =
  | { readonly kind: 'ack'; readonly entries: readonly Valued<Ack>[] }
  | { readonly kind: 'report'; readonly entries: readonly Required<Valued<Report>>[] }
  | { readonly kind: 'event'; readonly entries: readonly Valued<DeviceEvent>[] }

/** A message that a driver received and does not use. */
export interface DroppedMessage {
  /** Name of the kind of message in the remote system. */
  readonly kind: string
  readonly reason: string
  readonly payload: Uint8Array | string
}

/** Services that the platform offers to a driver. */
export interface DriverHost {
  readonly platform: Platform
  /** HTTP client for addresses that users configure. */
  readonly outbound: Outbound
  /**
   * Stores messages of devices of a route like a gateway message: validates them by the same schema; entries that do not fit, or whose
   * device is not on this route, are stored as rejected messages. Resolves after the commit; repeated entries change nothing. Rejects if the
   * server is stopping: keep the message and retry.
   */
  readonly received: (route: string, news: DriverNews) => Promise<void>
  /** Stores a message that the driver does not use, with the reason, for the list of rejected messages. */
  readonly dropped: (route: string, message: DroppedMessage) => void
  /** Reports whether this process can reach a route; the default is reachable. While it is not, its devices are offline and its commands wait. */
  readonly reachable: (route: string, up: boolean) => void
  /**
   * Returns the commands that were accepted but not answered, also those of a crashed process. A driver asks the
   * remote system for their outcome after a start.
   */
  readonly unanswered: () => Promise<readonly DriverOrder[]>
}

/** A started driver of one process. */
export interface DriverLink {
  /**
   * Sends a command and reports the outcome per device. Devices without a reported outcome when the promise settles count as not sent, and
   * `send` is called again for them. Calls for one route run one after another.
   */
  readonly send: (order: DriverOrder, outcome: DriverOutcome) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Connects devices that have no gateway. There is one driver per kind of access (an HTTP platform, a LoRa network server, ONVIF, OCPP). */
export interface DeviceDriver {
  /** First part of the driver's routes: lower-case letters and digits. Device types refer to it. */
  readonly name: string
  /**
   * The last rung that its devices can prove: `received` by an answer, `applied` by values in the
   * answer, `verified` by values that they report later.
   */
  readonly proves: 'received' | 'applied' | 'verified'
  /**
   * true: the remote system executes a command id only once, so a command is sent until it is answered. false: an accepted command is not sent
   * again, and a command that is not `repeatable` is recorded as sent before it is sent.
   */
  readonly dedupes: boolean
  /** Devices report their values within this number of seconds after an answer. Default: `COMMAND_VERIFY_SECONDS` of the ledger. */
  readonly provesWithin?: number
  /** Devices answer the command `read` with a report of their values. */
  readonly reads?: true
  /** Number of routes to which the driver sends at the same time. */
  readonly atOnce: number
  /** Returns true if devices of the tenant may have this access address. Without it, devices may have any. */
  readonly hasAddress?: (query: Query, device: { readonly tenantId: string; readonly address: string }) => Promise<boolean>
  readonly start: (host: DriverHost) => Promise<DriverLink>
}
