/** `$1` now, `$2` limit: work whose time to answer has passed. */
export const OVERDUE = `select w.batch_id::text as batch_id, w.gateway_sn from control_work w
  where w.send_at is not null and w.expire_at <= $1::timestamptz and not w.fresh
  order by w.batch_id, w.gateway_sn limit $2`

/** `$1` now, `$2` limit: work that must be checked. */
export const DUE = `select w.batch_id::text as batch_id, w.gateway_sn from control_work w
  where w.check_at <= $1::timestamptz order by w.check_at limit $2`

/** Those of the gateways `$1` that are connected. */
export const ONLINE = `select g.sn from devices_gateways g where g.sn = any($1::text[]) and g.online and g.holds_sn and not g.is_deleted`

const OF = (table: string): string => `unnest($1::bigint[], $2::text[]) as k (batch_id, gateway_sn)
  where ${table}.batch_id = k.batch_id and ${table}.gateway_sn = k.gateway_sn`

/** Sets the next check of the work of batches `$1` and gateways `$2` to `$3` (null: none). */
export const LOOK_AT = `update control_work w set check_at = $3::timestamptz from ${OF('w')}`

/** The same if the work row may be missing: it is then inserted with the tenant of its batch. */
export const LOOK_AFTER = `insert into control_work as w (batch_id, gateway_sn, tenant_id, check_at, expire_at)
  select k.batch_id, k.gateway_sn, b.tenant_id, $3::timestamptz, $4::timestamptz
  from unnest($1::bigint[], $2::text[]) as k (batch_id, gateway_sn) join control_batch b on b.id = k.batch_id order by 1, 2
  on conflict (batch_id, gateway_sn) do update set check_at = excluded.check_at`

/** Stops sending to batches `$1` and gateways `$2`. */
export const SEND_NO_MORE = `update control_work w set send_at = null from ${OF('w')}`

/** Deletes the work of batches `$1` and gateways `$2`. */
export const DONE = `delete from control_work w using ${OF('w')}`

/**
 * Ends the leases of owner `$3` on batches `$1` and gateways `$2`, and stops sending if every device has answered. Rows that another
 * transaction has locked are skipped: their leases expire.
 */
export const RELEASE = `with mine as (
  select k.batch_id, k.gateway_sn from unnest($1::bigint[], $2::text[]) as r (batch_id, gateway_sn) cross join lateral (
    select w.batch_id, w.gateway_sn from control_work w where w.batch_id = r.batch_id and w.gateway_sn = r.gateway_sn and w.owner = $3
    for update of w skip locked) k
)
update control_work w set busy_until = null, send_at = case when 2 > any(p.rungs) and 2 > any(p.statuses) and (
    cardinality(p.rungs) = 1 or cardinality(p.statuses) = 1 or exists (select from unnest(p.rungs, p.statuses) as i (rung, status) where i.rung < 2 and i.status <= 1)
  ) then w.send_at end
from mine m join control_pack p on p.batch_id = m.batch_id and p.gateway_sn = m.gateway_sn
where w.batch_id = m.batch_id and w.gateway_sn = m.gateway_sn`

/**
 * Places that wait for a report of the devices `$2`, which came through the gateways with the ids `$1` or by the routes `$3`;
 * also finds devices that moved to another gateway.
 */
export const AWAITING = `select p.batch_id::text as batch_id, p.gateway_sn from control_pack p
  where p.watching and 2 <= any(p.rungs) and p.gateway_sn = any (array(
    select g.sn from devices_gateways g where g.id = any($1::bigint[]) union select unnest($3::text[])
    union select m.gateway_sn from control_moved m where m.device_id = any($2::bigint[])))`

const HELD = `select p.batch_id::text as batch_id, p.gateway_sn from control_pack p where p.watching and p.batch_id < $1::bigint and p.gateway_sn`

/** Places of batches older than `$1` with unfinished devices, at its gateways `$2` and at former gateways of its devices. */
export const OLDER = `${HELD} = any($2::text[]) union all ${HELD} in (select m.gateway_sn from control_moved m where exists (select from control_pack n
  where n.batch_id = $1::bigint and n.gateway_sn = any($2::text[]) and m.device_id = any(n.device_ids)))`
