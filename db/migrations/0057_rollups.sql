-- Rollups of telemetry: what one device did in an hour and in a day. Whole numbers throughout (milliwatts, milliwatt-hours, milliseconds),
-- so that they add up to the last digit in whatever order.
create table devices_hourly (
  tenant_id text not null,
  device_id bigint not null,
  hour timestamptz not null,
  readings integer not null,
  -- of power, mW: how many readings name it, their sum, the least and the most
  powers integer not null,
  power_sum bigint not null,
  power_min bigint,
  power_max bigint,
  -- what the meter went on since the reading before, wherever that lay, mWh; and where it stood at the end
  energy bigint not null,
  energy_last bigint,
  -- how long it was lit, and how long it was heard of, ms
  on_ms integer not null,
  online_ms integer not null,
  primary key (tenant_id, device_id, hour)
) partition by range (hour);
select ll_secure('devices_hourly');

create table devices_daily (
  tenant_id text not null,
  device_id bigint not null,
  -- in the zone of the tenant
  day date not null,
  readings integer not null,
  powers integer not null,
  power_sum bigint not null,
  power_min bigint,
  power_max bigint,
  energy bigint not null,
  energy_last bigint,
  on_ms integer not null,
  online_ms integer not null,
  primary key (tenant_id, device_id, day)
) partition by range (day);
select ll_secure('devices_daily');

-- Hours before `closed_until` are rolled up; a reading of such an hour that comes later says so in devices_rollup_due. One row.
create table devices_rollup_frontier (
  one boolean primary key default true check (one),
  closed_until timestamptz not null,
  -- an hour that was closed and whose devices are still to be marked
  marking timestamptz
);
select ll_secure('devices_rollup_frontier', 'global');
insert into devices_rollup_frontier (closed_until) values (date_trunc('hour', now(), 'UTC'));

-- Hours of devices to be rolled up (again). Without a key: whoever writes a reading writes its mark in the same transaction and waits for
-- nobody, and whoever rolls up takes the marks that it sees, which are those whose readings it sees too.
create table devices_rollup_due (
  tenant_id text not null,
  device_id bigint not null,
  hour timestamptz not null
);
select ll_secure('devices_rollup_due');
insert into devices_rollup_due (tenant_id, device_id, hour)
select distinct tenant_id, device_id, date_trunc('hour', at, 'UTC') from devices_telemetry where at < date_trunc('hour', now(), 'UTC');

-- The server owns no table: it makes and drops the months of a rollup through these two.
create function devices_rollup_partition(month date) returns void language plpgsql security definer set search_path = public as $fn$
declare
  first date := date_trunc('month', month)::date;
  after date := (date_trunc('month', month) + interval '1 month')::date;
  rollup text;
  name text;
begin
  perform pg_advisory_xact_lock(hashtext('devices_rollup'));
  foreach rollup in array array['devices_hourly', 'devices_daily'] loop
    name := rollup || '_' || to_char(first, 'YYYYMM');
    continue when to_regclass(name) is not null;
    execute format('create table %I partition of %I for values from (%L) to (%L)', name, rollup,
      first::text || case rollup when 'devices_hourly' then ' 00:00:00+00' else '' end,
      after::text || case rollup when 'devices_hourly' then ' 00:00:00+00' else '' end);
    execute format('alter table %I enable row level security', name);
  end loop;
end $fn$;

-- Drops the months of `rollup` that ended before `day`; answers how many.
create function devices_rollup_drop(rollup text, day date) returns integer language plpgsql security definer set search_path = public as $fn$
declare
  old text;
  dropped integer := 0;
begin
  if rollup not in ('devices_hourly', 'devices_daily') then raise exception 'no rollup'; end if;
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = rollup::regclass and c.relname < rollup || '_' || to_char(day, 'YYYYMM')
  loop
    execute format('drop table %I', old);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $fn$;
revoke execute on function devices_rollup_partition(date), devices_rollup_drop(text, date) from public;
grant execute on function devices_rollup_partition(date), devices_rollup_drop(text, date) to lamplight_worker;
