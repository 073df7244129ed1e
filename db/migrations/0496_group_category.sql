-- The category of a group for slices that add groups of a system of their own (institutes).
create or replace view devices_groups with (security_invoker = true) as
  select id, tenant_id, is_deleted, group_name, dev_type, lamp_type, system_type, type, category from devices_group;
