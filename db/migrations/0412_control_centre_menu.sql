-- The list of command records is a page of the control centre. Where an administrator moved it elsewhere, it stays there; its address changes, and those of
-- its buttons. A new database gets it from the definitions.
insert into system_menu (id, tenant_id, parent_id, code, name, en_name, path, source, category, alias, action, is_open, sort, hidden)
select 1123598815738675410, '000000', m.id, 'control_center', '控制中心', 'Control centre', '/city/controlCenter', 'control', 1, 'menu', 0, 1, 49, false
from system_menu m where m.code = 'city' and not m.is_deleted and not exists (select from system_menu o where o.code = 'control_center');

update system_menu c set parent_id = g.id, sort = 20 from system_menu m, system_menu g
where m.code = 'city' and not m.is_deleted and c.parent_id = m.id and c.code = 'commandrecord' and c.category = 1
  and g.code = 'control_center' and not g.is_deleted;

update system_menu c set path = '/city/controlCenter/commandRecord/index' || substr(c.path, length('/city/commandRecord/index') + 1)
from system_menu p
where p.code = 'commandrecord' and p.category = 1 and (c.id = p.id or c.parent_id = p.id)
  and (c.path = '/city/commandRecord/index' or starts_with(c.path, '/city/commandRecord/index/'));
