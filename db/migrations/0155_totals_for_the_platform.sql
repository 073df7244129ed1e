-- Administrators of the platform see rows of all tenants in some lists: what is kept of each tenant adds up to their totals.
drop policy own on kit_counter;
create policy own on kit_counter to lamplight_app
  using (tenant_id = (select current_setting('app.tenant', true)) or (select current_setting('app.platform', true)) = 'on');
create index kit_counter_resource on kit_counter (resource) where project_id = -1 and area_id = -1;

-- Lists in an order of their own are read in it.
create index identity_post_sort on identity_post (tenant_id, sort, id desc) where not is_deleted;
create index identity_social_source_sort on identity_social_source (tenant_id, sort, id desc) where not is_deleted;
create index identity_oauth_last_time on identity_oauth (tenant_id, last_time desc nulls last, id desc) where not is_deleted;
create index system_top_menu_sort on system_top_menu (sort, id desc) where not is_deleted;
create index system_system_menu_sort on system_system_menu (sort, id desc) where not is_deleted;
create index system_param_param_key on system_param (param_key, id desc) where not is_deleted;
