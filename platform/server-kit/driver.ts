import type { Ack, Command, DeviceEvent, Report } from '@lamplight/protocol'
import type { Outbound } from './outbound.ts'
import type { Platform } from './platform-types.ts'

/** A command for devices of one route. The id is the same each time it is sent. */
export interface DriverOrder extends Command {
  /** `driver:tenant/address` */
  readonly route: string
  readonly tenantId: string
  /** Last part of the route, as the device's row names it. */
  readonly address: string
}

/** Why a driver did not get a command to a device: the other side `refused` it, or it will not become `reachable`. Codes of the device protocol are allowed too. */
export type DriverFault = Exclude<Ack['code'], 'ok' | 'duplicate'> | 'refused' | 'unreachable'

export interface DriverOutcome {
  /** The other side has taken the command for these devices (rung `sent`). Throws nothing. */
  readonly taken: (sns: readonly string[]) => void
  /** The command of these devices ends as failed. */
  readonly failed: (sns: readonly string[], code: DriverFault) => void
  /** Ends when this process no longer holds the devices, or stops: send nothing more then. */
  readonly signal: AbortSignal
}

/** With values of any device type. */
type Valued<E> = Omit<E, 'p'> & { readonly p?: Readonly<Record<string, unknown>> }
/** What devices of a route said, as the device protocol has it. */
export type DriverNews =
  | { readonly kind: 'ack'; readonly entries: readonly Valued<Ack>[] }
  | { readonly kind: 'report'; readonly entries: readonly Required<Valued<Report>>[] }
  | { readonly kind: 'event'; readonly entries: readonly Valued<DeviceEvent>[] }

/** What the platform gives a driver. */
export interface DriverHost {
  readonly platform: Platform
  /** Requests to addresses that people configure. */
  readonly outbound: Outbound
  /**
   * Stores what devices of a route said, like a message of a gateway: checked by the same schema; what does not fit, and entries of devices that are not of
   * this route, become misfits. Resolves after the commit; what comes twice changes nothing. Rejects if the server is stopping: keep it and try again.
   */
  readonly heard: (route: string, news: DriverNews) => Promise<void>
  /** Says whether a route can be reached from this process. It counts as reachable until told. Its devices go offline with it; what waits for it goes out when it is back. */
  readonly reachable: (route: string, up: boolean) => void
  /** Commands that were taken and not answered, also by a process that died: after a start, ask the other side what became of them. */
  readonly unanswered: () => Promise<readonly DriverOrder[]>
}

/** A driver at work in one process. */
export interface DriverLink {
  /**
   * Sends a command and tells the outcome device by device. Devices of which it told nothing when it resolves or rejects count as not sent, and it is called
   * for them again. To one route one call follows the other.
   */
  readonly send: (order: DriverOrder, outcome: DriverOutcome) => Promise<void>
  readonly stop: () => Promise<void>
}

/** How devices are reached that have no gateway: one driver for each kind of access (an HTTP platform, a LoRa network server, ONVIF, OCPP). */
export interface DeviceDriver {
  /** First part of its routes: lower-case letters and digits. Device types name it. */
  readonly name: string
  /** The last rung that its devices can show: `received` an answer, `applied` values in the answer, `verified` values that they report later. */
  readonly proves: 'received' | 'applied' | 'verified'
  /**
   * true: the other side does nothing twice for one command id, so a command is sent until it is answered. false: what was taken is not sent again, and a
   * command that is not `repeatable` is recorded as sent before it leaves.
   */
  readonly dedupes: boolean
  /** Devices answer the command `read` with a report of their values. */
  readonly reads?: true
  /** Routes that are sent to at the same time. */
  readonly atOnce: number
  readonly start: (host: DriverHost) => Promise<DriverLink>
}
