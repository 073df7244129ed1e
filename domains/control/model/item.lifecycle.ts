import type { ParamOp, Text } from '@lamplight/kit'
import type { Params } from '@lamplight/protocol'
import { STATUS } from './batch-codes.ts'

/** Progress of a device in a batch (design, the main job). It never decreases. */
export const RUNGS = {
  0: ['排队', 'Queued'],
  1: ['已下发', 'Sent'],
  2: ['已应答', 'Received'],
  3: ['已执行', 'Applied'],
  4: ['已验证', 'Verified'],
} as const satisfies Readonly<Record<number, Text>>
export type Rung = keyof typeof RUNGS

/** State of one device; on the wire 6 (superseded) becomes 4 (`wireStatus`). */
export type ItemStatus = 0 | 1 | 2 | 4 | 5 | 6

/** Values reported by a device; absent values were not reported. These are the names of lamps; other types have others. */
export interface ReportedState {
  readonly on?: boolean | null
  readonly dim?: number | null
  readonly power?: number | null
  readonly reason?: string | null
  /** End of the override, epoch ms. */
  readonly until?: number | null
  /** Reported values by parameter family. */
  readonly params?: Params
}

/** The expected effect of a command on a device, and how it is proven. */
export interface ExpectedEffect {
  /** Returns whether reported values agree with the effect; null if they do not contain enough. */
  readonly agrees: (reported: ReportedState) => boolean | null
  /**
   * Proof of the effect: the metered power (`meter`), a later report (`state`), the values in the answer (`echo`), or nothing (`none`).
   * Commands with `echo` or `none` end with the answer.
   */
  readonly proof: 'meter' | 'state' | 'echo' | 'none'
  /** Reason codes: applied, but no report followed; a report or the answer contradicts the effect. */
  readonly unreported: string
  readonly contradicted: string
  /** Power of the healthy lamp at that level, W; null if its curve is unknown. */
  readonly expected: number | null
  /** W */
  readonly tolerance: number
  /** End of a temporary command, epoch ms (server). */
  readonly until: number | null
  /** Time for the proof, ms. It counts if it is longer than that of the ledger. */
  readonly proofMs?: number
  /** Reason code if it was never sent; default `gatewayOffline`. */
  readonly unsent?: string
  /** The parameter family that the command reads or writes. */
  readonly family?: { readonly name: string; readonly op: ParamOp }
  /**
   * What the command sets: properties, the command itself, or a family. A newer command to the same device
   * supersedes it if both contain the same entry.
   */
  readonly decides: readonly string[]
}

/** Returns true if the newer of two commands to a device replaces the older one. */
export const replaces = (newer: ExpectedEffect, older: ExpectedEffect): boolean =>
  newer.decides.some((what) => older.decides.includes(what))

export interface ItemState {
  readonly rung: Rung
  readonly status: ItemStatus
  readonly code: string | null
  /** True if the device answered after the item had ended. */
  readonly late: boolean
  /** Device time of the first values that agreed, epoch ms. */
  readonly deviceAt: number | null
  /** W */
  readonly measured: number | null
  /** True if the device has reported the end of the temporary level. */
  readonly returned: boolean
  /** True while reports of the device still change this item. */
  readonly watch: boolean
}

export type News =
  | { readonly kind: 'sent' }
  | { readonly kind: 'ack'; readonly ok: boolean; readonly code: string; readonly at: number; readonly reported: ReportedState }
  | { readonly kind: 'report'; readonly at: number; readonly now: number; readonly reported: ReportedState }
  | { readonly kind: 'expire' }
  | { readonly kind: 'judge'; readonly now: number }
  | { readonly kind: 'cancel'; readonly code?: string }
  | { readonly kind: 'supersede' }

export const QUEUED: ItemState = {
  rung: 0,
  status: STATUS.pending,
  code: null,
  late: false,
  deviceAt: null,
  measured: null,
  returned: false,
  watch: true,
}

export const isEnded = (item: Pick<ItemState, 'status'>): boolean => item.status >= STATUS.success

const end = (item: ItemState, effect: ExpectedEffect, status: ItemStatus, code: string | null): ItemState => ({
  ...item,
  status,
  code,
  watch: effect.until !== null && item.rung >= 3 && !item.returned,
})

/** Ends a command by the values in the answer: success if they agree or are missing, failed if they differ. */
const echoed = (item: ItemState, effect: ExpectedEffect, agreed: boolean | null): ItemState =>
  agreed === false
    ? end(item, effect, STATUS.failed, effect.contradicted)
    : end(item, effect, STATUS.success, agreed === null ? effect.unreported : null)

