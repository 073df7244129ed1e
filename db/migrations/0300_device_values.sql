-- Values of devices that are no lamp controllers. `v` holds numbers by the slot of their property, `texts` holds other values by name.

-- Latest values of each device, beside its row in devices_state. Values have no index, so that updates are HOT.
create table devices_latest (
  device_id bigint primary key,
  type smallint not null,
  v float8[] not null default '{}',
  texts jsonb not null default '{}',
  tenant_id text not null
) with (fillfactor = 70);
create index devices_latest_type on devices_latest (tenant_id, type);
select ll_secure('devices_latest');

-- History: one row for each report, one partition for each day (UTC) of the device's time.
create table devices_series (
  device_id bigint not null,
  at timestamptz not null,
  type smallint not null,
  v float8[] not null,
  tenant_id text not null,
  primary key (device_id, at)
) partition by range (at);
select ll_secure('devices_series');

-- Adds a row of values when a device is registered that is no lamp controller (type 4), and deletes it with the registration.
create function devices_registry_values() returns trigger language plpgsql as $fn$
begin
  if tg_op = 'DELETE' then
    delete from devices_latest l using old_rows o where l.device_id = o.device_id and o.type <> 4;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    delete from devices_latest l using new_rows n
      where l.device_id = n.device_id and (n.type, n.tenant_id) is distinct from (l.type, l.tenant_id);
  end if;
  insert into devices_latest (device_id, type, tenant_id)
  select n.device_id, n.type, n.tenant_id from new_rows n where n.type <> 4
  on conflict (device_id) do nothing;
  return null;
end $fn$;
create trigger values_insert after insert on devices_registry referencing new table as new_rows
  for each statement execute function devices_registry_values();
create trigger values_update after update on devices_registry referencing new table as new_rows
  for each statement execute function devices_registry_values();
create trigger values_delete after delete on devices_registry referencing old table as old_rows
  for each statement execute function devices_registry_values();

insert into devices_latest (device_id, type, tenant_id) select device_id, type, tenant_id from devices_registry where type <> 4;

-- Creates and drops the partitions of both histories.
create or replace function devices_telemetry_partition(day date) returns void language plpgsql security definer set search_path = public as $fn$
declare
  parent text;
  name text;
begin
  foreach parent in array array['devices_telemetry', 'devices_series'] loop
    name := parent || '_' || to_char(day, 'YYYYMMDD');
    if to_regclass(name) is not null then continue; end if;
    perform pg_advisory_xact_lock(hashtext('devices_telemetry'));
    execute format(
      'create table if not exists %I partition of %I for values from (%L) to (%L)',
      name, parent, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
    execute format('alter table %I enable row level security', name);
  end loop;
end $fn$;

create or replace function devices_telemetry_drop(day date) returns integer language plpgsql security definer set search_path = public as $fn$
declare
  parent text;
  old text;
  dropped integer := 0;
begin
  foreach parent in array array['devices_telemetry', 'devices_series'] loop
    for old in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = parent::regclass and c.relname < parent || '_' || to_char(day, 'YYYYMMDD')
    loop
      execute format('drop table %I', old);
      dropped := dropped + (parent = 'devices_telemetry')::int;
    end loop;
  end loop;
  return dropped;
end $fn$;
