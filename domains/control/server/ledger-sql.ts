/** Columns of control_item that news may change. */
type Column =
  | 'rung'
  | 'status'
  | 'code'
  | 'late'
  | 'watch'
  | 'attempts'
  | 'measured_w'
  | 'device_at'
  | 'verify_by'
  | 'sent_at'
  | 'received_at'
  | 'applied_at'
  | 'verified_at'
  | 'ended_at'
  | 'returned_at'

/**
 * The rows that wait for news of device `g.device_id`, one look at the index for each device: `offset 0` keeps the planner, which cannot know
 * how few they are, from any other way.
 */
export const WATCHED = `cross join lateral (
    select i.ctid as place, i.* from control_item i where i.device_id = g.device_id and i.watch offset 0) i`

interface Movement {
  /** CTEs before the movement, each `name as (…)`. */
  readonly given?: string
  /** The rows that move: columns of control_item under the alias `i`, and what is joined to it. */
  readonly from: string
  /** Where the row stands in the table. */
  readonly place?: string
  readonly where: string
  readonly set: Partial<Record<Column, string>>
  /** Rows that were received are looked at again: `$3` is the interval until then. */
  readonly upkeep?: true
  /** Answers the CTE `stray (gateway_sn, id, sn)` besides. */
  readonly strays?: true
}

/** The count of its batch that a row belongs to, as a condition over (status, rung). */
const SEGMENTS: readonly (readonly [column: string, condition: (status: string, rung: string) => string])[] = [
  ...['queued', 'sent', 'received', 'applied', 'verified'].map((column, at): [string, (status: string, rung: string) => string] => [
    column,
    (status, rung) => `${status} < 4 and ${rung} = ${at}`,
  ]),
  ['failed', (status) => `${status} = 4`],
  ['timed_out', (status) => `${status} = 5`],
  ['ended', (status) => `${status} >= 2`],
]
const difference = (column: string, condition: (status: string, rung: string) => string): string =>
  `(coalesce(sum(n) filter (where ${condition('status', 'rung')}), 0) - coalesce(sum(n) filter (where ${condition('old_status', 'old_rung')}), 0))::int as ${column}`

const UPKEEP = `, upkeep as (
  insert into control_work (batch_id, gateway_sn, tenant_id, check_at, expire_at)
  select m.batch_id, m.gateway_sn, m.tenant_id, $1::timestamptz + $3::interval, $1::timestamptz
  from moved m where m.status = 1 group by m.batch_id, m.gateway_sn, m.tenant_id order by m.batch_id, m.gateway_sn
  on conflict (batch_id, gateway_sn) do update set check_at = excluded.check_at
  where control_work.check_at is null or control_work.check_at > excluded.check_at
)`

/**
 * One statement that moves rows of the ledger and keeps the counts of their batches. Parameters: `$1` now, `$2` whether each changed
 * device is to be told; the movement's own begin at `$3`. The batches must be locked: what is read is then what is written over.
 * Answers one row: `heads` (json, one for each batch that changed) and `strays` (json or null).
 */
export const movement = ({ given, from, place = 'i.ctid', where, set, upkeep, strays }: Movement): string => {
  const columns = Object.entries(set)
  return `with ${given ? `${given},` : ''}
next as (
  select ${place} as place, i.status as old_status, i.rung as old_rung, i.returned_at as old_returned,
    ${columns.map(([column, value]) => `${value} as ${column}`).join(',\n    ')}
  from ${from}
  where ${where}
),
moved as (
  update control_item i set ${columns.map(([column]) => `${column} = n.${column}`).join(', ')}
  from next n where i.ctid = n.place
  returning i.batch_id, i.gateway_sn, i.tenant_id, i.device_id, i.status, i.rung, i.sent_at, i.returned_at, n.old_status, n.old_rung, n.old_returned
),
steps as (
  select batch_id, status, rung, old_status, old_rung, count(*)::int as n, min(sent_at) as first_sent,
    (count(*) filter (where returned_at is not null and old_returned is null))::int as returned
  from moved group by batch_id, status, rung, old_status, old_rung
),
sums as (
  select batch_id, sum(n)::int as moved, min(first_sent) as first_sent, sum(returned)::int as returned,
    ${SEGMENTS.map(([column, condition]) => difference(column, condition)).join(',\n    ')}
  from steps group by batch_id
),
heads as (
  update control_batch b set
    ${SEGMENTS.map(([column]) => `${column} = b.${column} + s.${column}`).join(', ')}, returned = b.returned + s.returned,
    started_at = coalesce(b.started_at, s.first_sent),
    status = control_batch_status(b.total, b.ended + s.ended, b.failed + s.failed, b.timed_out + s.timed_out, b.queued + s.queued),
    ended_at = case when b.ended + s.ended < b.total then null when s.ended = 0 then b.ended_at else $1::timestamptz end
  from sums s where b.id = s.batch_id
  returning b.id::text as id, b.tenant_id as "tenantId", b.command, b.level, b.status, b.total, b.queued, b.sent, b.received, b.applied, b.verified,
    b.failed, b.timed_out as "timedOut", b.returned, b.ended, s.ended > 0 and b.ended = b.total as over, s.moved,
    case when $2::boolean then (select json_agg(json_build_array(m.device_id::text, m.rung, m.status)) from moved m where m.batch_id = b.id) end as changes
)${upkeep ? UPKEEP : ''}
select coalesce((select json_agg(h) from heads h), '[]') as heads, ${strays ? '(select json_agg(s) from stray s)' : 'null::json'} as strays`
}
