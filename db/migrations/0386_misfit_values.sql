-- Values and events of devices that their type does not allow: one row for each device and property, the latest value with the number of them.
create table devices_misfit_value (
  device_id bigint not null,
  -- `value`: of a property; `event`: of the event vocabulary.
  kind text not null,
  name text not null,
  tenant_id text not null,
  -- Serial number of the gateway, or the route, from which it came; the number of rows of each is bounded.
  gateway_sn text not null,
  value text not null,
  reason text not null,
  -- Times of the server.
  first_at timestamptz not null,
  last_at timestamptz not null,
  count bigint not null default 1,
  primary key (device_id, kind, name)
);
create index devices_misfit_value_sender on devices_misfit_value (gateway_sn, last_at);
create index devices_misfit_value_last on devices_misfit_value (last_at);
select ll_secure('devices_misfit_value');
revoke insert, update on devices_misfit_value from lamplight_app;

-- Deletes the rows of devices that are no longer registered, or have another type.
create function devices_misfit_value_over() returns trigger language plpgsql as $fn$
begin
  if tg_op = 'DELETE' then
    delete from devices_misfit_value m using old_rows o where m.device_id = o.device_id;
    return null;
  end if;
  delete from devices_misfit_value m using old_rows o, new_rows n
    where o.device_id = n.device_id and (o.type, o.tenant_id) is distinct from (n.type, n.tenant_id) and m.device_id = n.device_id;
  return null;
end $fn$;
create trigger misfits_update after update on devices_registry referencing old table as old_rows new table as new_rows
  for each statement execute function devices_misfit_value_over();
create trigger misfits_delete after delete on devices_registry referencing old table as old_rows
  for each statement execute function devices_misfit_value_over();
