-- The right to assign gateways stands below the page of unregistered devices: who holds it sees the page, nobody else does.
update system_menu button set parent_id = page.id, path = page.path || '/assign'
from system_menu page
where page.code = 'unregistered_device' and not page.is_deleted
  and button.code = 'gateway_assign'
  and button.parent_id = (select g.id from system_menu g where g.code = 'gateway');
delete from identity_role_menu where menu_code = 'unregistered_device';
