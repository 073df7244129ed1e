import type { Text } from '@lamplight/kit'
import { STATUS, STATUS_TEXTS } from './batch-codes.ts'

/** Counts of a batch in its record, in pushes and on the home page. */
export interface Counts {
  /** decisions.md B3, 0 to 5 */
  readonly status: number
  /** Like `status`, plus 6 superseded. */
  readonly state: number
  readonly total: number
  readonly queued: number
  readonly sent: number
  readonly received: number
  readonly applied: number
  readonly verified: number
  readonly failed: number
  readonly timedOut: number
  readonly superseded: number
  readonly returned: number
  readonly ended: number
  readonly reachedSent: number
  readonly reachedReceived: number
  readonly reachedApplied: number
}

export const COUNT_NAMES = [
  'status',
  'state',
  'total',
  'queued',
  'sent',
  'received',
  'applied',
  'verified',
  'failed',
  'timedOut',
  'superseded',
  'returned',
  'ended',
  'reachedSent',
  'reachedReceived',
  'reachedApplied',
] as const satisfies readonly (keyof Counts)[]

/** Reads the counts from a record or a push; missing ones are 0. */
export const countsOf = (row: { readonly [K in keyof Counts]?: unknown }): Counts =>
  Object.fromEntries(COUNT_NAMES.map((name) => [name, Number(row[name] ?? 0)])) as Record<keyof Counts, number>

/** Summary of a batch: command, target and progress. */
export interface BatchSummary extends Counts {
  readonly id: string
  readonly command: number
  /** %, only for dim */
  readonly level: number | null
  /** Text of a command of a device type; empty for lamps. */
  readonly commandText: string
  /** Code of the device type; null for lamps. */
  readonly deviceType: number | null
  readonly targetKind: number
  readonly targetText: string
  /** Why the user overrides the plan; empty if no reason was given. */
  readonly reason: string
  /** In the tenant's zone. */
  readonly createTime: string
}

export const isRunning = ({ state }: Pick<Counts, 'state'>): boolean => state < STATUS.success

/** Number of devices that executed the command: verified, or applied if nothing can be compared. */
export const succeeded = ({ ended, failed, timedOut, superseded }: Counts): number => Math.max(0, ended - failed - timedOut - superseded)

/** Number of devices that a retry includes. */
export const retryable = ({ failed, timedOut }: Pick<Counts, 'failed' | 'timedOut'>): number => Math.max(0, failed) + Math.max(0, timedOut)

/** Returns for each rung the number of devices that reached it, including those that failed later. */
export const rungsReached = (
  counts: Counts,
): readonly (readonly [rung: 'queued' | 'sent' | 'received' | 'applied' | 'verified', n: number])[] => [
  ['queued', counts.total],
  ['sent', Math.max(0, counts.reachedSent)],
  ['received', Math.max(0, counts.reachedReceived)],
  ['applied', Math.max(0, counts.reachedApplied)],
  ['verified', Math.max(0, counts.verified)],
]

const LOSSES = [
  ['failed', STATUS_TEXTS[4]],
  ['timedOut', STATUS_TEXTS[5]],
  ['superseded', STATUS_TEXTS[6]],
] as const

/** Returns the losses by kind; empty if there are none. */
export const lossesOf = (
  counts: Pick<Counts, 'failed' | 'timedOut' | 'superseded'>,
): readonly (readonly [ending: 'failed' | 'timedOut' | 'superseded', n: number, text: Text])[] =>
  LOSSES.filter(([name]) => counts[name] > 0).map(([name, [zh, en]]) => {
    const n = counts[name].toLocaleString('en-US')
    return [name, counts[name], [`${n} ${zh}`, `${n} ${en.toLowerCase()}`]]
  })

/** Number of successful devices of all: `96 / 100`. */
export const shareText = (counts: Counts): string =>
  `${succeeded(counts).toLocaleString('en-US')} / ${counts.total.toLocaleString('en-US')}`

/** First part of every progress text: `96 / 100 成功`. */
export const successText = (counts: Counts): Text => {
  const share = shareText(counts)
  return [`${share} 成功`, `${share} succeeded`]
}

/** Progress of a command as text, the same on the map, in the tray, on the home page and in the record: `96 / 100 成功 · 3 失败 · 1 已取代`. */
export const progressText = (counts: Counts): Text => {
  const parts = [successText(counts), ...lossesOf(counts).map(([, , text]) => text)]
  return [parts.map(([zh]) => zh).join(' · '), parts.map(([, en]) => en).join(' · ')]
}
