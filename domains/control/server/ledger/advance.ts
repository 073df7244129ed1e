import { type ExpectedEffect, type ItemState, type News, nextItemState, QUEUED } from '../../model/index.ts'

/** A device of a batch with the times of its rungs, epoch ms. */
export interface Item extends ItemState {
  readonly attempts: number
  readonly verifyBy: number | null
  readonly sentAt: number | null
  readonly receivedAt: number | null
  readonly appliedAt: number | null
  readonly verifiedAt: number | null
  readonly endedAt: number | null
  readonly returnedAt: number | null
}

export const WAITING: Item = {
  ...QUEUED,
  attempts: 0,
  verifyBy: null,
  sentAt: null,
  receivedAt: null,
  appliedAt: null,
  verifiedAt: null,
  endedAt: null,
  returnedAt: null,
}

type Ack = Extract<News, { kind: 'ack' }> & {
  /** Server time of receipt. */
  readonly receivedAt: number
  /** Time at which the message was sent, if known. */
  readonly leftAt: number | null
}
/** News about a device with the server's times, epoch ms. */
export type ItemNews = Exclude<News, { kind: 'ack' | 'sent' }> | Ack | { readonly kind: 'sent'; readonly at: number }

const ATTEMPTS_AT_MOST = 30_000
const FATE = ['rung', 'status', 'code', 'late', 'deviceAt', 'measured', 'returned', 'watch'] as const

const acked = (item: Item, next: Item, news: Ack, now: number, verifyMs: number): Item => ({
  ...next,
  attempts: Math.max(item.attempts, 1),
  sentAt: item.sentAt ?? news.leftAt ?? news.receivedAt,
  receivedAt: news.ok ? (item.receivedAt ?? news.receivedAt) : null,
  appliedAt: news.ok && next.rung >= 3 ? news.receivedAt : null,
  verifyBy: news.ok ? now + verifyMs : null,
  endedAt: news.ok && next.status <= 1 ? null : news.receivedAt,
})

/**
 * Returns the item after `news`, with the times of its rungs; the same object if nothing changed. `ledgerMs`: time to prove a level, unless `effect`
 * has a longer one.
 */
export const advance = (item: Item, effect: ExpectedEffect, news: ItemNews, now: number, ledgerMs: number): Item => {
  const verifyMs = Math.max(ledgerMs, effect.proofMs ?? 0)
  // `nextItemState` returns a copy of `item`, so the times are included.
  const next = nextItemState(item, effect, news) as Item
  if (news.kind === 'sent')
    return item.status <= 1 && item.rung <= 1
      ? { ...next, attempts: Math.min(item.attempts + 1, ATTEMPTS_AT_MOST), sentAt: item.sentAt ?? news.at }
      : item
  if (next === item || FATE.every((name) => next[name] === item[name])) return item
  if (news.kind === 'ack') return acked(item, next, news, now, verifyMs)
  const open = item.status <= 1
  return {
    ...next,
    appliedAt: open && next.rung >= 3 ? (item.appliedAt ?? now) : item.appliedAt,
    verifiedAt: next.rung > 3 ? (item.verifiedAt ?? now) : item.verifiedAt,
    verifyBy: next.rung > item.rung && next.rung === 3 ? now + verifyMs : item.verifyBy,
    endedAt: next.status >= 2 ? (item.endedAt ?? now) : item.endedAt,
    returnedAt: next.returned ? (item.returnedAt ?? now) : item.returnedAt,
  }
}
