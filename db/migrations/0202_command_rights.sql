-- Commands had two sets of rights with the same names: 调光 of the lamp list (lamp_dim) and 调光 of the map (controller_dim). One set remains, for every
-- page: lamp_dim, lamp_switch (on and off), lamp_release. Each of the old rights reached every lamp, so a role that held either keeps the one that remains.
insert into identity_role_menu (role_id, menu_code, tenant_id)
  select distinct role_id, case when menu_code = 'controller_dim' then 'lamp_dim' else 'lamp_switch' end, tenant_id from identity_role_menu
  where menu_code in ('controller_dim', 'controller_switch', 'lamp_close') on conflict do nothing;
insert into identity_role_menu (role_id, menu_code, tenant_id)
  select d.role_id, 'lamp_release', d.tenant_id from identity_role_menu d join identity_role_menu s on s.role_id = d.role_id and s.menu_code = 'controller_switch'
  where d.menu_code = 'controller_dim' on conflict do nothing;
delete from identity_role_menu where menu_code in ('controller_dim', 'controller_switch', 'lamp_close');
update identity_api_scope set resource_code = case when resource_code = 'controller_dim' then 'lamp_dim' else 'lamp_switch' end
  where resource_code in ('controller_dim', 'controller_switch', 'lamp_close');
-- Not handed out anew: roles have it by the lines above.
insert into identity_known_right (code) select 'lamp_switch' where exists (select from identity_known_right where code = 'controller_switch')
  on conflict do nothing;
update system_menu set is_deleted = true where code in ('controller_dim', 'controller_switch');
update system_menu set code = 'lamp_switch', name = '开灯、关灯', en_name = 'Switch on and off', alias = 'switch', path = replace(path, '/close', '/switch')
  where code = 'lamp_close' and not exists (select from system_menu where code = 'lamp_switch');
update system_menu set remark = '地图、灯具、分组、区域和项目上的调光 / Dimming on the map, in lists, of groups, areas and projects' where code = 'lamp_dim' and coalesce(remark, '') = '';
update system_menu set remark = '地图、灯具、分组、区域和项目上的开灯与关灯 / Switching on the map, in lists, of groups, areas and projects' where code = 'lamp_switch' and coalesce(remark, '') = '';
update system_menu set remark = '结束手动控制，恢复日程 / Ends manual control; lamps return to their calendar' where code = 'lamp_release' and coalesce(remark, '') = '';
