-- Lamp controllers answer simple commands (clock, version, self test; decisions.md A39) with values that have no column in devices_state. They are kept in
-- devices_latest, whose row is made by the first such answer and deleted with the registration.
create or replace function devices_registry_values() returns trigger language plpgsql as $fn$
begin
  if tg_op = 'DELETE' then
    delete from devices_latest l using old_rows o where l.device_id = o.device_id;
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
