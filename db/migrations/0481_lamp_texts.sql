-- The texts of lamps for slices that search lamps by name: the index on them is shorter than the rows.
create or replace view lighting_lamps with (security_invoker = true) as
  select id, tenant_id, is_deleted, name, sn, kind, power, controller_id, project_id, area_id, keyword_text from lighting_lamp;

-- Texts of lamp posts in one index, as lamps have them.
alter table lighting_post add column keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored;
create index lighting_post_keyword on lighting_post (tenant_id, id) include (keyword_text) where not is_deleted;
