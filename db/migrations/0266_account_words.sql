-- Names of menus and buttons that installations took from earlier versions; what administrators renamed stays.
update system_menu m set name = w.zh, en_name = w.en
from (values
  ('user_role', '角色配置', 'Assign roles', '设置角色', 'Assign roles'),
  ('registerinfo', '邀请注册', 'Invited people', '邀请注册', 'Invited registrations'),
  ('salestenant_transfer', '转移', 'Hand over', '转移', 'Transfer'),
  ('salesuser', '租户用户', 'Users of tenants', '租户用户', 'Tenant users'),
  ('salesrole', '租户角色', 'Roles of tenants', '租户角色', 'Tenant roles'),
  ('salesdept', '租户机构', 'Departments of tenants', '租户机构', 'Tenant departments'),
  ('salesarea', '租户区域', 'Areas of tenants', '租户区域', 'Tenant areas'),
  ('salesareamanage', '租户区域负责人', 'Area managers of tenants', '租户区域负责人', 'Tenant area managers'),
  ('salesproject', '租户项目', 'Projects of tenants', '租户项目', 'Tenant projects'),
  ('salesdevice', '租户设备', 'Devices of tenants', '租户设备', 'Tenant devices')
) as w (code, old_zh, old_en, zh, en)
where m.code = w.code and m.name = w.old_zh and m.en_name = w.old_en;
