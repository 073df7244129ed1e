-- States of devices by type. A list of 5,000 modules that was filtered by a reported state or value read the states of all 100,000 lamps: its join now
-- names the type, and the index leads to the states of that type. The index replaces the one without the type, so that a report writes as many
-- entries as before; the type of a device does not change, and reports that change no state still change no index.
alter table devices_state add column type smallint not null default 4;
update devices_state s set type = r.type from devices_registry r where r.device_id = s.device_id and r.type <> s.type;
drop index devices_state_tenant;
create index devices_state_type on devices_state (tenant_id, type, state);

create or replace function devices_registry_changed() returns trigger language plpgsql as $fn$
begin
  if tg_op = 'DELETE' then
    delete from devices_state s using old_rows o where s.device_id = o.device_id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into devices_state (device_id, tenant_id, gateway_id, sn, type, state)
    select n.device_id, n.tenant_id, n.gateway_id, n.sn, n.type, devices_status(n.activated, false, false, false) from new_rows n;
    return null;
  end if;
  insert into devices_state as s (device_id, tenant_id, gateway_id, sn, type, state)
  select n.device_id, n.tenant_id, n.gateway_id, n.sn, n.type, devices_status(n.activated, false, false, false) from new_rows n
  on conflict (device_id) do update set
    tenant_id = excluded.tenant_id,
    gateway_id = excluded.gateway_id,
    sn = excluded.sn,
    type = excluded.type,
    state = devices_status(excluded.state <> 5, s.online, cardinality(s.faults) > 0, s.is_on),
    version = nextval('devices_state_version')
  where (s.tenant_id, s.gateway_id, s.sn, s.type, s.state = 5)
    is distinct from (excluded.tenant_id, excluded.gateway_id, excluded.sn, excluded.type, excluded.state = 5);
  return null;
end $fn$;

-- A search by supplier read all controllers. Controllers are written when they are installed or replaced, seldom otherwise.
create index lighting_controller_supplier_id on lighting_controller (tenant_id, supplier_id) where not is_deleted;
