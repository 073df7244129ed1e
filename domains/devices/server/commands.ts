import type { DeviceTypeDefinition } from '@lamplight/kit'
import { A, type Ctx, type RouteInput } from '@lamplight/server-kit'

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
/** Answer of a call that sends a command: the batch. */
export const BatchReturns = A.named('Batch', A.of({ batchId: A.id, commandRecordId: A.id, total: A.int, status: A.int }))

/** An Idempotency-Key and the hash of the request that it came with. */
export interface KeyedRequest {
  readonly key: string
  readonly hash: string
}

/** Port `control.commands`, which the slice with the command ledger offers. */
export interface Commands {
  /** Writes the batch of a command. A request whose key is known gets its first answer again, and nothing is sent. */
  readonly send: (ctx: Ctx, order: DeviceOrder, request: KeyedRequest | null) => Promise<BatchAnswer>
  /** The Idempotency-Key of a call, and the hash of who asked `call` for `input`; null without a key. */
  readonly requestOf: (ctx: Ctx, headers: RouteInput['headers'], call: string, input: unknown) => KeyedRequest | null
}
