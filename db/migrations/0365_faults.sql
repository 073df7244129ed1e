-- Faults and events of devices as intervals of device time: raw facts, one row for each time that a fault was present. `ended_at` is null while it is.
create table devices_fault (
  -- A registered device, or a gateway.
  device_id bigint not null,
  type text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  tenant_id text not null,
  primary key (device_id, type, began_at)
);
create unique index devices_fault_present on devices_fault (device_id, type) where ended_at is null;
create index devices_fault_began on devices_fault (tenant_id, began_at desc);
create index devices_fault_ended on devices_fault (ended_at) where ended_at is not null;
select ll_secure('devices_fault');
revoke insert, delete on devices_fault from lamplight_app;

-- A report whose faults differ from those before begins and ends intervals; one that comes after the device was offline ends its lost communication.
create function devices_fault_reported() returns trigger language plpgsql as $fn$
begin
  update devices_fault f set ended_at = greatest(f.began_at, new.reported_at)
  where f.device_id = new.device_id and f.ended_at is null
    and (f.type = 'communicationFailure' or (f.type = any(old.faults) and f.type <> all(new.faults)));
  insert into devices_fault (device_id, type, began_at, tenant_id)
  select new.device_id, n.type, case when cardinality(old.faults) = 0 then coalesce(new.fault_since, new.reported_at) else new.reported_at end, new.tenant_id
  from unnest(new.faults) as n(type) where n.type <> all(old.faults)
  on conflict do nothing;
  return null;
end $fn$;
create trigger faults_reported after update on devices_state for each row
  when (old.reported_at is distinct from new.reported_at and (not old.online or old.faults is distinct from new.faults))
  execute function devices_fault_reported();

-- What is no longer registered says nothing more.
create function devices_fault_over() returns trigger language plpgsql as $fn$
begin
  update devices_fault f set ended_at = greatest(f.began_at, now()) from old_rows o where f.device_id = o.device_id and f.ended_at is null;
  return null;
end $fn$;
create trigger faults_over after delete on devices_state referencing old table as old_rows for each statement execute function devices_fault_over();

insert into devices_fault (device_id, type, began_at, tenant_id)
select s.device_id, f.type, coalesce(s.fault_since, s.reported_at), s.tenant_id
from devices_state s cross join lateral (select distinct unnest(s.faults) as type) f
where coalesce(s.fault_since, s.reported_at) is not null;
insert into devices_fault (device_id, type, began_at, tenant_id)
select id, 'communicationFailure', last_seen, tenant_id from devices_gateway where status = 1 and not online and last_seen is not null and not is_deleted;

-- Entries of the audit log by the rows that they are about: their target is one id or several.
create index kit_audit_rows on kit_audit using gin (string_to_array(target, ',')) where target ~ '^[0-9]{1,19}(,[0-9]{1,19})*$';
