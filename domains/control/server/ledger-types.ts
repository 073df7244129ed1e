import type { Counts, ReportedState } from '../model/index.ts'

/** A batch whose counts changed. */
export interface BatchChange extends Counts {
  readonly id: string
  readonly tenantId: string
  /** Id of the user who sent it; null if the platform sent it. */
  readonly createUser: string | null
  readonly command: number
  readonly level: number | null
  /** True if it has just ended. */
  readonly over: boolean
  /** Number of its devices that changed. */
  readonly moved: number
  /** Devices that changed, if somebody watches: [device id, rung, status]. */
  readonly changes: readonly (readonly [deviceId: string, rung: number, status: number])[] | null
}

/** A message that a gateway accepted. */
export interface SentTo {
  readonly batchId: string
  readonly gatewaySn: string
  readonly sns: readonly string[]
  /** Epoch ms. */
  readonly at: number
}
/** Equal answers of several devices. */
export interface Answer {
  readonly batchId: string
  readonly gatewaySn: string
  readonly sns: readonly string[]
  readonly ok: boolean
  readonly code: string
  /** Device time, epoch ms. */
  readonly at: number
  /** Server time, epoch ms. */
  readonly receivedAt: number
  /** Time at which the message was sent, if this process knows it, epoch ms. */
  readonly sentAt: number | null
  readonly reported: ReportedState
}
export interface DeviceReport {
  readonly deviceId: string
  /** Id of the gateway that sent the report; empty for devices of a driver. */
  readonly gatewayId: string
  /** The driver's route of the device. */
  readonly route?: string
  /** Device time, epoch ms. */
  readonly at: number
  readonly reported: ReportedState
}
export interface UnmatchedAnswer {
  readonly gateway_sn: string
  readonly id: string
  readonly sn: string
}
/** The devices of one gateway in one batch. */
export interface PackKey {
  readonly batchId: string
  readonly gatewaySn: string
}
/** The order of a batch as stored in its head row. Times are epoch ms. */
export interface StoredOrder {
  readonly command: number
  readonly level: number | null
  readonly until: number | null
  /** Device type, and name and arguments (JSON) of its command; null for lamps. */
  readonly deviceType: number | null
  readonly cmd: string | null
  readonly args: string | null
}
/** Devices of a gateway to which a message must be published, and its content. */
export interface PackToSend extends PackKey, StoredOrder {
  /** Epoch ms. */
  readonly expireAt: number
  readonly sns: readonly string[]
  /** Head of each device. */
  readonly heads: readonly number[]
}
/** Devices of a place that still wait for a proof. */
export interface Unproven extends PackKey {
  readonly sns: readonly string[]
}
export interface Outcome {
  readonly heads: readonly BatchChange[]
  readonly unmatched: readonly UnmatchedAnswer[]
}

/** Result of opening: the number of gateways, and what must be published. */
export interface Opened extends Outcome {
  readonly n: number
  readonly taken: readonly PackToSend[]
}
