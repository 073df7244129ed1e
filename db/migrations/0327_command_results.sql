-- Results of commands by day, operator and command, for reports. The counts of control_batch are summed.
create table control_result_daily (
  tenant_id text not null,
  -- Day of the command in the tenant's time zone.
  day date not null,
  -- 0: the platform itself.
  user_id bigint not null,
  account text not null,
  command smallint not null,
  batches integer not null,
  devices bigint not null,
  succeeded bigint not null,
  failed bigint not null,
  timed_out bigint not null,
  superseded bigint not null,
  -- Commands that have ended, by the seconds that they took: one element for each bound of RESULT_SECONDS and one for what took longer.
  took integer[] not null,
  primary key (tenant_id, day, user_id, account, command)
);
select ll_secure('control_result_daily');
-- As in the list of commands.
create policy scope on control_result_daily as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('control_batch')) or user_id in (select ll_scope_makers('control_batch'))) with check (true);

-- Queue: commands whose counts have changed since they ended, and new ones, by their time. Without a key, so that no writer waits for another.
create table control_result_due (
  tenant_id text not null,
  at timestamptz not null
);
select ll_secure('control_result_due');
create index control_batch_time on control_batch (tenant_id, create_time);

create function control_batch_written() returns trigger language plpgsql security definer set search_path = public as $fn$
begin
  if tg_op = 'INSERT' then
    insert into control_result_due (tenant_id, at) select tenant_id, create_time from new_rows;
  else
    insert into control_result_due (tenant_id, at)
    select n.tenant_id, n.create_time from new_rows n join old_rows o on o.id = n.id
    where (n.ended = n.total or n.ended < o.ended)
      and (n.ended, n.failed, n.timed_out, n.superseded, n.ended_at) is distinct from (o.ended, o.failed, o.timed_out, o.superseded, o.ended_at);
  end if;
  return null;
end $fn$;
create trigger result_insert after insert on control_batch referencing new table as new_rows
  for each statement execute function control_batch_written();
create trigger result_update after update on control_batch referencing new table as new_rows old table as old_rows
  for each statement execute function control_batch_written();
insert into control_result_due (tenant_id, at) select tenant_id, min(create_time) from control_batch group by tenant_id, create_time::date;
insert into control_result_due (tenant_id, at) select tenant_id, max(create_time) from control_batch group by tenant_id, create_time::date;
