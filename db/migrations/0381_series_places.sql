-- A day of a series belongs to the project and area of the device. So far it belonged to those of its gateway, and to none without a gateway. Where a device
-- stood on past days is not known: they get its present place.
update devices_series_daily y set project_id = coalesce(p.project_id, 0), area_id = coalesce(p.area_id, 0)
from (
  select id, project_id, area_id from devices_device
  union all select id, project_id, area_id from environment_trash
  union all select id, project_id, area_id from media_info_screen
  union all select id, project_id, area_id from media_broadcast
) p where p.id = y.device_id and (y.project_id, y.area_id) is distinct from (coalesce(p.project_id, 0), coalesce(p.area_id, 0));

-- Sums of devices_series_daily by property, day, project and area, for reports: a row for each property, in place of arrays by slot.
drop table devices_series_area_daily;
create table devices_series_area_daily (
  tenant_id text not null,
  type smallint not null,
  -- 256 * code of the device type + slot of the property.
  property integer not null,
  -- In the tenant's time zone.
  day date not null,
  project_id bigint not null,
  area_id bigint not null,
  -- Devices that reported the property on the day.
  devices integer not null,
  -- Number, sum, minimum and maximum of the reported values.
  readings bigint not null,
  sum float8 not null,
  low float8 not null,
  high float8 not null,
  -- Sum of the last values of the devices.
  last float8 not null,
  -- Counters: increase of all devices, and how often they were reset; other properties: 0.
  increase float8 not null,
  resets bigint not null,
  primary key (tenant_id, property, day, area_id, project_id)
);
select ll_secure('devices_series_area_daily');
-- Users who are limited to areas read the days of these areas only.
create index devices_series_area_daily_area on devices_series_area_daily (tenant_id, area_id, property, day);
insert into devices_series_area_due (tenant_id, project_id, area_id, type, day)
select distinct tenant_id, project_id, area_id, type, day from devices_series_daily on conflict do nothing;

-- As before, without the sums by area, which have no partitions.
create or replace function devices_rollup_partition(month date) returns void language plpgsql security definer set search_path = public as $fn$
declare
  first date := date_trunc('month', month)::date;
  after date := (date_trunc('month', month) + interval '1 month')::date;
  rollup text;
  name text;
  edge text;
begin
  perform pg_advisory_xact_lock(hashtext('devices_rollup'));
  foreach rollup in array array['devices_hourly', 'devices_daily', 'devices_series_hourly', 'devices_series_daily'] loop
    name := rollup || '_' || to_char(first, 'YYYYMM');
    continue when to_regclass(name) is not null;
    edge := case when rollup like '%hourly' then ' 00:00:00+00' else '' end;
    execute format('create table %I partition of %I for values from (%L) to (%L)', name, rollup, first::text || edge, after::text || edge);
    execute format('alter table %I enable row level security', name);
  end loop;
end $fn$;
create or replace function devices_rollup_drop(rollup text, day date) returns integer language plpgsql security definer set search_path = public as $fn$
declare
  old text;
  dropped integer := 0;
begin
  if rollup not in ('devices_hourly', 'devices_daily', 'devices_series_hourly', 'devices_series_daily') then
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
