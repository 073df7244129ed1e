import type { DeviceTypeDefinition } from '@lamplight/kit'
import { A, type Ctx, type RouteInput } from '@lamplight/server-kit'

/** A command to devices of one type, all of which the asker may command. */
export interface DeviceOrder {
  readonly type: DeviceTypeDefinition
  /** Name of the command in the type. */
  readonly cmd: string
  /** Checked by the input fields of the command. */
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
/** What a call that sends a command answers: the batch to watch. */
export const BatchReturns = A.named('Batch', A.of({ batchId: A.id, commandRecordId: A.id, total: A.int, status: A.int }))

/** An Idempotency-Key and the hash of the request that it came with. */
export interface KeyedRequest {
  readonly key: string
  readonly hash: string
}

/** Port `control.commands`, which the slice with the command ledger offers. */
export interface Commands {
  /** A request with a key that is known is answered as the first time and sends nothing. */
  readonly send: (ctx: Ctx, order: DeviceOrder, request: KeyedRequest | null) => Promise<BatchAnswer>
  /** The Idempotency-Key of a call, and the hash of who asked `call` for `input`; null without a key. */
  readonly requestOf: (ctx: Ctx, headers: RouteInput['headers'], call: string, input: unknown) => KeyedRequest | null
}
