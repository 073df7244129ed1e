-- Places: regions and boundaries of areas, who answers for them, jump areas and shared maps, builders and units; whose tenants a salesperson has.
alter table places_area add column region_code text;

create table places_boundary (
  area_id bigint primary key,
  tenant_id text not null,
  -- GeoJSON polygon, WGS-84
  boundary jsonb not null,
  update_user bigint,
  update_time timestamptz not null default now()
);
create index places_boundary_tenant on places_boundary (tenant_id);
select ll_secure('places_boundary');

create table places_area_manage (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  area_id bigint,
  manager_ids bigint[],
  reviewer_ids bigint[],
  remark text
);
create index places_area_manage_tenant on places_area_manage (tenant_id, id) where not is_deleted;
create index places_area_manage_area_id on places_area_manage (tenant_id, area_id) where not is_deleted;
select ll_secure('places_area_manage', 'tenant');
select ll_counted('places_area_manage', false);

create table places_builder (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  linkman text,
  phone text,
  address text,
  remark text
);
create index places_builder_tenant on places_builder (tenant_id, id) where not is_deleted;
create unique index places_builder_name_unique on places_builder (tenant_id, name) where not is_deleted;
select ll_secure('places_builder', 'tenant');
select ll_counted('places_builder', false);

create table places_map_jump_area (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  area_id bigint,
  area_name text,
  area_code text,
  lng double precision,
  lat double precision,
  zoom integer
);
create index places_map_jump_area_tenant on places_map_jump_area (tenant_id, id) where not is_deleted;
create index places_map_jump_area_area_id on places_map_jump_area (tenant_id, area_id) where not is_deleted;
select ll_secure('places_map_jump_area', 'tenant');
select ll_counted('places_map_jump_area', false);

create table places_map_share (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  share_code text,
  area_id bigint,
  project_id bigint,
  expire_time timestamptz,
  enabled boolean
);
create index places_map_share_tenant on places_map_share (tenant_id, id) where not is_deleted;
select ll_secure('places_map_share', 'tenant');
select ll_counted('places_map_share', true);

create table places_unit (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  linkman text,
  phone text,
  address text,
  remark text
);
create index places_unit_tenant on places_unit (tenant_id, id) where not is_deleted;
create unique index places_unit_name_unique on places_unit (tenant_id, name) where not is_deleted;
select ll_secure('places_unit', 'tenant');
select ll_counted('places_unit', false);

create unique index places_map_share_code on places_map_share (share_code);

alter table identity_tenant add column sales_id bigint;
create index identity_tenant_sales on identity_tenant (sales_id) where not is_deleted;
