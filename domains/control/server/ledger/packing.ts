import { FIND_BY_KEY } from '@lamplight/server-kit'
import type { TargetQuery } from '../../model/index.ts'
import { systemsIn } from '../calls/batch-systems.ts'
import { LANE, type Lane } from './lane.ts'

/**
 * Lets only one process open at a time, so that the rows it found stay fresh until it has taken them; `mine` is false if another process opens.
 * The following statements fetch their rows by key.
 */
export const OPENING = `select pg_try_advisory_xact_lock(30402) as mine, ${FIND_BY_KEY}`

/**
 * SQL that locks rows of `control_work`, at most `$1`: those not yet opened (`fresh`) in lane `$2` of one batch, the newest or the oldest with such rows.
 */
export const takeSql = (
  from: 'newest' | 'oldest',
): string => `select w.batch_id::text as batch_id, w.gateway_sn, w.expire_at from control_work w
  where w.fresh and w.lane = $2 and w.batch_id = (select ${from === 'newest' ? 'max' : 'min'}(batch_id) from control_work where fresh and lane = $2)
  order by w.gateway_sn limit $1 for update of w skip locked`

/** Deletes the fresh gateways of batch `$1`; waits for a process that is opening them. */
export const TAKE_BACK = 'delete from control_work where batch_id = $1 and fresh'

/** Gateways to which a process other than `owner` publishes; they are few, so a subquery reads them once. */
const busyAt = (owner: string, now: string): string =>
  `(select o.gateway_sn from control_work o where o.busy_until > ${now}::timestamptz and o.owner <> ${owner})`

/** Owner and times of a lease; without an owner nobody holds it. */
export interface Lease {
  readonly owner: string | null
  readonly now: Date
  /** Time at which the work is due again. */
  readonly next: Date
  /** End of the lease. */
  readonly until: Date
  /** First check of the answers. */
  readonly look: Date
}

const ORDER = `b.command, b.level, b.device_type as "deviceType", b.cmd, b.args, (extract(epoch from b.until) * 1000)::float8 as until, (extract(epoch from b.expire_at) * 1000)::float8 as "expireAt"`

/** Those of the gateways `$1` to which `$3` can publish at `$2`: connected, and not leased by another owner. */
export const FREE = `select g.sn from devices_gateways g where g.sn = any($1::text[]) and g.online and g.holds_sn and not g.is_deleted
  and g.sn <> all (array(select o.gateway_sn from control_work o where o.gateway_sn = any($1::text[]) and o.busy_until > $2::timestamptz and o.owner <> $3))`

/** Opens the gateways `$2` of batch `$1` without a lease. */
export const OPEN = 'update control_work w set fresh = false where w.batch_id = $1 and w.gateway_sn = any($2::text[])'

/** Opens the gateways `$2` of batch `$1` with a lease: `$3` owner, `$4` next try, `$5` end of the lease, `$6` first check. */
export const OPEN_FOR = `update control_work w set fresh = false, owner = $3, send_at = $4, busy_until = $5, check_at = $6
  where w.batch_id = $1 and w.gateway_sn = any($2::text[])`

/** Devices of the gateways `$2` in batch `$1`. `whole`: no device of the pack has changed yet. */
export const DEVICES = `select p.gateway_sn, p.sns, array_to_string(p.heads, ',') as heads, p.statuses = '{0}' and p.rungs = '{0}' as whole, ${ORDER}
  from control_batch b join control_pack p on p.batch_id = b.id where b.id = $1 and p.gateway_sn = any($2::text[])`

/** Lanes of the rows that match. */
const lanesOf = (which: string): string => `coalesce(array_agg(distinct lane) filter (where ${which}), '{}')`

/** Which kinds of work exist at `$1`: lanes with fresh and with due work. */
export const TO_DO = `select ${lanesOf('fresh')} as fresh,
    ${lanesOf('not fresh and send_at <= $1::timestamptz and expire_at > $1::timestamptz')} as due,
    coalesce(bool_or(not fresh and send_at is not null and expire_at <= $1::timestamptz), false) as overdue,
    coalesce(bool_or(check_at <= $1::timestamptz), false) as look
  from control_work`