/** Refusals of a command whose time was over: it is a time-out, no failure of the device. */
const TOO_OLD: readonly (string | null)[] = ['expired', 'expiredInQueue']
const acked = (item: ItemState, effect: ExpectedEffect, news: Extract<News, { kind: 'ack' }>): ItemState => {
  const ended = isEnded(item)
  if (!news.ok) {
    if (ended || item.rung >= 2) return item
    return end({ ...item, rung: 1 }, effect, TOO_OLD.includes(news.code) ? STATUS.timedOut : STATUS.failed, news.code)
  }
  const mayClimb = !ended || (item.rung < 2 && item.status !== STATUS.superseded)
  const rung: Rung = effect.agrees(news.reported) === true ? 3 : 2
  if (!mayClimb || item.rung >= rung) return item
  const now: ItemState = {
    ...item,
    rung,
    status: STATUS.running,
    code: null,
    late: item.late || ended,
    deviceAt: item.deviceAt ?? news.at,
    watch: true,
  }
  if (effect.proof === 'none') return end(now, effect, STATUS.success, 'answered')
  return effect.proof === 'echo' ? echoed(now, effect, effect.agrees(news.reported)) : now
}

const hasReturned = (item: ItemState, effect: ExpectedEffect, reported: ReportedState): boolean =>
  effect.until !== null &&
  item.rung >= 3 &&
  ((reported.reason != null && reported.reason !== 'override') ||
    (reported.until != null && Math.abs(reported.until - effect.until) > 1000))

/** Applies a report to a command with proof `state`: a report after the device's answer verifies or contradicts it. */
const byState = (item: ItemState, effect: ExpectedEffect, agreed: boolean | null): ItemState => {
  if (agreed === true) return end({ ...item, rung: 4 }, effect, STATUS.success, null)
  return agreed === false && item.rung >= 3 ? { ...item, code: effect.contradicted } : item
}

const reported = (item: ItemState, effect: ExpectedEffect, news: Extract<News, { kind: 'report' }>): ItemState => {
  if (!item.watch || item.rung < 2 || item.deviceAt === null || news.at < item.deviceAt) return item
  const { reported: values } = news
  if (isEnded(item)) return hasReturned(item, effect, values) ? { ...item, returned: true, watch: false } : item
  const agreed = effect.agrees(values)
  const measured = values.power ?? item.measured
  const rung: Rung = agreed === true ? 3 : item.rung
  const now: ItemState = { ...item, rung, measured }
  if (effect.proof === 'state') return byState(now, effect, agreed)
  if (rung >= 3 && agreed !== false) {
    if (effect.expected === null) return end(now, effect, STATUS.success, 'noCurve')
    if (values.power != null && Math.abs(values.power - effect.expected) <= effect.tolerance)
      return end({ ...now, rung: 4 }, effect, STATUS.success, null)
  }
  if (effect.until !== null && news.now >= effect.until && hasReturned(now, effect, values))
    return { ...now, status: STATUS.success, code: 'unproven', returned: true, watch: false }
  return now
}

const judged = (item: ItemState, effect: ExpectedEffect, now: number): ItemState => {
  if (item.rung < 3) return end(item, effect, STATUS.failed, 'notApplied')
  if (effect.proof === 'state')
    return item.code === null ? end(item, effect, STATUS.success, effect.unreported) : end(item, effect, STATUS.failed, item.code)
  if (effect.expected === null) return end(item, effect, STATUS.success, 'noCurve')
  if (item.measured !== null) return end(item, effect, STATUS.failed, 'notVerified')
  return effect.until !== null && effect.until <= now
    ? end(item, effect, STATUS.success, 'unproven')
    : end(item, effect, STATUS.failed, 'noMeasurement')
}

/**
 * The state machine of an item: returns its state after `news`. The ledger applies it to packs; a test compares the ledger with an
 * independent model. Agreement of a device always counts, even if the item had timed out (`late`); a refusal counts only before an
 * agreement; values measured before the agreement prove nothing.
 */
export const nextItemState = (item: ItemState, effect: ExpectedEffect, news: News): ItemState => {
  switch (news.kind) {
    case 'ack':
      return acked(item, effect, news)
    case 'report':
      return reported(item, effect, news)
    case 'supersede':
      if (isEnded(item)) return { ...item, watch: false }
      return { ...item, status: item.rung >= 3 ? STATUS.success : STATUS.superseded, code: 'superseded', watch: false }
    default:
  }
  if (isEnded(item)) return item
  switch (news.kind) {
    case 'sent':
      return item.rung === 0 ? { ...item, rung: 1, status: STATUS.running } : item
    case 'expire':
      return item.rung < 2 ? end(item, effect, STATUS.timedOut, item.rung === 0 ? (effect.unsent ?? 'gatewayOffline') : 'noAnswer') : item
    case 'cancel':
      return item.rung === 0 ? end(item, effect, STATUS.failed, news.code ?? 'cancelled') : item
    case 'judge':
      return item.rung >= 2 ? judged(item, effect, news.now) : item
  }
}

/** Returns the count of the batch to which a device belongs. */
export const segmentOf = (
  item: Pick<ItemState, 'rung' | 'status'>,
): 'queued' | 'sent' | 'received' | 'applied' | 'verified' | 'failed' | 'timedOut' | 'superseded' => {
  if (item.status === STATUS.failed) return 'failed'
  if (item.status === STATUS.timedOut) return 'timedOut'
  if (item.status === STATUS.superseded) return 'superseded'
  return (['queued', 'sent', 'received', 'applied', 'verified'] as const)[item.rung]
}
