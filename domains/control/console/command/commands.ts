import { type AnswerOf, api } from '@lamplight/console-kit'
import type { CommandName, Preview, Selector, TargetName } from '../../model/index.ts'
import type { commandPreview, richCommand } from '../../server/calls/command.handler.ts'
import type { cancelRoute, retryPreview } from '../../server/calls/record.handler.ts'

export type CommandWord = CommandName
export type LampSelect = 0 | 1 | 2

export interface CommandBody {
  readonly command: CommandWord
  /** %, only for dim */
  readonly level?: number
  /** s; without `duration` and `until` the command holds until another one replaces it, and needs `reason` */
  readonly duration?: number
  /** `yyyy-MM-dd HH:mm:ss` in the tenant's zone */
  readonly until?: string
  /** Why the user overrides the plan. */
  readonly reason?: string
  /** 0 main, 1 auxiliary, 2 both; absent: the setting of the device */
  readonly lampSelect?: LampSelect
  /** Name of the target as returned by the preview. */
  readonly targetName?: TargetName
  /** The server names the target as a map selection. */
  readonly picked?: 'map'
  readonly selector: Selector
}
const PATH = 'blade-city/controller/batch/command'

/**
 * Returns the preview of a command: number of lamps and cabinets, those not reachable now, and the
 * change in power. `quiet`: the caller shows errors.
 */
export const previewOf = (
  order: CommandBody,
  { quiet = false, signal }: { quiet?: boolean; signal?: AbortSignal } = {},
): Promise<Preview> => api.post<AnswerOf<typeof commandPreview>>(`${PATH}/preview`, { body: order, signal, quiet })

/** Sends a command. Repeated requests with the same key and order create only one command. */
export const sendCommand = (order: CommandBody, key: string): Promise<AnswerOf<typeof richCommand>> =>
  api.post<AnswerOf<typeof richCommand>>(PATH, { body: order, headers: { 'Idempotency-Key': key } })

/** Returns an idempotency key for one command. `crypto.randomUUID` is missing on pages without TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const retryFailed = (batchId: string, ids: readonly string[] | null, key: string): Promise<{ batchId: string; total: number }> =>
  api.post<{ batchId: string; total: number }>('blade-city/commandrecord/retry', {
    body: { commandRecordId: batchId, ...(ids && { ids }) },
    headers: { 'Idempotency-Key': key },
  })

/** Returns the preview of a retry of all failed devices, or of those in `ids`. */
export const previewRetry = (batchId: string, ids: readonly string[] | null, signal?: AbortSignal): Promise<Preview> =>
  api.post<typeof retryPreview>('blade-city/commandrecord/retry/preview', {
    body: { commandRecordId: batchId, ...(ids && { ids }) },
    signal,
    quiet: true,
  })

export const cancelQueued = (batchId: string): Promise<AnswerOf<typeof cancelRoute>> =>
  api.post<typeof cancelRoute>('blade-city/commandrecord/cancel', { body: { commandRecordId: batchId } })
