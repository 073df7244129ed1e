import type { ParamOp, Text } from '@lamplight/kit'
import type { Params } from '@lamplight/protocol'
import { STATUS } from './batch.resource.ts'

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
export interface Order {
  /** Returns whether reported values agree with the order; null if they do not contain enough. */
  readonly agrees: (reported: ReportedState) => boolean | null
  /**
   * Proof of the order: the metered power (`meter`), a later report (`state`), the values in the answer (`echo`), or nothing (`none`).
   * Orders with `echo` or `none` end with the answer.
   */
  readonly proof: 'meter' | 'state' | 'echo' | 'none'
  /** Reason codes: applied, but no report followed; a report or the answer contradicts the order. */
  readonly unreported: string
  readonly contradicted: string
  /** Power of the healthy lamp at that level, W; null if its curve is unknown. */
  readonly expected: number | null
  /** W */
  readonly tolerance: number
  /** End of a temporary command, epoch ms (server). */
  readonly until: number | null
  /** Reason code if it was never sent; default `gatewayOffline`. */
  readonly unsent?: string
  /** The parameter family that the order reads or writes. */
  readonly family?: { readonly name: string; readonly op: ParamOp }
  /**
   * What the order sets: properties, the command itself, or a family. A newer order to the same device
   * supersedes it if both contain the same entry.
   */
  readonly decides: readonly string[]
}

/** Returns true if the newer of two orders to a device replaces the older one. */
export const replaces = (newer: Order, older: Order): boolean => newer.decides.some((what) => older.decides.includes(what))

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
  | { readonly kind: 'cancel' }
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

const end = (item: ItemState, order: Order, status: ItemStatus, code: string | null): ItemState => ({
  ...item,
  status,
  code,
  watch: order.until !== null && item.rung >= 3 && !item.returned,
})

/** Ends an order by the values in the answer: success if they agree or are missing, failed if they differ. */
const echoed = (item: ItemState, order: Order, agreed: boolean | null): ItemState =>
  agreed === false
    ? end(item, order, STATUS.failed, order.contradicted)
    : end(item, order, STATUS.success, agreed === null ? order.unreported : null)

const acked = (item: ItemState, order: Order, news: Extract<News, { kind: 'ack' }>): ItemState => {
  const ended = isEnded(item)
  if (!news.ok) {
    if (ended || item.rung >= 2) return item
    return end({ ...item, rung: 1 }, order, news.code === 'expired' ? STATUS.timedOut : STATUS.failed, news.code)
  }
  const mayClimb = !ended || (item.rung < 2 && item.status !== STATUS.superseded)
  const rung: Rung = order.agrees(news.reported) === true ? 3 : 2
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
  if (order.proof === 'none') return end(now, order, STATUS.success, 'answered')
  return order.proof === 'echo' ? echoed(now, order, order.agrees(news.reported)) : now
}

const hasReturned = (item: ItemState, order: Order, reported: ReportedState): boolean =>
  order.until !== null &&
  item.rung >= 3 &&
  ((reported.reason != null && reported.reason !== 'override') || (reported.until != null && Math.abs(reported.until - order.until) > 1000))

/** Applies a report to an order with proof `state`: a report after the device's answer verifies or contradicts it. */
const byState = (item: ItemState, order: Order, agreed: boolean | null): ItemState => {
  if (agreed === true) return end({ ...item, rung: 4 }, order, STATUS.success, null)
  return agreed === false && item.rung >= 3 ? { ...item, code: order.contradicted } : item
}

const reported = (item: ItemState, order: Order, news: Extract<News, { kind: 'report' }>): ItemState => {
  if (!item.watch || item.rung < 2 || item.deviceAt === null || news.at < item.deviceAt) return item
  const { reported: values } = news
  if (isEnded(item)) return hasReturned(item, order, values) ? { ...item, returned: true, watch: false } : item
  const agreed = order.agrees(values)
  const measured = values.power ?? item.measured
  const rung: Rung = agreed === true ? 3 : item.rung
  const now: ItemState = { ...item, rung, measured }
  if (order.proof === 'state') return byState(now, order, agreed)
  if (rung >= 3 && agreed !== false) {
    if (order.expected === null) return end(now, order, STATUS.success, 'noCurve')
    if (values.power != null && Math.abs(values.power - order.expected) <= order.tolerance)
      return end({ ...now, rung: 4 }, order, STATUS.success, null)
  }
  if (order.until !== null && news.now >= order.until && hasReturned(now, order, values))
    return { ...now, status: STATUS.success, code: 'unproven', returned: true, watch: false }
  return now
}

const judged = (item: ItemState, order: Order, now: number): ItemState => {
  if (item.rung < 3) return end(item, order, STATUS.failed, 'notApplied')
  if (order.proof === 'state')
    return item.code === null ? end(item, order, STATUS.success, order.unreported) : end(item, order, STATUS.failed, item.code)
  if (order.expected === null) return end(item, order, STATUS.success, 'noCurve')
  if (item.measured !== null) return end(item, order, STATUS.failed, 'notVerified')
  return order.until !== null && order.until <= now
    ? end(item, order, STATUS.success, 'unproven')
    : end(item, order, STATUS.failed, 'noMeasurement')
}

/**
 * The state machine of an item: returns its state after `news`. The ledger applies it to packs; a test compares the ledger with an
 * independent model. Agreement of a device always counts, even if the item had timed out (`late`); a refusal counts only before an
 * agreement; values measured before the agreement prove nothing.
 */
export const nextItemState = (item: ItemState, order: Order, news: News): ItemState => {
  switch (news.kind) {
    case 'ack':
      return acked(item, order, news)
    case 'report':
      return reported(item, order, news)
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
      return item.rung < 2 ? end(item, order, STATUS.timedOut, item.rung === 0 ? (order.unsent ?? 'gatewayOffline') : 'noAnswer') : item
    case 'cancel':
      return item.rung === 0 ? end(item, order, STATUS.failed, 'cancelled') : item
    case 'judge':
      return item.rung >= 2 ? judged(item, order, news.now) : item
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
