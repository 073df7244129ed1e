-- The transaction that last wrote a fault: slices that follow faults read what changed since. A row of an open transaction is read again until it has ended.
alter table devices_fault add column changed xid8 not null default pg_current_xact_id();
create index devices_fault_changed on devices_fault (changed);
create function devices_fault_stamp() returns trigger language plpgsql as $fn$
begin
  new.changed := pg_current_xact_id();
  return new;
end $fn$;
create trigger stamped before update on devices_fault for each row execute function devices_fault_stamp();
create view devices_faults with (security_invoker = true) as select device_id, type, began_at, ended_at, tenant_id, changed from devices_fault;
grant select on devices_faults to lamplight_app, lamplight_worker;
