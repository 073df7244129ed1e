create table roadcabinets_board (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  kind smallint,
  product_id bigint,
  version integer,
  content text,
  remark text
);
create index roadcabinets_board_tenant on roadcabinets_board (tenant_id, id) where not is_deleted;
create unique index roadcabinets_board_name_unique on roadcabinets_board (tenant_id, name) where not is_deleted;
select ll_secure('roadcabinets_board', 'tenant');
select ll_counted('roadcabinets_board', false);

create table roadcabinets_board_version (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  board_id bigint,
  version integer,
  account text,
  content text
);
create index roadcabinets_board_version_tenant on roadcabinets_board_version (tenant_id, id) where not is_deleted;
create index roadcabinets_board_version_board_id_version on roadcabinets_board_version (tenant_id, board_id, version) where not is_deleted;
select ll_secure('roadcabinets_board_version', 'tenant');
select ll_counted('roadcabinets_board_version', false);

create table roadcabinets_cabinet (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  product_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  units jsonb,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index roadcabinets_cabinet_tenant on roadcabinets_cabinet (tenant_id, id) where not is_deleted;
create unique index roadcabinets_cabinet_sn_unique on roadcabinets_cabinet (tenant_id, sn) where not is_deleted;
create index roadcabinets_cabinet_project_id_id on roadcabinets_cabinet (tenant_id, project_id, id) where not is_deleted;
create index roadcabinets_cabinet_area_id_id on roadcabinets_cabinet (tenant_id, area_id, id) where not is_deleted;
create index roadcabinets_cabinet_gateway_id on roadcabinets_cabinet (tenant_id, gateway_id) where not is_deleted;
create index roadcabinets_cabinet_product_id on roadcabinets_cabinet (tenant_id, product_id) where not is_deleted;
create index roadcabinets_cabinet_keyword on roadcabinets_cabinet (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('roadcabinets_cabinet', 'tenant');
select ll_counted('roadcabinets_cabinet', true);

create table roadcabinets_group (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  group_name text,
  cabinet_ids bigint[],
  remark text
);
create index roadcabinets_group_tenant on roadcabinets_group (tenant_id, id) where not is_deleted;
create unique index roadcabinets_group_group_name_unique on roadcabinets_group (tenant_id, group_name) where not is_deleted;
select ll_secure('roadcabinets_group', 'tenant');
select ll_counted('roadcabinets_group', false);

create table roadcabinets_product (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  model text,
  gateway_type text,
  cabins jsonb,
  units jsonb,
  layout jsonb,
  install jsonb,
  remark text
);
create index roadcabinets_product_tenant on roadcabinets_product (tenant_id, id) where not is_deleted;
create unique index roadcabinets_product_name_unique on roadcabinets_product (tenant_id, name) where not is_deleted;
select ll_secure('roadcabinets_product', 'tenant');
select ll_counted('roadcabinets_product', false);
