-- A table belongs to one slice. What other slices may read of it, or write, stands in views that the owner offers (`offers` in its domain.ts, checked by
-- tools/check). They hold only columns that others need, never secrets, and run with the rights and policies of who asks. Each is one select without
-- conditions: the planner puts the table in its place, so plans and indexes stay what they were. An insert or update through one reaches the table.
create view system_menus with (security_invoker = true) as
  select id, tenant_id, is_deleted, parent_id, name, en_name, code, path, category, alias, sort, hidden from system_menu;
create view system_dictionaries with (security_invoker = true) as
  select id, is_deleted, parent_id, code, dict_key, is_sealed from system_dict;
create view system_datasources with (security_invoker = true) as
  select id, tenant_id, is_deleted, name from system_datasource;

create view identity_tenants with (security_invoker = true) as
  select id, tenant_id, create_time, update_user, update_time, is_deleted, tenant_name, domain, linkman, contact_number, address, account_number, expire_time,
    zone, sales_id
  from identity_tenant;
create view identity_users with (security_invoker = true) as
  select id, tenant_id, create_time, is_deleted, account, real_name, name, role_id, dept_id, status, project_ids from identity_user;
create view identity_roles with (security_invoker = true) as
  select id, tenant_id, is_deleted, role_name, role_alias from identity_role;
create view identity_role_menus with (security_invoker = true) as
  select role_id, menu_code, tenant_id from identity_role_menu;
create view identity_grants with (security_invoker = true) as
  select user_id, kind, ref_id, tenant_id, named, managed from identity_grant;

create view places_areas with (security_invoker = true) as
  select id, tenant_id, create_user, create_time, update_time, is_deleted, area_name, area_code, parent_id, area_full_name, sort from places_area;
create view places_projects with (security_invoker = true) as
  select id, tenant_id, create_user, create_time, update_user, update_time, is_deleted, name, parent_id, type, sort from places_project;

create view devices_gateways with (security_invoker = true) as
  select id, tenant_id, create_user, create_time, update_time, is_deleted, sn, name, status, online, children, version, last_seen, project_id, area_id,
    lng, lat, holds_sn
  from devices_gateway;
-- Gateways that the virtual city plays. Only the worker reads it: credentials are hidden from people's requests.
create view devices_virtual_gateways with (security_invoker = true) as
  select g.id, g.tenant_id, g.sn from devices_gateway g join devices_credential k on k.gateway_id = g.id where k.virtual and not g.is_deleted;
create view devices_groups with (security_invoker = true) as
  select id, tenant_id, is_deleted, group_name, dev_type, lamp_type, system_type, type from devices_group;
create view devices_group_members with (security_invoker = true) as
  select group_id, device_id, tenant_id from devices_group_member;
create view devices_registered with (security_invoker = true) as
  select sn, device_id, tenant_id, gateway_id, gateway_sn, type, name, activated from devices_registry;
-- With xmin, the transaction that wrote the row: the map asks for what was written since.
create view devices_states with (security_invoker = true) as
  select device_id, tenant_id, gateway_id, sn, version, reported_at, received_at, override_until, power, voltage, current, pf, energy, hours, temperature,
    tilt, dim, state, is_on, online, reason, faults, fault_since, xmin
  from devices_state;
-- Changes of `state` that the kept totals of lists do not hold yet.
create view devices_state_changes with (security_invoker = true) as
  select device_id, tenant_id, was, state from devices_flip;
create view devices_values with (security_invoker = true) as
  select device_id, tenant_id, type, v, texts from devices_latest;
create view devices_readings with (security_invoker = true) as
  select device_id, tenant_id, at, power, dim, is_on from devices_telemetry;

create view control_batches with (security_invoker = true) as
  select id, tenant_id, create_user, create_time, is_deleted, command, level, status, state, device_type, command_text, command_text_en, target_kind,
    target_text, target_text_en, total, queued, sent, received, applied, verified, failed, timed_out, superseded, returned, ended, reached_sent,
    reached_received, reached_applied
  from control_batch;
create view control_packs with (security_invoker = true) as
  select batch_id, gateway_sn, tenant_id, device_ids from control_pack;

create view lighting_lamps with (security_invoker = true) as
  select id, tenant_id, is_deleted, name, sn, kind, power, controller_id, project_id, area_id from lighting_lamp;
create view lighting_controllers with (security_invoker = true) as
  select id, tenant_id, is_deleted, sn, name, gateway_id, project_id, area_id from lighting_controller;

do $$
declare name text;
begin
  foreach name in array array['system_menus', 'system_dictionaries', 'system_datasources', 'identity_roles', 'identity_role_menus', 'identity_grants',
      'devices_states', 'devices_state_changes', 'devices_values', 'devices_readings', 'control_batches', 'control_packs', 'lighting_lamps',
      'lighting_controllers'] loop
    execute format('grant select on %I to lamplight_app, lamplight_worker', name);
  end loop;
  foreach name in array array['identity_tenants', 'identity_users'] loop
    execute format('grant select, update on %I to lamplight_app, lamplight_worker', name);
  end loop;
  foreach name in array array['places_areas', 'places_projects', 'devices_gateways', 'devices_groups'] loop
    execute format('grant select, insert, update on %I to lamplight_app, lamplight_worker', name);
  end loop;
  foreach name in array array['devices_group_members', 'devices_registered'] loop
    execute format('grant select, insert, update, delete on %I to lamplight_app, lamplight_worker', name);
  end loop;
end $$;
grant select on devices_virtual_gateways to lamplight_worker;

-- Gateways of a generated town: the virtual city plays them, and no secret fits until it asks for one.
create function devices_make_virtual(gateways bigint[]) returns void language sql as $$
  insert into devices_credential (gateway_id, hash, virtual) select id, '', true from unnest(gateways) as g (id)
$$;
revoke execute on function devices_make_virtual(bigint[]) from public;
grant execute on function devices_make_virtual(bigint[]) to lamplight_worker;
