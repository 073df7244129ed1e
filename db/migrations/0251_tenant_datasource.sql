-- The data source of a tenant, and no rows of removed tenants in the lists of administrators.
alter table identity_tenant add column datasource_id bigint;
do $$
declare name text;
begin
  foreach name in array array['identity_user', 'identity_role', 'identity_dept', 'identity_post', 'identity_data_scope', 'identity_api_scope', 'identity_social_source', 'system_oss', 'system_sms', 'system_code', 'system_datasource'] loop
    execute format('update %I set is_deleted = true where not is_deleted and tenant_id <> ''000000'' and not exists (select 1 from identity_tenant t where t.tenant_id = %I.tenant_id and not t.is_deleted) and exists (select 1 from identity_tenant t where t.tenant_id = %I.tenant_id)', name, name, name);
  end loop;
end $$;
