-- Rollups of devices that are no lamp controllers. Arrays hold one element for each slot of the device's type (docs/adr/0010), null where the type
-- keeps no history of the slot.

-- One row for each device and hour (UTC) with at least 12 readings. The row takes as much disk as six readings, so for fewer it would save nothing.
create table devices_series_hourly (
  tenant_id text not null,
  device_id bigint not null,
  type smallint not null,
  hour timestamptz not null,
  readings integer not null,
  -- Only readings that contain the value count here: their number, sum, minimum, maximum, and the last value.
  counts integer[] not null,
  sums float8[] not null,
  lows float8[] not null,
  highs float8[] not null,
  lasts float8[] not null,
  -- Counters only: the increase since the last reading before the hour, and the number of resets.
  increases float8[] not null,
  resets integer[] not null,
  primary key (tenant_id, device_id, type, hour)
) partition by range (hour);
select ll_secure('devices_series_hourly');

create table devices_series_daily (
  tenant_id text not null,
  device_id bigint not null,
  type smallint not null,
  -- Day in the tenant's time zone.
  day date not null,
  -- Project and area of the device's gateway at the first rollup of the day; 0: none.
  project_id bigint not null,
  area_id bigint not null,
  readings integer not null,
  counts integer[] not null,
  sums float8[] not null,
  lows float8[] not null,
  highs float8[] not null,
  lasts float8[] not null,
  increases float8[] not null,
  resets integer[] not null,
  primary key (tenant_id, device_id, type, day)
) partition by range (day);
-- The index returns the devices of an area and day in a fixed order, so that a repeated sum of floats gives the same digits.
create index devices_series_daily_area on devices_series_daily (tenant_id, type, day, project_id, area_id, device_id);
select ll_secure('devices_series_daily');

-- Sums of devices_series_daily by type, area and day.
create table devices_series_area_daily (
  tenant_id text not null,
  project_id bigint not null,
  area_id bigint not null,
  type smallint not null,
  day date not null,
  devices integer not null,
  readings bigint not null,
  counts bigint[] not null,
  sums float8[] not null,
  lows float8[] not null,
  highs float8[] not null,
  increases float8[] not null,
  resets bigint[] not null,
  primary key (tenant_id, type, day, project_id, area_id)
) partition by range (day);
select ll_secure('devices_series_area_daily');

-- Queue: days of areas whose sums are out of date. Only the process that holds the rollup lock writes and deletes rows.
create table devices_series_area_due (
  tenant_id text not null,
  project_id bigint not null,
  area_id bigint not null,
  type smallint not null,
  day date not null,
  primary key (tenant_id, project_id, area_id, type, day)
);
select ll_secure('devices_series_area_due');

-- Each mark stores the device type, because each rollup statement handles one type. 4: lamp controllers.
alter table devices_rollup_due add type smallint not null default 4;
insert into devices_rollup_due (tenant_id, device_id, hour, type)
select distinct tenant_id, device_id, date_trunc('hour', at, 'UTC'), type from devices_series where at < (select closed_until from devices_rollup_frontier);

-- Creates the monthly partitions of all rollups.
create or replace function devices_rollup_partition(month date) returns void language plpgsql security definer set search_path = public as $fn$
declare
  first date := date_trunc('month', month)::date;
  after date := (date_trunc('month', month) + interval '1 month')::date;
  rollup text;
  name text;
  edge text;
begin
  perform pg_advisory_xact_lock(hashtext('devices_rollup'));
  foreach rollup in array array['devices_hourly', 'devices_daily', 'devices_series_hourly', 'devices_series_daily', 'devices_series_area_daily'] loop
    name := rollup || '_' || to_char(first, 'YYYYMM');
    continue when to_regclass(name) is not null;
    edge := case when rollup like '%hourly' then ' 00:00:00+00' else '' end;
    execute format('create table %I partition of %I for values from (%L) to (%L)', name, rollup, first::text || edge, after::text || edge);
    execute format('alter table %I enable row level security', name);
  end loop;
end $fn$;

-- Drops the monthly partitions of `rollup` that ended before `day`, and returns their number.
create or replace function devices_rollup_drop(rollup text, day date) returns integer language plpgsql security definer set search_path = public as $fn$
declare
  old text;
  dropped integer := 0;
begin
  if rollup not in ('devices_hourly', 'devices_daily', 'devices_series_hourly', 'devices_series_daily', 'devices_series_area_daily') then
    raise exception 'no rollup';
  end if;
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = rollup::regclass and c.relname < rollup || '_' || to_char(day, 'YYYYMM')
  loop
    execute format('drop table %I', old);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $fn$;
