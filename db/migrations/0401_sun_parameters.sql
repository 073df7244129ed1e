-- Pages of the parameters of solar lamps belong to the menu of solar lighting. Pages that an administrator moved elsewhere stay there; a new database
-- gets all of it from the definitions.
insert into system_menu (id, tenant_id, parent_id, code, name, en_name, path, source, category, alias, action, is_open, sort, hidden)
select 1123598815738675400, '000000', null, 'sun', '太阳能照明', 'Solar lighting', '/sun', 'sun', 1, 'menu', 0, 1, 20, false
where exists (select from system_menu where code = 'batteryparam') and not exists (select from system_menu where code = 'sun');
insert into system_menu (id, tenant_id, parent_id, code, name, en_name, path, source, category, alias, action, is_open, sort, hidden)
select 1123598815738675401, '000000', m.id, 'sun_param', '参数管理', 'Parameters', '/sun/param', 'control', 1, 'menu', 0, 1, 50, false
from system_menu m where m.code = 'sun' and not m.is_deleted and not exists (select from system_menu where code = 'sun_param');

update system_menu b set path = replace(b.path, c.path, p.path)
from system_menu c, (values
  ('batteryparam', '/city/controlCenter/batteryParam/index', '/sun/param/battery'),
  ('serverlinkinfo', '/city/controlCenter/serverLinkInfo/index', '/sun/param/serverlinkinfo'),
  ('lampbarangle', '/city/controlCenter/lampBarAngle/index', '/sun/param/lampBarAngel')
) as p (code, was, path)
where c.code = p.code and c.path = p.was and (b.id = c.id or b.parent_id = c.id);
update system_menu c set parent_id = g.id from system_menu g, system_menu old
where g.code = 'sun_param' and not g.is_deleted and old.code = 'control_center' and c.parent_id = old.id
  and c.code in ('batteryparam', 'serverlinkinfo', 'lampbarangle');
