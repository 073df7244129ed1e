-- Lists of the administration are read in their order: also over all tenants, where an administrator of the platform asks.
drop index identity_post_order;
create index identity_post_sort_all on identity_post (sort, id desc) where not is_deleted;
create index identity_social_source_sort_all on identity_social_source (sort, id desc) where not is_deleted;
create index identity_oauth_last_time_all on identity_oauth (last_time desc nulls last, id desc) where not is_deleted;
create index places_map_jump_area_area_name on places_map_jump_area (tenant_id, area_name, id desc) where not is_deleted;
drop index system_notice_release_time;
create index system_notice_release_time on system_notice (tenant_id, release_time desc nulls last, id desc) where not is_deleted;

-- The totals of one project, asked for across tenants.
drop index kit_counter_resource;
create index kit_counter_project on kit_counter (resource, project_id, area_id);
