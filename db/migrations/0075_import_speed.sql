-- What storing a city costs, cut to what is needed.

-- A device that is registered for the first time has no state: its row is simply added, without looking for one first.
create or replace function devices_registry_changed() returns trigger language plpgsql as $fn$
begin
  if tg_op = 'DELETE' then
    delete from devices_state s using old_rows o where s.device_id = o.device_id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into devices_state (device_id, tenant_id, gateway_id, sn, state)
    select n.device_id, n.tenant_id, n.gateway_id, n.sn, devices_status(n.activated, false, false, false) from new_rows n;
    return null;
  end if;
  insert into devices_state as s (device_id, tenant_id, gateway_id, sn, state)
  select n.device_id, n.tenant_id, n.gateway_id, n.sn, devices_status(n.activated, false, false, false) from new_rows n
  on conflict (device_id) do update set
    tenant_id = excluded.tenant_id,
    gateway_id = excluded.gateway_id,
    sn = excluded.sn,
    state = devices_status(excluded.state <> 5, s.online, cardinality(s.faults) > 0, s.is_on),
    version = nextval('devices_state_version')
  where (s.tenant_id, s.gateway_id, s.sn, s.state = 5) is distinct from (excluded.tenant_id, excluded.gateway_id, excluded.sn, excluded.state = 5);
  return null;
end $fn$;

-- What hangs behind a gateway is found by devices_state_gateway: both tables say the same.
drop index devices_registry_gateway;

-- Whoever writes the loads of new controllers together with their lamps says so for the transaction, and they are not summed up again.
drop trigger load_insert on lighting_lamp;
create trigger load_insert after insert on lighting_lamp referencing new table as new_rows for each statement
  when (current_setting('lighting.loads_written', true) is distinct from 'on') execute function lighting_lamp_changed();
