-- The command ledger: one row for each device of a batch. Heads are control_batch (generated). See docs/adr/0004-command-ledger.md.

alter table control_batch set (fillfactor = 50);

-- Requests that carried an Idempotency-Key: the same again gets the same answer, another one with the key is refused.
create table control_request (
  tenant_id text not null,
  key text not null,
  hash text not null,
  answer json not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, key)
);
select ll_secure('control_request');

-- The key is what an acknowledgement carries, so that each finds its row by itself and no second large index is needed.
-- The pages are left more than half empty: each row is rewritten two or three times as it climbs, and stays on its page without touching an
-- index until it ends.
-- watch: the row waits for news of its device (it is open, or its temporary level has not returned yet).
create table control_item (
  batch_id bigint not null,
  device_id bigint not null,
  expect_w double precision,
  tolerance_w double precision,
  measured_w double precision,
  sent_at timestamptz,
  received_at timestamptz,
  applied_at timestamptz,
  verified_at timestamptz,
  ended_at timestamptz,
  returned_at timestamptz,
  -- Clock of the device at its first agreement: only what it measured since then counts.
  device_at timestamptz,
  verify_by timestamptz,
  head smallint not null default 0,
  rung smallint not null default 0,
  status smallint not null default 0,
  attempts smallint not null default 0,
  watch boolean not null default true,
  late boolean not null default false,
  tenant_id text not null,
  gateway_sn text collate "C" not null,
  sn text collate "C" not null,
  code text,
  primary key (batch_id, gateway_sn, sn)
) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05);
create index control_item_watch on control_item (device_id) where watch;
select ll_secure('control_item');

-- What is left to do for one gateway in one batch; gone when nothing is. A hundred thousand lamps are a few thousand of these.
-- A request writes its devices here, packed, so that it is answered at once; the dispatcher lays them out as items before it sends.
-- gateway_sn '' gathers devices without a gateway.
create table control_work (
  batch_id bigint not null,
  -- Next publication; null when nothing waits to be sent.
  send_at timestamptz,
  -- Next look at rows that were received and are not proven yet.
  check_at timestamptz,
  expire_at timestamptz not null,
  -- Last time the gateway took a request to read the meters.
  probed_at timestamptz,
  -- The process `owner` publishes to the gateway until then; another process keeps later batches back so long, to keep the order.
  busy_until timestamptz,
  owner text,
  gateway_sn text collate "C" not null,
  tenant_id text not null,
  device_ids bigint[],
  sns text[],
  heads smallint[],
  expects double precision[],
  tolerances double precision[],
  primary key (batch_id, gateway_sn)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.1);
create index control_work_packed on control_work (batch_id) where device_ids is not null;
create index control_work_send on control_work (send_at) where send_at is not null;
create index control_work_check on control_work (check_at) where check_at is not null;
create index control_work_gateway on control_work (gateway_sn);
select ll_secure('control_work');

-- Every device of every batch, laid out or still packed.
create view control_ledger with (security_invoker = true) as
select batch_id, gateway_sn, sn, device_id, tenant_id, head, rung, status, attempts, late, code, expect_w, tolerance_w, measured_w,
  sent_at, received_at, applied_at, verified_at, ended_at, returned_at, verify_by
from control_item
union all
select w.batch_id, w.gateway_sn, u.sn, u.device_id, w.tenant_id, u.head, 0::smallint,
  (case when w.gateway_sn = '' then 4 else 0 end)::smallint, 0::smallint, false, case when w.gateway_sn = '' then 'noGateway' end,
  u.expect_w, u.tolerance_w, null, null, null, null, null, null, null, null
from control_work w
cross join lateral unnest(w.device_ids, w.sns, w.heads, w.expects, w.tolerances) as u (device_id, sn, head, expect_w, tolerance_w)
where w.device_ids is not null;
grant select on control_ledger to lamplight_app, lamplight_worker;

-- Acknowledgements that belong to no row: counted for each gateway, the latest kept.
create table control_stray (
  gateway_sn text collate "C" primary key,
  tenant_id text not null,
  n bigint not null default 0,
  last_id text not null default '',
  last_sn text not null default '',
  last_at timestamptz not null default now()
);
select ll_secure('control_stray');

-- Power of a healthy lamp at a level, W: the same definition as expectedPower of the device protocol (tested against it).
create function control_expected(power double precision, min_level integer, min_power double precision, level integer)
returns double precision language sql immutable parallel safe as $fn$
  select case
    when power is null then null
    when level <= 0 then 0.5
    when level >= 100 or coalesce(min_level, 10) >= 100 then power
    when level <= coalesce(min_level, 10) then coalesce(min_power, power * 0.15)
    else coalesce(min_power, power * 0.15) + (power - coalesce(min_power, power * 0.15)) * (level - coalesce(min_level, 10)) / (100 - coalesce(min_level, 10))
  end
$fn$;

-- Does what a device tells of itself agree with the command (1 dim, 2 on, 3 off, 4 release)? Null where it does not say enough.
create function control_agrees(command smallint, level integer, is_on boolean, dim double precision, reason text)
returns boolean language sql immutable parallel safe as $fn$
  select case
    when command = 4 then reason <> 'override'
    when command = 3 or (command = 1 and level = 0) then coalesce(not is_on, dim <= 0)
    when command = 2 then coalesce(is_on, dim > 0)
    when not is_on then false
    else abs(dim - level) <= 1
  end
$fn$;

-- Status of a batch from its counts (decisions.md B3).
create function control_batch_status(total integer, ended integer, failed integer, timed_out integer, queued integer)
returns smallint language sql immutable parallel safe as $fn$
  select (case
    when ended < total then case when queued < total then 1 else 0 end
    when failed + timed_out = 0 then 2
    when failed + timed_out < total then 3
    when failed = 0 then 5
    else 4
  end)::smallint
$fn$;
