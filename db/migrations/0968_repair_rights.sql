-- Repair staff may dim one lamp and replace devices (docs/adr/0029). Three rights are new; roles of an existing installation get them here, those of a new one
-- from the permission matrix. A role with the wider right has the narrower one, so that its holders may go on granting both. Built-in roles whose first
-- rights administrators took away get nothing back.
insert into identity_role_menu (role_id, menu_code, tenant_id)
  select m.role_id, case m.menu_code when 'lamp_dim' then 'lamp_dim_one' when 'solar_lamp_dim' then 'solar_lamp_one' else 'device_register_view' end, m.tenant_id
  from identity_role_menu m where m.menu_code in ('lamp_dim', 'solar_lamp_dim', 'device_register') on conflict do nothing;
-- Until now the right to edit devices of a type was that to replace them.
insert into identity_role_menu (role_id, menu_code, tenant_id)
  select distinct m.role_id, 'device_replace', m.tenant_id from identity_role_menu m
  where m.menu_code ~ '^(airswitch|alarm_machine|ap|broadcast|camera|charging_pile|concentrator|controller|env_sensor|info_screen|lora_gateway|lora_module|lora_root|lorawan_node|meter|smart_lock|solar_lamp|spray_device|trash|typed_device|well)_edit$'
  on conflict do nothing;
insert into identity_role_menu (role_id, menu_code, tenant_id)
  select r.id, fresh.code, r.tenant_id from identity_role r
  join (values ('lamp_dim_one', 'lamp_switch'), ('solar_lamp_one', 'solar_lamp_view'), ('device_replace', 'controller_view')) fresh (code, first) on true
  where r.role_alias = 'maintainer' and not r.is_deleted
    and exists (select from identity_role_menu m where m.role_id = r.id and m.menu_code = fresh.first)
  on conflict do nothing;
-- Not handed out anew: roles have them by the lines above.
insert into identity_known_right (code)
  select fresh.code from (values ('lamp_dim_one', 'lamp_dim'), ('solar_lamp_one', 'solar_lamp_dim'), ('device_replace', 'controller_edit'),
    ('device_register_view', 'device_register')) fresh (code, first)
  where exists (select from identity_known_right k where k.code = fresh.first) on conflict do nothing;
