-- Superseded is a state of its own (6), and batches count how many devices reached each rung, also those that failed afterwards.

alter table control_batch
  add column state smallint,
  add column superseded integer,
  add column reached_sent integer,
  add column reached_received integer,
  add column reached_applied integer;

-- State of a batch from its counts: like control_batch_status, but devices that a newer command took over are no failures.
create function control_batch_state(total integer, ended integer, failed integer, timed_out integer, superseded integer, queued integer)
returns smallint language sql immutable parallel safe as $fn$
  select (case
    when ended < total then case when queued < total then 1 else 0 end
    when superseded = total then 6
    when failed + timed_out = 0 then 2
    when failed + timed_out < total - superseded then 3
    when failed = 0 then 5
    else 4
  end)::smallint
$fn$;

-- What is stored: devices that failed because a newer command took them over.
update control_pack p set statuses = (
  select array_agg(case when x.status = 4 and x.code = 'superseded' then 6 else x.status end::smallint order by x.n)
  from (select n, p.statuses[least(n, cardinality(p.statuses))] as status, p.codes[least(n, cardinality(p.codes))] as code
    from generate_series(1, cardinality(p.device_ids)) n) x)
where 4 = any(p.statuses) and 'superseded' = any(p.codes);

update control_batch set superseded = 0, reached_sent = 0, reached_received = 0, reached_applied = 0;
update control_batch b set
  superseded = d.superseded, failed = d.failed, reached_sent = d.sent, reached_received = d.received, reached_applied = d.applied
from (select batch_id, count(*) filter (where status = 6) as superseded, count(*) filter (where status = 4) as failed,
    count(*) filter (where rung >= 1) as sent, count(*) filter (where rung >= 2) as received, count(*) filter (where rung >= 3) as applied
  from control_ledger group by batch_id) d
where d.batch_id = b.id;
update control_batch set state = control_batch_state(total, ended, failed, timed_out, superseded, queued);

-- Lists filter by state; old consoles by status.
create index control_batch_state_id on control_batch (tenant_id, state, id) where not is_deleted;
