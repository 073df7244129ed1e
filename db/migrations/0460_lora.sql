create table lora_gateway (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
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
create index lora_gateway_tenant on lora_gateway (tenant_id, id) where not is_deleted;
create unique index lora_gateway_sn_unique on lora_gateway (tenant_id, sn) where not is_deleted;
create index lora_gateway_project_id_id on lora_gateway (tenant_id, project_id, id) where not is_deleted;
create index lora_gateway_area_id_id on lora_gateway (tenant_id, area_id, id) where not is_deleted;
create index lora_gateway_gateway_id on lora_gateway (tenant_id, gateway_id) where not is_deleted;
create index lora_gateway_keyword on lora_gateway (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('lora_gateway', 'tenant');
select ll_counted('lora_gateway', true);

create table lora_module (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  lora_id bigint,
  root_id bigint,
  dev_eui text,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index lora_module_tenant on lora_module (tenant_id, id) where not is_deleted;
create unique index lora_module_sn_unique on lora_module (tenant_id, sn) where not is_deleted;
create unique index lora_module_dev_eui_unique on lora_module (tenant_id, dev_eui) where not is_deleted;
create index lora_module_project_id_id on lora_module (tenant_id, project_id, id) where not is_deleted;
create index lora_module_area_id_id on lora_module (tenant_id, area_id, id) where not is_deleted;
create index lora_module_gateway_id on lora_module (tenant_id, gateway_id) where not is_deleted;
create index lora_module_keyword on lora_module (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('lora_module', 'tenant');
select ll_counted('lora_module', true);

create table lora_root (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  network_id integer,
  channel integer,
  lora_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index lora_root_tenant on lora_root (tenant_id, id) where not is_deleted;
create unique index lora_root_sn_unique on lora_root (tenant_id, sn) where not is_deleted;
create index lora_root_project_id_id on lora_root (tenant_id, project_id, id) where not is_deleted;
create index lora_root_area_id_id on lora_root (tenant_id, area_id, id) where not is_deleted;
create index lora_root_gateway_id on lora_root (tenant_id, gateway_id) where not is_deleted;
create index lora_root_keyword on lora_root (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('lora_root', 'tenant');
select ll_counted('lora_root', true);

create table lora_white_list (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  module_sn text,
  lora_id bigint,
  remark text
);
create index lora_white_list_tenant on lora_white_list (tenant_id, id) where not is_deleted;
create unique index lora_white_list_module_sn_unique on lora_white_list (tenant_id, module_sn) where not is_deleted;
select ll_secure('lora_white_list', 'tenant');
select ll_counted('lora_white_list', false);
