-- The list of gateways stands below smart poles (screen vis.gateway). Where an administrator moved it elsewhere, it stays there; its address changes, and those
-- of its buttons. A new database gets it from the definitions.
update system_menu c set parent_id = g.id, sort = 4 from system_menu m, system_menu g
where m.code = 'equipment' and not m.is_deleted and c.parent_id = m.id and c.code = 'gateway' and c.category = 1
  and g.code = 'visual_equipment' and not g.is_deleted;

update system_menu c set path = '/visual/equipmentMana/gateway/index' || substr(c.path, length('/equipmentMana/gateway') + 1)
from system_menu p
where p.code = 'gateway' and p.category = 1 and (c.id = p.id or c.parent_id = p.id)
  and (c.path = '/equipmentMana/gateway' or starts_with(c.path, '/equipmentMana/gateway/'));
