import type { Told } from '../model/index.ts'

/** A batch whose counts changed. */
export interface Head {
  readonly id: string
  readonly tenantId: string
  readonly command: number
  readonly level: number | null
  readonly status: number
  readonly total: number
  readonly queued: number
  readonly sent: number
  readonly received: number
  readonly applied: number
  readonly verified: number
  readonly failed: number
  readonly timedOut: number
  readonly returned: number
  readonly ended: number
  /** It ended just now. */
  readonly over: boolean
  /** How many of its devices moved. */
  readonly moved: number
  /** Devices that moved, when somebody watches: [device id, rung, status]. */
  readonly changes: readonly (readonly [deviceId: string, rung: number, status: number])[] | null
}

/** Messages that a gateway took: devices of one head, from the first to the last serial number. */
export interface SentRange {
  readonly batchId: string
  readonly gatewaySn: string
  readonly head: number
  readonly first: string
  readonly last: string
  /** Epoch ms. */
  readonly at: number
}
export interface Answer {
  readonly batchId: string
  readonly gatewaySn: string
  readonly sn: string
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
export interface PackedRow {
  readonly batch_id: string
  readonly gateway_sn: string
}
/** Devices of a gateway that are to be published to, and what to. */
export interface Taken {
  readonly batch_id: string
  readonly gateway_sn: string
  readonly command: number
  readonly level: number | null
  readonly until: Date | null
  readonly expire_at: Date
  readonly sns: readonly string[]
  /** Head of each. */
  readonly heads: readonly number[]
}
export interface Outcome {
  readonly heads: readonly Head[]
  readonly strays: readonly Stray[]
}

export interface LaidOut extends Outcome {
  readonly n: number
  readonly taken: readonly Taken[]
}