/** Those of the reachable routes `$1` that no owner other than `$3` has leased at `$2`. */
export const FREE_ROUTES = `select r.sn from unnest($1::text[]) as r (sn) where r.sn not in ${busyAt('$3', '$2')}`

/** Routes with work due at `$1`. */
export const DUE_ROUTES = `select distinct w.gateway_sn from control_work w
  where w.send_at <= $1::timestamptz and w.expire_at > $1::timestamptz and not w.fresh and position('/' in w.gateway_sn) > 0`

/** Claims the oldest due batch, commands of operators first, of each of the routes `$5`; other parameters as in CLAIM. */
export const CLAIM_ROUTES = `with due as (
  select w.batch_id, w.gateway_sn from control_work w
  where (w.batch_id, w.gateway_sn) in (select distinct on (o.gateway_sn) o.batch_id, o.gateway_sn from control_work o
      where o.gateway_sn = any($5::text[]) and o.send_at <= $1::timestamptz and o.expire_at > $1::timestamptz and not o.fresh
      order by o.gateway_sn, o.lane, o.batch_id)
    and w.send_at <= $1::timestamptz and not w.fresh and w.gateway_sn not in ${busyAt('$4', '$1')}
  order by w.batch_id, w.gateway_sn for update of w skip locked
)
update control_work w set send_at = $2::timestamptz, busy_until = $3::timestamptz, owner = $4
from due d join control_batch b on b.id = d.batch_id where w.batch_id = d.batch_id and w.gateway_sn = d.gateway_sn
returning w.batch_id::text as batch_id, w.gateway_sn, ${ORDER}`

/** Work of routes like `$2` that has not expired at `$1`. */
export const OPEN_ROUTES = `select w.batch_id::text as batch_id, w.gateway_sn, ${ORDER}
  from control_work w join control_batch b on b.id = w.batch_id where w.gateway_sn like $2 and not w.fresh and w.expire_at > $1::timestamptz`

/** Renews the lease of `$3` on batch `$1` and route `$2`: `$4` its end, `$5` next try. */
export const HOLD = `update control_work w set busy_until = $4::timestamptz, send_at = greatest(w.send_at, $5::timestamptz)
  where w.batch_id = $1 and w.gateway_sn = $2 and w.owner = $3 and w.busy_until is not null returning w.gateway_sn`

/**
 * Ends the lease of `$3` on batch `$1` and route `$2`. The batch is sent again if a device is below rung `$4`; the work stays
 * until it expires if a device has not answered.
 */
export const RELEASE_ROUTE = `update control_work w set busy_until = null, send_at = case when n.least < $4 then w.send_at when n.least < 2 then w.expire_at end
  from (select min(i.rung) filter (where i.status <= 1) as least from control_ledger i where i.batch_id = $1 and i.gateway_sn = $2) n
  where w.batch_id = $1 and w.gateway_sn = $2 and w.owner = $3`

/**
 * `$1` now, `$2` next try, `$3` end of the lease, `$4` owner, `$5` limit, `$6` lane. Claims older batches first and skips gateways that others have leased.
 */
export const CLAIM = `with due as (
  select w.batch_id, w.gateway_sn from control_work w join devices_gateways g on g.sn = w.gateway_sn and g.tenant_id = w.tenant_id and g.online and g.holds_sn and not g.is_deleted
  where w.send_at <= $1::timestamptz and w.expire_at > $1::timestamptz and not w.fresh and w.lane = $6 and w.gateway_sn not in ${busyAt('$4', '$1')}
  order by w.batch_id, w.gateway_sn limit $5 for update of w skip locked
)
update control_work w set send_at = $2::timestamptz, busy_until = $3::timestamptz, owner = $4
from due d join control_batch b on b.id = d.batch_id where w.batch_id = d.batch_id and w.gateway_sn = d.gateway_sn
returning w.batch_id::text as batch_id, w.gateway_sn, ${ORDER}`

