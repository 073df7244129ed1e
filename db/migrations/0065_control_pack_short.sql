-- What a command writes is shorter: serial numbers as one text with commas (they have none), and head, expected power and tolerance once where all
-- devices of the pack have the same, as it is with what moves.
drop view control_ledger;
alter table control_pack alter column sns type text collate "C" using array_to_string(sns, ',');
alter table control_pack alter column sns set statistics 0;

-- Every device of every batch.
create view control_ledger with (security_invoker = true) as
select p.batch_id, p.gateway_sn, u.sn, u.device_id, p.tenant_id,
  p.heads[least(u.n, cardinality(p.heads))] as head,
  p.expects[least(u.n, cardinality(p.expects))] as expect_w,
  p.tolerances[least(u.n, cardinality(p.tolerances))] as tolerance_w,
  p.rungs[least(u.n, cardinality(p.rungs))] as rung,
  p.statuses[least(u.n, cardinality(p.statuses))] as status,
  p.attempts[least(u.n, cardinality(p.attempts))] as attempts,
  p.codes[least(u.n, cardinality(p.codes))] as code,
  p.lates[least(u.n, cardinality(p.lates))] as late,
  p.watches[least(u.n, cardinality(p.watches))] as watch,
  p.measured[least(u.n, cardinality(p.measured))] as measured_w,
  to_timestamp(p.device_at[least(u.n, cardinality(p.device_at))] / 1000::double precision) as device_at,
  to_timestamp(p.verify_by[least(u.n, cardinality(p.verify_by))] / 1000::double precision) as verify_by,
  to_timestamp(p.sent_at[least(u.n, cardinality(p.sent_at))] / 1000::double precision) as sent_at,
  to_timestamp(p.received_at[least(u.n, cardinality(p.received_at))] / 1000::double precision) as received_at,
  to_timestamp(p.applied_at[least(u.n, cardinality(p.applied_at))] / 1000::double precision) as applied_at,
  to_timestamp(p.verified_at[least(u.n, cardinality(p.verified_at))] / 1000::double precision) as verified_at,
  to_timestamp(p.ended_at[least(u.n, cardinality(p.ended_at))] / 1000::double precision) as ended_at,
  to_timestamp(p.returned_at[least(u.n, cardinality(p.returned_at))] / 1000::double precision) as returned_at
from control_pack p
cross join lateral (
  select x.device_id, x.sn, x.n::integer as n
  from unnest(p.device_ids, string_to_array(p.sns, ',')) with ordinality as x (device_id, sn, n)
) u;
grant select on control_ledger to lamplight_app, lamplight_worker;

-- Arrays one behind the other.
create aggregate control_joined(anycompatiblearray) (sfunc = array_cat, stype = anycompatiblearray, initcond = '{}');
