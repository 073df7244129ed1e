import type { Text } from '@lamplight/kit'
import type { ItemState } from './item.lifecycle.ts'

/** A device of a past command, and how far it came. */
export interface PastItem extends Pick<ItemState, 'rung' | 'status' | 'code' | 'measured'> {
  readonly deviceId: string
  readonly sn: string
  readonly gatewaySn: string
  /** W; null when no power is expected. */
  readonly expected: number | null
  /** W */
  readonly tolerance: number
}

export interface PastBatch {
  /** Epoch ms. */
  readonly at: number
  /** As in COMMAND_NAMES. */
  readonly command: number
  /** %, of a dim command. */
  readonly level: number | null
  /** End of a temporary command, epoch ms. */
  readonly until: number | null
  /** As in TARGET_KINDS. */
  readonly targetKind: number
  readonly target: Text
  /** Null: nobody who is known. */
  readonly userId: string | null
  readonly account: string
  readonly items: readonly PastItem[]
}

/** Stores commands that have ended, for a demo that begins with a history. Oldest first. */
export interface PastCommands {
  readonly store: (tenantId: string, batches: readonly PastBatch[]) => Promise<void>
}
