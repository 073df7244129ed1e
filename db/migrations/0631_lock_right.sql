-- Repair staff may open smart locks. New roles get the right from the permission matrix.
insert into identity_role_menu (role_id, menu_code, tenant_id)
  select r.id, 'smart_lock_lock', r.tenant_id from identity_role r where r.role_alias = 'maintainer' and not r.is_deleted
    and exists (select from identity_known_right where code = 'smart_lock_lock') on conflict do nothing;
