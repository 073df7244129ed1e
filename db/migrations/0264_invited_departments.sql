-- Departments of invitations and of invited registrations are lists of ids, like roles and areas, so that forms offer names. Ids of departments
-- that do not exist are left out.
alter table identity_invite add column departments_new bigint[];
update identity_invite i set departments_new = nullif(array(
  select d.id from identity_dept d where d.tenant_id = i.tenant_id and d.id::text = any(string_to_array(i.invite_depts, ','))), '{}');
alter table identity_invite drop column invite_depts;
alter table identity_invite rename column departments_new to invite_depts;

alter table identity_register_info add column departments_new bigint[];
update identity_register_info r set departments_new = nullif(array(
  select d.id from identity_dept d where d.tenant_id = r.tenant_id and d.id::text = any(string_to_array(r.departments, ','))), '{}');
alter table identity_register_info drop column departments;
alter table identity_register_info rename column departments_new to departments;
