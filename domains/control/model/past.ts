import type { Text } from '@lamplight/kit'
import type { Query } from '@lamplight/server-kit'
import type { ItemState } from './item.lifecycle.ts'

/** A device of a past command, with its result. */
export interface PastItem extends Pick<ItemState, 'rung' | 'status' | 'code' | 'measured'> {
  readonly deviceId: string
  readonly sn: string
  readonly gatewaySn: string
  /** W; null if no power is expected. */
  readonly expected: number | null
  /** W */
  readonly tolerance: number
}

export interface PastBatch {
  /** Epoch ms. */
  readonly at: number
  /** A value of COMMAND_NAMES. */
  readonly command: number
  /** %, only for dim. */
  readonly level: number | null
  /** End of a temporary command, epoch ms. */
  readonly until: number | null
  /** A key of TARGET_KINDS. */
  readonly targetKind: number
  readonly target: Text
  /** Null: unknown user. */
  readonly userId: string | null
  readonly account: string
  readonly items: readonly PastItem[]
}

/** Stores commands that have ended, for a demo with a history. Oldest first. */
export interface PastCommands {
  readonly store: (query: Query, tenantId: string, batches: readonly PastBatch[]) => Promise<void>
}
