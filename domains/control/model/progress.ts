import type { Text } from '@lamplight/kit'
import { STATUS, STATUS_TEXTS } from './batch.resource.ts'

/** Counts of a batch, as its record, the news about it and the home page carry them. */
export interface Counts {
  /** decisions.md B3, 0 to 5 */
  readonly status: number
  /** The same with 6 superseded. */
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

/** The counts among the values of a record or a piece of news; what is missing counts as 0. */
export const countsOf = (row: { readonly [K in keyof Counts]?: unknown }): Counts =>
  Object.fromEntries(COUNT_NAMES.map((name) => [name, Number(row[name] ?? 0)])) as Record<keyof Counts, number>

/** A batch in short: what was ordered, for which target, and how far it has come. */
export interface BatchSummary extends Counts {
  readonly id: string
  readonly command: number
  /** %, of a dim command */
  readonly level: number | null
  /** The command of a device type in words; empty for lamps. */
  readonly commandText: string
  /** Code of the device type; null for lamps. */
  readonly deviceType: number | null
  readonly targetKind: number
  readonly targetText: string
  /** In the tenant's zone. */
  readonly createTime: string
}

export const isRunning = ({ state }: Pick<Counts, 'state'>): boolean => state < STATUS.success

/** Devices that did what was ordered: verified, or applied where there is nothing to compare with. */
export const succeeded = ({ ended, failed, timedOut, superseded }: Counts): number => Math.max(0, ended - failed - timedOut - superseded)

/** Devices that a retry sends to. */
export const retryable = ({ failed, timedOut }: Pick<Counts, 'failed' | 'timedOut'>): number => Math.max(0, failed) + Math.max(0, timedOut)

/** Each rung with how many devices reached it, whether or not they failed later. */
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

/** What did not come through, by how it ended; empty when everything did. */
export const lossesOf = (
  counts: Pick<Counts, 'failed' | 'timedOut' | 'superseded'>,
): readonly (readonly [ending: 'failed' | 'timedOut' | 'superseded', n: number, text: Text])[] =>
  LOSSES.filter(([name]) => counts[name] > 0).map(([name, [zh, en]]) => {
    const n = counts[name].toLocaleString('en-US')
    return [name, counts[name], [`${n} ${zh}`, `${n} ${en.toLowerCase()}`]]
  })

/** `96 / 100`: how many of how many did what was ordered. */
export const shareText = (counts: Counts): string =>
  `${succeeded(counts).toLocaleString('en-US')} / ${counts.total.toLocaleString('en-US')}`

/** `96 / 100 成功`: the first half of what every place says about a command. */
export const successText = (counts: Counts): Text => {
  const share = shareText(counts)
  return [`${share} 成功`, `${share} succeeded`]
}

/** `96 / 100 成功 · 3 失败 · 1 已取代`: how far a command has come, in the same words on the map, in the tray, on the home page and in its record. */
export const progressText = (counts: Counts): Text => {
  const parts = [successText(counts), ...lossesOf(counts).map(([, , text]) => text)]
  return [parts.map(([zh]) => zh).join(' · '), parts.map(([, en]) => en).join(' · ')]
}
