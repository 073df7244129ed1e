-- The command ledger in packs: one row for each gateway of a batch instead of one for each device. See docs/adr/0004-command-ledger.md.

-- A column that moves holds either one value for all devices of the pack (they moved alike) or one for each, in the order of device_ids.
-- Times are epoch milliseconds. gateway_sn '' holds devices without a gateway.
create table control_pack (
  batch_id bigint not null,
  gateway_sn text collate "C" not null,
  tenant_id text not null,
  -- Some device waits for news: it is open, or its temporary level has not returned yet.
  watching boolean not null default true,
  device_ids bigint[] not null,
  sns text[] collate "C" not null,
  heads smallint[] not null,
  expects double precision[] not null,
  tolerances double precision[] not null,
  rungs smallint[] not null default '{0}',
  statuses smallint[] not null default '{0}',
  attempts smallint[] not null default '{0}',
  codes text[] not null default '{NULL}',
  lates boolean[] not null default '{f}',
  watches boolean[] not null default '{t}',
  measured double precision[] not null default '{NULL}',
  -- Clock of the device at its first agreement: only what it measured since then counts.
  device_at bigint[] not null default '{NULL}',
  verify_by bigint[] not null default '{NULL}',
  sent_at bigint[] not null default '{NULL}',
  received_at bigint[] not null default '{NULL}',
  applied_at bigint[] not null default '{NULL}',
  verified_at bigint[] not null default '{NULL}',
  ended_at bigint[] not null default '{NULL}',
  returned_at bigint[] not null default '{NULL}',
  primary key (batch_id, gateway_sn)
-- Half empty pages: a pack is rewritten a few times and stays on its page. It stays in one piece up to a page, so that a move does not compress it anew.
) with (fillfactor = 50, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05);
create index control_pack_watching on control_pack (gateway_sn) where watching;
select ll_secure('control_pack');

insert into control_pack (batch_id, gateway_sn, tenant_id, watching, device_ids, sns, heads, expects, tolerances, rungs, statuses, attempts, codes,
  lates, watches, measured, device_at, verify_by, sent_at, received_at, applied_at, verified_at, ended_at, returned_at)
select batch_id, gateway_sn, min(tenant_id), bool_or(watch), array_agg(device_id order by sn), array_agg(sn order by sn), array_agg(head order by sn),
  array_agg(expect_w order by sn), array_agg(coalesce(tolerance_w, 0) order by sn), array_agg(rung order by sn), array_agg(status order by sn),
  array_agg(attempts order by sn), array_agg(code order by sn), array_agg(late order by sn), array_agg(watch order by sn),
  array_agg(measured_w order by sn),
  array_agg((extract(epoch from device_at) * 1000)::bigint order by sn), array_agg((extract(epoch from verify_by) * 1000)::bigint order by sn),
  array_agg((extract(epoch from sent_at) * 1000)::bigint order by sn), array_agg((extract(epoch from received_at) * 1000)::bigint order by sn),
  array_agg((extract(epoch from applied_at) * 1000)::bigint order by sn), array_agg((extract(epoch from verified_at) * 1000)::bigint order by sn),
  array_agg((extract(epoch from ended_at) * 1000)::bigint order by sn), array_agg((extract(epoch from returned_at) * 1000)::bigint order by sn)
from control_item group by batch_id, gateway_sn;

insert into control_pack (batch_id, gateway_sn, tenant_id, watching, device_ids, sns, heads, expects, tolerances, statuses, codes, watches, ended_at)
select w.batch_id, w.gateway_sn, w.tenant_id, w.gateway_sn <> '', w.device_ids, w.sns, w.heads, w.expects, w.tolerances,
  case when w.gateway_sn = '' then '{4}' else '{0}' end::smallint[], case when w.gateway_sn = '' then '{noGateway}' else '{NULL}' end::text[],
  array[w.gateway_sn <> ''], array[case when w.gateway_sn = '' then (extract(epoch from b.create_time) * 1000)::bigint end]
from control_work w join control_batch b on b.id = w.batch_id where w.device_ids is not null
on conflict do nothing;

drop view control_ledger;
drop table control_item;
drop function control_agrees(smallint, integer, boolean, double precision, text);

-- What is left to do for a gateway in a batch. `fresh`: no dispatcher has looked at it yet, so older batches still count for its devices.
alter table control_work add column fresh boolean not null default false;
update control_work set fresh = true where device_ids is not null;
delete from control_work where gateway_sn = '';
drop index control_work_packed, control_work_send, control_work_check;
alter table control_work drop column device_ids, drop column sns, drop column heads, drop column expects, drop column tolerances;
create index control_work_fresh on control_work (batch_id) where fresh;

-- Every device of every batch.
create view control_ledger with (security_invoker = true) as
select p.batch_id, p.gateway_sn, u.sn, u.device_id, p.tenant_id, u.head, u.expect_w, u.tolerance_w,
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
  select x.device_id, x.sn, x.head, x.expect_w, x.tolerance_w, x.n::integer as n
  from unnest(p.device_ids, p.sns, p.heads, p.expects, p.tolerances) with ordinality as x (device_id, sn, head, expect_w, tolerance_w, n)
) u;
grant select on control_ledger to lamplight_app, lamplight_worker;

-- Devices that changed their gateway while a command to the old one waited for news: who looks for their packs looks there too.
create table control_moved (
  device_id bigint not null,
  gateway_sn text collate "C" not null,
  tenant_id text not null,
  at timestamptz not null default now(),
  primary key (device_id, gateway_sn)
);
select ll_secure('control_moved');

create function control_device_moved() returns trigger language plpgsql security definer set search_path = public as $fn$
begin
  insert into control_moved (device_id, gateway_sn, tenant_id)
  select o.device_id, o.gateway_sn, o.tenant_id from old_rows o left join new_rows n on n.device_id = o.device_id
  where o.gateway_sn is distinct from n.gateway_sn
    and exists (select from control_pack p where p.gateway_sn = o.gateway_sn and p.watching)
  on conflict (device_id, gateway_sn) do update set at = excluded.at;
  return null;
end $fn$;
create trigger control_moved after update on devices_registry referencing old table as old_rows new table as new_rows
  for each statement execute function control_device_moved();
