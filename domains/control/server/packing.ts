/** Packed rows that meet `condition` (alias `w`), locked; another process that lays them out is waited for unless `skip`. */
export const packedOf = (condition: string, skip?: { readonly most: number }): string =>
  `select w.batch_id, w.gateway_sn, w.tenant_id, w.device_ids, w.sns, w.heads, w.expects, w.tolerances
  from control_work w where w.device_ids is not null and ${condition}
  order by w.batch_id, w.gateway_sn ${skip ? `limit ${skip.most}` : ''} for update${skip ? ' skip locked' : ''}`

/** Lays packed devices out as items. Those without a gateway have ended already; answers how many rows were unpacked. */
export const UNPACK = (packed: string): string => `with packed as materialized (${packed}),
items as (
  insert into control_item (batch_id, gateway_sn, sn, device_id, tenant_id, head, expect_w, tolerance_w, status, code, ended_at, watch)
  select p.batch_id, p.gateway_sn, u.sn, u.device_id, p.tenant_id, u.head, u.expect_w, u.tolerance_w,
    case when p.gateway_sn = '' then 4 else 0 end, case when p.gateway_sn = '' then 'noGateway' end,
    case when p.gateway_sn = '' then now() end, p.gateway_sn <> ''
  from packed p
  cross join lateral unnest(p.device_ids, p.sns, p.heads, p.expects, p.tolerances) as u (device_id, sn, head, expect_w, tolerance_w)
  on conflict do nothing
),
emptied as (
  update control_work w set device_ids = null, sns = null, heads = null, expects = null, tolerances = null
  from packed p where w.batch_id = p.batch_id and w.gateway_sn = p.gateway_sn and p.gateway_sn <> ''
),
ended as (delete from control_work w using packed p where w.batch_id = p.batch_id and w.gateway_sn = '' and p.gateway_sn = '')
select count(*)::int as n from packed`

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
