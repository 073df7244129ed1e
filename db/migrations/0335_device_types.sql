-- Device types made at run time, and the devices of such types. Codes are unique among all tenants: stored values and batches name them.
create sequence devices_type_code as smallint start 10000 minvalue 10000;
grant usage on sequence devices_type_code to lamplight_app, lamplight_worker;

create table devices_type (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  unit_product_code text,
  name text,
  name_en text,
  code integer,
  descriptor text
);
create index devices_type_tenant on devices_type (tenant_id, id) where not is_deleted;
create unique index devices_type_unit_product_code_unique on devices_type (tenant_id, unit_product_code) where not is_deleted;
select ll_secure('devices_type', 'tenant');
select ll_counted('devices_type', false);

create table devices_device (
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
  type_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index devices_device_tenant on devices_device (tenant_id, id) where not is_deleted;
create unique index devices_device_sn_unique on devices_device (tenant_id, sn) where not is_deleted;
create index devices_device_project_id_id on devices_device (tenant_id, project_id, id) where not is_deleted;
create index devices_device_area_id_id on devices_device (tenant_id, area_id, id) where not is_deleted;
create index devices_device_gateway_id on devices_device (tenant_id, gateway_id) where not is_deleted;
create index devices_device_keyword on devices_device (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('devices_device', 'tenant');
select ll_counted('devices_device', true);

