-- The pages of lamps and of their accessories are in two groups below city lighting, and four of them have a new address. Pages that an
-- administrator moved elsewhere stay there; a new database gets all of it from the definitions.
insert into system_menu (id, tenant_id, parent_id, code, name, en_name, path, source, category, alias, action, is_open, sort, hidden)
select g.id, '000000', m.id, g.code, g.name, g.en_name, g.path, g.source, 1, 'menu', 0, 1, g.sort, false
from system_menu m cross join (values
  (1123598815738675420, 'city_lampmanagement', '灯具管理', 'Lamp management', '/city/lampmanagement', 'lamp', 10),
  (1123598815738675421, 'city_basisaccessories', '基础配件', 'Accessories', '/city/basisaccessories', 'chip', 20)
) as g (id, code, name, en_name, path, source, sort)
where m.code = 'city' and not m.is_deleted and not exists (select from system_menu o where o.code = g.code);

update system_menu c set parent_id = g.id, sort = b.sort from system_menu m, system_menu g, (values
  ('lamp', 'city_lampmanagement', 10),
  ('lamp_post', 'city_lampmanagement', 20),
  ('device_group', 'city_lampmanagement', 30),
  ('lamp_install', 'city_lampmanagement', 70),
  ('street', 'city_lampmanagement', 80),
  ('lamp_bring_in', 'city_lampmanagement', 90),
  ('controller', 'city_basisaccessories', 10),
  ('supplier', 'city_basisaccessories', 80),
  ('controller_bring_in', 'city_basisaccessories', 90)
) as b (code, above, sort)
where m.code = 'city' and not m.is_deleted and c.parent_id = m.id and c.code = b.code and c.category = 1 and g.code = b.above and not g.is_deleted;

-- Buttons have the address of their page in theirs.
update system_menu c set path = a.now || substr(c.path, length(a.was) + 1) from (values
  ('lamp', '/city/lampmanagement/lampinformation', '/city/lampmanagement/lampinformation/index'),
  ('controller', '/city/basisaccessories/controller/controllerinformation', '/city/basisaccessories/controller/controllerinformation/index'),
  ('lamp_post', '/city/lamppost/index', '/city/lampmanagement/lamppost/index'),
  ('device_group', '/city/lampGroups/index', '/city/lampmanagement/lampgroup/index')
) as a (code, was, now)
join system_menu p on p.code = a.code and p.category = 1
where (c.id = p.id or c.parent_id = p.id) and (c.path = a.was or starts_with(c.path, a.was || '/'));
