import { api } from '@lamplight/console-kit'
import type { CommandName, Preview, Selector, TargetName } from '../model/index.ts'

export type CommandWord = CommandName
export type LampSelect = 0 | 1 | 2

export interface Order {
  readonly command: CommandWord
  /** %, of dim */
  readonly level?: number
  /** s; neither this nor `until`: it stays until something else is ordered */
  readonly duration?: number
  /** `yyyy-MM-dd HH:mm:ss` in the tenant's zone */
  readonly until?: string
  /** 0 main, 1 auxiliary, 2 both; absent: as the devices have it */
  readonly lampSelect?: LampSelect
  /** Name of the target, as the preview returned it. */
  readonly targetName?: TargetName
  /** Tells the server to name the target as a map selection. */
  readonly picked?: 'map'
  readonly selector: Selector
}
const PATH = 'blade-city/controller/batch/command'

/** What a command would touch: how many lamps and cabinets, which of them cannot be reached now, the step in power. `quiet`: the caller shows what goes wrong. */
export const previewOf = (order: Order, { quiet = false, signal }: { quiet?: boolean; signal?: AbortSignal } = {}): Promise<Preview> =>
  api.post<Preview>(`${PATH}/preview`, { body: order, signal, quiet })

/** Writes the command to the ledger; the same key with the same order is the same command, however often it is sent. */
export const sendCommand = (order: Order, key: string): Promise<{ readonly batchId: string; readonly total: number }> =>
  api.post(PATH, { body: order, headers: { 'Idempotency-Key': key } })

/** A key for one command; `crypto.randomUUID` is missing on pages that came without TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const retryFailed = (batchId: string, ids: readonly string[] | null, key: string): Promise<{ batchId: string; total: number }> =>
  api.post('blade-city/commandrecord/retry', {
    body: { commandRecordId: batchId, ...(ids && { ids }) },
    headers: { 'Idempotency-Key': key },
  })

/** What a retry of the failed devices, all or those named, would touch. */
export const previewRetry = (batchId: string, ids: readonly string[] | null, signal?: AbortSignal): Promise<Preview> =>
  api.post<Preview>('blade-city/commandrecord/retry/preview', {
    body: { commandRecordId: batchId, ...(ids && { ids }) },
    signal,
    quiet: true,
  })

export const cancelQueued = (batchId: string): Promise<{ readonly cancelled: number }> =>
  api.post('blade-city/commandrecord/cancel', { body: { commandRecordId: batchId } })
