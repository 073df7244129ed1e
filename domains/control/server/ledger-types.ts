import type { Counts, Told } from '../model/index.ts'

/** A batch whose counts changed. */
export interface Head extends Counts {
  readonly id: string
  readonly tenantId: string
  /** User who sent it; null for what the platform sent itself. */
  readonly createUser: string | null
  readonly command: number
  readonly level: number | null
  /** It ended just now. */
  readonly over: boolean
  /** How many of its devices moved. */
  readonly moved: number
  /** Devices that moved, when somebody watches: [device id, rung, status]. */
  readonly changes: readonly (readonly [deviceId: string, rung: number, status: number])[] | null
}

/** A message that a gateway took. */
export interface SentTo {
  readonly batchId: string
  readonly gatewaySn: string
  readonly sns: readonly string[]
  /** Epoch ms. */
  readonly at: number
}
/** The same answer of some devices. */
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
  /** When the message went out, where this process knows it; epoch ms. */
  readonly sentAt: number | null
  readonly told: Told
}
export interface DeviceReport {
  readonly deviceId: string
  /** The gateway it came through; empty where a driver reaches the device. */
  readonly gatewayId: string
  /** The route it came by, of a driver. */
  readonly route?: string
  /** Device time, epoch ms. */
  readonly at: number
  readonly told: Told
}
export interface Stray {
  readonly gateway_sn: string
  readonly id: string
  readonly sn: string
}
/** One gateway in one batch. */
export interface Place {
  readonly batchId: string
  readonly gatewaySn: string
}
/** What a batch orders, as its head stores it. Times are epoch ms. */
export interface StoredOrder {
  readonly command: number
  readonly level: number | null
  readonly until: number | null
  /** Type of the devices, name and arguments (JSON) of a command of that type; null for lamps. */
  readonly deviceType: number | null
  readonly cmd: string | null
  readonly args: string | null
}
/** Devices of a gateway that are to be published to, and what to. */
export interface Taken extends Place, StoredOrder {
  /** Epoch ms. */
  readonly expireAt: number
  readonly sns: readonly string[]
  /** Head of each. */
  readonly heads: readonly number[]
}
/** Devices of a place that still wait for a proof. */
export interface Unproven extends Place {
  readonly sns: readonly string[]
}
export interface Outcome {
  readonly heads: readonly Head[]
  readonly strays: readonly Stray[]
}

/** What was opened: how many gateways, and what is to be published. */
export interface Opened extends Outcome {
  readonly n: number
  readonly taken: readonly Taken[]
}
