import type { Query } from '@lamplight/server-kit'
import { segmentOf } from '../../model/index.ts'
import type { Item } from './advance.ts'
import { columns } from './arrays.ts'
import type { BatchChange } from './ledger-types.ts'
import type { Pack } from './pack.ts'

const COUNTS = [
  'queued',
  'sent',
  'received',
  'applied',
  'verified',
  'failed',
  'timedOut',
  'superseded',
  'ended',
  'returned',
  'reachedSent',
  'reachedReceived',
  'reachedApplied',
] as const
type Count = (typeof COUNTS)[number]
const stored = (count: string): string => count.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** Counts of the rungs that devices have reached, whatever their end; those that reached the last rung are counted in `verified`. */
const REACHED = [
  ['reachedSent', 1],
  ['reachedReceived', 2],
  ['reachedApplied', 3],
] as const

interface Tally {
  readonly batchId: string
  readonly by: Record<Count, number>
  moved: number
  /** Epoch ms. */
  firstSent: number | null
  readonly changes: (readonly [deviceId: string, rung: number, status: number])[] | null
}

const KEEP = `update control_batch b set
    ${COUNTS.map((count) => `${stored(count)} = b.${stored(count)} + d.${stored(count)}`).join(', ')},
    started_at = coalesce(b.started_at, to_timestamp(d.first_sent / 1000)),
    state = control_batch_state(b.total, b.ended + d.ended, b.failed + d.failed, b.timed_out + d.timed_out, b.superseded + d.superseded, b.queued + d.queued),
    status = control_batch_status(b.total, b.ended + d.ended, b.failed + d.failed + b.superseded + d.superseded, b.timed_out + d.timed_out, b.queued + d.queued),
    ended_at = case when b.ended + d.ended < b.total then null when d.ended = 0 then b.ended_at else $1::timestamptz end
  from unnest($2::bigint[], $3::float8[], ${COUNTS.map((_, at) => `$${at + 4}::int[]`).join(', ')})
    as d (id, first_sent, ${COUNTS.map(stored).join(', ')})
  where b.id = d.id
  returning b.id::text as id, b.tenant_id as "tenantId", b.create_user::text as "createUser", b.command, b.level, b.status, b.state, b.total,
    ${COUNTS.map((count) => `b.${stored(count)} as "${count}"`).join(', ')}, d.ended > 0 and b.ended = b.total as over`

/** Collects the changes of one transaction: the changed packs, and the resulting counts of their batches. */
export const createTallies = (watched: boolean) => {
  const tallies = new Map<string, Tally>()
  const changed = new Set<Pack>()

  const tallyOf = (batchId: string): Tally => {
    let tally = tallies.get(batchId)
    if (!tally) {
      const by = Object.fromEntries(COUNTS.map((count) => [count, 0])) as Record<Count, number>
      tally = { batchId, by, moved: 0, firstSent: null, changes: watched ? [] : null }
      tallies.set(batchId, tally)
    }
    return tally
  }
  return {
    changed,
    /** Sets the next state of a device in a pack. */
    move: (pack: Pack, at: number, next: Item): void => {
      const item = pack.items[at] as Item
      if (next === item) return
      pack.items[at] = next
      changed.add(pack)
      const tally = tallyOf(pack.batchId)
      tally.by[segmentOf(item)] -= 1
      tally.by[segmentOf(next)] += 1
      tally.by.ended += Number(next.status >= 2) - Number(item.status >= 2)
      tally.by.returned += Number(next.returned) - Number(item.returned)
      for (const [count, rung] of REACHED) tally.by[count] += Number(next.rung >= rung) - Number(item.rung >= rung)
      tally.moved += 1
      if (next.sentAt !== null && (tally.firstSent === null || next.sentAt < tally.firstSent)) tally.firstSent = next.sentAt
      tally.changes?.push([pack.deviceIds()[at] ?? '', next.rung, next.status])
    },
    /** Writes the counts; resolves with the heads of the changed batches. */
    keep: async (query: Query, now: number): Promise<BatchChange[]> => {
      if (tallies.size === 0) return []
      const each = [...tallies.values()]
      const rows = await query<Omit<BatchChange, 'moved' | 'changes'>>(KEEP, [
        new Date(now),
        ...columns(
          each,
          (tally) => tally.batchId,
          (tally) => tally.firstSent,
          ...COUNTS.map(
            (count) =>
              (tally: Tally): number =>
                tally.by[count],
          ),
        ),
      ])
      return rows.map((row) => {
        const { moved = 0, changes = null } = tallies.get(row.id) ?? {}
        return { ...row, moved, changes }
      })
    },
  }
}
export type Tallies = ReturnType<typeof createTallies>
