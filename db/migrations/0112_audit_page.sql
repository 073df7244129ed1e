-- The audit log as people read it. An administrator of the platform reads every tenant's.
alter policy own on kit_audit using (
  tenant_id = (select current_setting('app.tenant', true)) or (select current_setting('app.platform', true)) = 'on'
);

create view system_audit with (security_invoker = true) as
  select id, tenant_id, user_id as create_user, at as create_time, user_id as update_user, at as update_time, false as is_deleted,
    account, ip, what, target, detail::text as detail, least(count, 2147483647)::integer as count, result
  from kit_audit;
grant select on system_audit to lamplight_app, lamplight_worker;
