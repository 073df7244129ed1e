import type { Limit } from '../model/limit.ts'

export interface Config extends Limit {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  readonly devType: number
  readonly property: string
  readonly holdSeconds: number
  readonly severity: number
  /** Epoch ms. */
  readonly changedAt: number
}

/** What the values of one device in a batch say of one limit: at least one verdict, in the order of their times. */
export interface Judged {
  readonly config: Config
  readonly deviceId: string
  readonly verdicts: readonly Verdict[]
}

export interface Verdict {
  /** Epoch ms. */
  readonly at: number
  readonly measured: number
  readonly isBeyond: boolean
}