/** A single value if all groups have the same head and load, else one value per device. */
const each = (column: string): string =>
  `case when count(*) = 1 then array[min(${column})] else control_joined(array_fill(${column}, array[n])) end`

/**
 * Inserts the devices of a batch, packed by gateway, and their work rows; returns total, unreachable and, of placed targets, their systems. The parameters
 * of the targets come first. Then follow batch id, tenant, now, expiry, head (null: the target's own), level (null: no power is expected) and, if `targets` has routes, the
 * names of the drivers. `lane`: lane of the outbox. Devices are stored as failed if they have no gateway, if another tenant has proven the gateway's serial number, if no
 * driver serves their route, or if they are not activated. Equal lamps are grouped first, so that little is computed per lamp; the grouping uses
 * a sum, because the planner would otherwise walk an index in the order of the gateways, which costs more than hashing.
 */
export const packSql = ({ sql: targets, params, routed, placed }: TargetQuery, lane: Lane = LANE.operators): string => {
  const after = params.length
  const at = (n: number): string => `$${after + n}`
  const [route, place, noPlace] = routed
    ? [
        ', t.route',
        `case when route is null then case when g.holds_sn then g.sn end when split_part(route, ':', 1) = any(${at(7)}::text[]) then route end`,
        `case when route is null then 'noGateway' else 'noDriver' end`,
      ]
    : ['', 'case when g.holds_sn then g.sn end', `'noGateway'`]
  const lost = `a.gateway_sn = ''`
  return `with lots as (
  select t.gateway_id + 0 as gateway_id, coalesce(${at(5)}::smallint, t.head) as head, t.power, t.min_level, t.min_power, t.tolerance,
    t.activated${route}${placed ? ', t.project_id' : ''}, array_agg(t.device_id) as ids, string_agg(t.sn, ',') as sns, count(*)::int as n
  from (${targets}) t group by 1, 2, 3, 4, 5, 6, 7${routed ? ', 8' : ''}${placed ? ', t.project_id' : ''}
),
priced as (
  select coalesce(case when activated then ${place} end, '') as gateway_sn, case when activated then ${noPlace} else 'notActivated' end as lost, head, ids, lots.sns, n, coalesce(tolerance, greatest(3, power * 0.08), 0) as tolerance,
    case when ${at(6)}::integer is null then null else control_expected(power, min_level::integer, min_power, ${at(6)}::integer) end as expect
  from lots left join devices_gateways g on g.id = lots.gateway_id where lots.gateway_id is null or g.id is not null offset 0
),
a as (
  select gateway_sn, control_joined(ids) as ids, string_agg(sns, ',') as sns, ${each('head')} as heads, ${each('expect')} as expects,
    ${each('tolerance')} as tolerances, ${each('lost')} as lost
  from priced group by gateway_sn
),
packs as (
  insert into control_pack (batch_id, gateway_sn, tenant_id, watching, device_ids, sns, heads, expects, tolerances, statuses, codes, watches, ended_at)
  select ${at(1)}::bigint, a.gateway_sn, ${at(2)}, not ${lost}, a.ids, a.sns, a.heads, a.expects, a.tolerances,
    case when ${lost} then '{4}' else '{0}' end::smallint[], case when ${lost} then a.lost else '{NULL}' end, array[not ${lost}],
    array[case when ${lost} then (extract(epoch from ${at(3)}::timestamptz) * 1000)::bigint end]
  from a
  returning gateway_sn, cardinality(device_ids) as n
),
work as (
  insert into control_work (batch_id, gateway_sn, tenant_id, send_at, expire_at, fresh, lane)
  select ${at(1)}::bigint, p.gateway_sn, ${at(2)}, ${at(3)}::timestamptz, ${at(4)}::timestamptz, true, ${lane} from packs p where p.gateway_sn <> ''
)
select coalesce(sum(n), 0)::int as total, coalesce(sum(n) filter (where gateway_sn = ''), 0)::int as unreachable,
  ${placed ? systemsIn('from lots where gateway_id is null or gateway_id in (select id from devices_gateways)') : 'null::int[]'} as systems from packs`
}
