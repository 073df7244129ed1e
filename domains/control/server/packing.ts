const OLDEST = `with first as (select batch_id from control_work where device_ids is not null order by batch_id limit 1)`

/**
 * Some packed gateways of the oldest batch that has any, at most `$1`, locked unless another process has them in hand. A gateway for which
 * an older batch is still packed has to wait: which of two commands is the newer must be plain when they are laid out.
 */
export const TAKE = `${OLDEST}
  select w.batch_id::text as batch_id, w.gateway_sn from control_work w join first f on f.batch_id = w.batch_id
  where w.device_ids is not null and not exists (select from control_work o
    where o.gateway_sn = w.gateway_sn and o.batch_id < w.batch_id and o.device_ids is not null)
  order by w.gateway_sn limit $1 for update of w skip locked`

/** Packed gateways of batch `$1`, locked; who lays them out just now is waited for. */
export const TAKE_ALL = `select batch_id::text as batch_id, gateway_sn from control_work
  where batch_id = $1 and device_ids is not null order by gateway_sn for update`

/** Who takes rows in hand while laying them out; without an owner they are only laid out. */
export interface Lease {
  readonly owner: string | null
  readonly now: Date
  /** When they are due again. */
  readonly next: Date
  /** End of the lease. */
  readonly until: Date
}

/**
 * Lays out as items what is packed for the gateways `$2` of batch `$1`; devices without a gateway have ended already. Those of gateways
 * that can be published to are taken in hand at once: `$3` owner (null: none), `$4` now, `$5` next try, `$6` end of the lease.
 * Answers their devices.
 */
export const UNPACK = `with packed as materialized (
  select * from control_work where batch_id = $1 and gateway_sn = any($2::text[]) and device_ids is not null
),
items as (
  insert into control_item (batch_id, gateway_sn, sn, device_id, tenant_id, head, expect_w, tolerance_w, status, code, ended_at, watch)
  select p.batch_id, p.gateway_sn, u.sn, u.device_id, p.tenant_id, u.head, u.expect_w, u.tolerance_w,
    case when p.gateway_sn = '' then 4 else 0 end, case when p.gateway_sn = '' then 'noGateway' end,
    case when p.gateway_sn = '' then $4::timestamptz end, p.gateway_sn <> ''
  from packed p
  cross join lateral unnest(p.device_ids, p.sns, p.heads, p.expects, p.tolerances) as u (device_id, sn, head, expect_w, tolerance_w)
  on conflict do nothing
),
free as materialized (
  select p.gateway_sn from packed p join devices_gateway g on g.sn = p.gateway_sn and g.online and not g.is_deleted
  where $3::text is not null and p.expire_at > $4::timestamptz
    and not exists (select from control_work o where o.gateway_sn = p.gateway_sn and o.busy_until > $4::timestamptz and o.owner <> $3)
),
emptied as (
  update control_work w set device_ids = null, sns = null, heads = null, expects = null, tolerances = null,
    send_at = case when f.gateway_sn is null then w.send_at else $5::timestamptz end,
    busy_until = case when f.gateway_sn is null then w.busy_until else $6::timestamptz end,
    owner = case when f.gateway_sn is null then w.owner else $3 end
  from packed p left join free f on f.gateway_sn = p.gateway_sn
  where w.batch_id = p.batch_id and w.gateway_sn = p.gateway_sn and p.gateway_sn <> ''
),
ended as (delete from control_work w using packed p where w.batch_id = p.batch_id and w.gateway_sn = '' and p.gateway_sn = '')
select p.gateway_sn, p.sns, p.heads, b.id::text as batch_id, b.command, b.level, b.until, b.expire_at
from free f join packed p on p.gateway_sn = f.gateway_sn join control_batch b on b.id = p.batch_id`

/**
 * Writes the devices of a batch, packed by gateway: `targets` is SQL whose parameters come first, `after` their number.
 * Then follow batch id, tenant, now, expiry, head (null: the target's own), level (null: no power is expected).
 */
export const packSql = (targets: string, after: number): string => {
  const at = (n: number): string => `$${after + n}`
  const expected = `case when ${at(6)}::integer is null then null else control_expected(t.power, t.min_level::integer, t.min_power, ${at(6)}::integer) end`
  return `with t as (${targets}),
work as (
  insert into control_work (batch_id, gateway_sn, tenant_id, send_at, expire_at, device_ids, sns, heads, expects, tolerances)
  select ${at(1)}::bigint, coalesce(t.gateway_sn, ''), ${at(2)}, case when t.gateway_sn is null then null else ${at(3)}::timestamptz end, ${at(4)}::timestamptz,
    array_agg(t.device_id), array_agg(t.sn), array_agg(coalesce(${at(5)}::smallint, t.head)), array_agg(${expected}),
    array_agg(coalesce(t.tolerance, greatest(3, t.power * 0.08)))
  from t group by t.gateway_sn
  returning gateway_sn, cardinality(device_ids) as n
)
select coalesce(sum(n), 0)::int as total, coalesce(sum(n) filter (where gateway_sn = ''), 0)::int as unreachable from work`
}
