-- The pages of system administration stand in four groups. Pages that an administrator moved elsewhere stay there; a new database gets all of it from the definitions.
insert into system_menu (id, tenant_id, parent_id, code, name, en_name, path, source, category, alias, action, is_open, sort, hidden)
select g.id, '000000', m.id, g.code, g.name, g.en_name, g.path, g.source, 1, 'menu', 0, 1, g.sort, false
from system_menu m cross join (values
  (1123598815738675261, 'system_people', '组织与用户', 'People', '/system/people', 'team', 10),
  (1123598815738675262, 'system_access', '租户与登录', 'Tenants and sign-in', '/system/access', 'lock', 20),
  (1123598815738675263, 'system_menus', '菜单与导航', 'Menus', '/system/navigation', 'menu', 30),
  (1123598815738675264, 'system_values', '字典与参数', 'Settings', '/system/values', 'book', 40)
) as g (id, code, name, en_name, path, source, sort)
where m.code = 'system' and not m.is_deleted and not exists (select from system_menu o where o.code = g.code);

update system_menu c set parent_id = g.id from system_menu m, system_menu g, (values
  ('dept', 'system_people'),
  ('post', 'system_people'),
  ('user', 'system_people'),
  ('useraudit', 'system_people'),
  ('registerinfo', 'system_people'),
  ('invite', 'system_people'),
  ('builder', 'system_people'),
  ('unit', 'system_people'),
  ('tenant', 'system_access'),
  ('client', 'system_access'),
  ('oauth', 'system_access'),
  ('socialsource', 'system_access'),
  ('menu', 'system_menus'),
  ('topmenu', 'system_menus'),
  ('systemmenu', 'system_menus'),
  ('dict', 'system_values'),
  ('dictbiz', 'system_values'),
  ('param', 'system_values')
) as b (code, above)
where m.code = 'system' and not m.is_deleted and c.parent_id = m.id and c.code = b.code and c.category = 1 and g.code = b.above and not g.is_deleted;
