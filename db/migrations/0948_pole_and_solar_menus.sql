-- The menus of solar lamps and of the equipment of smart poles are divided into groups. Pages that an administrator moved elsewhere stay there; a new database gets all of it from the definitions.
insert into system_menu (id, tenant_id, parent_id, code, name, en_name, path, source, category, alias, action, is_open, sort, hidden)
select g.id, '000000', m.id, g.code, g.name, g.en_name, g.path, g.source, 1, 'menu', 0, 1, g.sort, false
from (values
  (1123598815738675321, 'sun_devices', '设备与分组', 'Devices and groups', '/sun/devices', 'hdd', 30, 'sun'),
  (1123598815738675322, 'sun_strategies', '策略中心', 'Strategies', '/sun/strategies', 'moon', 45, 'sun'),
  (1123598815738675323, 'pole_lighting', '照明与配电', 'Lighting and supply', '/visual/equipmentMana/lighting', 'bulb', 20, 'visual_equipment'),
  (1123598815738675324, 'pole_media', '信息发布', 'Screens and sound', '/visual/equipmentMana/media', 'screen', 30, 'visual_equipment'),
  (1123598815738675325, 'pole_security', '安防设备', 'Security', '/visual/equipmentMana/security', 'safety', 40, 'visual_equipment'),
  (1123598815738675326, 'pole_network', '网络与环境', 'Network and environment', '/visual/equipmentMana/network', 'wifi', 50, 'visual_equipment')
) as g (id, code, name, en_name, path, source, sort, above)
join system_menu m on m.code = g.above and not m.is_deleted where not exists (select from system_menu o where o.code = g.code);

update system_menu c set parent_id = g.id from system_menu m, system_menu g, (values
  ('sun_gateway', 'sun', 'sun_devices'),
  ('sun_lamppole', 'sun', 'sun_devices'),
  ('sun_devicegroup', 'sun', 'sun_devices'),
  ('sun_strategy', 'sun', 'sun_strategies'),
  ('sun_mode', 'sun', 'sun_strategies'),
  ('sun_lightmode', 'sun', 'sun_strategies'),
  ('sun_strategy_instance', 'sun', 'sun_strategies'),
  ('gateway', 'visual_equipment', 'pole_lighting'),
  ('visual_lamp_control', 'visual_equipment', 'pole_lighting'),
  ('visual_group', 'visual_equipment', 'pole_lighting'),
  ('visual_switchbox', 'visual_equipment', 'pole_lighting'),
  ('visual_meter', 'visual_equipment', 'pole_lighting'),
  ('visual_lora_gateway', 'visual_equipment', 'pole_lighting'),
  ('centralized_control', 'visual_equipment', 'pole_lighting'),
  ('info_screen', 'visual_equipment', 'pole_media'),
  ('broadcast', 'visual_equipment', 'pole_media'),
  ('onoff', 'visual_equipment', 'pole_media'),
  ('onofflog', 'visual_equipment', 'pole_media'),
  ('onoffdetail', 'visual_equipment', 'pole_media'),
  ('camera', 'visual_equipment', 'pole_security'),
  ('alarm_machine', 'visual_equipment', 'pole_security'),
  ('smart_lock', 'visual_equipment', 'pole_security'),
  ('ap', 'visual_equipment', 'pole_network'),
  ('env_sensor', 'visual_equipment', 'pole_network')
) as b (code, above, now)
where m.code = b.above and c.parent_id = m.id and c.code = b.code and c.category = 1 and g.code = b.now and not g.is_deleted;

-- Faults are looked at daily; a sort that an administrator changed stays.
update system_menu set sort = 15 where code = 'sun_fault' and sort = 85;
