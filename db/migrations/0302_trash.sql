-- Trash bins.
create table environment_trash (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index environment_trash_tenant on environment_trash (tenant_id, id) where not is_deleted;
create unique index environment_trash_sn_unique on environment_trash (tenant_id, sn) where not is_deleted;
create index environment_trash_project_id_id on environment_trash (tenant_id, project_id, id) where not is_deleted;
create index environment_trash_area_id_id on environment_trash (tenant_id, area_id, id) where not is_deleted;
create index environment_trash_gateway_id on environment_trash (tenant_id, gateway_id) where not is_deleted;
create index environment_trash_keyword on environment_trash (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('environment_trash', 'tenant');
select ll_counted('environment_trash', true);
